#pragma once
// The windows of a real screen.
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"
#include "executor/desktop/input_method.h"

namespace franz::executor {
// Titles and names are a program's own words: UTF-8, but not fit to be shown as they are.
struct WindowInfo {
  std::uint64_t id = 0;
  std::string title = {};
  std::string app = {};  // the program's name for its windows, "XTerm"; empty: it has none
  long long pid = 0;     // 0: it does not tell
  Screen area = {};      // without its frame
  bool minimised = false;
  bool active = false;  // has the focus
  // A dialog, menu or tooltip: the windows that it belongs to, by title and by id, in one order.
  std::vector<std::string> owners = {};
  std::vector<std::uint64_t> owner_ids = {};
};

// Failure, wherever there is one: the display was lost.
class Windows {
 public:
  virtual ~Windows() = default;
  // The topmost first.
  virtual Result<std::vector<WindowInfo>> list() = 0;
  // Nothing: there is no such window any more, or its program has put it away.
  virtual Result<std::optional<WindowInfo>> find(std::uint64_t id) = 0;
  // The window that gets a click there; nothing: the background.
  virtual Result<std::optional<WindowInfo>> at(Point place) = 0;
  // The window that gets the keys; nothing: none.
  virtual Result<std::optional<WindowInfo>> focused() = 0;
  // The id of that window, where nothing else is asked of it: it is soon told.
  virtual Result<std::optional<std::uint64_t>> focused_id() {
    const Result<std::optional<WindowInfo>> window = focused();
    if (!window.ok()) return window.error();
    return window.value() ? std::optional(window.value()->id) : std::nullopt;
  }
  // What the window's program passes typed text through, as far as the system tells.
  virtual InputMethod input_method(const WindowInfo&) { return {}; }
  // Restores it if it is minimised, raises it and gives it the focus; waits, at most some seconds,
  // until it has it. Failure: it did not get it in time.
  virtual Status activate(const WindowInfo& window) = 0;
};

// `display` and failure: as open_input() has them.
// Sources: ICCCM; Extended Window Manager Hints 1.5 (EWMH).
Result<std::unique_ptr<Windows>> open_windows(const std::string& display);
}  // namespace franz::executor
