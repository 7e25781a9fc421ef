#include "proxy/dashboard/changed_request.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/wire/api/apis.h"

namespace franz::proxy {
namespace {
std::string shown(const Result<std::string>& result) {
  return result.ok() ? result.value() : "failure: " + result.error().message;
}

TEST(TurnQuestion, NamesTheFirstWrongField) {
  const std::string turn = R"({"turn":7,)";
  const std::vector<std::pair<std::string, std::string>> rows = {
      {R"({"turn":7})", "turn 7"},
      {turn + R"("model":null,"temperature":null,"system":null})", "turn 7"},
      {turn + R"("model":"b","temperature":0,"system":""})", "turn 7, model b, 0, system "},
      {R"({})", "/turn: expected 1..999999999"},
      {R"({"turn":0})", "/turn: expected 1..999999999"},
      {turn + R"("model":""})", "/model: expected a name of 1 to 200 bytes"},
      {turn + R"("model":")" + std::string(201, 'm') + R"("})",
       "/model: expected a name of 1 to 200 bytes"},
      {turn + R"("model":7})", "/model: expected a text"},
      {turn + R"("temperature":2.5})", "/temperature: expected a number from 0 to 2"},
      {turn + R"("temperature":"hot"})", "/temperature: expected a number from 0 to 2"},
      {turn + R"("system":["a"]})", "/system: expected a text"},
      {"[]", "expected one JSON object"},
  };
  for (const auto& [json, expected] : rows) {
    const Result<TurnQuestion> read = parse_turn_question(json);
    std::string got;
    if (!read.ok()) {
      got = read.error().message;
    } else {
      const RequestChanges& changes = read.value().changes;
      got = "turn " + std::to_string(read.value().turn);
      if (changes.model) got += ", model " + *changes.model;
      if (changes.temperature) got += ", " + std::to_string(static_cast<int>(*changes.temperature));
      if (changes.system) got += ", system " + *changes.system;
    }
    EXPECT_TRUE(got.starts_with(expected)) << json << "\n" << got;
  }
}

TEST(ChangedRequest, ReplacesOnlyWhatWasChanged) {
  // A lone surrogate, an unnecessary escape and a blank stay as the recorder stored them.
  const std::string rest = R"({"role":"assistant","content":"a\ud800\u0041 b" },7.0e0])";
  const std::string chat =
      R"({"model":"a", "temperature": 0.7,"messages":[{"role":"system","content":"old"},)" + rest +
      "}";
  RequestChanges none, model, all;
  model.model = "b\"";
  all.model = "b";
  all.temperature = 0.25;
  all.system = "new\n\"rules\"";
  const Api& api = *find_api("chat");
  EXPECT_EQ(shown(change_request(api, chat, none)), chat);
  EXPECT_EQ(shown(change_request(api, chat, model)),
            R"({"model":"b\"", "temperature": 0.7,"messages":[{"role":"system","content":"old"},)" +
                rest + "}");
  EXPECT_EQ(shown(change_request(api, chat, all)),
            R"({"model":"b", "temperature": 0.25,"messages":[{"role":"system",)"
            R"("content":"new\n\"rules\""},)" +
                rest + "}");
}

TEST(ChangedRequest, KnowsTheSystemMessageOfEachApi) {
  struct Row {
    const char *api, *body, *expected;
  };
  const std::vector<Row> rows = {
      // The last of equal members counts, and is the one that changes.
      {"chat", R"({"model":"a","model":"c","messages":[{"role":"system","content":"s"}]})",
       R"({"temperature":1,"model":"a","model":"b","messages":[{"role":"system","content":"t"}]})"},
      {"chat",
       R"({"messages":[{"role":"system","content":[{"type":"text","text":"s"}]}],"model":"a"})",
       R"({"temperature":1,"messages":[{"role":"system","content":[{"type":"text","text":"t"}]}],"model":"b"})"},
      {"responses",
       R"({"model":"a","input":[{"role":"system","content":[{"type":"input_text","text":"s"}]}]})",
       R"({"temperature":1,"model":"b","input":[{"role":"system","content":[{"type":"input_text","text":"t"}]}]})"},
      {"chat", R"({"model":"a","messages":[{"role":"user","content":"s"}]})",
       "failure: the request has no system message that is one text"},
      {"chat",
       R"({"model":"a","messages":[{"role":"system","content":[{"type":"text","text":"s"},{"type":"text","text":"s"}]}]})",
       "failure: the request has no system message that is one text"},
      {"chat", R"([1])", "failure: expected a JSON object"},
      {"chat", R"({"model":)", "failure: no JSON at position 9"},
  };
  RequestChanges changes;
  changes.model = "b";
  changes.temperature = 1;
  changes.system = "t";
  for (const Row& row : rows)
    EXPECT_EQ(shown(change_request(*find_api(row.api), row.body, changes)), row.expected)
        << row.body;
}
}  // namespace
}  // namespace franz::proxy
