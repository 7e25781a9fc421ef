#include <unistd.h>
#include <algorithm>
#include <filesystem>
#include "common/os/find_program.h"
#include "common/os/paths.h"

namespace franz {
static bool is_program(const std::string& path) {
  std::error_code code;
  return !std::filesystem::is_directory(path, code) && ::access(path.c_str(), X_OK) == 0;
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return is_program(name) ? name : "";
  const std::string folders = environment("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  for (std::size_t start = 0; start <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', start), folders.size());
    std::string path = folders.substr(start, end - start) + "/" + name;
    if (end > start && is_program(path)) return path;
    start = end + 1;
  }
  return {};
}
}  // namespace franz
