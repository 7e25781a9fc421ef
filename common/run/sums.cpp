#include "common/run/sums.h"
#include "common/base/sha256.h"

namespace franz {
static constexpr std::size_t kSumDigits = 64;

std::string to_line(const Sum& sum) { return sum.sha256 + "  " + sum.name + "\n"; }

static bool stays_in_folder(std::string_view name) {
  if (name.empty() || name.size() > kMaxListedName) return false;
  if (name.find_first_of("\\:") != std::string_view::npos) return false;
  while (!name.empty()) {
    const std::string_view part = name.substr(0, name.find('/'));
    if (part.empty() || part == "." || part == "..") return false;
    if (part.size() == name.size()) return true;
    name.remove_prefix(part.size() + 1);
  }
  return false;  // a slash at the end
}

Result<Sum> parse_sum(std::string_view line) {
  const std::string_view name = line.size() > kSumDigits + 2 ? line.substr(kSumDigits + 2) : "";
  if (!is_sha256_hex(line.substr(0, kSumDigits)) || line.substr(kSumDigits, 2) != "  " ||
      !stays_in_folder(name))
    return Error{"expected 64 hex digits, two blanks and a file of the run folder"};
  return Sum{std::string(line.substr(0, kSumDigits)), std::string(name)};
}
}  // namespace franz
