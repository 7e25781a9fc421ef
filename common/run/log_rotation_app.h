#pragma once
// Logs of a run folder do not grow for ever: a full one gets a number, the oldest goes.
#include <cstdint>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
inline constexpr std::uint64_t kMaxLog = 8UL << 20U;  // bytes; then proxy.log becomes proxy.log.1
inline constexpr int kOldLogs = 4;                    // proxy.log.1, the newest, to .4

// The file becomes `name`.1, and so on.
Status rotate_log(const Folder& folder, const std::string& name);

// Appends to a log, which is rotated first where it would be longer than kMaxLog; bytes that are
// longer by themselves get a file of their own.
Status append_log(const Folder& folder, const std::string& name, std::string_view bytes);
}  // namespace franz
