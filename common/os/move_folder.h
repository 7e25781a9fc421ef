#pragma once
// Moves a folder, also to another file system.
#include <string>
#include "common/base/result.h"

namespace franz {
// Moves the folder `from` to `to`, which must not exist. On another file system it is copied beside
// `to` first, as `part`, without links, synced and then renamed: a reader of `to` sees the whole
// folder or nothing. Failure: the system's reason; `from` is then unchanged, and `part` may have a
// part of it.
Status move_folder(const std::string& from, const std::string& to, const std::string& part);
}  // namespace franz
