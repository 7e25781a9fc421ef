#include "proxy/log/sums.h"

namespace franz::proxy {
static constexpr std::size_t kDigits = 64;

std::string to_line(const Sum& sum) { return sum.sha256 + "  " + sum.name + "\n"; }

static bool is_digest(std::string_view text) {
  return text.size() == kDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

static bool stays_in_folder(std::string_view name) {
  if (name.empty() || name.find_first_of("\\:") != std::string_view::npos) return false;
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('/'));
    if (part.empty() || part == "." || part == "..") return false;
    if (part.size() == name.size()) return true;
    name.remove_prefix(part.size() + 1);
  }
  return false;  // a slash at the end
}

Result<std::vector<Sum>> parse_sums(std::string_view text) {
  std::vector<Sum> sums;
  std::size_t number = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    ++number;
    const std::string_view name = line.size() > kDigits + 2 ? line.substr(kDigits + 2) : "";
    if (!is_digest(line.substr(0, kDigits)) || line.substr(kDigits, 2) != "  " ||
        !stays_in_folder(name))
      return Error{"line " + std::to_string(number) +
                   ": expected 64 hex digits, two blanks and a file of the run folder"};
    sums.push_back({std::string(line.substr(0, kDigits)), std::string(name)});
  }
  return sums;
}
}  // namespace franz::proxy
