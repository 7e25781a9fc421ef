#include <gtest/gtest.h>
#include "common/formats/holo/reply.h"
#include "common/formats/trained_feedback.h"
#include "tests/common/formats/trained_reading.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
std::string reply_json(const std::string& call) {
  return R"({"note": null, "thought": "It is there.", "tool_call": )" + call + "}";
}

std::string read_call(const std::string& call) {
  return shown_reading(read_text(read_holo, reply_json(call)));
}
}  // namespace

TEST(Holo, ReadsItsTools) {
  const struct {
    const char *call, *expected;
  } rows[] = {
      {R"({"tool_name":"click","element":"Continue button","x":932,"y":880})",
       "left_click(932, 880)"},
      {R"({"tool_name":"click","element":"here"})",
       "invalid_args: x: it is missing; expected [x, y]"},
      {R"({"tool_name":"click","coordinates":[1,2]})", "left_click(1, 2)"},
      {R"({"tool_name":"click","x":1})", "invalid_args: x: expected two numbers, got one"},
      {R"({"tool_name":"click","coordinate":"there"})",
       "invalid_args: coordinate: expected [x, y], got \"there\""},
      {R"({"tool_name":"Click_At","x":"1","y":"2"})", "left_click(1, 2)"},
      {R"({"tool_name":"double_click","x":1,"y":2})", "double_left_click(1, 2)"},
      {R"({"tool_name":"triple_click","x":1,"y":2})", "triple_click(1, 2)"},
      {R"({"tool_name":"right_click","x":1,"y":2})", "right_click(1, 2)"},
      {R"({"tool_name":"middle_click","x":1,"y":2})", "middle_click(1, 2)"},
      {R"({"tool_name":"hover","x":1,"y":2})", "move(1, 2)"},
      {R"({"tool_name":"move_to"})", "invalid_args: x: it is missing; expected [x, y]"},
      {R"({"tool_name":"drag_and_drop","start_x":1,"start_y":2,"end_x":3,"end_y":4})",
       "drag(1, 2, 3, 4)"},
      {R"({"tool_name":"drag_and_drop","x":1,"y":2,"to_x":3,"to_y":4})", "drag(1, 2, 3, 4)"},
      {R"({"tool_name":"drag_to","x":3,"y":4})", "drag(500, 500, 3, 4)"},
      {R"({"tool_name":"drag","start":[1,2],"end":[3,4]})", "drag(1, 2, 3, 4)"},
      {R"({"tool_name":"drag"})", "invalid_args: x: it is missing; expected [x, y]"},
      {R"({"tool_name":"write","content":"Grüße","press_enter":false})", "type(\"Grüße\")"},
      {R"({"tool_name":"write","content":"a","press_enter":true})",
       "type(\"a\"); press(\"enter\")"},
      {R"({"tool_name":"write","content":"","press_enter":true})", "press(\"enter\")"},
      {R"({"tool_name":"write","content":""})", "empty_text: there is nothing to type"},
      {R"({"tool_name":"write","content":"a","x":1,"y":2,"clear":true})",
       "left_click(1, 2); hotkey(\"ctrl\", \"a\"); type(\"a\")"},
      {R"({"tool_name":"write"})",
       "invalid_args: content: it is missing: there is nothing to type"},
      {R"({"tool_name":"press_key","key":"Return"})", "press(\"enter\")"},
      {R"({"tool_name":"press_key","key":"ctrl+c"})", "hotkey(\"ctrl\", \"c\")"},
      {R"({"tool_name":"press_key","key":"tab","repeat":2})", "press(\"tab\"); press(\"tab\")"},
      {R"({"tool_name":"press_key"})", "invalid_args: key: no key is named"},
      {R"({"tool_name":"press_key","key":"strg"})", "invalid_key: no key is called \"strg\""},
      {R"({"tool_name":"hotkey","keys":["ctrl","shift","t"]})",
       "hotkey(\"ctrl\", \"shift\", \"t\")"},
      {R"({"tool_name":"scroll","direction":"up","x":1,"y":2})", "scroll(1, 2, 5)"},
      {R"({"tool_name":"scroll","direction":"down","amount":3})", "scroll(500, 500, -3)"},
      {R"({"tool_name":"scroll","direction":"right","amount":300})", "hscroll(500, 500, 3)"},
      {R"({"tool_name":"scroll","direction":"in"})",
       "invalid_args: direction: expected up, down, left or right, got \"in\""},
      {R"({"tool_name":"scroll","amount":"much"})",
       "invalid_args: amount: expected a number, got \"much\""},
      {R"({"tool_name":"wait","seconds":2})", "sleep(2)"},
      {R"({"tool_name":"wait","seconds":60})", "sleep(5)"},
      {R"({"tool_name":"wait"})", "sleep(2)"},
      {R"({"tool_name":"screenshot"})", "screenshot()"},
      {R"({"tool_name":"answer","content":"It is 42."})", "done: It is 42."},
      {R"({"tool_name":"hitl_confirm","question":"Shall I?"})",
       "no_person: nobody answers questions during the run: decide, or end it with what is "
       "missing"},
      {R"({"element":"x"})", "invalid_args: tool_name: it is missing"},
      {R"("click")", "invalid_args: tool_call: expected an object, got \"click\""},
  };
  for (const auto& [call, expected] : rows) EXPECT_EQ(read_call(call), expected) << call;
  EXPECT_EQ(read_call(R"({"tool_name":"clik","x":1,"y":2})"),
            "unknown_tool: there is no tool \"clik\"; did you mean click? The tools are: click, "
            "double_click, triple_click, right_click, middle_click, hover, drag_and_drop, write, "
            "press_key, hotkey, scroll, wait, screenshot, answer, ask_user");
}

TEST(Holo, ReadsItsFormsAndItsModelsErrors) {
  const struct {
    const char *text, *expected;
  } rows[] = {
      {R"({"note":null,"thought":"a","tool_call":{"tool_name":"wait"}})", "sleep(2) [holo_json]"},
      {"```json\n{\"tool_call\":{\"tool_name\":\"wait\"}}\n```",
       "sleep(2) [holo_json, code_fence]"},
      {"<think>{\"tool_call\":1}</think>\n{\"tool_call\":{\"tool_name\":\"wait\"}}",
       "sleep(2) [holo_json]"},
      {"I {wait}: { \"tool_call\":{\"tool_name\":\"wait\"}} now",
       "sleep(2) [holo_json, text_around]"},
      {R"({"tool_call":{"tool_name":"wait")", "sleep(2) [holo_json, unclosed_json]"},
      {"{'tool_call': {'tool_name': 'write', 'content': 'a}'}}",
       "type(\"a}\") [holo_json, python_literals]"},
      {R"({"thought":"a","tool_name":"wait","seconds":1})", "sleep(1) [holo_json, flat_call]"},
      {R"({"tool_call":{"tool_name":"wait","parameters":{"seconds":1}}})",
       "sleep(1) [holo_json, nested_arguments]"},
      {R"({"tool_call":{"name":"wait","arguments":{"seconds":1}}})",
       "sleep(1) [holo_json, nested_arguments]"},
      {R"({"tool_call":[{"tool_name":"wait"},{"tool_name":"screenshot"}]})",
       "sleep(2); screenshot() [holo_json, call_list]"},
      {R"({"x":932,"y":880})", "left_click(932, 880) [localiser]"},
      {R"({"action":"click_absolute","x":932,"y":880})", "left_click(932, 880) [localiser]"},
      {R"({"note":"n","thought":"t","tool_call":null})", "error: no_call []"},
      {R"({"tool_call":{"tool_name":"write","content":"hal)",
       "invalid_json: the object could not be read: expected JSON [holo_json]"},
      {R"({"a":1})", "error: no_call []"},
      {"I am finished.", "error: no_call []"},
      {"", "error: no_call []"},
  };
  for (const auto& [text, expected] : rows)
    EXPECT_EQ(shown_reading(read_text(read_holo, text), true), expected) << text;
}

TEST(Holo, ReadsServerParsedCalls) {
  const auto read = [](const std::string& name, const std::string& arguments) {
    const Reading reading =
        read_reply(read_holo, {"\"\"", {{"\"c1\"", quote_json(name), arguments}}});
    EXPECT_TRUE(reading.items.empty() || reading.items[0].id == "c1");
    return shown_reading(reading, true);
  };
  EXPECT_EQ(read("click", R"("{\"element\":\"a\",\"x\":1,\"y\":2}")"),
            "left_click(1, 2) [tool_calls]");
  EXPECT_EQ(read("click", R"({"x":1,"y":2})"), "left_click(1, 2) [tool_calls]");
  EXPECT_EQ(read("wait", R"("")"), "sleep(2) [tool_calls]");
  EXPECT_EQ(read("act", R"({"note":"n","tool_call":{"tool_name":"wait"}})"),
            "sleep(2) [tool_calls]");
  EXPECT_EQ(read("act", R"({"tool_name":"wait"})"), "sleep(2) [tool_calls]");
  EXPECT_EQ(read("answer", R"({"content":"7"})"), "done: 7 [tool_calls]");
  EXPECT_EQ(read("click", R"("[1,2]")"),
            "invalid_json: the arguments are not a JSON object [tool_calls]");
}

TEST(Holo, KeepsTheThoughtAsReasonAndTheToolAsWritten) {
  const Reading reading = read_text(
      read_holo, "Now:\n" + reply_json(R"({"tool_name":"click","element":"OK","x":1,"y":2})"));
  ASSERT_EQ(reading.items.size(), 1U);
  EXPECT_EQ(reading.items[0].note, "It is there.");
  EXPECT_EQ(reading.items[0].written, R"(click({"element":"OK","x":1,"y":2}))");
  EXPECT_EQ(reading.items[0].line, 2);
}

// Holo 2 and 3 count to 1000, Holo 1.x in pixels of its own resized picture.
TEST(Holo, TakesPlacesInItsModelsScale) {
  const std::string text = reply_json(R"({"tool_name":"click","x":967,"y":487})");
  EXPECT_EQ(shown_reading(read_text(read_holo, text)), "left_click(967, 487)");
  // 1000x500 becomes 1008x504.
  EXPECT_EQ(shown_reading(read_text(read_holo, text, {Coordinates::Kind::pixels, 1000, 28})),
            "left_click(960.278, 968.191)");
}

TEST(Holo, ReadsAnyTextInLinearTime) {
  for (const std::string piece : {"{", "{ ", "{\"", "{'a':", "}", "\"", "[{\"a\":[",
                                  "{\"tool_call\":{", "{}", "\\", "```json\n"}) {
    const auto text_of = [&](std::size_t count) {
      std::string text = "{\"tool_call\":";
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return (piece == "{" ? "" : "x") + text;
    };
    EXPECT_LT(
        growth(text_of(10'000), text_of(160'000), 64,
               [](const std::string& text) { static_cast<void>(read_text(read_holo, text)); }),
        64)
        << piece;
  }
}
}  // namespace franz
