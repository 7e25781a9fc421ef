#include "executor/wayland/sway_keys.h"
#include <gtest/gtest.h>

namespace franz::executor {
TEST(SwayKeys, AreNamedAsSwayNamesThem) {
  const struct {
    const char* combination;
    const char* bound;  // in bind_command(); or the failure
  } rows[] = {
      {"ctrl+alt+pause", "Control+Mod1+Pause"},
      {"Ctrl+Alt+F12", "Control+Mod1+F12"},
      {"win+p", "Mod4+p"},
      {"shift+win+page_up", "Mod4+Shift+Prior"},
      {"ctrl+alt+7", "Control+Mod1+7"},
      {"ctrl+!", "Control+U0021"},
      {"ctrl+ü", "Control+U00FC"},
      {"pause", "Pause"},
      {"a+b", "a is not a key that is held for another"},
      {"ctrl+nokey", "no key is called \"nokey\""},
  };
  for (const auto& [combination, bound] : rows) {
    const Result<SwayKeys> keys = panic_keys(combination);
    if (keys.ok())
      EXPECT_EQ(bind_command(keys.value()), "bindsym --no-warn --locked --inhibited " +
                                                std::string(bound) + " nop franz_panic");
    else
      EXPECT_EQ(keys.error().message, bound);
  }
  EXPECT_EQ(unbind_command(panic_keys("ctrl+f1").value()),
            "unbindsym --locked --inhibited Control+F1");
}

TEST(SwayKeys, ResumeWithShiftOrWithoutIt) {
  const auto bound = [](const char* combination) {
    return bind_command(resume_keys(panic_keys(combination).value()));
  };
  EXPECT_EQ(bound("ctrl+f1"),
            "bindsym --no-warn --locked --inhibited Control+Shift+F1 nop franz_resume");
  EXPECT_EQ(bound("shift+f1"), "bindsym --no-warn --locked --inhibited F1 nop franz_resume");
}

TEST(SwayKeys, AreRecognizedInEvents) {
  const SwayKeys keys = panic_keys("ctrl+alt+pause").value();
  const auto event = [](const std::string& command, const std::string& held,
                        const std::string& symbol) {
    return R"({ "change": "run", "binding": { "command": ")" + command +
           R"(", "event_state_mask": [ )" + held +
           R"( ], "input_codes": [ ], "input_code": 0, "symbols": [ ")" + symbol +
           R"(" ], "symbol": ")" + symbol + R"(", "input_type": "keyboard" } })";
  };
  const struct {
    std::string payload;
    bool expected;
  } rows[] = {
      {event("nop franz_panic", R"("Control", "Mod1")", "Pause"), true},
      {event("exec lock", R"("Control", "Mod1")", "Pause"), true},  // the person's own binding
      {event("exec lock", R"("Mod1", "Control")", "Pause"), true},
      {event("exec lock", R"("Mod1")", "Pause"), false},
      {event("exec lock", R"("Control", "Mod1", "Shift")", "Pause"), false},
      {event("exec lock", R"("Control", "Mod1")", "Print"), false},
      {event("nop franz_resume", R"("Control", "Mod1", "Shift")", "Pause"), false},
      {R"({"change":"run"})", false},
      {"nonsense", false},
  };
  for (const auto& [payload, expected] : rows) EXPECT_EQ(are_pressed(keys, payload), expected);
}

TEST(SwayKeys, SomeEventsMayEndTheBinding) {
  const struct {
    SwayMessage type;
    const char* payload;
    bool expected;
  } rows[] = {
      {SwayMessage::mode_event, R"({"change":"resize","pango_markup":false})", true},
      {SwayMessage::workspace_event, R"({"change":"reload","old":null,"current":null})", true},
      {SwayMessage::workspace_event, R"({"change":"focus"})", false},
      {SwayMessage::binding_event, R"({"change":"reload"})", false},
  };
  for (const auto& [type, payload, expected] : rows)
    EXPECT_EQ(may_lack_binding(type, payload), expected) << payload;
}

TEST(SwayKeys, MessagesAreFramedAsSwayReadsThem) {
  const std::string message = sway_message(SwayMessage::subscribe, "[]");
  ASSERT_EQ(message.size(), kSwayHeader + 2);
  EXPECT_TRUE(message.starts_with("i3-ipc"));
  EXPECT_EQ(read_sway_header(std::string_view(message).substr(0, kSwayHeader)),
            (SwayHeader{SwayMessage::subscribe, 2}));
  EXPECT_EQ(read_sway_header(std::string_view(message).substr(1, kSwayHeader)), std::nullopt);
  EXPECT_EQ(read_sway_header("i3-ipc"), std::nullopt);
  EXPECT_TRUE(has_succeeded(R"([ { "success": true } ])"));
  EXPECT_TRUE(has_succeeded(R"({"success": true})"));
  EXPECT_FALSE(has_succeeded(R"([ { "success": false, "error": "Unknown key" } ])"));
  EXPECT_FALSE(has_succeeded("[]"));
  EXPECT_FALSE(has_succeeded("nonsense"));
}
}  // namespace franz::executor
