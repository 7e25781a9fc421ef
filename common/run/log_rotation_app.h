#pragma once
// Bounds the size of logs: a full log is renamed with a number, and the oldest is deleted.
#include <cstdint>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
inline constexpr std::uint64_t kMaxLog = 8UL << 20U;  // bytes; then proxy.log becomes proxy.log.1
inline constexpr int kOldLogs = 4;                    // proxy.log.1, the newest, to .4

// Renames the file to `name`.1, the older ones to .2 and so on.
Status rotate_log(const Folder& folder, const std::string& name);

// Appends to a log. Rotates it first if it would become longer than kMaxLog; longer input gets a
// file of its own.
Status append_log(const Folder& folder, const std::string& name, std::string_view bytes);
}  // namespace franz
