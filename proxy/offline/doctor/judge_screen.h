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
};

// The person's own screen: its kind, and what FRANZ does not see there.
Check judge_session(const SessionFacts& session);

// `has_bridge`: vnc_bridge is next to this proxy. `needed`: the settings name a VNC server.
Check judge_vnc(bool has_bridge, bool needed);

// A screen that was connected to. `shown`: its name in the settings.
Check judge_connection(const std::string& shown, Size size, const std::string& server,
                       const std::string& security);
}  // namespace franz::proxy
