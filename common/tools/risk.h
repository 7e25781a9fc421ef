#pragma once
// Which calls need the operator's consent ([safety] risky). A rule is some words:
//   launch             every call of this tool, by any of the tools' names
//   key win            keys are pressed or held, and this one is among them; of win also what opens
//                      the same menus and prompts: Ctrl+Esc, Alt+F1 to Alt+F3, Alt+Space
//   paste over 200     so much text is handed to this tool, in characters: paste, type or launch
//   text sudo*rm       typed, pasted or launched text with this in it; * matches anything
//   window Bank        what goes to a window with this in its title or its program's name
//   line in terminal   what may run a line in a terminal's window: control characters but tab in a
//                      text; enter, escape, insert, and every key with ctrl, alt or altgr; the
//                      middle and the right button. key_down of ctrl, alt or altgr in any window
//   line in Chat       in a window with this in its title or its program's name: control characters
//                      but tab in a text, enter, Ctrl+J, Ctrl+M. key_down likewise
// The case of letters (of ASCII) makes no difference.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/tools/call.h"

namespace franz {
struct RiskRule {
  enum class Kind { tool, key, length, text, window, line };
  Kind kind = Kind::tool;
  ToolId tool = ToolId::launch;  // kinds tool and length
  std::size_t over = 0;          // length: characters
  std::string part;              // key: key_name()'s; text, window, line: in small letters
  bool terminal = false;         // line: in any terminal, and `part` is empty
  std::string written;           // the rule itself, for messages
};

// Failure: the error, as the end of a sentence that begins with the rule: "is not a rule: …".
Result<RiskRule> parse_risk_rule(std::string_view written);

// Whether the rule applies to windows with a title or of a program.
inline bool is_about_windows(const RiskRule& rule) {
  return rule.kind == RiskRule::Kind::window || rule.kind == RiskRule::Kind::line;
}

// The target of a call: the window at its position, or the window with the keyboard focus.
struct TargetWindow {
  std::string title, app;  // as WindowInfo has them
  bool terminal = false;
  bool known = true;  // false: unknown, so it may be any window
};

// The first rule that matches the call; nothing if none does. `windows`: all its targets.
std::optional<std::string> risk_of(const Call& call, std::span<const RiskRule> rules,
                                   std::span<const TargetWindow> windows);

// Whether the call sends input to a screen: all except screenshot and sleep.
bool sends_input(ToolId tool);
}  // namespace franz
