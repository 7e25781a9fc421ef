#include "proxy/offline/doctor/screen_checks_app.h"
#include "common/base/ascii.h"
#include "common/desktop/bridge_setup_app.h"
#include "common/desktop/private_display_app.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/os/child_process.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "common/settings/screen_address.h"
#include "common/tools/surface_facts.h"
#include "proxy/offline/doctor/judge.h"
#include "proxy/offline/doctor/judge_screen.h"

namespace franz::proxy {
static constexpr std::chrono::seconds kPortalMayTake{60};  // its programs may have to start

Check check_private_display(const Options& options) {
  const SurfaceSettings& surface = options.settings.settings.surface;
  if (display_facts(true).windows)
    return {"private display", CheckOutcome::skipped, "there are none on Windows", ""};
  const std::vector<std::string> missing = missing_display_programs(options.show);
  const Status confined = missing.empty() ? try_confinement() : Status(Done{});
  return judge_display(missing, confined.ok() ? "" : confined.error().message,
                       wants_private_display(surface), kDisplayPackages);
}

// What portal_bridge finds, which asks the person nothing.
static void look_for_portal(SessionFacts& session, const std::string& api_key_env) {
  const std::string program = sibling_program(kPortalBridge);
  if (!file_exists(program)) {
    session.portal =
        "portal_bridge is not next to this proxy, so it cannot be used: install libglib2.0-dev, "
        "libpipewire-0.3-dev, libwayland-dev and libxkbcommon-dev, and build again";
    return;
  }
  const ChildCommand command{program, {"--offers"}, {}, "", key_variables(api_key_env)};
  const ChildOutcome outcome = run_child(command, "", kPortalMayTake);
  session.has_portal = outcome.end.ok();
  session.portal = trimmed(outcome.output);
  if (session.portal.empty())
    session.portal = "portal_bridge --offers " + describe(outcome.end, kPortalMayTake);
}

// Connects to the screen, and ends the connection.
static Check check_connection(const Options& options, const DisplayFacts& displays) {
  Check check{"screen", CheckOutcome::failed, "", ""};
  const Settings& settings = options.settings.settings;
  Result<ScreenBridgeOptions> wanted = bridge_options(settings.surface, displays);
  if (!wanted.ok()) {
    check.found = wanted.error().message;
    return check;
  }
  wanted.value().secrets = key_variables(settings.model.api_key_env);
  const std::string address = screen_address(wanted.value().setup);
  const ScreenBridgeEvents ignored{[](const std::string&) {}, [] {}};
  const auto bridge = ScreenBridge::start(wanted.value(), ignored);
  if (bridge.ok())
    return judge_connection(address, bridge.value()->size(), bridge.value()->server(),
                            bridge.value()->security());
  check.found = address + ": " + bridge.error().message;
  return check;
}

std::vector<Check> check_screens(const Options& options) {
  const SurfaceSettings& surface = options.settings.settings.surface;
  SessionFacts session;
  session.displays = display_facts(true);
  session.desktop = environment("XDG_CURRENT_DESKTOP").value_or("");
  session.has_sway = environment("SWAYSOCK").has_value();
  session.has_bridge = file_exists(sibling_program(kWaylandBridge));
  if (session.displays.portal)
    look_for_portal(session, options.settings.settings.model.api_key_env);
  std::vector<Check> checks{judge_session(session)};
  const bool needs_vnc = shows_real_screen(surface.kind) && surface.display.starts_with(kVncScheme);
  if (!session.displays.windows)
    checks.push_back(judge_vnc(file_exists(sibling_program(kVncBridge)), needs_vnc));
  // A portal would ask the person.
  const bool asks = facts_of_screen(surface, session.displays) == &portal_screen_facts();
  if (needs_bridge(surface, session.displays) && !asks)
    checks.push_back(check_connection(options, session.displays));
  return checks;
}
}  // namespace franz::proxy
