#include "proxy/offline/doctor/judge_screen.h"
#include "common/base/printable.h"

namespace franz::proxy {
static Check judge_wayland_session(const SessionFacts& session) {
  const std::string name = session.has_sway ? "sway" : printable(session.desktop);
  Check check{"your screen", CheckOutcome::ok,
              "Wayland" + (name.empty() ? std::string() : ", " + name), ""};
  if (session.displays.portal) {
    check.outcome = session.has_portal ? CheckOutcome::ok : CheckOutcome::skipped;
    check.found += (session.has_portal ? ": --screen own; " : ": ") + printable(session.portal);
    if (session.has_portal) check.found += "\n" + unseen_text(portal_screen_facts());
  } else if (!session.has_bridge) {
    check.outcome = CheckOutcome::skipped;
    check.found +=
        "; wayland_bridge is not next to this proxy, so it cannot be used: install libwayland-dev "
        "and build again";
  } else if (session.displays.own_wayland.empty()) {
    check.outcome = CheckOutcome::skipped;
    check.found += "; WAYLAND_DISPLAY is not set, so it cannot be reached";
  } else {
    check.found += ", " + printable(session.displays.own_wayland) +
                   ": --screen own, if the compositor is of the wlroots family (sway, labwc, …)\n" +
                   unseen_text(screen_facts("wayland-0"));
  }
  return check;
}

Check judge_session(const SessionFacts& session) {
  const DisplayFacts& displays = session.displays;
  if (displays.windows) return {"your screen", CheckOutcome::ok, "Windows: --screen own", ""};
  if (displays.wayland) return judge_wayland_session(session);
  if (displays.own_display.empty())
    return {"your screen", CheckOutcome::skipped,
            "neither DISPLAY nor WAYLAND_DISPLAY is set: there is no screen of yours here", ""};
  return {"your screen", CheckOutcome::ok,
          "X11, " + printable(displays.own_display) + ": --screen own", ""};
}

Check judge_vnc(bool has_bridge, bool needed) {
  if (has_bridge)
    return {"VNC", CheckOutcome::ok,
            "virtual machines, containers and other computers: --screen vnc://HOST:PORT", ""};
  Check check{"VNC", CheckOutcome::skipped, "vnc_bridge is not next to this proxy", ""};
  if (!needed) return check;
  check.outcome = CheckOutcome::failed;
  check.fix =
      "apt-get install libvncserver-dev, and build again; a package of FRANZ for Linux has it";
  return check;
}

Check judge_connection(const std::string& shown, Size size, const std::string& server,
                       const std::string& security) {
  std::string found = shown + ": " + size_text(size);
  if (!server.empty()) found += ", \"" + printable(server) + "\"";
  if (!security.empty()) found += "; " + printable(security);
  const std::string unseen = unseen_text(screen_facts(shown));
  return {"screen", CheckOutcome::ok, found + (unseen.empty() ? "" : "\n" + unseen), ""};
}
}  // namespace franz::proxy
