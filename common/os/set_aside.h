#pragma once
// Damaged files, kept beside their place.
#include <string>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
inline constexpr int kMostSetAside = 100;  // of one name; the newest then replaces the one before

// Renames the file NAME of the folder to NAME.corrupt, or where that is taken to NAME.corrupt2,
// .corrupt3, … The new name. Failure: as Folder::rename(); the file is where it was.
Result<std::string> set_aside(const Folder& folder, const std::string& name);
}  // namespace franz
