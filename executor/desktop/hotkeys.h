#pragma once
// Detects the hotkeys with which a person stops and resumes a run, in all keyboard events. Pure.
#include <map>
#include <set>
#include <string>

namespace franz::executor {
// The names of the held keys, as from key_name(), and the key that is pressed.
struct Hotkey {
  int keycode = 0;  // 0: the keyboard has no such key
  std::set<std::string> held;
  bool operator==(const Hotkey&) const = default;
};

// The hotkey that resumes a run that `panic` stopped: the same with shift added, or without shift
// if `panic` has it.
Hotkey resume_key(const Hotkey& panic);

class Hotkeys {
 public:
  enum class Meaning { nothing, panic, resume };

  // `held_keys`: the name of the held key for each keycode. `down`: the keys that are down.
  Hotkeys(Hotkey panic, std::map<int, std::string> held_keys, std::set<int> down)
      : panic_(std::move(panic)), held_keys_(std::move(held_keys)), down_(std::move(down)) {}

  // Handles a key event. Additional held keys do not prevent a panic, but they prevent a resume.
  Meaning key(int keycode, bool down);

 private:
  Hotkey panic_;
  std::map<int, std::string> held_keys_;
  std::set<int> down_;
};
}  // namespace franz::executor
