#include "common/tools/surface_facts.h"
#include "proxy/demo_vlm/decide.h"
#include "tests/proxy/demo_vlm/format_checks.h"
#include "tests/proxy/demo_vlm/screen_pictures.h"

namespace franz::demo_vlm {
namespace {
const std::string kTask =
    "Fill in the form: Name = Ada, City = Köln, Street = \"Hinten im langen Garten\"";

std::string prompt(const std::string& rest) {
  return "You see " + std::string(find_surface_facts("desktop")->seen) +
         ".\nYour objective: " + kTask + "\n\n" + rest;
}

SeenRequest request(const std::string& picture, const std::string& rest = "") {
  SeenRequest seen;
  seen.system = prompt(rest);
  seen.picture = screen_picture(picture);
  return seen;
}

const std::string kTools =
    "Available tools:\n"
    "  left_click(x, y) -- click with the left button\n"
    "  screenshot() -- request a fresh screenshot\n"
    "  type(text) -- type text where the focus is\n";

TEST(ScreenFormats, PythonLearnsItsToolsThenFillsOneFieldAReply) {
  SeenRequest seen = request("form_one");
  const std::string first = decide(seen).text;
  EXPECT_TRUE(contains(first, "I know no tool called left_click."));
  EXPECT_FALSE(contains(first, "```python"));
  seen.story = first;
  seen.feedback = "SyntaxError: no ```python block found in your reply.\n\n" + kTools;
  const std::string second = decide(seen).text;
  EXPECT_TRUE(
      contains(second, "MY DRAWING PROGRESS\n[x] field 1  [>] field 2  [ ] field 3  [ ] button\n"));
  EXPECT_TRUE(contains(second, "\n```python\nleft_click(522, 518)\ntype(\"Köln\")\n```"));
  EXPECT_TRUE(contains(second, "I see a form with 3 fields, 1 of them filled in."));

  SeenRequest full = request("form_full");
  full.story = second;
  full.feedback = "2 actions executed.";
  const std::string third = decide(full).text;
  EXPECT_TRUE(contains(third, "\n```python\nleft_click(559, 634)\n```"));

  SeenRequest gone = request("terminal");
  gone.story = third;
  const std::string fourth = decide(gone).text;
  EXPECT_TRUE(contains(fourth, "[x] confirmed"));
  EXPECT_TRUE(contains(fourth, "\n```python\nscreenshot()\n```"));
  gone.story = fourth;
  EXPECT_TRUE(contains(decide(gone).text, "what was to be done is done"));
}

TEST(ScreenFormats, ActionsAreWrittenInTheirSections) {
  const std::string rest =
      "Your actions:\n" + kTools.substr(kTools.find('\n') + 1) + "\nNARRATIVE:\n\nACTIONS:\n";
  const Reply reply = decide(request("form_empty", rest));
  EXPECT_TRUE(
      reply.text.starts_with("NARRATIVE:\nI see a form with 3 fields, 0 of them filled in."));
  EXPECT_TRUE(
      contains(reply.text, "Progress: [>] field 1  [ ] field 2  [ ] field 3  [ ] button\n"));
  EXPECT_TRUE(reply.text.ends_with("\n\nACTIONS:\nleft_click(522, 462)\ntype(\"Ada\")"))
      << reply.text;
}

AnsweredCall answered(const SpokenCall& call) {
  return {call.name, call.arguments, "{\"ok\":true}"};
}

TEST(ScreenFormats, ToolCallsLookAfterWhatTheyTyped) {
  SeenRequest seen = request("form_empty");
  seen.conversation.tools = {"observe_screen", "click_element", "type_text"};
  seen.conversation.task = kTask;
  std::vector<std::string> calls;
  const auto turn = [&](std::optional<std::string> picture) {
    const Reply reply = decide(seen);
    std::string said = reply.calls.empty() ? "said: " + reply.text : "";
    std::vector<AnsweredCall> answers;
    for (const SpokenCall& call : reply.calls) {
      said += call.name + " " + call.arguments;
      answers.push_back(answered(call));
    }
    seen.conversation.exchanges.push_back({reply.text, answers, ""});
    if (picture) {
      seen.picture = screen_picture(*picture);
      seen.conversation.seen_at = seen.conversation.exchanges.size();
    }
    return said;
  };
  EXPECT_EQ(turn({}), R"(click_element {"label":"field 1","box":[522,462]})");
  EXPECT_EQ(turn({}), R"(type_text {"text":"Ada"})");
  EXPECT_EQ(turn("form_one"), "observe_screen {}");
  EXPECT_EQ(turn({}), R"(click_element {"label":"field 2","box":[522,518]})");
  EXPECT_EQ(turn({}), R"(type_text {"text":"Köln"})");
  EXPECT_EQ(turn("form_full"), "observe_screen {}");
  EXPECT_EQ(turn({}), R"(click_element {"label":"confirming button","box":[559,634]})");
  EXPECT_EQ(turn("terminal"), "observe_screen {}");
  EXPECT_EQ(turn("terminal"), "observe_screen {}");
  const std::string result = turn({});
  EXPECT_TRUE(contains(result, "said: <think>")) << result;
  EXPECT_TRUE(contains(result, "The dialog is gone")) << result;
}

std::string context(int turn, const std::string& steps) {
  return R"({"picture":{"width":1280,"height":720},"turn":)" + std::to_string(turn) +
         R"(,"actions_history":[)" + steps + R"(],"complaints":[]})";
}

TEST(ScreenFormats, StepsNamePixelsOfThePictureAndEndWithDone) {
  const std::string tools = "  sleep(secs) -- Wait.\n";
  SeenRequest seen = request("form_empty", tools);
  seen.texts = {context(1, ""), "OBJECTIVE:\n" + kTask};
  EXPECT_EQ(
      decide(seen).text,
      R"({"steps":[{"tool":"mouse","args":{"x":668,"y":333,"action":"click"},)"
      R"("human_readable_justification":"I see a form with 3 fields, 0 of them filled in. )"
      R"(I click into field 1, which is empty, and type Ada."},)"
      "\n "
      R"({"tool":"write","args":{"text":"Ada"},"human_readable_justification":"In field 1."}],)"
      R"("done":null})");
  const std::string click =
      R"j({"turn":4,"step":1,"action":"mouse {\"x\":716,\"y\":456}","why":"I click the button that confirms it, at (559, 634).","outcome":"done"})j";
  const std::string wait =
      R"j(,{"turn":5,"step":1,"action":"sleep {\"secs\":1}","outcome":"done",)j"
      R"j("why":"The dialog is gone. I look once more, to be sure (wait 1)."})j";
  SeenRequest gone = request("terminal", tools);
  gone.texts = {context(5, click)};
  EXPECT_TRUE(contains(decide(gone).text, R"({"steps":[{"tool":"sleep","args":{"secs":1})"));
  gone.texts = {context(6, click + wait)};
  EXPECT_TRUE(decide(gone).text.starts_with(R"({"steps":[],"done":"I see a screen with neither)"));
}
}  // namespace
}  // namespace franz::demo_vlm
