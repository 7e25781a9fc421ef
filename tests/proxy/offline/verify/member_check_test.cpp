#include "proxy/offline/verify/member_check.h"
#include <gtest/gtest.h>
#include "common/wire/executor_messages.h"
#include "tests/support/joined.h"

namespace franz::proxy {
namespace {
std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

TEST(AddedMembers, AreThoseThatFranzNeverWrites) {
  struct Row {
    std::string text, written, added;
  };
  const std::vector<Row> rows = {
      {R"({"a":1,"b":[1,{"c":"x"}]})", R"({"b":[2,{"c":"y"}],"a":3.5,"d":1})", ""},
      {R"({"a":1,"x":null,"y":{}})", R"({"a":1})", "x y "},
      {R"({"a":{"b":{"x":1}}})", R"({"a":{"b":{}}})", "a.b.x "},
      {R"({"a":[1,2,3]})", R"({"a":[1]})", "a[1] a[2] "},
      {R"({"a":[{"b":1},{"b":1,"x":1}]})", R"({"a":[{"b":1},{"b":1}]})", "a[1].x "},
      {R"({"a":{"b":1}})", R"({"a":null})", "a "},
      {R"({"a":"text"})", R"({"a":{"b":1}})", "a "},
      {R"({"a":null})", R"({"a":{"b":1}})", ""},
      {R"({"1":1,"2":1,"3":1,"4":1})", "{}", "1 2 3 "},
  };
  for (const Row& row : rows) {
    std::string added;
    for (const std::string& each : added_members(row.text, row.written, 3)) added += each + " ";
    EXPECT_EQ(added, row.added) << row.text;
  }
}

// In the form in which a record contains the orchestrator's messages.
TurnRecord whole_record() {
  ExecutorRequest request;
  request.options.turn = 3;
  request.options.run_dir = "/run";
  request.options.window = WindowTarget{"1", "title", "app", 7};
  request.options.seen = Seen{{0, 0, 640, 480}, {512, 288}};
  request.tools = {{"drag", true}};
  request.desktop.only_windows = {"a"};
  request.pointer = MapPoint{1, 2};
  ExecutorReply reply;
  reply.answers = {{R"("a")", R"("b")", false}};
  reply.error = CallFailure{"TypeError", "text", 2};
  reply.done = "";
  reply.pointer = MapPoint{3, 4};
  reply.items = {
      {"drag(1, 2, 3, 4)", "drag", 1, "id", "n", Outcome::done, "", Point{1, 2}, Point{3, 4}},
      {{}, "x", 2, {}, {}, Outcome::malformed, "b", {}, {}}};
  reply.warnings = {{"c", "w"}};
  TurnRecord record;
  record.turn = 3;
  record.attempt = 1;
  record.executor_in = to_json_without_reply(request);
  record.executor_out = to_json_without_screenshot(reply);
  record.response.emplace();
  record.response->usage.emplace();
  record.picture.emplace();
  record.degraded = {"d"};
  record.detail = R"({"any":"thing"})";
  return record;
}

std::string found_in_record(const std::string& json, bool same_version) {
  const Result<TurnRecord> record = parse_turn_record(json);
  EXPECT_TRUE(record.ok()) << record.error().message;
  std::string found;
  for (const Finding& finding : check_record_members(json, record.value(), same_version))
    found += to_line(finding) + "|";
  return found;
}

TEST(MemberCheck, ReportsUnknownMembersOfARecord) {
  const std::string whole = to_json(whole_record());
  EXPECT_EQ(found_in_record(whole, true), "");
  EXPECT_EQ(found_in_record(to_json(parse_turn_record(whole).value()), true), "");
  const std::string in = "turn 3: turn_0003.json: ",
                    added = ": no version of FRANZ writes it there: it was added|";
  struct Row {
    std::string before, more, place;
  };
  const std::vector<Row> rows = {
      {R"("protocol":"franz.turn)", R"("x":1,)", "x"},
      {R"("verdict")", R"("x":{},)", "sst.x"},
      {R"("finish_reason")", R"("x":1,)", "response.x"},
      {R"("prompt_tokens")", R"("x":1,)", "response.usage.x"},
      {R"("temperature")", R"("x":1,)", "request.x"},
      {R"("first_byte")", R"("x":1,)", "latency_ms.x"},
      {R"("bytes":0,"sha256":"","width")", R"("x":1,)", "image.x"},
      {R"("in":{)", R"("x":1,)", "executor.x"},
      {R"("dialect")", R"("x":1,)", "executor.in.x"},
      {R"("classic")", R"("x":1,)", "executor.in.marks.x"},
      {R"("items")", R"("x":1,)", "executor.out.x"},
      {R"("why":"b")", R"("x":1,)", "executor.out.items[1].x"},
  };
  for (const Row& row : rows) {
    const std::string json = replaced(whole, row.before, row.more + row.before);
    EXPECT_EQ(found_in_record(json, true), joined({in, row.place, added}));
    EXPECT_EQ(found_in_record(json, false),
              joined({"turn 3: another version of FRANZ may have written it: ", row.place, "|"}));
  }
}

TEST(MemberCheck, ReportsUnknownMembersOfAState) {
  LoopState state;
  state.turn = 3;
  state.reply = Reply{"\"x\"", {{"\"c\"", "\"drag\"", "{}"}}};
  state.seen = Seen{{0, 0, 640, 480}, {512, 288}};
  state.acting = Acting{4, whole_record().executor_in, whole_record().executor_out};
  const std::string whole = to_json(state);
  const auto found_in = [](const std::string& json) {
    std::string found;
    for (const Finding& finding : check_state_members(json, parse_loop_state(json).value(), true))
      found += to_line(finding) + "|";
    return found;
  };
  EXPECT_EQ(found_in(whole), "");
  const std::string added = ": no version of FRANZ writes it there: it was added|";
  EXPECT_EQ(found_in(replaced(whole, R"("turn":3,)", R"("turn":3,"x":1,)")),
            "state.json: x" + added);
  EXPECT_EQ(found_in(replaced(whole, R"("dialect")", R"("x":1,"dialect")")),
            "state.json: acting.in.x" + added);
  EXPECT_EQ(found_in(replaced(whole, R"("blocks")", R"("x":1,"blocks")")),
            "state.json: acting.result.x" + added);
}
}  // namespace
}  // namespace franz::proxy
