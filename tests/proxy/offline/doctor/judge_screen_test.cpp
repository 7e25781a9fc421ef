#include "proxy/offline/doctor/judge_screen.h"
#include <gtest/gtest.h>

namespace franz::proxy {
TEST(JudgeScreen, SaysWhatTheSessionOffers) {
  const DisplayFacts x11{false, false, true, ":0"},
      wayland{false, true, true, ":0", "wayland-1", true},
      portal{false, true, true, ":0", "wayland-0", true, true},
      nameless{false, true, true, "", "", true}, none, windows{true, false, true, "Default"};
  const struct {
    SessionFacts session;
    CheckOutcome outcome;
    std::string found;  // a part
  } cases[] = {
      {{x11}, CheckOutcome::ok, "X11, :0: --screen own"},
      {{windows}, CheckOutcome::ok, "Windows: --screen own"},
      {{none}, CheckOutcome::skipped, "neither DISPLAY nor WAYLAND_DISPLAY is set"},
      {{wayland, "sway", true, true}, CheckOutcome::ok, "Wayland, sway, wayland-1: --screen own"},
      {{wayland, "labwc", false, true}, CheckOutcome::ok, "the panic key works on sway only"},
      {{portal, "GNOME", false, true, "it asks", true},
       CheckOutcome::ok,
       "Wayland, GNOME: --screen own; it asks\non a Wayland session by its portal FRANZ does not"},
      {{portal, "KDE", false, true, "install it", false},
       CheckOutcome::skipped,
       "Wayland, KDE: install it"},
      {{wayland, "sway", true, false}, CheckOutcome::skipped, "install libwayland-dev"},
      {{nameless, "sway", true, true}, CheckOutcome::skipped, "WAYLAND_DISPLAY is not set"},
  };
  for (const auto& [session, outcome, found] : cases) {
    const Check check = judge_session(session);
    EXPECT_EQ(check.outcome, outcome) << found;
    EXPECT_NE(check.found.find(found), std::string::npos) << check.found;
  }
}

TEST(JudgeScreen, AMissingVncBridgeMattersIfAVncServerIsNamed) {
  EXPECT_EQ(judge_vnc(true, true).outcome, CheckOutcome::ok);
  EXPECT_EQ(judge_vnc(false, false).outcome, CheckOutcome::skipped);
  const Check needed = judge_vnc(false, true);
  EXPECT_EQ(needed.outcome, CheckOutcome::failed);
  EXPECT_NE(needed.fix.find("apt-get install libvncserver-dev"), std::string::npos);
}

TEST(JudgeScreen, AConnectionIsDescribed) {
  const Check check =
      judge_connection("vnc://box:5901", {1280, 800}, "QEMU (box)", "VNC password, not encrypted");
  EXPECT_EQ(check.outcome, CheckOutcome::ok);
  EXPECT_TRUE(check.found.starts_with(
      "vnc://box:5901: 1280x800, \"QEMU (box)\"; VNC password, not encrypted\non the "
      "screen of a VNC server FRANZ does not see windows"))
      << check.found;
}
}  // namespace franz::proxy
