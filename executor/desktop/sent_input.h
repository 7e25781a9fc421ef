#pragma once
// Which of the input that a screen gets is ours. A server tells everybody of all of it, in the
// order in which it took it, and of programs' input not which program's it is: so what comes is
// compared with what we sent. Pure.
#include <deque>
#include "common/geometry/screen_map.h"

namespace franz::executor {
struct InputEvent {
  enum class Kind { motion, button, key };
  Kind kind = Kind::motion;
  int code = 0;       // of a button's place or a key; 0 of a motion
  bool down = false;  // of a button or key
  Point at;           // of a motion: where to
  bool operator==(const InputEvent&) const = default;
};

enum class InputSource {
  programs,  // what programs send, us too
  device,    // a mouse, a keyboard, a touch screen
};

class SentInput {
 public:
  // Before it is sent.
  void sent(const InputEvent& event);

  // Whether somebody else moved the pointer or pressed something. Letting go is no wish: it ends
  // what was pressed before. A server may pass over what changes nothing, a key that is down
  // already: what comes in the place of such is looked for behind it.
  bool is_somebody_else(const InputEvent& arrived, InputSource source);

 private:
  std::deque<InputEvent> awaited_;
};
}  // namespace franz::executor
