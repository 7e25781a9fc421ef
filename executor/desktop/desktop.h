#pragma once
// What the executor can do on a real screen. The system's is a ScreenDesktop; tests have one of
// their own.
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
// What became of a call.
struct Performed {
  Outcome outcome = Outcome::done;  // done, partial or refused
  std::string why;                  // for the model, one line of UTF-8; empty: nothing to say
};

// Nothing of it was sent.
inline Performed refused(std::string why) { return {Outcome::refused, std::move(why)}; }

class Desktop {
 public:
  virtual ~Desktop() = default;
  // What [surface] monitor covers now.
  virtual Result<Screen> screen() = 0;
  // The pixels of any area that has one at least, black where no monitor is, without the pointer.
  virtual Result<ScreenPixels> look_at(const Screen& area) = 0;
  // Never empty.
  virtual Result<std::vector<Monitor>> monitors() = 0;
  // From here on input goes to the window with this id, to its dialogs, menus and tooltips, and to
  // nothing else: it is refused where another window would get it.
  virtual void bind(std::uint64_t window) = 0;
  // Places of the call are 0..1000 of `map`, the screen of the picture that the model saw. Blocks
  // until the input is sent.
  virtual Performed perform(const Call& call, const Screen& map) = 0;
  virtual Windows& windows() = 0;
  virtual Result<Point> pointer() = 0;
  // Every button and key that is down.
  virtual void release_all() = 0;
  // Whether the person at the screen has moved the pointer or pressed something since it was
  // opened, where that is asked for (DesktopOptions::takeover): nothing is sent any more. It stays
  // so.
  virtual bool taken_over() = 0;
  // Waits so long, or until that.
  virtual void wait(int milliseconds) = 0;
};

// Opened once a turn. Failure: the display cannot be reached or lacks something that input needs,
// in words that name it.
Result<std::unique_ptr<Desktop>> open_desktop(const DesktopOptions& options);
}  // namespace franz::executor
