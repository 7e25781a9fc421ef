#include "proxy/status_window/status_lines.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"

namespace franz::status_window {
std::vector<std::string> status_lines(const RunStatus& status) {
  std::string state = status.state;
  for (char& c : state)
    if (c == '_') c = ' ';
  std::vector<std::string> lines{
      "FRANZ  " + (status.turn > 0 ? "turn " + std::to_string(status.turn) + "  " : "") + state};
  const auto add = [&lines](const char* label, const std::string& text) {
    if (text.empty()) return;
    lines.push_back(cut_text(label + with_hidden_shown(cut_text(text, kMaxLine)), kMaxLine));
  };
  add("state: ", status.why);
  add("step: ", status.step);
  add("reason: ", status.justification);
  return lines;
}
}  // namespace franz::status_window
