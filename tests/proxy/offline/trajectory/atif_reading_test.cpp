#include "proxy/offline/trajectory/atif_reading.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/base/json_string.h"
#include "common/wire/executor_messages.h"
#include "proxy/offline/trajectory/trajectory.h"

namespace franz::proxy {
namespace {
// A trajectory of another producer with everything that has a place in a run.
constexpr const char* kForeign = R"({"schema_version":"ATIF-v1.6","session_id":"s",
"agent":{"name":"terminus","version":"2.0","model_name":"big"},"future":[1],
"steps":[
{"step_id":1,"source":"system","message":"Be careful."},
{"step_id":2,"source":"user","message":[{"type":"text","text":"Book a table"},
 {"type":"image","source":{"media_type":"image/png","path":"./images/first.png"}}]},
{"step_id":3,"timestamp":"2025-10-16T14:30:05.5+02:00","source":"agent","message":"I open \u0041 site.",
 "reasoning_content":"Closed.","future":1,
 "tool_calls":[{"tool_call_id":"c1","function_name":"open","arguments":{"url":"x"}},
  {"tool_call_id":"c2","function_name":"left_click","arguments":{"x":1,"y":2}}],
 "observation":{"results":[{"source_call_id":"c1","content":"opened"},
  {"source_call_id":"c2","content":[{"type":"text","text":"a form"},
   {"type":"image","source":{"media_type":"image/jpeg","path":"data:image/jpeg;base64,AAAA"}}]}]},
 "metrics":{"prompt_tokens":1200,"completion_tokens":40,"cached_tokens":1000}},
{"step_id":4,"source":"user","message":"At eight."},
{"step_id":5,"source":"agent","message":"Yes.","model_name":"small",
 "observation":{"results":[{"content":[
  {"type":"image","source":{"media_type":"image/png","path":"https://example.org/x.png"}},
  {"type":"image","source":{"media_type":"image/webp","path":"x.webp"}}]},
  {"subagent_trajectory_ref":[{"session_id":"b"}]}]}}],
"final_metrics":{"total_prompt_tokens":1200,"total_cost_usd":0.5},
"subagent_trajectories":[{}],"continued_trajectory_ref":"next.json"})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

std::string problem_of(const std::string& json) {
  const Result<AtifRun> read = read_atif(json);
  return read.ok() ? "" : read.error().message;
}

std::vector<ActionItem> actions_of(const TurnRecord& record) {
  const Result<ExecutorReply> out = recorded_executor_reply(record.executor_out);
  return out.ok() ? out.value().items : std::vector<ActionItem>();
}

// As the page gets it: it must be a record that our reader accepts.
TurnRecord stored(const TurnRecord& record) {
  const Result<TurnRecord> read = parse_turn_record(to_json(record));
  EXPECT_TRUE(read.ok()) << read.error().message;
  return read.ok() ? read.value() : TurnRecord{};
}
}  // namespace

TEST(AtifReading, AReplyFollowsWhatWasSeenBeforeIt) {
  const Result<AtifRun> read = read_atif(kForeign);
  ASSERT_TRUE(read.ok()) << read.error().message;
  const AtifRun& run = read.value();
  EXPECT_EQ(run.format + " " + run.agent + " " + run.agent_version, "ATIF-v1.6 terminus 2.0");
  EXPECT_EQ(run.model, "big");
  EXPECT_EQ(run.objective, "Book a table");
  EXPECT_EQ(run.remarks,
            (std::vector<std::string>{"the trajectory's totals: 1200 tokens in, 0.5 USD",
                                      "1 trajectory of a subagent is in the file and not shown",
                                      "the trajectory continues in next.json"}));
  ASSERT_EQ(run.turns.size(), 3U);

  const TurnRecord first = stored(run.turns[0].record);
  EXPECT_EQ(first.feedback, "\"[system] Be careful.\"");
  EXPECT_EQ(run.turns[0].picture->path, "images/first.png");
  EXPECT_EQ(first.time, "2025-10-16T12:30:05.500Z");
  EXPECT_EQ(first.model, "big");
  // The bytes of the file, with its escape.
  EXPECT_EQ(first.response->text, "\"I open \\u0041 site.\"");
  EXPECT_EQ(first.response->reasoning, "\"Closed.\"");
  EXPECT_EQ(calls_json(first.response->calls),
            R"([{"id":"c1","name":"open","arguments":{"url":"x"}},)"
            R"({"id":"c2","name":"left_click","arguments":{"x":1,"y":2}}])");
  EXPECT_EQ(first.response->usage->prompt_tokens, 1200);
  EXPECT_EQ(first.response->usage->cached_tokens, 1000);
  EXPECT_EQ(first.verdict, Verdict::unwitnessed);

  const TurnRecord second = stored(run.turns[1].record);
  EXPECT_EQ(decode_json_string(second.feedback),
            "[open] opened\n[left_click] a form\n[user] At eight.");
  EXPECT_EQ(run.turns[1].picture->data, "AAAA");
  ASSERT_EQ(actions_of(second).size(), 2U);
  EXPECT_EQ(actions_of(second)[0].id, "c1");
  EXPECT_EQ(actions_of(second)[0].written, "open({\"url\":\"x\"})");
  // Places of another producer are not 0 to 1000.
  EXPECT_FALSE(actions_of(second)[1].call);
  EXPECT_EQ(second.model, "small");
  EXPECT_EQ(second.time, "");

  const TurnRecord last = stored(run.turns[2].record);
  EXPECT_FALSE(last.response);
  EXPECT_FALSE(run.turns[2].picture);
  EXPECT_EQ(last.degraded, (std::vector<std::string>{"picture not imported: remote address",
                                                     "picture not imported: it is image/webp"}));
  EXPECT_EQ(last.feedback, "\"[the work of 1 subagent, not shown]\"");
}

// A picture that was not imported is not replaced by one that was seen before it.
TEST(AtifReading, ShowsNoOlderPictureAsSeen) {
  const std::string image = R"({"type":"image","source":{"path":")";
  const auto turn = [&](const std::string& first, const std::string& second) {
    const Result<AtifRun> read =
        read_atif(R"({"schema_version":"ATIF-v1.0","agent":{"name":"a","version":"1"},"steps":[)"
                  R"({"source":"user","message":[)" +
                  image + first + "\"}}]}," + R"({"source":"user","message":[)" + image + second +
                  "\"}}]}," + R"({"source":"agent","message":""}]})");
    EXPECT_TRUE(read.ok()) << read.error().message;
    std::string found = read.value().turns[0].picture ? read.value().turns[0].picture->path : "";
    for (const std::string& why : read.value().turns[0].record.degraded) found += "|" + why;
    for (const std::string& remark : read.value().remarks) found += "|note: " + remark;
    return found;
  };
  EXPECT_EQ(turn("a.png", "b.png"),
            "b.png|note: turn 1: only the last picture is shown, without 1 earlier one");
  EXPECT_EQ(turn("http://x/a.png", "b.png"),
            "b.png|note: turn 1: picture not imported: remote address");
  EXPECT_EQ(turn("a.png", "http://x/b.png"),
            "|picture not imported: remote address|note: turn 1: the newest picture was not "
            "imported; 1 older one is not shown");
  EXPECT_EQ(turn("a.png", "data:image/gif;base64,AAAA").substr(0, 38),
            "|picture not imported: it is image/gif");
}

TEST(AtifReading, ReadsWhatWeExport) {
  ActionItem click, wrong;
  click.call = click.written = "left_click(500, 250)";
  click.outcome = Outcome::refused;
  click.why = "no window";
  wrong.written = "clik(1)";
  wrong.outcome = Outcome::malformed;
  Trajectory trajectory;
  trajectory.run = "2c3a90e36f908252";
  trajectory.version = "0.1.0";
  trajectory.objective = "Enter \"Paris\"";
  trajectory.finish = Finish{FinishReason::done, "done: entered"};
  TrajectoryStep step;
  step.turn = 1;
  step.time = "2026-11-29T12:00:00.250Z";
  step.model = "demo";
  step.reply = "I click.";
  step.actions = {click, wrong};
  step.feedback = "Refused.";
  step.before = {"turn_0001.png", {1001, 501}};
  step.after = {"turn_0002.png", {1001, 501}};
  step.usage = TokenUsage{.prompt_tokens = 700, .completion_tokens = 22};
  step.model_ms = 300.5;
  step.verdict = "first";
  trajectory.steps = {step};
  const Result<AtifRun> read = read_atif(to_atif(trajectory));
  ASSERT_TRUE(read.ok()) << read.error().message;
  const AtifRun& run = read.value();
  ASSERT_EQ(run.turns.size(), 2U);
  const TurnRecord first = stored(run.turns[0].record), closing = stored(run.turns[1].record);
  EXPECT_EQ(run.finish, trajectory.finish);
  EXPECT_EQ(run.objective, trajectory.objective);
  EXPECT_EQ(first.verdict, Verdict::unwitnessed);
  EXPECT_EQ(first.model_ms, 300.5);
  EXPECT_TRUE(first.response->calls.empty());  // FRANZ read them in the text
  const std::vector<ActionItem> actions = actions_of(closing);
  ASSERT_EQ(actions.size(), 2U);
  EXPECT_EQ(actions[0].call, click.call);
  EXPECT_FALSE(actions[0].id);
  EXPECT_EQ(actions[0].outcome, Outcome::refused);
  EXPECT_EQ(actions[0].why, "no window");
  EXPECT_EQ(actions[1].written, "clik(1)");
  EXPECT_EQ(actions[1].outcome, Outcome::malformed);
  EXPECT_EQ(run.turns[1].picture->path, "turn_0002.png");
}

TEST(AtifReading, NamesWhatItRefuses) {
  struct Case {
    const char *from, *to, *problem;
  };
  const Case cases[] = {
      {"ATIF-v1.6", "ATIF-v2.0", "/schema_version: expected ATIF-v1.0 or a later ATIF-v1"},
      {R"("name":"terminus")", R"("name":7)", "/agent/name: expected a text"},
      {R"("agent":{)", R"("agent":[{)", ""},
      {R"("source":"system")", R"("source":"robot")", "/steps/0/source: expected "},
      {R"("message":"Be careful.")", R"("message":7)",
       "/steps/0/message: expected a text or a list of parts"},
      {R"("type":"text","text":"Book a table")", R"("type":"sound")",
       "/steps/1/message/0/type: expected text or image"},
      {R"("text":"Book a table")", R"("text":[])", "/steps/1/message/0/text: expected a text"},
      {"./images/first.png", "/etc/shadow.png",
       "/steps/1/message/1/source/path: expected a relative path without .., : and \\"},
      {"./images/first.png", "images/../../first.png",
       "/steps/1/message/1/source/path: expected a relative path without .., : and \\"},
      {"./images/first.png", "C:/first.png",
       "/steps/1/message/1/source/path: expected a relative path without .., : and \\"},
      {"./images/first.png", "..\\\\first.png",
       "/steps/1/message/1/source/path: expected a relative path without .., : and \\"},
      {"./images/first.png", "",
       "/steps/1/message/1/source/path: expected a relative path without .., : and \\"},
      {"data:image/jpeg;base64,AAAA", "data:text/html,x",
       "/steps/2/observation/results/1/content/1/source/path: expected data:image/png;base64,…"},
      {"2025-10-16T14:30:05.5+02:00", "noon",
       "/steps/2/timestamp: expected a time as ISO 8601 writes it"},
      {R"("reasoning_content":"Closed.")", R"("reasoning_content":{})",
       "/steps/2/reasoning_content: expected a text"},
      {R"({"url":"x"})", R"(["x"])", "/steps/2/tool_calls/0/arguments: expected an object"},
      {R"("function_name":"open")", R"("function_name":null)",
       "/steps/2/tool_calls/0/function_name: expected a text"},
      {R"("prompt_tokens":1200)", R"("prompt_tokens":-1)",
       "/steps/2/metrics/prompt_tokens: expected "},
      {R"("results":[{"source_call_id":"c1","content":"opened"},)", R"("results":[7,)",
       "/steps/2/observation/results/0: expected an object"},
      {R"("total_cost_usd":0.5)", R"("total_cost_usd":"0.5")",
       "/final_metrics/total_cost_usd: expected "},
      {R"("session_id":"s")", R"("session_id":"s","session_id":"t")", "/session_id: given twice"},
  };
  for (const Case& each : cases) {
    const std::string problem = problem_of(replaced(kForeign, each.from, each.to));
    EXPECT_TRUE(problem.starts_with(each.problem) && !problem.empty()) << each.problem << "\n"
                                                                       << problem;
  }
  EXPECT_EQ(problem_of(R"({"schema_version":"ATIF-v1.0","agent":{"name":"a","version":"1"},)"
                       R"("steps":[{"source":"user","message":"x"}]})"),
            "/steps: expected a step of the agent");
  EXPECT_FALSE(problem_of("[]").empty());
  EXPECT_FALSE(problem_of("\xff{").empty());
}

TEST(AtifReading, HasLimits) {
  const std::string long_text(kMaxAtifText + 1, 'x');
  EXPECT_EQ(problem_of(replaced(kForeign, "Closed.", long_text)),
            "/steps/2/reasoning_content: expected at most 1048576 bytes of text");
  EXPECT_EQ(problem_of(replaced(kForeign, "I open \\u0041 site.", long_text)),
            "/steps/2/message: expected at most 1048576 bytes of text");
  // Each is short enough, and together they are not.
  const std::string half(kMaxAtifText / 2 + 1, 'x');
  EXPECT_EQ(problem_of(replaced(replaced(kForeign, "opened", half), "a form", half)),
            "/steps/2/observation/results/1: expected at most 1048576 bytes of text");
  // What FRANZ adds about calls counts with them.
  const auto own = [](const std::string& outcomes, const std::string& malformed) {
    return R"({"schema_version":"ATIF-v1.0","agent":{"name":"franz","version":"1"},"steps":[)"
           R"({"source":"agent","message":"","tool_calls":[{"tool_call_id":"a",)"
           R"("function_name":"x"},{"tool_call_id":"a","function_name":"x"}],"extra":{"outcomes":[)" +
           outcomes + R"(],"malformed_calls":[)" + malformed + "]}}]}";
  };
  EXPECT_EQ(problem_of(own("", quote_json(half))), "");
  EXPECT_EQ(problem_of(own(R"({"tool_call_id":"a","why":")" + half + "\"}", "")),
            "/steps/0/tool_calls: expected at most 1048576 bytes of text");
  EXPECT_EQ(problem_of(own("", quote_json(half) + "," + quote_json(half))),
            "/steps/0/extra/malformed_calls: expected at most 1048576 bytes of text");
  std::string steps =
      R"({"schema_version":"ATIF-v1.0","agent":{"name":"a","version":"1"},"steps":[)";
  for (std::size_t i = 0; i <= kMaxAtifSteps; ++i) steps += "{},";
  steps.back() = ']';
  EXPECT_EQ(problem_of(steps + "}"), "/steps: expected at most 10000 steps");
}

TEST(AtifReading, TimesAreConvertedToUtc) {
  struct Case {
    const char *iso, *utc;
  };
  const Case cases[] = {
      {"2025-10-16T14:30:05Z", "2025-10-16T14:30:05.000Z"},
      {"2025-10-16T14:30:05", "2025-10-16T14:30:05.000Z"},
      {"2025-10-16 14:30:05.1234567", "2025-10-16T14:30:05.123Z"},
      {"2025-10-16T00:30:05.25+02:00", "2025-10-15T22:30:05.250Z"},
      {"2025-12-31T23:30:00-0100", "2026-01-01T00:30:00.000Z"},
      {"2025-02-30T00:00:00Z", ""},
      {"2025-10-16T14:30:05+2", ""},
      {"2025-10-16T14:30:05.Z", ""},
      {"2025-10-16", ""},
      {"", ""},
  };
  for (const Case& each : cases) EXPECT_EQ(utc_of_iso(each.iso).value_or(""), each.utc) << each.iso;
}

TEST(AtifReading, PathsStayInTheirFolder) {
  struct Case {
    std::string path, inside;
  };
  const Case cases[] = {
      {"a.png", "a.png"}, {"./images/./a.png", "images/a.png"},
      {"..a/b", "..a/b"}, {"/a", ""},
      {"../a", ""},       {"a/../b", ""},
      {"a//b", ""},       {"a/", ""},
      {"", ""},           {"a\\b", ""},
      {"C:a", ""},        {std::string("a\0b", 3), ""},
      {".", ""},          {std::string(2000, 'a'), ""},
  };
  for (const Case& each : cases) EXPECT_EQ(path_inside(each.path), each.inside) << each.path;
  for (const char* const url : {"https://x", "file:///etc/passwd", "HTTP://x", "s3+x://y"})
    EXPECT_TRUE(has_scheme(url)) << url;
  for (const char* const path : {"C:/x", "a/b:c", "a.png", ":x", "", "2025-10-16T14:30:05.png"})
    EXPECT_FALSE(has_scheme(path)) << path;
}

TEST(AtifReading, CallsOfOurToolsAreCanonical) {
  struct Case {
    const char *tool, *arguments, *call;
  };
  const Case cases[] = {
      {"left_click", R"({"x":500,"y":0.5})", "left_click(500, 0.5)"},
      {"type", R"({"text":"a \"b\""})", "type(\"a \\\"b\\\"\")"},
      {"hotkey", R"({"keys":["ctrl","s"]})", "hotkey(\"ctrl\", \"s\")"},
      {"scroll", R"({"x":1,"y":2})", "scroll(1, 2)"},
      {"scroll", R"({"x":1,"y":2,"amount":-3})", "scroll(1, 2, -3)"},
      {"screenshot", "{}", "screenshot()"},
      {"left_click", R"({"x":500})", ""},
      {"left_click", R"({"x":"1","y":2})", ""},
      {"left_click", R"({"x":1,"y":2,"z":3})", ""},
      {"bash", R"({"command":"ls"})", ""},
  };
  for (const Case& each : cases)
    EXPECT_EQ(canonical_of(each.tool, each.arguments).value_or(""), each.call) << each.arguments;
}
}  // namespace franz::proxy
