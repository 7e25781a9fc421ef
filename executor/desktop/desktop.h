#pragma once
// What the executor can do on a real screen. ScreenDesktop implements it; tests have their own
// implementation.
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/screen_view.h"
#include "common/tools/call.h"
#include "common/wire/executor_messages.h"
#include "executor/desktop/screen_windows.h"

namespace franz::executor {
// The result of a call.
struct Performed {
  Outcome outcome = Outcome::done;  // done, partial or refused
  std::string why;                  // for the model, one line of UTF-8; empty: nothing to say
};

// Nothing of the call was sent.
inline Performed refused(std::string why) { return {Outcome::refused, std::move(why)}; }

class Desktop {
 public:
  virtual ~Desktop() = default;
  // What [surface] monitor covers now.
  virtual Result<Screen> screen() = 0;
  // The pixels of any non-empty area, without the pointer; black where no monitor is.
  virtual Result<ScreenPixels> look_at(const Screen& area) = 0;
  // Never empty.
  virtual Result<std::vector<Monitor>> monitors() = 0;
  // From now on, input goes only to the window with this id and its dialogs, menus and tooltips. It
  // is refused if another window would get it.
  virtual void bind(std::uint64_t window) = 0;
  // `map`: the screen of the picture that the model saw; the call's coordinates are 0..1000 of it.
  // Blocks until the input is sent.
  virtual Performed perform(const Call& call, const Screen& map) = 0;
  virtual Windows& windows() = 0;
  virtual Result<Point> pointer() = 0;
  // Releases all buttons and keys that are down.
  virtual void release_all() = 0;
  // With DesktopOptions::takeover: whether the person at the screen has moved the pointer or
  // pressed something since this was opened. It stays true, and no more input is sent.
  virtual bool taken_over() = 0;
  // Waits this long, or until the person takes over.
  virtual void wait(int milliseconds) = 0;
};

// Opened once per turn. Failure: the display cannot be reached or lacks a feature that input needs;
// the message names it.
Result<std::unique_ptr<Desktop>> open_desktop(const DesktopOptions& options);
}  // namespace franz::executor
