#pragma once
// The mouse and the keyboard of a real screen, one primitive at a time. x11_input_x11.cpp and
// win32_input_win32.cpp implement it; tests have an implementation that records the calls.
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

// Called during a text, after `typed` characters were sent. Failure: why the rest must
// not be sent.
using MayGoOn = std::function<Status(std::size_t typed)>;

// Blocks until the input is sent. Failures of all functions: ErrorCode::missing: nothing was sent,
// the device lacks the key or character; ErrorCode::denied: nothing was sent, a person has taken
// over; ErrorCode::lost: nothing was sent, the screen is not connected now; another code: the
// display was lost, or the person took over in the middle.
class InputDevice {
 public:
  virtual ~InputDevice() = default;
  virtual Result<Point> pointer() = 0;
  virtual Status move(Point at) = 0;
  virtual Status button(Button button, bool down) = 0;
  virtual Status turn_wheel(Wheel direction) = 0;  // one notch
  // `name`: as from key_name(). If the layout has a character with Shift, Shift is pressed too. A
  // character that the layout lacks is typed as well as the device can.
  virtual Status key(const std::string& name, bool down) = 0;
  // Sends nothing. Fails with ErrorCode::missing if a character of `text` is known to have no key;
  // type() checks its own text.
  virtual Status can_type(std::string_view) { return Done{}; }
  // `text`: valid UTF-8, as from text_to_type(). Works with any layout and locks. `may_go_on` is
  // called before each piece (first_piece()) except the first, and after sending took long; its
  // failure ends the text there, and is returned.
  virtual Status type(std::string_view text, const MayGoOn& may_go_on) = 0;
  virtual void pause(int milliseconds) = 0;
  // Waits until the program that has the focus has read the input, if it reports that; at most a
  // second.
  virtual void wait_until_read() = 0;
  // Waits until the screen has received the input sent so far. Failure: it is unknown whether it
  // has (ErrorCode::unfinished). The screens of this machine always have it.
  virtual Status confirm() { return Done{}; }
  // Releases every button and key that is down, no matter who pressed it.
  virtual void release_all() = 0;
};

// `display`: ":99"; empty: $DISPLAY. Windows has only one (kWindowsDisplay). `watch` is informed
// before input is sent, and can end a text in the middle (the failure is kTookOver); it outlives
// the device; null: no watch. The destructor also releases what is down. Failure: the display
// cannot be reached or lacks a feature that input needs; the message names it. Sources: XTEST
// Extension Protocol; SendInput (Win32).
Result<std::unique_ptr<InputDevice>> open_input(const std::string& display,
                                                TakeoverWatch* watch = nullptr);
}  // namespace franz::executor
