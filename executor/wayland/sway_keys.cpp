#include "executor/wayland/sway_keys.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>
#include "common/base/utf8.h"
#include "common/tools/key_names.h"
#include "common/wire/message_fields.h"

namespace franz::executor {
namespace {
using KeyNames = std::pair<std::string_view, std::string_view>;  // ours, and sway's
// Sway names modifiers by the real ones in its events.
constexpr std::array kSwayModifiers{KeyNames{"ctrl", "Control"}, KeyNames{"alt", "Mod1"},
                                    KeyNames{"shift", "Shift"}, KeyNames{"win", "Mod4"},
                                    KeyNames{"altgr", "Mod5"}};
constexpr std::array kSwayKeyNames{KeyNames{"enter", "Return"},
                                   KeyNames{"tab", "Tab"},
                                   KeyNames{"escape", "Escape"},
                                   KeyNames{"space", "space"},
                                   KeyNames{"backspace", "BackSpace"},
                                   KeyNames{"delete", "Delete"},
                                   KeyNames{"insert", "Insert"},
                                   KeyNames{"home", "Home"},
                                   KeyNames{"end", "End"},
                                   KeyNames{"page_up", "Prior"},
                                   KeyNames{"page_down", "Next"},
                                   KeyNames{"left", "Left"},
                                   KeyNames{"up", "Up"},
                                   KeyNames{"right", "Right"},
                                   KeyNames{"down", "Down"},
                                   KeyNames{"caps_lock", "Caps_Lock"},
                                   KeyNames{"num_lock", "Num_Lock"},
                                   KeyNames{"scroll_lock", "Scroll_Lock"},
                                   KeyNames{"print_screen", "Print"},
                                   KeyNames{"pause", "Pause"},
                                   KeyNames{"menu", "Menu"}};

template <std::size_t count>
std::string_view sway_name(const std::array<KeyNames, count>& names, std::string_view key) {
  const auto* const row = std::ranges::find(names, key, &KeyNames::first);
  return row == names.end() ? std::string_view() : row->second;
}

constexpr std::string_view kSwayMagic = "i3-ipc";
constexpr std::string_view kBindingFlags = "--locked --inhibited ";
constexpr const char *kPanicBinding = "franz_panic", *kResumeBinding = "franz_resume";

bool is_key_digit(char c) { return c >= '0' && c <= '9'; }

// A character key. Letters and digits have themselves as names; sway reads any other character by
// its number, but reports it by a name that we do not know: then only our own binding is noticed.
std::string character_name(std::string_view key) {
  if (key.size() == 1 && (is_key_digit(key[0]) || (key[0] >= 'a' && key[0] <= 'z')))
    return std::string(key);
  std::string digits;
  for (char32_t code = decode_utf8(key).code; code > 0; code /= 16)
    digits.insert(digits.begin(), "0123456789ABCDEF"[code % 16]);
  return "U" + std::string(4 - std::min<std::size_t>(4, digits.size()), '0') + digits;
}

std::string pressed_name(std::string_view key) {
  if (const std::string_view name = sway_name(kSwayKeyNames, key); !name.empty())
    return std::string(name);
  if (key.size() > 1 && key[0] == 'f' && is_key_digit(key[1]))
    return "F" + std::string(key.substr(1));
  return character_name(key);
}

std::string written(const SwayKeys& keys) {
  std::string all;
  for (const std::string& each : keys.held) all += each + "+";
  return all + keys.pressed;
}

// What sway runs for our binding: nothing, but it reports the command.
std::string binding_command(const SwayKeys& keys) { return "nop " + keys.binding; }
}  // namespace

Result<SwayKeys> panic_keys(std::string_view combination) {
  const Result<std::vector<std::string>> names = key_combination(combination);
  if (!names.ok()) return names.error();
  SwayKeys keys;
  keys.binding = kPanicBinding;
  for (const std::string& name : names.value()) {
    const std::string_view held = sway_name(kSwayModifiers, name);
    if (&name == &names.value().back()) {
      keys.pressed = pressed_name(name);
    } else if (held.empty()) {
      return Error{name + " is not a key that is held for another"};
    } else {
      keys.held.emplace(held);
    }
  }
  return keys;
}

SwayKeys resume_keys(const SwayKeys& panic) {
  const std::string shift(sway_name(kSwayModifiers, "shift"));
  SwayKeys keys = panic;
  keys.binding = kResumeBinding;
  if (keys.held.erase(shift) == 0) keys.held.insert(shift);
  return keys;
}

std::string bind_command(const SwayKeys& keys) {
  return "bindsym --no-warn " + std::string(kBindingFlags) + written(keys) + " " +
         binding_command(keys);
}

std::string unbind_command(const SwayKeys& keys) {
  return "unbindsym " + std::string(kBindingFlags) + written(keys);
}

// Numbers have the machine's byte order.
std::string sway_message(SwayMessage type, std::string_view payload) {
  const std::array<std::uint32_t, 2> numbers{static_cast<std::uint32_t>(payload.size()),
                                             static_cast<std::uint32_t>(type)};
  std::string message(kSwayMagic);
  message.append(reinterpret_cast<const char*>(numbers.data()), sizeof numbers);
  return message.append(payload);
}

std::optional<SwayHeader> read_sway_header(std::string_view bytes) {
  if (bytes.size() != kSwayHeader || !bytes.starts_with(kSwayMagic)) return std::nullopt;
  std::array<std::uint32_t, 2> numbers{};
  std::memcpy(numbers.data(), bytes.data() + kSwayMagic.size(), sizeof numbers);
  return SwayHeader{static_cast<SwayMessage>(numbers[1]), numbers[0]};
}

bool has_succeeded(std::string_view payload) {
  // Commands are answered by a list with an object for each.
  auto fields = MessageFields::parse(R"({"answer":)" + std::string(payload) + "}");
  if (!fields.ok()) return false;
  const std::string answer = fields.value().is_list("/answer") ? "/answer/0" : "/answer";
  return fields.value().boolean(answer + "/success", false);
}

bool are_pressed(const SwayKeys& keys, std::string_view payload) {
  auto fields = MessageFields::parse(payload);
  if (!fields.ok()) return false;
  if (fields.value().text("/binding/command", "") == binding_command(keys)) return true;
  const std::vector<std::string> held = fields.value().texts("/binding/event_state_mask", 32);
  return fields.value().text("/binding/symbol", "") == keys.pressed &&
         std::set<std::string>(held.begin(), held.end()) == keys.held;
}

bool may_lack_binding(SwayMessage type, std::string_view payload) {
  if (type == SwayMessage::mode_event) return true;
  if (type != SwayMessage::workspace_event) return false;
  auto fields = MessageFields::parse(payload);
  return fields.ok() && fields.value().text("/change", "") == "reload";
}
}  // namespace franz::executor
