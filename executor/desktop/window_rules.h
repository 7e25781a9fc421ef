#pragma once
// Which windows may be acted on, and which window a title means. The texts are for the model: one
// line, printable, and cut.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/turn_options.h"
#include "executor/desktop/screen_windows.h"

namespace franz::executor {
// `"Save as" (Zenity)`.
std::string shown(const WindowInfo& window);

// For records: title and program in the same form, one printable line each, cut.
WindowTarget recorded_window(const WindowInfo& window);

// `parts`: [surface] only_windows; empty: every window may be acted on. A dialog, menu or tooltip
// of an allowed window is allowed.
bool is_allowed(const WindowInfo& window, std::span<const std::string> parts);

// Why `window` may not be acted on; nothing: it may. `what` describes it, as in `the window there`.
std::optional<std::string> refusal_of(std::string_view what,
                                      const std::optional<WindowInfo>& window,
                                      std::span<const std::string> parts);

// Whether it is the window with this id, or a dialog, menu or tooltip of it.
bool belongs_to(const WindowInfo& window, std::uint64_t id);

// Why `window` may not be acted on if the run is bound to the window with this id; nothing: it may.
std::optional<std::string> refusal_of_other(std::string_view what,
                                            const std::optional<WindowInfo>& window,
                                            std::uint64_t bound);

// The only window whose title contains `part`; if there are several, the one whose whole title it
// is.
// Failure: no window or several windows match; the titles are listed.
Result<WindowInfo> window_with_title(std::span<const WindowInfo> windows, std::string_view part);

// Whether this is the name of a program that passes lines to a shell.
bool is_terminal(std::string_view app);

// The keys that paste into a program's windows: terminals use ctrl+v for something else.
struct PasteKeys {
  std::vector<std::string> chord;
  bool selection_too = false;  // pastes from the primary selection
};
PasteKeys paste_keys(std::string_view app);
}  // namespace franz::executor
