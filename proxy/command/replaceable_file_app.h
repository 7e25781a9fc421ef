#pragma once
// A file that a command writes: what is in its way.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::proxy {
// Whether `file` may be written: there is nothing of that name, or a file with `mark` within its
// first 1024 bytes, by which the command knows its own. Failure: "diary.html exists and is no
// earlier export; choose another name or remove it", where `what` is "export"; a folder.
Status check_replaceable(const std::string& file, std::string_view mark, const std::string& what);
}  // namespace franz::proxy
