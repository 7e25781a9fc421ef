#pragma once
// Chooses the display of a run on a real screen, from the settings and the available displays.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/settings/settings.h"
#include "common/wire/turn_options.h"

namespace franz {
// Inputs besides the settings.
struct DisplayFacts {
  bool windows = false;     // the system is Windows, which has no X displays
  bool wayland = false;     // the person's session uses Wayland
  bool under_proxy = true;  // only the proxy starts private displays
  // X11's name of the person's screen, as in the environment, or kWindowsDisplay; empty: none.
  std::string own_display = {};
};

// A real screen that a run acts on.
struct RunScreen {
  std::string display;  // X11's name, or kWindowsDisplay; empty: the run uses none
  bool person = false;  // a person uses it: the proxy did not start it for the run
  std::optional<WindowTarget> window =
      {};  // the window that limits the run; nothing: the whole screen
};
// `private_display`: X11's name of the display that the proxy started; empty: none.
RunScreen screen_of_run(const SurfaceSettings& surface, const DisplayFacts& facts,
                        const std::string& private_display);

// Whether the run is on a private display.
bool wants_private_display(const SurfaceSettings& surface);

// Whether the requested display is available; a run on the sandbox requests none. Failure (exit 2):
// the reason and the remedy.
Status check_display(const SurfaceSettings& surface, const DisplayFacts& facts);

// If [surface] window names a window and [surface] kind is not set, the run is limited to that
// window. Returns the settings to add to the flags; `resolved` are those in effect without them.
// `has_program`: a program is shown on the run's display. Failure (exit 2): the two contradict each
// other, the window's name is invalid, or it can never exist; names the setting and its source.
Result<std::vector<FlagValue>> surface_for_window(const ResolvedSettings& resolved,
                                                  bool has_program);

// The surface of a run that starts its own program: `-- PROGRAM`. Returns the settings to add to
// the flags; `resolved` are those in effect without them. Failure (exit 2): a setting contradicts;
// names it and its source.
Result<std::vector<FlagValue>> surface_for_program(const ResolvedSettings& resolved,
                                                   const std::string& program);
}  // namespace franz
