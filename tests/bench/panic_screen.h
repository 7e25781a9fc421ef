#pragma once
// The screen of a panic_bench: sends a person's input and listens to all other input.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// Times are steady_time_exact_ms(). Use it on one thread.
class PanicScreen {
 public:
  virtual ~PanicScreen() = default;

  // The environment that programs need to use it.
  virtual std::vector<std::pair<std::string, std::string>> environment() const = 0;

  // The person's input, sent when these return.
  virtual void move(Point at) = 0;
  virtual void press_panic_key() = 0;  // Ctrl+Alt+Pause

  // Listens until `end`, or until anyone except the person moves the pointer or presses
  // something; returns when that was.
  virtual std::optional<double> next_of_others(double end) = 0;
  // When anyone last released a button or key, as far as next_of_others() has listened.
  virtual std::optional<double> last_let_go() const = 0;

  // Buttons and keys that the system reports as down, by their numbers; empty: none.
  virtual std::string what_is_down() = 0;
};

// X11: its own Xvfb with openbox. Windows: the only screen; one at a time.
Result<std::unique_ptr<PanicScreen>> open_panic_screen();
}  // namespace franz
