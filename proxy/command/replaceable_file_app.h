#pragma once
// Checks whether a command may write its output file.
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::proxy {
// Whether `file` may be written: it does not exist, or its first 1024 bytes contain `mark`, which
// identifies the command's own output. Failure: "diary.html exists and is not an earlier export;
// choose another name or remove it", where `what` is "export"; or the path is a folder.
Status check_replaceable(const std::string& file, std::string_view mark, const std::string& what);
}  // namespace franz::proxy
