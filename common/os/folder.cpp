#include "common/os/folder.h"

namespace franz {
Error not_listed(const std::string& path, std::size_t entries) {
  return Error{path + ": is not listed beyond " + std::to_string(entries) + " entries",
               ErrorCode::too_large};
}

std::optional<std::vector<std::string>> parts_of_name(std::string_view name) {
  std::vector<std::string> parts;
  if (name.find('\0') != std::string_view::npos) return std::nullopt;
  while (true) {
    const std::size_t slash = name.find('/');
    const std::string_view part = name.substr(0, slash);
    if (part.empty() || part == "." || part == "..") return std::nullopt;
    parts.emplace_back(part);
    if (slash == std::string_view::npos) return parts;
    name.remove_prefix(slash + 1);
  }
}
}  // namespace franz
