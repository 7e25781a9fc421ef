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
// Titles and names are set by programs: UTF-8, but they can contain control characters.
struct WindowInfo {
  std::uint64_t id = 0;
  std::string title = {};
  std::string app = {};  // the program's name for its windows, "XTerm"; empty: none
  long long pid = 0;     // 0: unknown
  Screen area = {};      // without its frame
  bool minimised = false;
  bool active = false;  // has the focus
  // For a dialog, menu or tooltip: the windows that it belongs to, titles and ids in the same
  // order.
  std::vector<std::string> owners = {};
  std::vector<std::uint64_t> owner_ids = {};
};

// Failure of all functions: the display was lost.
class Windows {
 public:
  virtual ~Windows() = default;
  // Topmost first.
  virtual Result<std::vector<WindowInfo>> list() = 0;
  // Nothing: no such window, or its program has withdrawn it.
  virtual Result<std::optional<WindowInfo>> find(std::uint64_t id) = 0;
  // The window that gets a click there; nothing: the background.
  virtual Result<std::optional<WindowInfo>> at(Point place) = 0;
  // The window that gets the keys; nothing: none.
  virtual Result<std::optional<WindowInfo>> focused() = 0;
  // The id of that window only, which is faster.
  virtual Result<std::optional<std::uint64_t>> focused_id() {
    const Result<std::optional<WindowInfo>> window = focused();
    if (!window.ok()) return window.error();
    return window.value() ? std::optional(window.value()->id) : std::nullopt;
  }
  // The input method of the window's program, as far as the system reports it.
  virtual InputMethod input_method(const WindowInfo&) { return {}; }
  // Restores it if it is minimised, raises it, gives it the focus and waits some seconds at most
  // until it has the focus. Failure: it did not get the focus in time.
  virtual Status activate(const WindowInfo& window) = 0;
};

// `display` and failure: see open_input().
// Sources: ICCCM; Extended Window Manager Hints 1.5 (EWMH).
Result<std::unique_ptr<Windows>> open_windows(const std::string& display);
}  // namespace franz::executor
