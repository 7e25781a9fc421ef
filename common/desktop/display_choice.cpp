#include "common/desktop/display_choice.h"
#include <algorithm>
#include "common/desktop/window_choice.h"
#include "common/tools/surface_facts.h"

namespace franz {
static constexpr std::string_view kPrivate = "private", kOwn = "own";

static Error refused(const SurfaceSettings& surface, const std::string& why) {
  return Error{"[surface] display = " + surface.display + ": " + why};
}

bool wants_private_display(const SurfaceSettings& surface) {
  return shows_real_screen(surface.kind) && surface.display == kPrivate;
}

Status check_display(const SurfaceSettings& surface, const DisplayFacts& facts) {
  if (!shows_real_screen(surface.kind)) return Done{};
  if (facts.windows && surface.display != kOwn)
    return refused(surface, std::string(surface.display == kPrivate
                                            ? "there are no private displays on Windows"
                                            : "displays with a name are those of X11") +
                                "; on Windows, display = own is your screen");
  if (surface.display == kPrivate && !facts.under_proxy)
    return refused(surface,
                   "private displays are started by the proxy; start `proxy`, or name a display "
                   "that is there, as [surface] display = :5");
  if (surface.display != kOwn) return Done{};
  const std::string offer =
      "; display = private gives the run a screen of its own, which you watch on the dashboard";
  if (facts.wayland)
    return refused(
        surface,
        "this is a Wayland session, and your own Wayland screen is not supported yet" + offer);
  if (facts.own_display.empty())
    return refused(surface, "there is no X display here: DISPLAY is not set" + offer);
  return Done{};
}

RunScreen screen_of_run(const SurfaceSettings& surface, const DisplayFacts& facts,
                        const std::string& private_display) {
  if (!shows_real_screen(surface.kind)) return {};
  const std::string& name = surface.display == kOwn ? facts.own_display : surface.display;
  return {name, name != private_display};
}

Result<std::vector<FlagValue>> surface_for_window(const ResolvedSettings& resolved,
                                                  bool has_program) {
  const SurfaceSettings& surface = resolved.settings.surface;
  const SettingInForce* const kind = find_in_force(resolved, "surface", "kind");
  const SettingInForce* const window = find_in_force(resolved, "surface", "window");
  const bool is_kind_set = kind != nullptr && kind->layer != Layer::defaults;
  const bool is_bounded = is_bounded_to_window(surface.kind);
  const std::string where = window == nullptr ? "" : " (" + window->where + ")";
  if (surface.window.empty()) {
    if (!is_bounded) return std::vector<FlagValue>{};
    return Error{"[surface] kind is " + surface.kind + ", and no window is named: give --window"};
  }
  if (is_kind_set && !is_bounded) {
    if (window == nullptr || window->layer != Layer::flag) return std::vector<FlagValue>{};
    return Error{window->where + " " + surface.window + ": [surface] kind is " + surface.kind +
                 " (" + kind->where + "); set it to " + std::string(kWindowSurface) +
                 ", or leave it out"};
  }
  if (const Status sound = check_window_query(surface.window); !sound.ok())
    return within("[surface] window" + where, sound.error());
  if (surface.display == kPrivate && !has_program)
    return Error{"[surface] window" + where +
                 ": on a private display there is no window but those of a program: name it behind "
                 "--, or set [surface] display = own for one of your own screen"};
  std::vector<FlagValue> flags;
  if (!is_kind_set)
    flags.push_back(
        {window == nullptr ? "" : window->where, "surface", "kind", std::string(kWindowSurface)});
  return flags;
}

Result<std::vector<FlagValue>> surface_for_program(const ResolvedSettings& resolved,
                                                   const std::string& program) {
  const std::string flag = "-- " + program;
  const SurfaceSettings& surface = resolved.settings.surface;
  const SettingInForce* const kind = find_in_force(resolved, "surface", "kind");
  const SettingInForce* const display = find_in_force(resolved, "surface", "display");
  if (kind != nullptr && kind->layer != Layer::defaults && !shows_real_screen(surface.kind))
    return Error{flag + ": programs are shown on a desktop, and [surface] kind is " + surface.kind +
                 " (" + kind->where + "); set it to " + std::string(kProgramSurface) +
                 ", or leave it out"};
  if (display != nullptr && surface.display != kPrivate)
    return Error{flag + ": programs are started on a private display, and [surface] display is " +
                 surface.display + " (" + display->where +
                 "); leave it out, or start the program there yourself"};
  std::vector<FlagValue> flags;
  if (!shows_real_screen(surface.kind))
    flags.push_back({flag, "surface", "kind", std::string(kProgramSurface)});
  return flags;
}
}  // namespace franz
