#include "executor/desktop/run_command.h"
#include <algorithm>
#include "common/base/ascii.h"
#include "common/base/command_words.h"

namespace franz::executor {
namespace {
constexpr std::string_view kRunCommandBlanks = " \t";

bool is_scheme_letter(char c) { return ascii_lower(c) >= 'a' && ascii_lower(c) <= 'z'; }

// RFC 3986, 3.1; a single letter is a drive.
bool is_address(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || colon < 2 || !is_scheme_letter(text.front())) return false;
  return std::ranges::all_of(text.substr(0, colon), [](char c) {
    return is_scheme_letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
  });
}

RunCommand split_at(std::string_view text, std::size_t end) {
  return {std::string(text.substr(0, end)), std::string(trimmed(text.substr(end)))};
}
}  // namespace

Result<RunCommand> run_command(std::string_view command,
                               const std::function<bool(const std::string&)>& is_there) {
  if (command.size() > kMaxCommand)
    return Error{"a command longer than " + std::to_string(kMaxCommand) + " bytes"};
  const std::string_view text = trimmed(command);
  if (std::ranges::any_of(text, [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == '\x7F';
      }))
    return Error{"a control character in the command"};
  if (text.starts_with('"')) {
    const std::size_t end = text.find('"', 1);
    if (end == std::string_view::npos) return Error{"a quote is not closed: \""};
    RunCommand quoted = split_at(text.substr(1), end - 1);
    quoted.parameters = trimmed(text.substr(end + 1));
    if (trimmed(quoted.file).empty()) return Error{"the command names no program"};
    return quoted;
  }
  if (text.empty()) return Error{"the command names no program"};
  if (is_address(text)) return RunCommand{std::string(text), ""};
  for (std::size_t end = 0; end != text.size();) {
    end = std::min(text.find_first_of(kRunCommandBlanks, end + 1), text.size());
    if (is_there(std::string(text.substr(0, end)))) return split_at(text, end);
  }
  return split_at(text, std::min(text.find_first_of(kRunCommandBlanks), text.size()));
}
}  // namespace franz::executor
