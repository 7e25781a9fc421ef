#include "common/os/paths.h"
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include "common/os/files.h"

namespace franz {
// The folder that an installed program came with; nothing if the program is not installed.
static std::optional<std::string> shipped_config_folder() {
  std::string folder = join_path(executable_folder(), "config");
  if (!file_exists(join_path(folder, "installed"))) return std::nullopt;
  return folder;
}

// `franz` in the folder that the variable names, or in the usual one below the user's home.
// Relative paths are ignored, as the specification requires. Nothing if neither variable can be
// used.
static std::optional<std::string> user_folder(const char* variable, const char* usual) {
  const auto absolute = [](const std::optional<std::string>& path) {
    return path && path->starts_with('/');
  };
  if (const auto folder = environment(variable); absolute(folder))
    return join_path(*folder, "franz");
  if (const auto home = environment("HOME"); absolute(home))
    return join_path(join_path(*home, usual), "franz");
  return std::nullopt;
}

std::optional<std::string> find_config_folder() {
  std::optional<std::string> shipped = shipped_config_folder();
  if (!shipped) return nearby_config_folder();
  std::optional<std::string> own = user_folder("XDG_CONFIG_HOME", ".config");
  return own ? own : shipped;
}

std::string config_path(const std::string& config_folder, const std::string& name) {
  std::string path = join_path(config_folder, name);
  if (file_exists(path)) return path;
  const std::optional<std::string> shipped = shipped_config_folder();
  if (!shipped) return path;
  std::string shipped_path = join_path(*shipped, name);
  return file_exists(shipped_path) ? shipped_path : path;
}

Result<std::vector<std::string>> list_config_folder(const std::string& config_folder,
                                                    const std::string& name) {
  Result<std::vector<std::string>> names = list_folder(join_path(config_folder, name));
  const std::optional<std::string> shipped = shipped_config_folder();
  if (!names.ok() || !shipped) return names;
  const Result<std::vector<std::string>> more = list_folder(join_path(*shipped, name));
  if (!more.ok()) return more.error();
  std::vector<std::string> all;
  std::ranges::set_union(names.value(), more.value(), std::back_inserter(all));
  return all;
}

std::string absolute_path(const std::string& path) {
  std::error_code code;
  const std::filesystem::path given(std::u8string(path.begin(), path.end()));
  const std::u8string whole = std::filesystem::absolute(given, code).lexically_normal().u8string();
  return code ? path : std::string(whole.begin(), whole.end());
}

std::string default_runs_folder() {
  const std::string usual = "panel_log";
  if (!shipped_config_folder()) return usual;
  const std::optional<std::string> data = user_folder("XDG_DATA_HOME", ".local/share");
  return data ? join_path(*data, "runs") : usual;
}

std::optional<std::string> user_state_folder() {
  return user_folder("XDG_STATE_HOME", ".local/state");
}
}  // namespace franz
