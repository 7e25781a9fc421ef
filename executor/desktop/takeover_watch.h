#pragma once
// Whether the person at a screen has taken over while we act on it. The one of the system is in
// *_x11.cpp; tests have one of their own.
#include <memory>
#include <string>
#include "common/base/result.h"
#include "executor/desktop/sent_input.h"

namespace franz::executor {
inline constexpr const char* kTookOver = "the person at the screen took over";

class TakeoverWatch {
 public:
  virtual ~TakeoverWatch() = default;
  // Before each input of ours.
  virtual void expect(const InputEvent& event) = 0;
  // Whether somebody else has moved the pointer or pressed something since the watch began. It
  // stays so.
  virtual bool taken_over() = 0;
  // Waits so long, or until that.
  virtual void wait(int milliseconds) = 0;
};

// `display`: ":99"; empty: $DISPLAY. Failure: it cannot be reached or does not tell of input (X
// Input 2.1), in words that name it.
Result<std::unique_ptr<TakeoverWatch>> open_takeover_watch(const std::string& display);
}  // namespace franz::executor
