// portal_bridge in a headless GNOME Shell, whose person the test plays.
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "tests/executor/portal/gnome_world.h"

namespace franz::executor {
namespace {
using EventKind = BridgeEvent::Kind;

class GnomePortal : public testing::Test {
 protected:
  void SetUp() override {
    if (const std::string missing = GnomeSession::missing(); !missing.empty())
      GTEST_SKIP() << missing;
  }
};

std::string typing(const std::string& text) {
  return R"({"do":"type","text":)" + quote_json(text) + "}";
}

std::vector<std::string> clicking(Point at) {
  return {R"({"do":"move","x":)" + std::to_string(at.x) + R"(,"y":)" + std::to_string(at.y) + "}",
          R"({"do":"button","button":"left","down":true})",
          R"({"do":"button","button":"left","down":false})"};
}

// A bridge that the person lets use the screen.
class SharedScreen {
 public:
  explicit SharedScreen(const GnomeSession& session) : bridge(session) {
    ready = bridge.next_event();
    EXPECT_EQ(ready.kind, EventKind::asking) << ready.text;
    EXPECT_TRUE(session.consent());
    ready = bridge.next_event();
    EXPECT_EQ(ready.kind, EventKind::ready) << ready.text;
    connection = bridge.connect();
  }
  std::string ask(const std::vector<std::string>& requests) {
    return connection ? ask_all(*connection, requests) : "(no connection)";
  }
  // Blue, green and red of one pixel.
  std::string color(Point at) {
    std::string pixel;
    const Result<BridgeAnswer> answer =
        connection->ask({.kind = BridgeRequest::Kind::look, .area = {at.x, at.y, 1, 1}}, &pixel);
    EXPECT_EQ(outcome(answer), "ok");
    return pixel.substr(0, 3);
  }

  PortalBridge bridge;
  BridgeEvent ready;
  std::unique_ptr<BridgeConnection> connection;
};

enum class Place { any, bottom_right };

// A form, and places in it, as programs see them.
struct ShownForm {
  std::unique_ptr<WatchedProgram> program;
  Point town, ok;
};

ShownForm show_form(const GnomeSession& session, Place place = Place::any) {
  ShownForm form;
  form.program = std::make_unique<WatchedProgram>(session.command(
      "zenity",
      {"--forms", "--title=Order", "--text=A form", "--add-entry=Name", "--add-entry=Town"}));
  EXPECT_TRUE(session.wait_for_window("Order")) << form.program->errors();
  const auto number = [&](const std::string& of) {
    return std::atoi(
        session.evaluate("global.person.window('Order').get_frame_rect()." + of).c_str());
  };
  if (place == Place::bottom_right) {
    EXPECT_EQ(session.evaluate("global.person.moveToBottomRight('Order')"), "true");
  }
  const Point corner{number("x") + number("width"), number("y") + number("height")};
  form.town = {corner.x - 55, corner.y - 67};
  form.ok = {corner.x - 53, corner.y - 24};
  return form;
}
}  // namespace

TEST_F(GnomePortal, OffersARemoteDesktop) {
  const GnomeSession session;
  ASSERT_TRUE(session.started());
  const std::string version =
      session.output_of("gdbus", {"call", "--session", "--dest=org.freedesktop.portal.Desktop",
                                  "--object-path=/org/freedesktop/portal/desktop",
                                  "--method=org.freedesktop.DBus.Properties.Get",
                                  "org.freedesktop.portal.RemoteDesktop", "version"});
  EXPECT_TRUE(version.starts_with("(<uint32 ")) << version;
}

TEST_F(GnomePortal, ShowsPicturesAndTakesClicksAndTextAfterConsent) {
  const GnomeSession session;
  ASSERT_TRUE(session.started());
  SharedScreen screen(session);
  ASSERT_NE(screen.connection, nullptr);
  EXPECT_EQ(screen.ready.size.width, 1280);
  EXPECT_EQ(screen.ready.size.height, 800);
  const std::string background = screen.color({640, 400});
  ShownForm form = show_form(session);
  EXPECT_NE(screen.color(form.town), background);
  EXPECT_EQ(screen.ask(clicking(form.town)), "ok");
  EXPECT_EQ(screen.ask({typing("Hopper, G. (100 %) ~@#")}), "ok");
  EXPECT_EQ(screen.ask(clicking(form.ok)), "ok");
  EXPECT_EQ(form.program->output(), "|Hopper, G. (100 %) ~@#\n");
}

TEST_F(GnomePortal, ReachesEveryPlaceOfAnEnlargedMonitor) {
  const GnomeSession session;
  ASSERT_TRUE(session.started());
  ASSERT_TRUE(session.scale_monitor("1.25"));
  SharedScreen screen(session);
  ASSERT_NE(screen.connection, nullptr);
  EXPECT_EQ(screen.ready.size.width, 1280);
  EXPECT_EQ(screen.ready.size.height, 800);
  ShownForm form = show_form(session, Place::bottom_right);
  const auto pixel = [](Point at) { return Point{at.x * 5 / 4, at.y * 5 / 4}; };
  EXPECT_EQ(screen.ask(clicking(pixel(form.town))), "ok");
  EXPECT_EQ(screen.ask({typing("Oxford")}), "ok");
  EXPECT_EQ(screen.ask(clicking(pixel(form.ok))), "ok");
  EXPECT_EQ(form.program->output(), "|Oxford\n");
}

TEST_F(GnomePortal, TypesWhatTheLayoutInUseHasAndRefusesTheRest) {
  // The keymap also has the second layout, and one for the language.
  const GnomeSession session({"de", "ru"});
  ASSERT_TRUE(session.started());
  SharedScreen screen(session);
  ASSERT_NE(screen.connection, nullptr);
  const ShownForm form = show_form(session);
  EXPECT_EQ(screen.ask(clicking(form.town)), "ok");
  EXPECT_EQ(screen.ask({typing("Zürich, 5 € für 2 m² {~}")}), "ok");
  for (const char* const text : {"a Привет", "é", "🐱"}) {
    const std::string refused = screen.ask({typing(text)});
    EXPECT_TRUE(refused.starts_with("missing: ")) << text << ": " << refused;
  }
  EXPECT_EQ(screen.ask(clicking(form.ok)), "ok");
  EXPECT_EQ(form.program->output(), "|Zürich, 5 € für 2 m² {~}\n");
}

TEST_F(GnomePortal, SharingWithoutTheSwitchNamesTheSwitch) {
  const GnomeSession session;
  ASSERT_TRUE(session.started());
  PortalBridge bridge(session);
  BridgeEvent event = bridge.next_event();
  for (; event.kind == EventKind::asking; event = bridge.next_event()) {
    EXPECT_NE(event.text.find("Allow remote interaction"), std::string::npos) << event.text;
    ASSERT_TRUE(session.consent(false));
  }
  EXPECT_EQ(event.kind, EventKind::refused);
  EXPECT_NE(event.text.find("Allow remote interaction"), std::string::npos) << event.text;
}

TEST_F(GnomePortal, ARefusalIsReported) {
  const GnomeSession session;
  ASSERT_TRUE(session.started());
  PortalBridge bridge(session);
  EXPECT_EQ(bridge.next_event().kind, EventKind::asking);
  ASSERT_TRUE(session.refuse());
  const BridgeEvent event = bridge.next_event();
  EXPECT_EQ(event.kind, EventKind::refused);
  EXPECT_NE(event.text.find("you refused"), std::string::npos) << event.text;
}

TEST_F(GnomePortal, StoppingTheSharingIsAPanic) {
  const GnomeSession session;
  ASSERT_TRUE(session.started());
  SharedScreen screen(session);
  ASSERT_NE(screen.connection, nullptr);
  ASSERT_TRUE(session.stop_sharing());
  const BridgeEvent event = screen.bridge.next_event();
  EXPECT_EQ(event.kind, EventKind::panic) << event.text;
  EXPECT_NE(screen.ask({R"({"do":"size"})"}), "ok");
}
}  // namespace franz::executor
