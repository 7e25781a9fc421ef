#include "common/settings/first_config_app.h"
#include "common/os/files.h"
#include "common/settings/settings.h"

namespace franz {
Result<std::optional<std::string>> write_first_config(const std::string& config_folder) {
  const std::string path = join_path(config_folder, "config.ini");
  const Status made = make_folders(config_folder);
  const Result<bool> written =
      made.ok() ? write_new_file(path, reference_ini()) : Result<bool>(made.error());
  if (written.ok() && written.value()) return std::optional(path);
  if (!written.ok() && written.error().code != ErrorCode::denied) return written.error();
  return std::optional<std::string>();
}
}  // namespace franz
