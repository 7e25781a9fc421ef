#pragma once
// Whether a person has stopped the input of the program that writes a run: a file in its folder,
// which that program and a page of `proxy replay` both see and change
// (docs/mcp.md#watch-and-stop-it). POSIX and Windows.
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
// How the person stopped it, for people, at most kMaxNote bytes of UTF-8; nothing: it is not
// stopped. Whatever else has the file's name counts as a stop.
std::optional<std::string> input_stop(const Folder& run);

// Failure: the system's message.
Status stop_input(const Folder& run, std::string_view how);
Status resume_input(const Folder& run);
}  // namespace franz
