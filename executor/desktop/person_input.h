#pragma once
// Sends what a person does on the dashboard to a screen. Translates the browser's keys: a character
// is typed as this screen's layout has it, whatever keys and modifiers the person's own layout
// needed for it; other keys are held down as long as the person holds them. Pure except for the
// device. Source of key names: UI Events KeyboardEvent key Values (W3C).
#include <map>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"
#include "common/wire/person_input.h"
#include "executor/desktop/input_device.h"

namespace franz::executor {
// Our name of the key that KeyboardEvent.key names, or the character itself: "enter" for "Enter",
// "ctrl" for "Control", "A" for "A". Empty: it is not sent. That is so for keys that only select a
// character which the browser reports itself (AltGraph, CapsLock, NumLock, Dead), and for unknown
// ones.
std::string dom_key_name(std::string_view key);

class PersonInput {
 public:
  // `device` outlives it. Places are limited to `screen`.
  PersonInput(InputDevice& device, Size screen) : device_(device), screen_(screen) {}

  // Sends the events in order. Returns what could not be sent, for the person; empty: nothing.
  // Failure: the display is lost.
  Result<std::string> send(const std::vector<PersonEvent>& events);

 private:
  Status send(const PersonEvent& event);
  Status move(Point at);
  Status button(const PersonEvent& event);
  Status wheel(const PersonEvent& event);
  Status key_down(const PersonEvent& event);
  Status key_up(const std::string& code);
  Status text(const std::string& text);
  void release_keys();
  // Whether a key that makes a shortcut of a character is held: Ctrl, Alt or the logo key.
  bool makes_shortcut() const;
  bool wants_shift() const;
  Status set_shift(bool down);

  InputDevice& device_;
  Size screen_;
  std::map<std::string, std::string> held_;  // KeyboardEvent.code → our name; Shift included
  bool shift_ = false;                       // the device's Shift is down
};
}  // namespace franz::executor
