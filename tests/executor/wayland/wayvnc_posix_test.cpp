// vnc_bridge on sway's screen, shared by wayvnc.
#include <gtest/gtest.h>
#include <cmath>
#include <cstdio>
#include "common/base/json_string.h"
#include "tests/executor/vnc/vnc_world.h"
#include "tests/executor/wayland/wayland_world.h"
#include "tests/support/free_port.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
using Kind = BridgeRequest::Kind;
constexpr Size kScreen{1280, 800};

class Wayvnc : public testing::Test {
 protected:
  Wayvnc()
      : sway_(
            "output HEADLESS-1 resolution 1280x800\n"
            "for_window [app_id=\"wev\"] fullscreen enable"),
        session_(sway_.socket()) {}

  void SetUp() override {
    ASSERT_EQ(session_.next_event().kind, BridgeEvent::Kind::ready);
    itself_ = session_.connect();
    ASSERT_NE(itself_, nullptr);
    for (int tries = 0; tries < kPortTries && !connection_; ++tries) start(free_port());
    ASSERT_TRUE(connection_) << server_->errors();
  }

  // Without a connection: the server could not listen there.
  void start(std::uint16_t port) {
    server_ = std::make_unique<WatchedProgram>(
        sway_.command("wayvnc", {"127.0.0.1", std::to_string(port)}));
    wait_until([&] {
      bridge_ = std::make_unique<RunningBridge>(port);
      const bool is_ready = bridge_->next_event().kind == BridgeEvent::Kind::ready;
      if (is_ready) connection_ = bridge_->connect();
      return is_ready || server_->has_ended();
    });
  }

  // The screen's pixels, without their unused bytes.
  static std::string look(BridgeConnection& bridge) {
    std::string pixels;
    EXPECT_EQ(executor::outcome(bridge.ask(
                  {.kind = Kind::look, .area = {0, 0, kScreen.width, kScreen.height}}, &pixels)),
              "ok");
    for (std::size_t i = 3; i < pixels.size(); i += 4) pixels[i] = '\0';
    return pixels;
  }

  SwaySession sway_;
  WaylandBridge session_;
  std::unique_ptr<BridgeConnection> itself_;  // without wayvnc
  std::unique_ptr<WatchedProgram> server_;
  std::unique_ptr<RunningBridge> bridge_;
  std::unique_ptr<BridgeConnection> connection_;
};
}  // namespace

TEST_F(Wayvnc, ShowsTheSamePictureAsTheSessionItself) {
  WatchedProgram form(sway_.command("zenity", {"--entry", "--text=Here"}));
  EXPECT_NE(wait_for_window(*itself_, "zenity"), 0U);
  // A form's cursor blinks, and wayvnc sends what changes a moment later.
  EXPECT_TRUE(wait_until([&] { return look(*itself_) == look(*connection_); }));
  EXPECT_NE(look(*itself_).find_first_not_of('\0'), std::string::npos);
}

TEST_F(Wayvnc, ClicksArriveWithinAPixel) {
  WatchedProgram wev(sway_.command("stdbuf", {"-oL", "wev"}));
  EXPECT_NE(wait_for_window(*itself_, "wev"), 0U);
  for (const Point at : {Point{1, 1}, Point{400, 300}, Point{1278, 798}}) {
    const std::string place =
        R"("x":)" + std::to_string(at.x) + R"(,"y":)" + std::to_string(at.y) + "}";
    EXPECT_EQ(ask_all(*connection_, {R"({"do":"move",)" + place}), "ok");
    // Earlier lines are about where the pointer was when the window came.
    double x = -9, y = -9;
    while (std::abs(x - at.x) > 1 || std::abs(y - at.y) > 1) {
      const std::string line = wev.next_line("x, y: ");
      ASSERT_NE(line, "") << "the last place is " << x << ", " << y;
      std::sscanf(line.c_str() + line.find("x, y: "), "x, y: %lf, %lf", &x, &y);
    }
    EXPECT_EQ(ask_all(*connection_, {R"({"do":"button","button":"left","down":true})",
                                     R"({"do":"button","button":"left","down":false})"}),
              "ok");
    EXPECT_NE(wev.next_line("272 (left), state: 1"), "");
    EXPECT_NE(wev.next_line("272 (left), state: 0"), "");
  }
}

TEST_F(Wayvnc, TypesAscii) {
  std::string text;
  for (char code = ' '; code <= '~'; ++code) text.push_back(code);
  WatchedProgram entry(sway_.command("zenity", {"--entry"}));
  EXPECT_NE(wait_for_window(*itself_, "zenity"), 0U);
  EXPECT_EQ(ask_all(*connection_, {R"({"do":"type","text":)" + quote_json(text + "\n") + "}"}),
            "ok");
  EXPECT_EQ(entry.output(), text + "\n");
  EXPECT_EQ(ask_all(*connection_, {R"({"do":"type","text":"Zürich"})"}),
            "missing: the VNC server wayvnc cannot type ü (U+00FC)");
}
}  // namespace franz::executor
