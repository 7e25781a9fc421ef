#include "common/net/api_key.h"
#include <algorithm>
#include "common/os/paths.h"

namespace franz {
static bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; }

Status check_api_key(const std::string& variable, std::string_view key) {
  const auto first = std::ranges::find_if(key, is_control);
  if (first == key.end()) return Done{};
  const bool at_end = std::all_of(first, key.end(), is_control);
  const bool line_break = *first == '\n' || *first == '\r';
  const std::string what = !line_break ? "holds a control character"
                           : at_end    ? "ends with a line break"
                                       : "holds a line break";
  return Error{"the API key in the environment variable " + variable + " " + what +
               ": set it without one"};
}

Result<std::optional<std::string>> read_api_key(const std::string& variable) {
  if (variable.empty()) return std::optional<std::string>();
  std::optional<std::string> key = environment(variable);
  if (!key || key->empty()) return std::optional<std::string>();
  if (const Status sound = check_api_key(variable, *key); !sound.ok()) return sound.error();
  return key;
}
}  // namespace franz
