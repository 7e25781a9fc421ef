#include <errno.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>
#include "common/os/paths.h"

namespace franz {
namespace fs = std::filesystem;

std::string executable_path() {
  std::error_code code;
  return fs::read_symlink("/proc/self/exe", code).string();
}

std::string executable_folder() { return fs::path(executable_path()).parent_path().string(); }

std::string sibling_program(const std::string& name) {
  return (fs::path(executable_folder()) / name).string();
}

std::optional<std::string> nearby_config_folder() {
  std::error_code code;
  const auto usable = [&](const fs::path& folder) { return fs::is_directory(folder, code); };
  if (usable("config")) return (fs::current_path(code) / "config").string();
  fs::path folder = executable_folder();
  for (int level = 0; level <= 4; ++level, folder = folder.parent_path())
    if (usable(folder / "config")) return (folder / "config").string();
  return std::nullopt;
}

std::string command_name() {
  const std::string_view called = program_invocation_short_name;
  if (called == "franz") return "franz";
  return called == "run" ? "./run" : "proxy";  // ./run starts the proxy by its own name
}

long long own_process_id() { return ::getpid(); }

std::optional<std::string> environment(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

void set_environment(const std::string& name, const std::string& value) {
  ::setenv(name.c_str(), value.c_str(), 1);
}
}  // namespace franz
