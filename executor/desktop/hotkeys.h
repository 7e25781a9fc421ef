#pragma once
// The keys by which a person stops a run and has it go on, found in all that the keyboard does.
// Pure.
#include <map>
#include <set>
#include <string>

namespace franz::executor {
// Held keys by their names, as key_name() has them, and the one that is pressed.
struct Hotkey {
  int keycode = 0;  // 0: the keyboard has no such key
  std::set<std::string> held;
  bool operator==(const Hotkey&) const = default;
};

// What makes a run go on that `panic` has stopped: the same key, with shift; where that has shift,
// without.
Hotkey resume_key(const Hotkey& panic);

class Hotkeys {
 public:
  enum class Meaning { nothing, panic, resume };

  // `held_keys`: keycodes, and which held key each is. `down`: the keys that are down.
  Hotkeys(Hotkey panic, std::map<int, std::string> held_keys, std::set<int> down)
      : panic_(std::move(panic)), held_keys_(std::move(held_keys)), down_(std::move(down)) {}

  // A key was pressed or let go. With more keys held than it takes it is a panic all the same, but
  // no other one.
  Meaning key(int keycode, bool down);

 private:
  Hotkey panic_;
  std::map<int, std::string> held_keys_;
  std::set<int> down_;
};
}  // namespace franz::executor
