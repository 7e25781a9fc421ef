// portal_bridge in a session that reports itself as KDE Plasma 5.27 does, with a portal of the
// test.
#include <gtest/gtest.h>
#include <cstdlib>
#include "tests/executor/portal/kde_keyboard.h"
#include "tests/executor/portal/portal_world.h"
#include "tests/executor/wayland/bare_compositor.h"
#include "tests/support/test_paths.h"

namespace franz::executor {
namespace {
class KdeWorld : public PortalWorld {
 public:
  explicit KdeWorld(BareSession session)
      : compositor_(path("wayland-7"), {"wl_seat", "wl_output", "zxdg_output_manager_v1"},
                    std::move(session)) {
    ::setenv("XDG_CURRENT_DESKTOP", "KDE", 1);
    const BridgeEvent ready = start(1, {{}});
    EXPECT_EQ(ready.kind, BridgeEvent::Kind::ready) << ready.text << bridge().errors();
  }
  // The calls after those that began the sharing.
  std::string input() {
    const std::string calls = portal().calls();
    constexpr std::string_view kStart = "\nStart\n";
    return calls.substr(calls.find(kStart) + kStart.size());
  }

 private:
  BareCompositor compositor_;
};

std::string strokes(const std::vector<std::string>& codes) {
  std::string calls;
  for (const std::string& code : codes) calls += "KeyboardKeycode " + code + "\n";
  return calls;
}
}  // namespace

TEST(KdePortal, PromisesNoDialog) {
  const KdeWorld world({keymap_of("us")});
  const ChildOutcome offers =
      run_child({std::string(kBinDir) + "/portal_bridge", {"--offers"}, {}, ""}, "",
                std::chrono::seconds(60));
  EXPECT_EQ(offers.output,
            "the desktop's portal shares its screen; KDE asks for your consent only if it knows "
            "which program wants it, and has no shortcuts: there is no panic key\n");
}

TEST(KdePortal, PressesTheKeysOfTheLayoutInUse) {
  KdeWorld world({keymap_of("us,de")});
  KdeKeyboard keyboard(1);
  const auto bridge = world.connect();
  EXPECT_EQ(ask_all(*bridge, {R"({"do":"type","text":"zÄ@"})"}), "ok");
  const std::string german =
      strokes({"21 1", "21 0", "42 1", "40 1", "40 0", "42 0", "100 1", "16 1", "16 0", "100 0"});
  EXPECT_EQ(world.input(), german);
  keyboard.use(0);
  EXPECT_EQ(ask_all(*bridge, {R"({"do":"type","text":"z\n"})"}), "ok");
  EXPECT_EQ(ask_all(*bridge, {R"({"do":"type","text":"zÄ"})"}),
            "missing: the desktop's keyboard layout: the keyboard has no key for U+00C4, and no "
            "spare one");
  EXPECT_EQ(world.input(), german + strokes({"44 1", "44 0", "28 1", "28 0"}));
}

TEST(KdePortal, ReleasesTheKeyThatItPressed) {
  KdeWorld world({keymap_of("us,de")});
  KdeKeyboard keyboard(1);
  const auto bridge = world.connect();
  EXPECT_EQ(ask_all(*bridge, {R"({"do":"key","key":"y","down":true})"}), "ok");
  keyboard.use(0);
  EXPECT_EQ(ask_all(*bridge, {R"({"do":"key","key":"y","down":false})",
                              R"({"do":"key","key":"y","down":true})"}),
            "ok");
  EXPECT_EQ(world.input(), strokes({"44 1", "44 0", "21 1"}));
}

TEST(KdePortal, WithOneLayoutNeedsNoReport) {
  KdeWorld world({keymap_of("de")});
  const auto bridge = world.connect();
  EXPECT_EQ(ask_all(*bridge, {R"({"do":"type","text":"z"})"}), "ok");
  EXPECT_EQ(world.input(), strokes({"21 1", "21 0"}));
}

TEST(KdePortal, TypesNothingInALayoutThatIsNotKnown) {
  KdeWorld world({keymap_of("us,de")});
  const KdeKeyboard keyboard({});
  const auto bridge = world.connect();
  for (const char* const request :
       {R"({"do":"can_type","text":"a"})", R"({"do":"type","text":"a"})"})
    EXPECT_EQ(ask_all(*bridge, {request}),
              "missing: the desktop's keyboard layout in use is not known");
  EXPECT_EQ(world.input(), "");
}

TEST(KdePortal, ReachesThePlacesOfAnEnlargedMonitor) {
  KdeWorld world({keymap_of("us"), 16, 10});
  const auto bridge = world.connect();
  EXPECT_EQ(ask_all(*bridge, {R"({"do":"move","x":63,"y":0})"}), "ok");
  EXPECT_EQ(world.input(),
            "PointerMotionAbsolute " + std::to_string(world.screen().node()) + " 15.875 0.125\n");
}

TEST(KdePortal, TurnsTheWheelByNotches) {
  KdeWorld world({keymap_of("us")});
  const auto bridge = world.connect();
  EXPECT_EQ(ask_all(*bridge, {R"({"do":"wheel","direction":"down"})",
                              R"({"do":"wheel","direction":"left"})"}),
            "ok");
  EXPECT_EQ(world.input(), "PointerAxisDiscrete 0 15\nPointerAxisDiscrete 1 -15\n");
}
}  // namespace franz::executor
