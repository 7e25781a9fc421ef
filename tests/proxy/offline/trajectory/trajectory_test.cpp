#include "proxy/offline/trajectory/trajectory.h"
#include <gtest/gtest.h>
#include <functional>
#include <string>
#include <vector>

namespace franz::proxy {
namespace {
ActionItem item(const std::string& call, Outcome outcome = Outcome::done) {
  ActionItem made;
  if (!call.empty()) made.call = call;
  made.written = call.empty() ? "clik(1)" : call;
  made.outcome = outcome;
  return made;
}

Trajectory two_steps() {
  Trajectory trajectory;
  trajectory.run = "2c3a90e36f908252";
  trajectory.name = "run_1";
  trajectory.version = "0.1.0";
  trajectory.profile = "pilot";
  trajectory.objective = "Enter \"Paris\"";
  trajectory.finish = Finish{FinishReason::done, "done: entered"};
  TrajectoryStep first;
  first.turn = 1;
  first.time = "2026-11-29T12:00:00.250Z";
  first.model = "demo";
  first.reply = "I click.";
  first.reasoning = "The field is empty.";
  first.actions = {item("left_click(500, 250)"), item(""), item("type(\"Paris\\n\")")};
  first.feedback = "OK: 2 actions executed.";
  first.before = {"turn_0001.png", {1001, 501}};
  first.after = {"turn_0002.png", {1001, 501}};
  first.usage = TokenUsage{.prompt_tokens = 700, .completion_tokens = 22, .cached_tokens = 100};
  first.model_ms = 300.5;
  first.verdict = "first";
  TrajectoryStep second;
  second.turn = 2;
  second.time = "2026-11-29T12:00:02.000Z";
  second.model = "demo";
  second.reply = "Done.";
  second.before = {"turn_0002.png", {1001, 501}};
  second.verdict = "ok";
  trajectory.steps = {first, second};
  return trajectory;
}

const std::vector<std::string> kPictures{"turn_0001.png", "turn_0002.png"};

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}
}  // namespace

TEST(Trajectory, IsValidAtif) {
  const std::string json = to_atif(two_steps());
  EXPECT_EQ(atif_problems(json, kPictures), std::vector<std::string>());
  for (
      const char* const part :
      {R"("schema_version":"ATIF-v1.7","session_id":"2c3a90e36f908252")",
       R"("step_id":1,"source":"user","message":[{"type":"text","text":"Enter \"Paris\""},)"
       R"({"type":"image","source":{"media_type":"image/png","path":"turn_0001.png"}}])",
       R"("reasoning_content":"The field is empty.")",
       R"({"tool_call_id":"call_1_1","function_name":"left_click","arguments":{"x":500,"y":250}})",
       R"x("malformed_calls":["clik(1)"])x",
       R"("observation":{"results":[{"content":[{"type":"text","text":"OK: 2 actions executed."},)",
       R"("metrics":{"prompt_tokens":700,"completion_tokens":22,"cached_tokens":100)",
       R"("total_steps":3)", R"("finished":{"reason":"done","text":"done: entered"})"})
    EXPECT_NE(json.find(part), std::string::npos) << part << "\n" << json;
}

// One violation for each rule of the format.
TEST(Trajectory, ACheckerOfAtifNamesEachViolation) {
  struct Case {
    const char *from, *to, *problem;
  };
  const Case cases[] = {
      {R"("schema_version":"ATIF-v1.7")", R"("schema_version":"2")",
       "/schema_version: expected ATIF-v1.0 to ATIF-v1.8"},
      {R"("session_id":)", R"("session":)", "/session: expected no such member"},
      {R"("name":"franz",)", "", "/agent/name: expected a text"},
      {R"("version":"0.1.0")", R"("version":1)", "/agent/version: expected a text"},
      {R"("step_id":2)", R"("step_id":7)", "/steps/1/step_id: expected 2"},
      {R"("source":"agent")", R"("source":"robot")",
       "/steps/1/source: expected system, user or agent"},
      {R"("source":"user")", R"("source":"user","model_name":"x")",
       "/steps/0/model_name: expected only in a step of the agent"},
      {R"("source":"user")", R"("source":"user","observation":{"results":[]})",
       "/steps/0/observation: expected only in a step of agent or system"},
      {R"("message":"I click.")", R"("message":7)",
       "/steps/1/message: expected a text or a list of parts"},
      {R"("timestamp":"2026-11-29T12:00:00.250Z")", R"("timestamp":"noon")",
       "/steps/0/timestamp: expected a time as ISO 8601 writes it"},
      {R"({"type":"image","source")", R"({"type":"image","text":"x","source")",
       "/steps/0/message/1/text: expected no such member"},
      {"image/png", "image/bmp", "/steps/0/message/1/source/media_type: expected an image's type"},
      {R"("path":"turn_0001.png")", R"("path":"../turn_0001.png")",
       "/steps/0/message/1/source/path: expected a relative path without .."},
      {R"("path":"turn_0001.png")", R"("path":"other.png")",
       "/steps/0/message/1/source/path: expected a file beside the trajectory"},
      {R"("type":"text")", R"("type":"sound")", "/steps/0/message/0/type: expected text or image"},
      {R"("tool_call_id":"call_1_3")", R"("tool_call_id":"call_1_1")",
       "/steps/1/tool_calls/1/tool_call_id: expected another id than an earlier call"},
      {R"("arguments":{"x":500,"y":250})", R"("arguments":[500])",
       "/steps/1/tool_calls/0/arguments: expected an object"},
      {R"({"content":)", R"({"source_call_id":"none","content":)",
       "/steps/1/observation/results/0/source_call_id: expected the id of a call of this step"},
      {R"("prompt_tokens":700)", R"("prompt_tokens":7.5)",
       "/steps/1/metrics/prompt_tokens: expected a whole number"},
      {R"("metrics":{)", R"("llm_call_count":0,"metrics":{)",
       "/steps/1/metrics: expected none without a call of the model"},
      {R"("total_steps":3)", R"("total_steps":-3)",
       "/final_metrics/total_steps: expected a whole number"},
  };
  const std::string json = to_atif(two_steps());
  for (const Case& each : cases) {
    const std::vector<std::string> problems =
        atif_problems(replaced(json, each.from, each.to), kPictures);
    ASSERT_FALSE(problems.empty()) << each.problem;
    EXPECT_EQ(problems.front(), each.problem);
  }
  EXPECT_EQ(
      atif_problems(
          R"({"schema_version":"ATIF-v1.7","agent":{"name":"a","version":"1"},"steps":[]})", {}),
      (std::vector<std::string>{"/steps: expected a list that is not empty"}));
  EXPECT_EQ(atif_problems("[]", {}).size(), 1U);
}

TEST(Trajectory, ActionsAsPyautogui) {
  const Size screen{1001, 501};
  struct Case {
    const char *call, *pixels, *relative;
  };
  const Case cases[] = {
      {"left_click(500, 250)", "pyautogui.click(x=500, y=125)", "pyautogui.click(x=0.5, y=0.25)"},
      {"double_left_click(0, 1000)", "pyautogui.doubleClick(x=0, y=500)",
       "pyautogui.doubleClick(x=0.0, y=1.0)"},
      {"drag(0, 0, 1000, 2000)",
       "pyautogui.moveTo(x=0, y=0)\npyautogui.dragTo(x=1000, y=500, button=\"left\")",
       "pyautogui.moveTo(x=0.0, y=0.0)\npyautogui.dragTo(x=1.0, y=1.0, button=\"left\")"},
      {"scroll(500, 500)", "pyautogui.scroll(-3, x=500, y=250)",
       "pyautogui.scroll(-3, x=0.5, y=0.5)"},
      {"type(\"a \\\"b\\\"\\n\")", "pyautogui.write(\"a \\\"b\\\"\\n\")",
       "pyautogui.write(\"a \\\"b\\\"\\n\")"},
      {"hotkey(\"ctrl\", \"s\")", "pyautogui.hotkey(\"ctrl\", \"s\")",
       "pyautogui.hotkey(\"ctrl\", \"s\")"},
      {"sleep(2)", "time.sleep(2.0)", "time.sleep(2.0)"},
      {"screenshot()", "", ""},
      {"launch(\"xterm\")", "", ""},
      {"not a call", "", ""},
  };
  for (const Case& each : cases) {
    EXPECT_EQ(pyautogui_code(each.call, screen), each.pixels) << each.call;
    EXPECT_EQ(pyautogui_code(each.call, std::nullopt), each.relative) << each.call;
  }
}

TEST(Trajectory, InOsworldsAndAgentNetsForms) {
  Trajectory trajectory = two_steps();
  trajectory.success = true;
  trajectory.partial = 1;
  const std::vector<TrajectoryFile> osworld =
      trajectory_files(trajectory, TrajectoryFormat::osworld);
  ASSERT_EQ(osworld.size(), 2U);
  EXPECT_EQ(osworld[0].name, "traj.jsonl");
  EXPECT_EQ(osworld[0].text.substr(0, osworld[0].text.find('\n')),
            R"({"step_num":1,"action_timestamp":"20261129@120000",)"
            R"x("action":"pyautogui.click(x=500, y=125)","response":"I click.","reward":0,)x"
            R"("done":false,"info":{},"screenshot_file":"turn_0002.png"})");
  EXPECT_EQ(osworld[1].name, "result.txt");
  EXPECT_EQ(osworld[1].text, "1\n");
  const std::string agentnet = to_agentnet(trajectory);
  for (const char* const part :
       {R"("task_completed":true)", R"({"index":0,"image":"turn_0001.png")",
        R"x("code":"pyautogui.click(x=0.5, y=0.25)")x",
        R"x("code":"computer.terminate(status=\"success\")")x"})
    EXPECT_NE(agentnet.find(part), std::string::npos) << part << agentnet;
  const std::string lines = to_jsonl(trajectory);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 2);
  EXPECT_NE(lines.find(R"("tool":"left_click","arguments":{"x":500,"y":250})"), std::string::npos)
      << lines;
}
}  // namespace franz::proxy
