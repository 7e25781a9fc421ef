#include <gtest/gtest.h>
#include "common/formats/openai/reply.h"
#include "common/wire/computer_call.h"
#include "tests/common/formats/trained_reading.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
ReplyCall computer_call(const std::string& members, const std::string& id = "call_1") {
  return {quote_json(id), std::string(kComputerCallName),
          computer_call_arguments(
              {R"({"type":"reasoning","encrypted_content":"x"})",
               R"({"type":"computer_call","call_id":)" + quote_json(id) + "," + members + "}"})};
}

ReplyCall checked_call(const std::string& id = "call_1") {
  return computer_call(
      R"("action":{"type":"click","button":"left","x":1,"y":2},)"
      R"("pending_safety_checks":[{"id":"sc","code":"irrelevant_domain","message":"Another site"}])",
      id);
}

std::string read_members(const std::string& members, const Toolset& tools = Toolset::all()) {
  return shown_reading(read_reply(read_openai, {"\"\"", {computer_call(members)}}, {}, tools),
                       true);
}
std::string read_action(const std::string& action, const Toolset& tools = Toolset::all()) {
  return read_members(R"("action":)" + action, tools);
}
}  // namespace

TEST(OpenAi, ReadsItsActions) {
  const struct {
    const char *action, *expected;
  } rows[] = {
      {R"({"type":"click","button":"left","x":10,"y":20})", "left_click(10, 20)"},
      {R"({"type":"click","x":10,"y":20})", "left_click(10, 20)"},
      {R"({"type":"click","button":"right","x":10,"y":20})", "right_click(10, 20)"},
      {R"({"type":"click","button":"wheel","x":10,"y":20})", "middle_click(10, 20)"},
      {R"({"type":"click","button":"back","x":10,"y":20})",
       "no_button: the mouse has no button back; press alt+left"},
      {R"({"type":"click","button":"forward","x":10,"y":20})",
       "no_button: the mouse has no button forward; press alt+right"},
      {R"({"type":"click","button":"side","x":10,"y":20})",
       "invalid_args: button: expected left, middle or right, got \"side\""},
      {R"({"type":"click","button":"left","x":10,"y":20,"keys":["CTRL","SHIFT"]})",
       "key_down(\"ctrl+shift\"); left_click(10, 20); key_up(\"ctrl+shift\")"},
      {R"({"type":"click","button":"left","x":10})",
       "invalid_args: x: expected two numbers, got one"},
      {R"({"type":"click","button":"left","x":1e9,"y":0})",
       "invalid_place: the place is on no picture"},
      {R"({"type":"double_click","x":10,"y":20})", "double_left_click(10, 20)"},
      {R"({"type":"move","x":10,"y":20})", "move(10, 20)"},
      {R"({"type":"drag","path":[{"x":1,"y":2},{"x":3,"y":4}]})", "drag(1, 2, 3, 4)"},
      {R"({"type":"drag","path":[[1,2],[3,4]]})", "drag(1, 2, 3, 4)"},
      {R"({"type":"drag","path":[{"x":1,"y":2},{"x":3,"y":4},{"x":5,"y":6}]})",
       "move(1, 2); mouse_down(\"left\"); move(3, 4); move(5, 6); mouse_up(\"left\")"},
      {R"({"type":"drag","path":[{"x":1,"y":2}]})",
       "invalid_args: path: expected two places or more"},
      {R"({"type":"drag"})", "invalid_args: path: expected two places or more"},
      {R"({"type":"drag","path":[1,2]})", "invalid_args: path: expected places, got 1"},
      {R"({"type":"keypress","keys":["CTRL","A"]})", "hotkey(\"ctrl\", \"a\")"},
      {R"({"type":"keypress","keys":["ENTER"]})", "press(\"enter\")"},
      {R"({"type":"keypress","keys":["ARROWLEFT"]})", "press(\"left\")"},
      {R"({"type":"keypress","keys":[]})", "invalid_key: no key is named"},
      {R"({"type":"scroll","x":1,"y":2,"scroll_x":0,"scroll_y":300})", "scroll(1, 2, -3)"},
      {R"({"type":"scroll","x":1,"y":2,"scroll_x":0,"scroll_y":-40})", "scroll(1, 2, 1)"},
      {R"({"type":"scroll","x":1,"y":2,"scroll_x":200,"scroll_y":0})", "hscroll(1, 2, 2)"},
      {R"({"type":"scroll","x":1,"y":2,"scroll_x":200,"scroll_y":100})",
       "hscroll(1, 2, 2); scroll(1, 2, -1)"},
      {R"({"type":"type","text":"a\nb"})", "type(\"a\\nb\")"},
      {R"({"type":"type"})", "invalid_args: text: it is missing: there is nothing to type"},
      {R"({"type":"wait"})", "sleep(2)"},
      {R"({"type":"screenshot"})", "screenshot()"},
      {R"({"type":"zoom"})",
       "unknown_action: there is no action \"zoom\". The actions are: click, double_click, drag, "
       "keypress, move, screenshot, scroll, type, wait"},
      {R"({"x":1})", "invalid_args: the action has no type"},
  };
  for (const auto& row : rows)
    EXPECT_EQ(read_action(row.action), std::string(row.expected) + " [action]") << row.action;
}

TEST(OpenAi, ReadsBatches) {
  EXPECT_EQ(read_members(R"("actions":[{"type":"click","x":1,"y":2},{"type":"type","text":"x"}])"),
            "left_click(1, 2); type(\"x\") [actions]");
  EXPECT_EQ(read_members(R"("actions":[])"), "screenshot() [actions]");
  EXPECT_EQ(read_members(R"("status":"completed")"),
            "invalid_args: the computer call has no action []");
  const Reading two =
      read_reply(read_openai, {"\"\"",
                               {computer_call(R"("action":{"type":"wait"})", "a"),
                                {R"("f")", R"("drag")", R"("{}")"},
                                computer_call(R"("action":{"type":"wait"})", "b")}});
  EXPECT_EQ(shown_reading(two),
            "sleep(2); unknown_tool: there is no tool \"drag\", only the computer; sleep(2)");
}

TEST(OpenAi, DrawsAPathAsDragsIfNoButtonCanBeHeld) {
  Toolset tools = Toolset::all();
  tools.set(ToolId::mouse_down, false);
  EXPECT_EQ(
      read_action(R"({"type":"drag","path":[{"x":1,"y":2},{"x":3,"y":4},{"x":5,"y":6}]})", tools),
      "drag(1, 2, 3, 4); drag(3, 4, 5, 6) [action]");
}

TEST(OpenAi, EndsWithTheSecondMessageWithoutACall) {
  EXPECT_EQ(shown_reading(read_text(read_openai, "The form is filled in.\n")), "error: asked_back");
  EXPECT_EQ(shown_reading(read_second_text(read_openai, "The form is filled in.\n")),
            "done: The form is filled in.");
  EXPECT_EQ(shown_reading(read_text(read_openai, "")), "error: empty_reply");
}

TEST(OpenAi, DemandsConsentForSafetyChecks) {
  const Reading reading = read_reply(
      read_openai, {"\"\"",
                    {computer_call(R"("action":{"type":"wait"},"pending_safety_checks":[])", "a"),
                     checked_call("b")}});
  ASSERT_EQ(reading.items.size(), 2u);
  EXPECT_FALSE(reading.items[0].demand);
  EXPECT_EQ(reading.items[1].demand, "safety check of the model's server: Another site");
}

TEST(OpenAi, AnswersEachCallOnce) {
  const Reading reading = read_reply(
      read_openai,
      {"\"\"",
       {computer_call(R"("actions":[{"type":"click","x":1,"y":2},{"type":"type","text":"x"}])",
                      "a"),
        checked_call("b")}});
  const std::string list = R"j([{"id":"sc","code":"irrelevant_domain","message":"Another site"}])j";
  const struct {
    ItemResult typed, checked;
    std::string answer, feedback;
  } rows[] = {
      {{Outcome::done}, {Outcome::done}, list, ""},
      {{Outcome::done},
       {Outcome::refused, "the operator refused"},
       "",
       "NOT DONE: {\"type\":\"click\",\"button\":\"left\",\"x\":1,\"y\":2} -- the operator "
       "refused"},
      {{Outcome::refused, "no visible effect"},
       {Outcome::not_run},
       "",
       "NOT DONE: [{\"type\":\"click\",\"x\":1,\"y\":2},{\"type\":\"type\",\"text\":\"x\"}] -- no "
       "visible effect\nNOT DONE: {\"type\":\"click\",\"button\":\"left\",\"x\":1,\"y\":2} -- an "
       "action before it was not done"},
  };
  for (const auto& row : rows) {
    TurnFacts facts;
    facts.picture = true;
    const std::vector<ItemResult> results = {{Outcome::done}, row.typed, row.checked};
    const TurnReport report = report_openai(reading, results, facts);
    ASSERT_EQ(report.answers.size(), 2u);
    EXPECT_EQ(report.answers[0].id, R"("a")");
    EXPECT_EQ(report.answers[0].text, R"("[]")");
    EXPECT_TRUE(report.answers[0].picture);
    EXPECT_EQ(report.answers[1].text, quote_json(row.answer));
    EXPECT_EQ(report.feedback, row.feedback);
  }
}

TEST(OpenAi, ReadsHostileItemsInLinearTime) {
  const auto text_of = [](std::size_t count) {
    std::string actions;
    for (std::size_t i = 0; i < count; ++i)
      actions += (i > 0 ? "," : "") + std::string(R"({"type":"drag","path":[[1,2],[3,4],[5,6]]})");
    return R"("actions":[)" + actions + "]";
  };
  EXPECT_LT(
      growth(text_of(200), text_of(3200), 64, [](const std::string& text) { read_members(text); }),
      64);
}
}  // namespace franz
