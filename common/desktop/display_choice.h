#pragma once
// Chooses the display of a run on a real screen, from the settings and the available displays.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/screen_facts.h"
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
  // WAYLAND_DISPLAY of the person's session; empty: none.
  std::string own_wayland = {};
  // Whether the program starts screen bridges (screen_bridge_app.h), or was handed a started one.
  bool bridges = false;
  // The compositor of own_wayland lacks what wayland_bridge needs; its desktop may have a portal.
  bool portal = false;
};

// A real screen that a run acts on.
struct RunScreen {
  // X11's name, kWindowsDisplay, or the name of a screen bridge; empty: the run uses none.
  std::string display;
  bool person = false;  // a person uses it: the proxy did not start it for the run
  std::optional<WindowTarget> window =
      {};  // the window that limits the run; nothing: the whole screen

  // What it can do. `person` says nothing about that: not every screen reports a person's input.
  const ScreenFacts& facts() const {
    return person ? screen_facts(display) : private_screen_facts();
  }
};
// `started`: the name of the private display or of the screen bridge that the proxy started for the
// run; empty: none. Without its bridge, a screen that needs one has the name of the settings.
RunScreen screen_of_run(const SurfaceSettings& surface, const DisplayFacts& facts,
                        const std::string& started);

// Whether the run is on a private display.
bool wants_private_display(const SurfaceSettings& surface);
// What the screen that the settings name can do; null: the run needs no screen.
const ScreenFacts* facts_of_screen(const SurfaceSettings& surface, const DisplayFacts& facts);

// Whether that screen is reached through a screen bridge only: a VNC server's, or a Wayland
// session.
bool needs_bridge(const SurfaceSettings& surface, const DisplayFacts& facts);

// Whether the requested display is available; a run on the sandbox requests none. Failure (exit 2):
// the reason and the remedy.
Status check_display(const SurfaceSettings& surface, const DisplayFacts& facts);

// A setting that a person made, in words: "[safety] panic_key = ctrl+f12 (config.ini:7)"; empty: it
// has its default.
std::string set_by_person(const ResolvedSettings& resolved, std::string_view section,
                          std::string_view key);

// Whether the screen can keep what a person has set: windows that limit the run, takeover, the
// panic key, as far as it is known without a connection. Defaults are not checked: unseen_text()
// says what is missing. Failure (exit 2): names
// the first setting that the screen cannot keep, and its source.
Status check_kept_settings(const ResolvedSettings& resolved, const DisplayFacts& facts);

// Tools that cannot work on a screen, as flags that keep them off, whatever is edited later.
struct ToolOff {
  FlagValue flag;
  std::string why;  // one line for people; empty: it is off already
};
std::vector<ToolOff> tools_off(const ScreenFacts& screen, const ResolvedSettings& resolved);

// What the run's screen takes away from it. Failure (exit 2): as check_kept_settings().
struct ScreenLimits {
  std::string unseen;               // unseen_text() of the screen
  std::vector<ToolOff> tools = {};  // that cannot work there
};
Result<ScreenLimits> screen_limits(const ResolvedSettings& resolved, const DisplayFacts& facts);

// Whether a resumed run goes on on its screen. `run`: its folder. `before`: the address in its log
// (remote_screen_of()), a stranger's claim, to which nothing connects. Returns false if a flag
// names another screen: nothing that was decided for the one before may be done there. Failure
// (exit 2): other settings name another one, since a run folder and a config file may be another
// person's and an old one; says which flag to give.
Result<bool> keeps_screen(const ResolvedSettings& resolved, const DisplayFacts& facts,
                          const std::string& run, const std::string& before);

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
