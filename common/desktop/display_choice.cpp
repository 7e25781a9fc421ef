#include "common/desktop/display_choice.h"
#include <algorithm>
#include <utility>
#include "common/base/printable.h"
#include "common/desktop/bridge_connection.h"
#include "common/desktop/window_choice.h"
#include "common/settings/screen_address.h"
#include "common/tools/surface_facts.h"

namespace franz {
static constexpr std::string_view kPrivate = "private", kOwn = "own";

static Error refused(const SurfaceSettings& surface, const std::string& why) {
  return Error{"[surface] display = " + surface.display + ": " + why};
}

bool wants_private_display(const SurfaceSettings& surface) {
  return shows_real_screen(surface.kind) && surface.display == kPrivate;
}

bool needs_bridge(const SurfaceSettings& surface, const DisplayFacts& facts) {
  const ScreenFacts* const screen = facts_of_screen(surface, facts);
  return screen != nullptr && screen->by_bridge;
}

const ScreenFacts* facts_of_screen(const SurfaceSettings& surface, const DisplayFacts& facts) {
  if (!shows_real_screen(surface.kind)) return nullptr;
  if (surface.display == kPrivate) return &private_screen_facts();
  if (surface.display != kOwn) return &screen_facts(surface.display);
  if (facts.wayland && facts.portal) return &portal_screen_facts();
  return &screen_facts(facts.wayland ? "wayland-0" : facts.own_display);
}

Status check_display(const SurfaceSettings& surface, const DisplayFacts& facts) {
  if (!shows_real_screen(surface.kind)) return Done{};
  const bool by_bridge = needs_bridge(surface, facts);
  if (facts.windows && by_bridge)
    return refused(surface,
                   "FRANZ reaches VNC servers and Wayland sessions from Linux only; on Windows, "
                   "display = own is your screen");
  if (facts.windows && surface.display != kOwn)
    return refused(surface, std::string(surface.display == kPrivate
                                            ? "there are no private displays on Windows"
                                            : "displays with a name are those of X11") +
                                "; on Windows, display = own is your screen");
  if (surface.display == kPrivate && !facts.under_proxy)
    return refused(surface,
                   "private displays are started by the proxy; start `proxy`, or name a display "
                   "that is there, as [surface] display = :5");
  if (by_bridge && !facts.bridges)
    return refused(surface, "the connection to " +
                                std::string(facts_of_screen(surface, facts)->said) +
                                " is made by the proxy; start `proxy`");
  if (surface.display != kOwn) return Done{};
  const std::string offer =
      "; display = private gives the run a screen of its own, which you watch on the dashboard";
  if (facts.wayland && facts.own_wayland.empty())
    return refused(
        surface,
        "this is a Wayland session, but WAYLAND_DISPLAY is not set, so it cannot be reached" +
            offer);
  if (!facts.wayland && facts.own_display.empty())
    return refused(surface, "there is no X display here: DISPLAY is not set" + offer);
  return Done{};
}

RunScreen screen_of_run(const SurfaceSettings& surface, const DisplayFacts& facts,
                        const std::string& started) {
  if (!shows_real_screen(surface.kind)) return {};
  if (is_behind_bridge(started)) return {started, true};
  const bool is_own = surface.display == kOwn;
  if (is_own && facts.wayland) return {facts.own_wayland, true};
  const std::string& name = is_own ? facts.own_display : surface.display;
  return {name, name != started};
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

std::string set_by_person(const ResolvedSettings& resolved, std::string_view section,
                          std::string_view key) {
  const SettingInForce* const found = find_in_force(resolved, section, key);
  if (found == nullptr || found->layer == Layer::defaults) return "";
  return "[" + std::string(section) + "] " + std::string(key) + " = " + found->value + " (" +
         found->where + ")";
}

Status check_kept_settings(const ResolvedSettings& resolved, const DisplayFacts& facts) {
  const Settings& settings = resolved.settings;
  const ScreenFacts* const screen = facts_of_screen(settings.surface, facts);
  if (screen == nullptr || screen == &private_screen_facts()) return Done{};
  const std::string on = ": on " + std::string(screen->said) + " ";
  const auto refuse = [&](std::string_view section, std::string_view key, const std::string& why) {
    const std::string set = set_by_person(resolved, section, key);
    return set.empty() ? Status(Done{}) : Status(Error{set + on + why});
  };
  Status kept = Done{};
  if (!screen->windows) {
    const std::string unknown = "FRANZ does not see where windows are, so ";
    if (!settings.surface.window.empty() && is_bounded_to_window(settings.surface.kind))
      kept = refuse("surface", "window", unknown + "a run cannot be limited to one; leave it out");
    if (kept.ok() && is_bounded_to_window(settings.surface.kind))
      kept = refuse(
          "surface", "kind",
          unknown + "a run cannot be limited to one; set kind = " + std::string(kProgramSurface));
    if (kept.ok() && !settings.surface.only_windows.empty())
      kept = refuse("surface", "only_windows",
                    unknown + "input cannot be limited to some; leave it out");
  }
  if (kept.ok() && !screen->takeover() && settings.safety.takeover)
    kept = refuse("safety", "takeover",
                  "FRANZ does not notice a person who uses mouse or keyboard; set it to off, or "
                  "leave it out");
  if (kept.ok() && !screen->has_panic_key() && !settings.safety.panic_key.empty())
    kept =
        refuse("safety", "panic_key",
               "no key of a person can be seen; leave it out, and stop with Ctrl-C or the page's "
               "red button");
  return kept;
}

std::vector<ToolOff> tools_off(const ScreenFacts& screen, const ResolvedSettings& resolved) {
  std::vector<ToolOff> off;
  const ToolSwitches& tools = resolved.settings.tools;
  const auto add = [&](const std::string& tool, const std::string& why) {
    const bool is_on = std::ranges::find(tools, std::pair(tool, true)) != tools.end();
    off.push_back({{"the screen", "tools", tool, "off"}, ""});
    if (is_on)
      off.back().why = "the tool " + tool + " is off: on " + std::string(screen.said) + " " + why;
  };
  if (!screen.launches) add("launch", "no program of this machine can be started");
  if (!screen.window_titles) add("focus_window", "the windows are not known");
  return off;
}

Result<ScreenLimits> screen_limits(const ResolvedSettings& resolved, const DisplayFacts& facts) {
  if (const Status kept = check_kept_settings(resolved, facts); !kept.ok()) return kept.error();
  const ScreenFacts* const screen = facts_of_screen(resolved.settings.surface, facts);
  if (screen == nullptr) return ScreenLimits{};
  return ScreenLimits{unseen_text(*screen), tools_off(*screen, resolved)};
}

// As screen_address() of the bridge that the screen needs; empty: it needs none.
static std::string remote_address(const SurfaceSettings& surface, const DisplayFacts& facts) {
  if (!needs_bridge(surface, facts)) return "";
  const Result<VncAddress> address = parse_vnc_address(surface.display);
  if (address.ok()) return to_string(address.value());
  return printable(surface.display == kOwn ? facts.own_wayland : surface.display);
}

// An address from a log in the form in which --screen takes it; empty: it has no such form.
static std::string shown_address(const std::string& address) {
  if (const Result<VncAddress> vnc = parse_vnc_address(address); vnc.ok())
    return to_string(vnc.value());
  const bool is_wayland =
      address.starts_with(kWaylandPrefix) && address.size() > kWaylandPrefix.size() &&
      address.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.",
                                0) == std::string::npos;
  return is_wayland ? address : "";
}

Result<bool> keeps_screen(const ResolvedSettings& resolved, const DisplayFacts& facts,
                          const std::string& run, const std::string& before) {
  const SurfaceSettings& surface = resolved.settings.surface;
  if (!shows_real_screen(surface.kind)) return true;
  const std::string now = remote_address(surface, facts);
  if (now == before) return true;
  const SettingInForce* const display = find_in_force(resolved, "surface", "display");
  if (display != nullptr && display->layer == Layer::flag) return false;
  const std::string address = shown_address(before);
  std::string text = run + " is a run on " +
                     (before.empty()    ? "a screen of this machine"
                      : address.empty() ? "a screen whose name in its log is invalid"
                                        : address);
  const std::string set = set_by_person(resolved, "surface", "display");
  text += set.empty() ? ", which no setting names" : ", and " + set + " is another one";
  return Error{text + ": give --screen " + (address.empty() ? "with its screen" : address) +
               ", or another screen, where nothing is done that was decided on the one before"};
}
}  // namespace franz
