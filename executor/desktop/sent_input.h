#pragma once
// Which of the input that a screen gets is ours. An X server reports all input to all clients, in
// the order in which it processed it, but not which program sent it. So the events that arrive are
// compared with those that we sent. Pure.
#include <deque>
#include "common/geometry/screen_map.h"

namespace franz::executor {
struct InputEvent {
  enum class Kind { motion, button, key };
  Kind kind = Kind::motion;
  int code = 0;       // button position or keycode; 0 for a motion
  bool down = false;  // for a button or key
  Point at;           // for a motion: the destination
  bool operator==(const InputEvent&) const = default;
};

enum class InputSource {
  programs,  // sent by programs, including us
  device,    // a mouse, a keyboard, a touch screen
};

class SentInput {
 public:
  // Call this before the event is sent.
  void sent(const InputEvent& event);

  // Whether somebody else moved the pointer or pressed something. Releases do not count: they end
  // an earlier press. A server may omit events that change nothing, such as a press of a key that
  // is already down; if an event is missing, the events after it are searched.
  bool is_somebody_else(const InputEvent& arrived, InputSource source);

 private:
  std::deque<InputEvent> awaited_;
};
}  // namespace franz::executor
