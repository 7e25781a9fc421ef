#include "executor/desktop/person_input.h"
#include <algorithm>
#include "common/base/ascii.h"
#include "common/base/utf8.h"
#include "common/tools/key_names.h"
#include "executor/desktop/typed_text.h"

namespace franz::executor {
static constexpr std::string_view kShift = "shift", kSpace = "space";
static constexpr std::string_view kSelectingKeys[] = {"AltGraph", "CapsLock", "NumLock",     "Dead",
                                                      "Process",  "Compose",  "Unidentified"};

static bool is_character(std::string_view key) {
  return !key.empty() && count_characters(key) == 1 && key_name(key) != "";
}

std::string dom_key_name(std::string_view key) {
  if (std::ranges::find(kSelectingKeys, key) != std::end(kSelectingKeys)) return {};
  if (key != " " && is_character(key)) return std::string(key);
  return key_name(key);
}

Result<std::string> PersonInput::send(const std::vector<PersonEvent>& events) {
  std::string trouble;
  for (const PersonEvent& event : events) {
    const Status sent = send(event);
    if (sent.ok()) continue;
    if (sent.error().code != ErrorCode::missing) return sent.error();
    if (trouble.empty()) trouble = sent.error().message;
  }
  return trouble;
}

Status PersonInput::send(const PersonEvent& event) {
  using Kind = PersonEvent::Kind;
  switch (event.kind) {
    case Kind::move: return move(event.at);
    case Kind::button: return button(event);
    case Kind::wheel: return wheel(event);
    case Kind::key: return event.down ? key_down(event) : key_up(event.code);
    case Kind::text: return text(event.text);
    case Kind::release:
      held_.clear();
      shift_ = false;
      device_.release_all();
      return Done{};
  }
  return Done{};
}

Status PersonInput::move(Point at) {
  return device_.move({std::clamp(at.x, 0, std::max(screen_.width - 1, 0)),
                       std::clamp(at.y, 0, std::max(screen_.height - 1, 0))});
}

Status PersonInput::button(const PersonEvent& event) {
  if (Status moved = move(event.at); !moved.ok()) return moved;
  if (Status shifted = set_shift(wants_shift()); !shifted.ok()) return shifted;
  const Button button = event.name == "left"    ? Button::left
                        : event.name == "right" ? Button::right
                                                : Button::middle;
  return device_.button(button, event.down);
}

Status PersonInput::wheel(const PersonEvent& event) {
  if (Status moved = move(event.at); !moved.ok()) return moved;
  if (Status shifted = set_shift(wants_shift()); !shifted.ok()) return shifted;
  const Wheel direction = event.name == "up"     ? Wheel::up
                          : event.name == "down" ? Wheel::down
                          : event.name == "left" ? Wheel::left
                                                 : Wheel::right;
  for (int i = 0; i < event.notches; ++i)
    if (Status turned = device_.turn_wheel(direction); !turned.ok()) return turned;
  return Done{};
}

bool PersonInput::makes_shortcut() const {
  return std::ranges::any_of(
      held_, [](const auto& each) { return each.second != kShift && is_held_key(each.second); });
}

bool PersonInput::wants_shift() const {
  return std::ranges::any_of(held_, [](const auto& each) { return each.second == kShift; });
}

Status PersonInput::set_shift(bool down) {
  if (down == shift_) return Done{};
  shift_ = down;
  return device_.key(std::string(kShift), down);
}

Status PersonInput::key_down(const PersonEvent& event) {
  // Windows reports AltGr as Ctrl and AltGraph: the characters that follow are no shortcuts.
  if (event.key == "AltGraph") return key_up("ControlLeft");
  std::string name = dom_key_name(event.key);
  if (name.empty()) return Done{};
  if (name == kShift) {
    held_[event.code] = name;
    return Done{};  // sent with what it changes; a character has its own
  }
  const bool character = is_character(name) || name == kSpace;
  const bool shortcut = makes_shortcut();
  if (character && shortcut) name = ascii_lower(name);
  const bool shift = wants_shift() && (!character || shortcut || name == kSpace);
  if (Status shifted = set_shift(shift); !shifted.ok()) return shifted;
  if (character) {
    // Pressed and released at once: while one key is down, the next may need another Shift.
    Status pressed = device_.key(name, true);
    return pressed.ok() ? device_.key(name, false) : pressed;
  }
  if (held_.contains(event.code)) return Done{};  // the screen itself repeats a key that is down
  if (Status pressed = device_.key(name, true); !pressed.ok()) return pressed;
  held_[event.code] = name;
  return Done{};
}

Status PersonInput::key_up(const std::string& code) {
  const auto found = held_.find(code);
  if (found == held_.end()) return Done{};
  const std::string name = found->second;
  held_.erase(found);
  if (name == kShift) return set_shift(shift_ && wants_shift());
  // The other key of that name, such as the right Ctrl, may still be down.
  const bool still =
      std::ranges::any_of(held_, [&name](const auto& each) { return each.second == name; });
  return still ? Done{} : device_.key(name, false);
}

void PersonInput::release_keys() {
  for (const auto& [code, name] : held_)
    if (name != kShift) static_cast<void>(device_.key(name, false));
  static_cast<void>(set_shift(false));
  held_.clear();
}

Status PersonInput::text(const std::string& text) {
  const Result<std::string> typed = text_to_type(text);
  if (!typed.ok()) return Error{typed.error().message, ErrorCode::missing};
  const std::map<std::string, std::string> held = held_;
  release_keys();
  if (Status done = device_.type(typed.value(), [](std::size_t) { return Status(Done{}); });
      !done.ok())
    return done;
  // The person still holds the Ctrl of a paste, and may press the next key with it.
  for (const auto& [code, name] : held) {
    if (!is_held_key(name)) continue;
    held_[code] = name;
    if (name == kShift) continue;  // sent with what it changes
    if (Status pressed = device_.key(name, true); !pressed.ok()) return pressed;
  }
  return Done{};
}
}  // namespace franz::executor
