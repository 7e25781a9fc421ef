#pragma once
// The screen of a panic_bench: a person's hands there, and ears for all input that it gets besides.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// Times are steady_time_exact_ms(). Used on one thread.
class PanicScreen {
 public:
  virtual ~PanicScreen() = default;

  // What programs need in their environment to be on it.
  virtual std::vector<std::pair<std::string, std::string>> environment() const = 0;

  // The person's, sent when these return.
  virtual void move(Point at) = 0;
  virtual void press_panic_key() = 0;  // Ctrl+Alt+Pause

  // Listens until `end`, or until the pointer is moved or something pressed by somebody but the
  // person: when that came.
  virtual std::optional<double> next_of_others(double end) = 0;
  // When a button or key was last let go, by anybody, as far as next_of_others() has listened.
  virtual std::optional<double> last_let_go() const = 0;

  // Buttons and keys that the system says are down, by their numbers; empty: none is.
  virtual std::string what_is_down() = 0;
};

// X11: an Xvfb of its own with openbox. Windows: the one screen that there is; one at a time.
Result<std::unique_ptr<PanicScreen>> open_panic_screen();
}  // namespace franz
