#pragma once
// Which windows may be acted on, and which one a title means. What is told of windows is for the
// model: one line, printable, and cut.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "executor/desktop/screen_windows.h"

namespace franz::executor {
// `"Save as" (Zenity)`.
std::string shown(const WindowInfo& window);

// `parts`: of [surface] only_windows; none: every window may be acted on. A dialog, menu or tooltip
// of an allowed window is allowed.
bool is_allowed(const WindowInfo& window, std::span<const std::string> parts);

// Why `window` may not be acted on; nothing: it may. `what`: `the window there`.
std::optional<std::string> refusal_of(std::string_view what,
                                      const std::optional<WindowInfo>& window,
                                      std::span<const std::string> parts);

// Whether it is the window with this id, or a dialog, menu or tooltip of it.
bool belongs_to(const WindowInfo& window, std::uint64_t id);

// Why `window` is not to be acted on where all is bound to the window with this id; nothing: it is.
std::optional<std::string> refusal_of_other(std::string_view what,
                                            const std::optional<WindowInfo>& window,
                                            std::uint64_t bound);

// The one window whose title has this part; of several the one whose whole title it is.
// Failure: there is none, or there are several; the titles are listed.
Result<WindowInfo> window_with_title(std::span<const WindowInfo> windows, std::string_view part);

// Whether this is the name of a program that hands lines to a shell.
bool is_terminal(std::string_view app);

// The keys that paste into a program's windows: terminals keep ctrl+v for themselves.
struct PasteKeys {
  std::vector<std::string> chord;
  bool selection_too = false;  // it pastes what was marked last
};
PasteKeys paste_keys(std::string_view app);
}  // namespace franz::executor
