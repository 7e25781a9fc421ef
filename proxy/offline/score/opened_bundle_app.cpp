#include "proxy/offline/score/opened_bundle_app.h"
#include <utility>
#include "common/base/path_parts.h"
#include "common/os/files.h"
#include "common/os/folder.h"
#include "proxy/offline/score/bundle_archive_app.h"
#include "proxy/offline/score/ledger.h"

namespace franz::proxy {
static bool is_bundle(const std::string& path) {
  const Result<Folder> folder = Folder::open(path);
  return folder.ok() && folder.value().kind(kLedgerFile).has_value();
}

Result<OpenedBundle> open_named_bundle(const std::string& runs_folder, const std::string& name,
                                       const std::stop_token& stop) {
  if (name.ends_with(kArchiveEnd) && !folder_exists(name)) {
    auto made = TemporaryFolder::make("bundle");
    if (!made.ok()) return made.error();
    Result<std::string> path =
        unpack_bundle(name, join_path(made.value()->path(), "bundle"), {}, stop);
    if (!path.ok()) return path.error();
    return OpenedBundle{std::move(path).value(), last_part(name), std::move(made).value()};
  }
  for (const std::string& path : {name, join_path(runs_folder, name)})
    if (is_bundle(path)) return OpenedBundle{path, last_part(path)};
  return OpenedBundle{};
}
}  // namespace franz::proxy
