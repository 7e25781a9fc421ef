#pragma once
// A score's bundle that a command names: a folder or an archive.
#include <memory>
#include <stop_token>
#include <string>
#include "common/base/result.h"
#include "common/os/temporary_folder.h"

namespace franz::proxy {
struct OpenedBundle {
  std::string path;                                // of the folder; empty: the name is no bundle's
  std::string name;                                // its last part, or the archive's
  std::unique_ptr<TemporaryFolder> unpacked = {};  // of an archive; null: it is a folder
};

// `name`: a bundle's folder, its name in `runs_folder`, or a .tar.zst, which is unpacked into a
// temporary folder. Failure: an archive that cannot be read or exceeds a limit.
Result<OpenedBundle> open_named_bundle(const std::string& runs_folder, const std::string& name,
                                       const std::stop_token& stop = {});
}  // namespace franz::proxy
