#include <windows.h>
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/win32_support.h"

namespace franz {
std::string executable_path() {
  std::wstring path(32768, L'\0');  // the longest path that Windows knows
  path.resize(::GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size())));
  return win32::to_utf8(path);
}

static std::string parent_of(const std::string& path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

std::string executable_folder() { return parent_of(executable_path()); }

std::string sibling_program(const std::string& name) {
  return executable_folder() + "\\" + name + ".exe";
}

std::optional<std::string> nearby_config_folder() {
  if (folder_exists("config")) {
    std::wstring here(32768, L'\0');
    here.resize(::GetCurrentDirectoryW(static_cast<DWORD>(here.size()), here.data()));
    return join_path(win32::to_utf8(here), "config");
  }
  std::string folder = executable_folder();
  for (int level = 0; level <= 4 && !folder.empty(); ++level, folder = parent_of(folder))
    if (folder_exists(join_path(folder, "config"))) return join_path(folder, "config");
  return std::nullopt;
}

std::string command_name() { return "proxy"; }

long long own_process_id() { return ::GetCurrentProcessId(); }

std::optional<std::string> environment(const std::string& name) {
  const std::wstring wide = win32::to_wide(name);
  ::SetLastError(ERROR_SUCCESS);
  const DWORD size = ::GetEnvironmentVariableW(wide.c_str(), nullptr, 0);
  if (size == 0) {
    return ::GetLastError() == ERROR_ENVVAR_NOT_FOUND ? std::nullopt
                                                      : std::optional<std::string>("");
  }
  std::wstring value(size, L'\0');
  value.resize(::GetEnvironmentVariableW(wide.c_str(), value.data(), size));
  return win32::to_utf8(value);
}

void set_environment(const std::string& name, const std::string& value) {
  ::SetEnvironmentVariableW(win32::to_wide(name).c_str(), win32::to_wide(value).c_str());
}
}  // namespace franz
