#pragma once
// The parts of Folder that are the same on every system: for folder.cpp and its platform files.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
// The parts of a name; nothing if it has an empty part, "." or "..", or a NUL.
std::optional<std::vector<std::string>> parts_of_name(std::string_view name);

// The name of the temporary file that replaces `last`. Each is unique, because two threads may
// replace the same file at the same time. An existing file of that name was left by a killed
// process with our process id.
std::string temporary_name(const std::string& last, unsigned long process);

void sort_by_name(std::vector<FolderEntry>& entries);

// ---- Failures. `path` is the full path.
Error refused_name(const std::string& folder, const std::string& name);
// `is`, `wanted`: "a link", "a file".
Error not_a(const std::string& path, const char* is, const char* wanted);
Error has_second_name(const std::string& path);
// A listing that was ended after so many entries.
Error not_listed(const std::string& path, std::size_t entries);
// A failed append whose bytes could not be removed.
Error with_part_written(const Error& error);
// Accepts a missing name.
Status fine_if_missing(const Error& error);
}  // namespace franz
