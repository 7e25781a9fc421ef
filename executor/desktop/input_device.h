#pragma once
// The mouse and the keyboard of a real screen, one primitive at a time. The system's are in
// x11_input_x11.cpp and win32_input_win32.cpp; tests have one that writes down what it is asked
// for.
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz::executor {
class TakeoverWatch;

enum class Button { left, middle, right };
enum class Wheel { up, down, left, right };

// Asked in the middle of a text, `typed` characters of which are sent. Failure: the rest is not to
// be sent, and why.
using MayGoOn = std::function<Status(std::size_t typed)>;

// Blocks until the input is sent. Failure, wherever there is one: ErrorCode::missing if nothing was
// sent, since the device has no such key or character; ErrorCode::denied likewise, since a person
// has taken over; another code if the display was lost, or they did so in the middle.
class InputDevice {
 public:
  virtual ~InputDevice() = default;
  virtual Result<Point> pointer() = 0;
  virtual Status move(Point at) = 0;
  virtual Status button(Button button, bool down) = 0;
  virtual Status turn_wheel(Wheel direction) = 0;  // one notch
  // `name`: as from key_name(). A character that the layout has with Shift is pressed with it; one
  // that it lacks is written all the same, as far as the device can.
  virtual Status key(const std::string& name, bool down) = 0;
  // `text`: valid UTF-8, as from text_to_type(). Whatever the layout and its locks are.
  // `may_go_on` is asked before each piece of it but the first (first_piece()), and where sending
  // took a while; its failure ends the text there, and is returned.
  virtual Status type(std::string_view text, const MayGoOn& may_go_on) = 0;
  virtual void pause(int milliseconds) = 0;
  // Waits until the program that has the focus has read what was sent, if it tells, a second at
  // most.
  virtual void wait_until_read() = 0;
  // Every button and key that is down, by whomever it was pressed.
  virtual void release_all() = 0;
};

// `display`: ":99"; empty: $DISPLAY. Windows has one only (kWindowsDisplay). `watch` gets to know
// what is sent before it is, and ends a text in the middle (the failure is kTookOver); it outlives
// the device; null: nobody watches. Whatever is down is released when the device is destroyed, too.
// Failure: the display cannot be reached or lacks what input needs, in words that name it.
// Sources: XTEST Extension Protocol; SendInput (Win32).
Result<std::unique_ptr<InputDevice>> open_input(const std::string& display,
                                                TakeoverWatch* watch = nullptr);
}  // namespace franz::executor
