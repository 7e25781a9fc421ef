#include "common/tools/key_names.h"
#include <algorithm>
#include <iterator>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"

namespace franz {
namespace {
constexpr int kLastFunctionKey = 24;
constexpr std::size_t kMaxQuotedKey = 40;  // bytes of a wrong name repeated in an error

struct KeyName {
  std::string_view written;  // lower case, without blanks, hyphens and underscores
  std::string_view name;
};

constexpr KeyName kKeyNames[] = {
    {"enter", "enter"},
    {"return", "enter"},
    {"kpenter", "enter"},
    {"tab", "tab"},
    {"escape", "escape"},
    {"esc", "escape"},
    {"space", "space"},
    {"spacebar", "space"},
    {"backspace", "backspace"},
    {"back", "backspace"},
    {"delete", "delete"},
    {"del", "delete"},
    {"insert", "insert"},
    {"ins", "insert"},
    {"home", "home"},
    {"end", "end"},
    {"pageup", "page_up"},
    {"pgup", "page_up"},
    {"prior", "page_up"},
    {"pagedown", "page_down"},
    {"pgdn", "page_down"},
    {"pgdown", "page_down"},
    {"next", "page_down"},
    {"up", "up"},
    {"arrowup", "up"},
    {"uparrow", "up"},
    {"down", "down"},
    {"arrowdown", "down"},
    {"downarrow", "down"},
    {"left", "left"},
    {"arrowleft", "left"},
    {"leftarrow", "left"},
    {"right", "right"},
    {"arrowright", "right"},
    {"rightarrow", "right"},
    {"ctrl", "ctrl"},
    {"control", "ctrl"},
    {"ctrlleft", "ctrl"},
    {"controlleft", "ctrl"},
    {"controll", "ctrl"},
    {"ctrll", "ctrl"},
    {"ctrlright", "ctrl"},
    {"controlright", "ctrl"},
    {"controlr", "ctrl"},
    {"ctrlr", "ctrl"},
    {"alt", "alt"},
    {"altleft", "alt"},
    {"altl", "alt"},
    {"option", "alt"},
    {"opt", "alt"},
    {"altgr", "altgr"},
    {"altright", "altgr"},
    {"altr", "altgr"},
    {"isolevel3shift", "altgr"},
    {"shift", "shift"},
    {"shiftleft", "shift"},
    {"shiftl", "shift"},
    {"shiftright", "shift"},
    {"shiftr", "shift"},
    {"win", "win"},
    {"windows", "win"},
    {"winleft", "win"},
    {"winright", "win"},
    {"super", "win"},
    {"superl", "win"},
    {"superr", "win"},
    {"meta", "win"},
    {"metaleft", "win"},
    {"metaright", "win"},
    {"cmd", "win"},
    {"command", "win"},
    {"capslock", "caps_lock"},
    {"numlock", "num_lock"},
    {"scrolllock", "scroll_lock"},
    {"printscreen", "print_screen"},
    {"print", "print_screen"},
    {"prtsc", "print_screen"},
    {"prtscr", "print_screen"},
    {"sysrq", "print_screen"},
    {"pause", "pause"},
    {"break", "pause"},
    {"menu", "menu"},
    {"apps", "menu"},
    {"contextmenu", "menu"},
    {"plus", "+"},
    {"minus", "-"},
    {"underscore", "_"},
    {"comma", ","},
    {"period", "."},
    {"dot", "."},
    {"slash", "/"},
    {"backslash", "\\"},
    {"semicolon", ";"},
    {"apostrophe", "'"},
    {"grave", "`"},
    {"backquote", "`"},
    {"equal", "="},
    {"equals", "="},
    {"bracketleft", "["},
    {"bracketright", "]"},
};

// "f1" to "f24"; empty for anything else.
std::string function_key(std::string_view plain) {
  if (plain.size() < 2 || plain.size() > 3 || plain[0] != 'f' || plain[1] == '0') return {};
  int number = 0;
  for (const char c : plain.substr(1)) {
    if (c < '0' || c > '9') return {};
    number = number * 10 + (c - '0');
  }
  return number <= kLastFunctionKey ? std::string(plain) : "";
}

// A visible character: not a control character, surrogate or invalid UTF-8.
bool is_one_character(std::string_view text) {
  if (text.empty() || static_cast<unsigned char>(text[0]) < 0x20 || text[0] == '\x7F') return false;
  return decode_utf8(text).length == text.size() && to_valid_utf8(text) == text;
}

Error no_key(std::string_view written) {
  return Error{"no key is called " + quote_json(cut_text(written, kMaxQuotedKey))};
}

// The end of the next name: a separator that is not itself the name.
std::size_t end_of_name(std::string_view text, std::string_view separators) {
  return std::min(text.find_first_of(separators, 1), text.size());
}

Result<std::vector<std::string>> split_combination(std::string_view text,
                                                   std::string_view separators) {
  std::vector<std::string> keys;
  while (!text.empty()) {
    const std::size_t end = end_of_name(text, separators);
    const std::string name = key_name(text.substr(0, end));
    if (name.empty()) return no_key(trimmed(text.substr(0, end)));
    if (keys.size() == kMaxKeysAtOnce)
      return Error{"more than " + std::to_string(kMaxKeysAtOnce) + " keys at once"};
    keys.push_back(name);
    if (end == text.size()) break;
    text.remove_prefix(end + 1);
    if (trimmed(text).empty()) return Error{"a key is missing at its end"};
    text.remove_prefix(text.find_first_not_of(" \t\r\n"));
  }
  return keys;
}
}  // namespace

std::string key_name(std::string_view written) {
  const std::string_view whole = trimmed(written);
  if (is_one_character(whole)) return ascii_lower(whole);
  if (written == " ") return "space";
  std::string plain = ascii_lower(whole);
  std::erase_if(plain, [](char c) { return c == ' ' || c == '-' || c == '_'; });
  const auto row = std::ranges::find(kKeyNames, plain, &KeyName::written);
  if (row != std::end(kKeyNames)) return std::string(row->name);
  return function_key(plain);
}

bool is_held_key(std::string_view name) {
  return name == "ctrl" || name == "alt" || name == "shift" || name == "win";
}

Result<std::vector<std::string>> key_combination(std::string_view written) {
  const std::string_view text = trimmed(written);
  if (text.empty()) {
    if (written == " ") return std::vector<std::string>{"space"};
    return Error{"no key is named"};
  }
  if (const std::string one = key_name(text); !one.empty()) return std::vector<std::string>{one};
  Result<std::vector<std::string>> keys = split_combination(text, "+");
  // Only if splitting at a plus fails: names such as "Page Down" and "page-down" contain these
  // characters.
  for (const std::string_view separators : {" ", "-"}) {
    if (keys.ok()) break;
    Result<std::vector<std::string>> other = split_combination(text, separators);
    if (other.ok()) keys = std::move(other);
  }
  return keys;
}
}  // namespace franz
