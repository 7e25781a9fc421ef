#pragma once
// Doctor's judgements about screens: what this session offers, and what is missing.
#include <string>
#include "common/desktop/display_choice.h"
#include "proxy/offline/doctor/check.h"

namespace franz::proxy {
// The person's session.
struct SessionFacts {
  DisplayFacts displays;
  std::string desktop = {};  // XDG_CURRENT_DESKTOP; empty: unknown
  bool has_sway = false;     // SWAYSOCK is set
  bool has_bridge = false;   // wayland_bridge is next to this proxy
  // What portal_bridge says of the desktop's portal; empty: the session does not need it.
  std::string portal = {};
  bool has_portal = false;  // the portal offers what is needed
};

// The person's own screen: its kind, what FRANZ does not see there, and what is missing.
Check judge_session(const SessionFacts& session);

// `has_bridge`: vnc_bridge is next to this proxy. `needed`: the settings name a VNC server.
Check judge_vnc(bool has_bridge, bool needed);

// A screen that was connected to. `shown`: its name in the settings.
Check judge_connection(const std::string& shown, Size size, const std::string& server,
                       const std::string& security);
}  // namespace franz::proxy
