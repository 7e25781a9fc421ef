#pragma once
// Quarantines damaged files: keeps them under another name in their folder.
#include <string>
#include "common/base/result.h"
#include "common/os/folder.h"

namespace franz {
inline constexpr int kMaxQuarantined = 100;  // of one name; a newer file then replaces the last one

// Renames the file NAME of the folder to NAME.corrupt, or if that exists to NAME.corrupt2,
// .corrupt3, … Returns the new name. Failure: as Folder::rename(); the file stays where it was.
Result<std::string> quarantine(const Folder& folder, const std::string& name);
}  // namespace franz
