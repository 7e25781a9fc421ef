#pragma once
// Which display a run on a real screen has: what the settings ask for, and what there is.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/settings/settings.h"
#include "common/wire/turn_options.h"

namespace franz {
// What decides besides the settings.
struct DisplayFacts {
  bool windows = false;     // of the system: it has no X displays
  bool wayland = false;     // the person's session is one of Wayland
  bool under_proxy = true;  // the proxy starts private displays, and nobody else
  // X11's name of the person's screen, as the environment has it, or kWindowsDisplay; empty: there
  // is none.
  std::string own_display = {};
};

// A real screen that a run acts on.
struct RunScreen {
  std::string display;  // X11's name, or kWindowsDisplay; empty: the run is on none
  bool person = false;  // somebody sits at it: the proxy did not start it for the run
  std::optional<WindowTarget> window = {};  // what of it the run is bounded to; nothing: all
};
// `private_display`: X11's name of the one that the proxy started; empty: none.
RunScreen screen_of_run(const SurfaceSettings& surface, const DisplayFacts& facts,
                        const std::string& private_display);

// Whether the run is on a private display.
bool wants_private_display(const SurfaceSettings& surface);

// Whether the run can have the display that it asks for; a run on the sandbox asks for none.
// Failure (exit 2): it cannot, with what would be right.
Status check_display(const SurfaceSettings& surface, const DisplayFacts& facts);

// A run whose [surface] window names one and whose [surface] kind nobody has set is bounded to that
// window. The settings that it holds besides the flags; `resolved` are in force without them.
// `has_program`: one is shown on the run's display. Failure (exit 2): the two contradict each
// other, no window can be named so, or none can ever be there; names the setting and where it
// stands.
Result<std::vector<FlagValue>> surface_for_window(const ResolvedSettings& resolved,
                                                  bool has_program);

// What a run is about that is started with a program of its own: `-- PROGRAM`. The settings that it
// holds besides the flags; `resolved` are in force without them. Failure (exit 2): a setting says
// otherwise; names it and where it stands.
Result<std::vector<FlagValue>> surface_for_program(const ResolvedSettings& resolved,
                                                   const std::string& program);
}  // namespace franz
