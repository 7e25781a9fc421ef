#pragma once
// Detects that the person at a screen takes over while the executor acts. Implemented in
// x11_takeover_x11.cpp and win32_takeover_win32.cpp; tests have their own implementation.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "executor/desktop/sent_input.h"

namespace franz::executor {
inline constexpr const char* kTookOver = "the person at the screen took over";

class TakeoverWatch {
 public:
  virtual ~TakeoverWatch() = default;
  // Call this before each input of ours.
  virtual void expect(const InputEvent& event) = 0;
  // Whether somebody else has moved the pointer or pressed something since the watch began. It
  // stays true.
  virtual bool taken_over() = 0;
  // Waits this long, or until the person takes over.
  virtual void wait(int milliseconds) = 0;
};

// `display`: ":99"; empty: $DISPLAY. Failure: it cannot be reached or does not report input (needs
// X Input 2.1); the message names it.
Result<std::unique_ptr<TakeoverWatch>> open_takeover_watch(const std::string& display);
}  // namespace franz::executor
