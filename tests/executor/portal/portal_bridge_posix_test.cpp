// portal_bridge against a portal of the test on a bus of its own, with PipeWire.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <filesystem>
#include "tests/executor/portal/portal_world.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
using Kind = BridgeEvent::Kind;

const std::string kAskedWithoutMemory =
    "CreateSession\nSelectDevices types=3\nSelectSources types=1 cursor_mode=1\nStart\n";
// So that a session without devices has a keyboard.
const std::string kFirstKey = "KeyboardKeysym 65505 1\nKeyboardKeysym 65505 0\n";
}  // namespace

TEST(PortalBridge, SendsInput) {
  PortalWorld world;
  const BridgeEvent ready = world.start(1, {{}});
  ASSERT_EQ(ready.kind, Kind::ready) << ready.text << world.bridge().errors();
  EXPECT_EQ(ready.size, (Size{64, 40}));
  {
    const auto bridge = world.connect();
    EXPECT_EQ(
        ask_all(
            *bridge,
            {R"({"do":"move","x":63,"y":0})", R"({"do":"button","button":"left","down":true})",
             R"({"do":"button","button":"left","down":true})", R"({"do":"wheel","direction":"up"})",
             R"({"do":"key","key":"ctrl","down":true})", R"({"do":"key","key":"c","down":true})",
             R"({"do":"can_type","text":"A\n"})", R"({"do":"type","text":"A\n"})"}),
        "ok");
    EXPECT_EQ(ask_all(*bridge, {R"({"do":"can_type","text":"Zürich"})"}),
              "missing: the desktop's keyboard layout: the keyboard has no key for U+00FC, and no "
              "spare one");
    EXPECT_EQ(ask_all(*bridge, {R"({"do":"clipboard","text":"x"})"}),
              "missing: the desktop's portal has no clipboard");
    EXPECT_EQ(ask_all(*bridge, {R"({"do":"windows"})"}),
              "missing: the desktop's portal reports no windows");
  }
  // What the connection held is released when it ends.
  const std::string expected = kAskedWithoutMemory + kFirstKey + R"(PointerMotionAbsolute )" +
                               std::to_string(world.screen().node()) + R"( 31.75 0.25
PointerButton 272 1
PointerAxisDiscrete 0 -1
KeyboardKeysym 65507 1
KeyboardKeysym 99 1
KeyboardKeysym 65 1
KeyboardKeysym 65 0
KeyboardKeysym 65293 1
KeyboardKeysym 65293 0
PointerButton 272 0
KeyboardKeysym 99 0
KeyboardKeysym 65507 0
)";
  EXPECT_TRUE(wait_until([&] { return world.portal().calls() == expected; }))
      << world.portal().calls();
}

TEST(PortalBridge, ShowsWhatThePictureIsNow) {
  PortalWorld world;
  const BridgeEvent ready = world.start(1, {{}});
  ASSERT_EQ(ready.kind, Kind::ready) << ready.text << world.bridge().errors();
  const auto bridge = world.connect();
  const auto first_pixel = [&](const Screen& area) {
    std::string pixels;
    const auto answer = bridge->ask({.kind = BridgeRequest::Kind::look, .area = area}, &pixels);
    if (!answer.ok()) return answer.error().message;
    std::string hex;
    for (const char byte : pixels.substr(0, 3))
      for (const int half : {byte >> 4 & 15, byte & 15}) hex += "0123456789abcdef"[half];
    return std::to_string(pixels.size()) + " " + hex;
  };
  EXPECT_EQ(first_pixel({0, 0, 64, 40}), "10240 000000");
  world.screen().show(0x1188FF);
  EXPECT_TRUE(wait_until([&] {
    return first_pixel({62, 39, 2, 1}) == "8 ff8811";
  })) << first_pixel({62, 39, 2, 1});
  EXPECT_EQ(first_pixel({1, 0, 64, 40}), "the area is not within the screen, which has 64x40");
}

TEST(PortalBridge, KeepsTheConsent) {
  PortalWorld world;
  ASSERT_EQ(world.start(2, {{0, 3, "one"}}).kind, Kind::ready);
  EXPECT_EQ(world.token(), "one");
  struct stat about {};
  ASSERT_EQ(::stat(world.path("state/franz/portal_token").c_str(), &about), 0);
  EXPECT_EQ(about.st_mode & 0777U, 0600U);
  EXPECT_NE(world.portal().calls().find("SelectDevices types=3 persist_mode=2\n"),
            std::string::npos)
      << world.portal().calls();
  ASSERT_EQ(world.start(2, {{0, 3, "two"}}).kind, Kind::ready);
  EXPECT_NE(world.portal().calls().find("persist_mode=2 restore_token='one'\n"), std::string::npos)
      << world.portal().calls();
  EXPECT_EQ(world.token(), "two");
  // The person no longer wants it to be remembered.
  ASSERT_EQ(world.start(2, {{}}).kind, Kind::ready);
  EXPECT_EQ(world.token(), "(none)");
}

TEST(PortalBridge, AsksAgainWithoutMouseAndKeyboard) {
  PortalWorld world;
  ASSERT_EQ(world.start(1, {{0, 0, ""}, {}}).kind, Kind::ready);
  EXPECT_TRUE(
      world.portal().calls().starts_with(kAskedWithoutMemory + "Close 1\n" + kAskedWithoutMemory))
      << world.portal().calls();
  const BridgeEvent refused = world.start(1, {{0, 2, ""}});
  EXPECT_EQ(refused.kind, Kind::refused);
  EXPECT_EQ(refused.text,
            "the desktop shared its screen without mouse and keyboard: start again, and turn on "
            "\"Allow remote interaction\" in its dialog before you share");
  const std::string asked_in_vain = kAskedWithoutMemory + "Close 1\n";
  EXPECT_EQ(world.portal().calls(), asked_in_vain + asked_in_vain + asked_in_vain);
}

TEST(PortalBridge, SaysWhyItIsRefused) {
  PortalWorld world;
  EXPECT_EQ(world.start(1, {{1, 0, ""}}).text,
            "you refused it in the desktop's dialog; start again to be asked again");
  EXPECT_EQ(world.start(1, {{2, 0, ""}}).text,
            "the desktop ended the request (Start); is its screen locked?");
  const std::string unoffered = world.start(0, {{}}).text;
  EXPECT_NE(unoffered.find("does not offer org.freedesktop.portal.RemoteDesktop: install "
                           "xdg-desktop-portal-gnome"),
            std::string::npos)
      << unoffered;
}

TEST(PortalBridge, WaitsForThePersonAndEndsAtOnce) {
  PortalWorld world;
  const BridgeEvent asking = world.start(1, {{3, 0, ""}});
  EXPECT_EQ(asking.kind, Kind::asking);
  EXPECT_TRUE(asking.text.starts_with("waiting for your consent in the desktop's dialog"))
      << asking.text;
  ::kill(static_cast<pid_t>(world.bridge().pid()), SIGTERM);
  EXPECT_TRUE(wait_until([&] { return world.bridge().has_ended(); }));
}

TEST(PortalBridge, AStoppedSharingIsAPanicAndTheEnd) {
  PortalWorld world;
  ASSERT_EQ(world.start(1, {{}}).kind, Kind::ready);
  world.portal().close_session();
  const BridgeEvent panic = world.next_event();
  EXPECT_EQ(panic.kind, Kind::panic);
  EXPECT_EQ(panic.text, "the sharing was stopped in the desktop");
  EXPECT_EQ(world.next_event().kind, Kind::refused);
  world.bridge().output();
  EXPECT_FALSE(std::filesystem::exists(world.path("s")));
}
}  // namespace franz::executor
