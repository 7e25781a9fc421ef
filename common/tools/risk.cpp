#include "common/tools/risk.h"
#include <algorithm>
#include <charconv>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "common/tools/key_names.h"

namespace franz {
namespace {
constexpr std::string_view kTerminal = "terminal", kWin = "win";
constexpr std::size_t kMaxOver = 1'000'000;  // characters

constexpr std::string_view kForms =
    "a tool's name, \"key NAME\", \"TOOL over NUMBER\", \"text PART\", \"window PART\" or "
    "\"line in PART\"";

const Tool* find_tool(std::string_view name) {
  const auto tool = std::ranges::find_if(all_tools(), [&](const Tool& each) {
    return each.name == name || (!each.alias.empty() && each.alias == name);
  });
  return tool == all_tools().end() ? nullptr : &*tool;
}

// The text that a call passes to a program; null: the call has none.
const std::string* text_of(const Call& call) {
  switch (call.tool) {
    case ToolId::type:
    case ToolId::paste:
    case ToolId::launch: return &text_at(call, 0);
    default: return nullptr;
  }
}

std::vector<std::string> keys_of(const Call& call) {
  std::size_t named = 1;
  switch (call.tool) {
    case ToolId::hotkey: named = call.arguments.size(); break;
    case ToolId::press:
    case ToolId::hold_key:
    case ToolId::key_down: break;
    default: return {};
  }
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < named; ++i) {
    // An unreadable key is not pressed either.
    const Result<std::vector<std::string>> more = key_combination(text_at(call, i));
    if (more.ok()) keys.insert(keys.end(), more.value().begin(), more.value().end());
  }
  return keys;
}

// The pattern's pieces between its stars, which must occur in order.
bool matches(std::string_view text, std::string_view pattern) {
  const std::string small = ascii_lower(text);
  std::size_t at = 0;
  while (!pattern.empty()) {
    const std::string_view piece = pattern.substr(0, pattern.find('*'));
    at = small.find(piece, at);
    if (at == std::string::npos) return false;
    at += piece.size();
    pattern.remove_prefix(std::min(pattern.size(), piece.size() + 1));
  }
  return true;
}

bool matches(const TargetWindow& window, const RiskRule& rule) {
  if (!window.known) return true;
  if (rule.terminal) return window.terminal;
  return matches(window.title, rule.part) || matches(window.app, rule.part);
}

bool has_key(std::span<const std::string> keys, std::string_view key) {
  return std::ranges::find(keys, key) != keys.end();
}

// Combinations that open a menu or prompt for starting programs, as win does: of Windows, GNOME,
// KDE Plasma, MATE and Xfce.
constexpr std::pair<std::string_view, std::string_view> kLikeWin[] = {
    {"ctrl", "escape"}, {"alt", "f1"}, {"alt", "f2"}, {"alt", "f3"}, {"alt", "space"}};

// altgr is the right Alt, which works as Alt in many layouts.
bool opens_a_launcher(std::span<const std::string> keys) {
  return std::ranges::any_of(kLikeWin, [&](const auto& each) {
    const auto& [held, pressed] = each;
    return has_key(keys, pressed) &&
           (has_key(keys, held) || (held == "alt" && has_key(keys, "altgr")));
  });
}

// Modifiers that turn a key into a command of the receiving program.
bool has_command_key(std::span<const std::string> keys) {
  return has_key(keys, "ctrl") || has_key(keys, "alt") || has_key(keys, "altgr");
}

// A line end, or what a terminal may treat as one: \x0F is Ctrl+O, and \x1B begins Alt plus a key.
// Tab is excluded: many texts contain it, and shells use it for completion.
bool has_line_end(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\t'; });
}

// Mouse buttons that paste in terminals, possibly with line ends: the middle button on X11
// (xterm(1), "insert-selection"), the right one in Windows consoles.
bool presses_other_button(const Call& call) {
  switch (call.tool) {
    case ToolId::middle_click:
    case ToolId::right_click: return true;
    case ToolId::mouse_down:
    case ToolId::mouse_up: return ascii_lower(trimmed(text_at(call, 0))) != "left";
    default: return false;
  }
}

// Enter, or keys that programs treat as Enter. In a terminal every key with ctrl or alt may be one:
// shells run a line on Ctrl+J, Ctrl+M, Ctrl+O and other bindings. There, Escape acts as Alt for the
// next key, and Shift+Insert pastes even if Shift was pressed before.
bool ends_line(const Call& call, bool of_terminal) {
  if (const std::string* text = text_of(call))
    return call.tool != ToolId::launch && has_line_end(*text);
  const std::vector<std::string> keys = keys_of(call);
  if (has_key(keys, "enter")) return true;
  if (of_terminal)
    return has_command_key(keys) || has_key(keys, "escape") || has_key(keys, "insert") ||
           presses_other_button(call);
  return has_key(keys, "ctrl") && (has_key(keys, "j") || has_key(keys, "m"));
}

// A key that stays pressed combines with later keys, in any window.
bool stays_down(const Call& call) {
  return call.tool == ToolId::key_down && has_command_key(keys_of(call));
}

bool names(const RiskRule& rule, const Call& call, std::span<const TargetWindow> windows) {
  const auto any_window = [&] {
    return std::ranges::any_of(windows,
                               [&](const TargetWindow& window) { return matches(window, rule); });
  };
  const std::string* text = text_of(call);
  switch (rule.kind) {
    case RiskRule::Kind::tool: return call.tool == rule.tool;
    case RiskRule::Kind::key: {
      const std::vector<std::string> keys = keys_of(call);
      return has_key(keys, rule.part) || (rule.part == kWin && opens_a_launcher(keys));
    }
    case RiskRule::Kind::length:
      return call.tool == rule.tool && text != nullptr && count_characters(*text) > rule.over;
    case RiskRule::Kind::text: return text != nullptr && matches(*text, rule.part);
    case RiskRule::Kind::window: return sends_input(call.tool) && any_window();
    case RiskRule::Kind::line:
      return stays_down(call) || (ends_line(call, rule.terminal) && any_window());
  }
  return true;
}

// The text after `word` and a blank; nothing if the text does not begin with them.
std::optional<std::string> behind(std::string_view text, std::string_view word) {
  if (!text.starts_with(word) || !text.substr(word.size()).starts_with(' ')) return std::nullopt;
  return std::string(trimmed(text.substr(word.size())));
}
}  // namespace

Result<RiskRule> parse_risk_rule(std::string_view written) {
  const std::string text = ascii_lower(trimmed(written));
  RiskRule rule;
  rule.written = std::string(trimmed(written));
  if (const Tool* const tool = find_tool(text)) {
    rule.tool = tool->id;
    return rule;
  }
  if (const auto key = behind(text, "key")) {
    rule.kind = RiskRule::Kind::key;
    rule.part = key_name(*key);
    if (rule.part.empty()) return Error{"names no key"};
    return rule;
  }
  using NamedKind = std::pair<std::string_view, RiskRule::Kind>;
  for (const auto& [word, kind] :
       {NamedKind{"text", RiskRule::Kind::text}, NamedKind{"window", RiskRule::Kind::window},
        NamedKind{"line in", RiskRule::Kind::line}}) {
    const auto part = behind(text, word);
    if (!part) continue;
    rule.kind = kind;
    rule.terminal = kind == RiskRule::Kind::line && *part == kTerminal;
    if (!rule.terminal) rule.part = *part;
    return rule;
  }
  const std::size_t over = text.find(" over ");
  if (over != std::string::npos) {
    const Tool* const tool = find_tool(trimmed(std::string_view(text).substr(0, over)));
    const bool has_text =
        tool != nullptr &&
        (tool->id == ToolId::type || tool->id == ToolId::paste || tool->id == ToolId::launch);
    const std::string_view digits = trimmed(std::string_view(text).substr(over + 6));
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), rule.over);
    if (has_text && error == std::errc() && end == digits.data() + digits.size() &&
        rule.over <= kMaxOver) {
      rule.kind = RiskRule::Kind::length;
      rule.tool = tool->id;
      return rule;
    }
  }
  return Error{"is not a rule: expected " + std::string(kForms)};
}

bool sends_input(ToolId tool) { return tool != ToolId::screenshot && tool != ToolId::sleep; }

std::optional<std::string> risk_of(const Call& call, std::span<const RiskRule> rules,
                                   std::span<const TargetWindow> windows) {
  for (const RiskRule& rule : rules)
    if (names(rule, call, windows)) return rule.written;
  return std::nullopt;
}
}  // namespace franz
