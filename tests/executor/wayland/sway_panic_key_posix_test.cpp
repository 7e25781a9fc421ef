// The panic key in a session of sway. A bridge of its own, without a panic key, is the person's
// keyboard.
#include <gtest/gtest.h>
#include <signal.h>
#include <filesystem>
#include "tests/executor/wayland/wayland_world.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
constexpr const char* kPanicKey = "ctrl+alt+pause";

class SwayPanicKeyTest : public testing::Test {
 protected:
  // The person has a binding for each of these keys, which creates the file "ran".
  explicit SwayPanicKeyTest(const std::string& bound = "Ctrl+Alt+F5")
      : sway_("bindsym " + bound + " exec touch ran\nmode resize {\n  bindsym q mode default\n}"),
        keyboard_(sway_.socket()) {
    EXPECT_EQ(keyboard_.next_event().kind, BridgeEvent::Kind::ready);
    keys_ = keyboard_.connect();
    EXPECT_NE(keys_, nullptr);
  }

  void press(const std::vector<std::string>& keys) {
    for (const std::string& key : keys) press(key, true);
    for (const std::string& key : keys) press(key, false);
  }
  void press(const std::string& key, bool down) {
    BridgeRequest request;
    request.kind = BridgeRequest::Kind::key;
    request.name = key;
    request.down = down;
    EXPECT_EQ(outcome(keys_->ask(request)), "ok");
  }
  // Presses the panic key until the bridge reports it: sway may not have handled an earlier command
  // of ours yet.
  bool panics(WaylandBridge& bridge) {
    return wait_until([&] {
      press({"ctrl", "alt", "pause"});
      return bridge.program().printed().find(R"({"event":"panic","text":"the key"})") !=
             std::string::npos;
    });
  }
  // Whether sway has our binding of these keys; removes it.
  bool is_bound(const std::string& keys = "Control+Mod1+Pause") {
    return sway_.tell("unbindsym --locked --inhibited " + keys);
  }
  bool has_run() const { return std::filesystem::exists(sway_.folder() + "/ran"); }

  SwaySession sway_;
  WaylandBridge keyboard_;
  std::unique_ptr<BridgeConnection> keys_;
};

class SwayPanicKeyWithABinding : public SwayPanicKeyTest {
 protected:
  SwayPanicKeyWithABinding() : SwayPanicKeyTest("Ctrl+Alt+Pause") {}
};
}  // namespace

TEST_F(SwayPanicKeyTest, IsReportedAndGoneAtTheEnd) {
  {
    WaylandBridge bridge(sway_.socket(), kPanicKey);
    const BridgeEvent ready = bridge.next_event();
    EXPECT_EQ(ready.kind, BridgeEvent::Kind::ready);
    EXPECT_EQ(ready.no_panic_key, "");
    for (const std::vector<std::string>& other :
         std::vector<std::vector<std::string>>{{"pause"}, {"ctrl", "pause"}, {"ctrl", "alt", "f5"}})
      press(other);
    EXPECT_TRUE(wait_until([&] { return has_run(); }));
    EXPECT_EQ(bridge.program().printed().find("panic\""), std::string::npos);
    press({"ctrl", "alt", "pause"});
    const BridgeEvent panic = bridge.next_event();
    EXPECT_EQ(panic.kind, BridgeEvent::Kind::panic);
    EXPECT_EQ(panic.text, "the key");
    press({"ctrl", "alt", "shift", "pause"});
    EXPECT_EQ(bridge.next_event().kind, BridgeEvent::Kind::resume);
  }
  EXPECT_FALSE(is_bound());
  EXPECT_FALSE(is_bound("Control+Mod1+Shift+Pause"));
}

TEST_F(SwayPanicKeyTest, WorksInOtherBindingModesAndAfterAReload) {
  for (const char* const command : {"mode resize", "reload"}) {
    WaylandBridge bridge(sway_.socket(), kPanicKey);
    EXPECT_EQ(bridge.next_event().kind, BridgeEvent::Kind::ready);
    EXPECT_TRUE(sway_.tell(command));
    EXPECT_TRUE(panics(bridge)) << command;
    EXPECT_TRUE(sway_.tell("mode default"));
  }
}

TEST_F(SwayPanicKeyWithABinding, LeavesThePersonsBindingOfThatKey) {
  {
    WaylandBridge bridge(sway_.socket(), kPanicKey);
    EXPECT_EQ(bridge.next_event().kind, BridgeEvent::Kind::ready);
    press({"ctrl", "alt", "pause"});
    EXPECT_EQ(bridge.next_event().kind, BridgeEvent::Kind::panic);
    EXPECT_TRUE(wait_until([&] { return has_run(); }));
  }
  EXPECT_FALSE(is_bound());
  std::filesystem::remove(sway_.folder() + "/ran");
  press({"ctrl", "alt", "pause"});
  EXPECT_TRUE(wait_until([&] { return has_run(); }));
}

TEST_F(SwayPanicKeyTest, IsWatchedByTheNextBridgeAfterACrash) {
  {
    WaylandBridge crashing(sway_.socket(), kPanicKey);
    EXPECT_EQ(crashing.next_event().kind, BridgeEvent::Kind::ready);
    ::kill(static_cast<pid_t>(crashing.program().pid()), SIGKILL);
    EXPECT_TRUE(wait_until([&] { return crashing.program().has_ended(); }));
  }
  {
    WaylandBridge next(sway_.socket(), kPanicKey);
    EXPECT_EQ(next.next_event().kind, BridgeEvent::Kind::ready);
    press({"ctrl", "alt", "pause"});
    EXPECT_EQ(next.next_event().kind, BridgeEvent::Kind::panic);
  }
  EXPECT_FALSE(is_bound());
}

TEST_F(SwayPanicKeyTest, IsWatchedAgainWhenSwayIs) {
  WaylandBridge bridge(sway_.socket(), kPanicKey);
  EXPECT_EQ(bridge.next_event().kind, BridgeEvent::Kind::ready);
  sway_.kill();
  EXPECT_EQ(bridge.next_event().kind, BridgeEvent::Kind::lost);
  sway_.start();
  BridgeEvent back = bridge.next_event();
  EXPECT_EQ(back.kind, BridgeEvent::Kind::back);
  EXPECT_EQ(back.no_panic_key, "");
  // So is the person's keyboard.
  EXPECT_EQ(keyboard_.next_event().kind, BridgeEvent::Kind::lost);
  EXPECT_EQ(keyboard_.next_event().kind, BridgeEvent::Kind::back);
  EXPECT_TRUE(panics(bridge));
}
}  // namespace franz::executor
