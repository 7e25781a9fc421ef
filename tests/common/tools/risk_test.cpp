#include "common/tools/risk.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
Call call_of(const std::string& text) {
  const Result<Call> call = parse_canonical_call(text);
  EXPECT_TRUE(call.ok()) << text;
  return call.ok() ? call.value() : Call{};
}

const TargetWindow kTerminal{"user@host: ~", "XTerm", true, true};
const TargetWindow kForm{"Order - My Bank", "Zenity", false, true};
const TargetWindow kUnknown{"", "", false, false};

TEST(Risk, ARuleNamesCalls) {
  const struct {
    const char *rule, *call;
    TargetWindow window;
    bool named;
  } cases[] = {
      // Tools, by each of their names.
      {"launch", "launch(\"xterm\")", kForm, true},
      {"Launch", "launch(\"xterm\")", kForm, true},
      {"launch", "left_click(1, 2)", kForm, false},
      {"click", "left_click(1, 2)", kForm, true},
      {"left_click", "right_click(1, 2)", kForm, false},
      // Keys, in any notation.
      {"key win", "hotkey(\"super\", \"r\")", kForm, true},
      {"key super", "press(\"cmd+space\")", kForm, true},
      {"key meta", "hold_key(\"win\", 1)", kForm, true},
      {"key win", "key_down(\"Super_L\")", kForm, true},
      {"key win", "key_up(\"win\")", kForm, false},
      {"key win", "hotkey(\"ctrl\", \"w\")", kForm, false},
      {"key win", "type(\"win\")", kForm, false},
      {"key win", "press(\"no such key\")", kForm, false},
      {"key delete", "press(\"del\")", kForm, true},
      // Keys that open the same menus and prompts as win.
      {"key win", "hotkey(\"ctrl\", \"esc\")", kForm, true},
      {"key win", "hotkey(\"ctrl\", \"shift\", \"esc\")", kForm, true},
      {"key win", "hotkey(\"alt\", \"f2\")", kForm, true},
      {"key win", "press(\"alt+F1\")", kForm, true},
      {"key win", "hold_key(\"alt+f3\", 1)", kForm, true},
      {"key win", "hotkey(\"AltRight\", \"space\")", kForm, true},
      {"key win", "press(\"escape\")", kForm, false},
      {"key win", "press(\"f2\")", kForm, false},
      {"key win", "hotkey(\"ctrl\", \"f2\")", kForm, false},
      {"key win", "hotkey(\"alt\", \"f4\")", kForm, false},
      {"key f3", "hotkey(\"alt\", \"f2\")", kForm, false},
      // Lengths, in characters.
      {"paste over 3", "paste(\"abc\")", kForm, false},
      {"paste over 3", "paste(\"abcd\")", kForm, true},
      {"paste over 3", "paste(\"äöü\")", kForm, false},
      {"paste over 3", "type(\"abcd\")", kForm, false},
      {"type over 0", "type(\"a\")", kForm, true},
      // Parts of texts.
      {"text sudo", "type(\"echo SUDO\")", kForm, true},
      {"text sudo", "paste(\"sud o\")", kForm, false},
      {"text rm *-rf", "launch(\"sh -c 'rm -v -rf /'\")", kForm, true},
      {"text rm *-rf", "type(\"-rf rm\")", kForm, false},
      {"text a*a", "type(\"a\")", kForm, false},
      {"text sudo", "left_click(1, 2)", kForm, false},
      // Windows, for all input sent to them.
      {"window bank", "left_click(1, 2)", kForm, true},
      {"window zenity", "press(\"a\")", kForm, true},
      {"window bank", "press(\"a\")", kTerminal, false},
      {"window bank", "press(\"a\")", kUnknown, true},
      {"window bank", "screenshot()", kForm, false},
      {"window bank", "sleep(1)", kForm, false},
      // Lines.
      {"line in terminal", "type(\"ls\\n\")", kTerminal, true},
      {"line in terminal", "type(\"ls\\ncd\")", kTerminal, true},
      {"line in terminal", "paste(\"ls\\r\")", kTerminal, true},
      {"line in terminal", "press(\"Return\")", kTerminal, true},
      {"line in terminal", "hotkey(\"ctrl\", \"m\")", kTerminal, true},
      // Shells run lines by more keys than these (readline(3), operate-and-get-next).
      {"line in terminal", "hotkey(\"ctrl\", \"o\")", kTerminal, true},
      {"line in terminal", "hold_key(\"alt+x\", 1)", kTerminal, true},
      {"line in terminal", "hotkey(\"altgr\", \"x\")", kTerminal, true},
      // Escape and a key are Alt and that key to a terminal.
      {"line in terminal", "press(\"Esc\")", kTerminal, true},
      {"line in terminal", "hold_key(\"escape\", 1)", kTerminal, true},
      {"line in terminal", "key_down(\"escape\")", kTerminal, true},
      {"line in terminal", "press(\"escape\")", kUnknown, true},
      {"line in terminal", "press(\"escape\")", kForm, false},
      // So are control characters the keys with Ctrl.
      {"line in terminal", "paste(\"ls\\u000f\")", kTerminal, true},
      {"line in terminal", "paste(\"\\u001b#\")", kTerminal, true},
      {"line in terminal", "type(\"ls\\u0000\")", kTerminal, true},
      {"line in terminal", "paste(\"l\\ts ü\\u007f\")", kTerminal, false},
      {"line in terminal", "paste(\"ls\\u000f\")", kForm, false},
      {"line in Order", "paste(\"ls\\u000b\")", kForm, true},
      {"line in terminal", "launch(\"a\\nb\")", kTerminal, false},
      // Copied text is pasted, including line ends.
      {"line in terminal", "hotkey(\"shift\", \"insert\")", kTerminal, true},
      {"line in terminal", "press(\"ins\")", kTerminal, true},
      {"line in terminal", "press(\"ins\")", kForm, false},
      {"line in terminal", "middle_click(1, 2)", kTerminal, true},
      {"line in terminal", "right_click(1, 2)", kTerminal, true},
      {"line in terminal", "mouse_down(\"Middle\")", kTerminal, true},
      {"line in terminal", "mouse_up(\"right\")", kTerminal, true},
      {"line in terminal", "mouse_down(\" Left \")", kTerminal, false},
      {"line in terminal", "middle_click(1, 2)", kForm, false},
      {"line in user", "middle_click(1, 2)", kTerminal, false},
      {"line in user", "press(\"escape\")", kTerminal, false},
      {"line in terminal", "double_left_click(1, 2)", kTerminal, false},
      {"line in terminal", "hotkey(\"ctrl\", \"o\")", kForm, false},
      {"line in terminal", "press(\"a\")", kTerminal, false},
      {"line in terminal", "hotkey(\"shift\", \"a\")", kTerminal, false},
      // A held key affects whichever window comes next.
      {"line in terminal", "key_down(\"ctrl\")", kForm, true},
      {"line in terminal", "key_down(\"alt_r\")", kForm, true},
      {"line in terminal", "key_down(\"shift\")", kForm, false},
      {"line in terminal", "key_up(\"ctrl\")", kTerminal, false},
      {"line in Order", "hotkey(\"ctrl\", \"c\")", kForm, false},
      {"line in Order", "hotkey(\"ctrl\", \"j\")", kForm, true},
      {"line in terminal", "type(\"ls\")", kTerminal, false},
      {"line in terminal", "type(\"ls\\n\")", kForm, false},
      {"line in terminal", "type(\"ls\\n\")", kUnknown, true},
      {"line in Order", "press(\"enter\")", kForm, true},
      {"line in terminal", "left_click(1, 2)", kTerminal, false},
  };
  for (const auto& each : cases) {
    const Result<RiskRule> rule = parse_risk_rule(each.rule);
    ASSERT_TRUE(rule.ok()) << each.rule << ": " << rule.error().message;
    const auto risk =
        risk_of(call_of(each.call), std::span(&rule.value(), 1), std::span(&each.window, 1));
    EXPECT_EQ(risk.has_value(), each.named) << each.rule << " / " << each.call;
    if (risk) {
      EXPECT_EQ(*risk, each.rule);
    }
  }
}

TEST(Risk, TheFirstMatchingRuleIsReported) {
  const std::vector<RiskRule> rules{parse_risk_rule("text x").value(),
                                    parse_risk_rule("launch").value()};
  EXPECT_EQ(risk_of(call_of("launch(\"xterm\")"), rules, {}), "text x");
  EXPECT_EQ(risk_of(call_of("launch(\"gedit\")"), rules, {}), "launch");
  EXPECT_EQ(risk_of(call_of("left_click(1, 2)"), rules, {}), std::nullopt);
}

TEST(Risk, WhatIsNoRuleIsRefused) {
  const std::string forms =
      "is not a rule: expected a tool's name, \"key NAME\", \"TOOL over NUMBER\", \"text PART\", "
      "\"window PART\" or \"line in PART\"";
  const std::pair<const char*, std::string> cases[] = {
      {"", forms},
      {"fly", forms},
      {"text", forms},
      {"text ", forms},
      {"paste over", forms},
      {"paste over x", forms},
      {"paste over -1", forms},
      {"press over 3", forms},
      {"line", forms},
      {"paste over 1000001", forms},
      {"key strg", "names no key"},
  };
  for (const auto& [written, why] : cases) {
    const Result<RiskRule> rule = parse_risk_rule(written);
    ASSERT_FALSE(rule.ok()) << written;
    EXPECT_EQ(rule.error().message, why) << written;
  }
}
}  // namespace
}  // namespace franz
