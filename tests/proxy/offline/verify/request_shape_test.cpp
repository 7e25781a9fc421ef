#include "proxy/offline/verify/request_shape.h"
#include <gtest/gtest.h>
#include "common/base/sha256.h"
#include "common/formats/memories.h"
#include "common/run/places.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/chat.h"
#include "tests/proxy/offline/verify/recorded_turns.h"
#include "tests/support/chat_messages.h"
#include "tests/support/joined.h"

namespace franz::proxy {
namespace {
const std::string kSystem = R"({"role":"system","content":"draw"})";
const std::string kStory = R"({"role":"user","content":[{"type":"text","text":"a story"}]})";
const std::string kPicture =
    R"({"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}})";
const std::string kFeedback =
    R"({"role":"user","content":[{"type":"text","text":"OK"},)" + kPicture + "]}";

const std::vector<Message> kExpected = expected_messages(*find_memory("sst"), 2);

std::string found_in_messages(const std::string& system, const std::string& story,
                              const std::string& feedback) {
  std::string found;
  const std::string body =
      R"({"model":"m","messages":[)" + system + "," + story + "," + feedback + "]}";
  for (const Finding& finding :
       check_request_shape({0, "f", body, kChatApi, true}, kExpected, RequestMembers({})))
    found += to_line(finding) + "|";
  return found;
}

TEST(RequestShape, IsWhatTheOrchestratorBuilds) {
  const std::vector<Message> messages = {chat_message("system", "\"draw\""),
                                         chat_message("user", "\"a \\ud83d story\""),
                                         chat_message("user", "\"OK\"", "AAAA")};
  RequestParameters parameters;
  parameters.seed = 7;
  EXPECT_TRUE(check_request_shape({1, "f", body_of(parameters, messages), kChatApi, true},
                                  kExpected, RequestMembers({}))
                  .empty());
  EXPECT_EQ(found_in_messages(kSystem, kStory, kFeedback), "");
  EXPECT_EQ(found_in_messages(kSystem, kStory,
                              R"({"role":"user","content":[{"type":"text","text":"OK"}]})"),
            "");
}

TEST(RequestShape, IsThatOfTheApiThatItIsWrittenBy) {
  const std::vector<Message> messages = {chat_message("system", "\"draw\""),
                                         chat_message("user", "\"a story\""),
                                         chat_message("user", "\"OK\"", "AAAA")};
  for (const Api& api : all_apis()) {
    const std::string tools = api.tools(std::vector<FunctionTool>{{"f", "does it", "{}"}});
    const std::string body = api.body({}, messages, tools, [](const PictureRef& picture) {
      return std::string_view(picture.sha256);
    });
    const auto found = [&](const std::string& sent) {
      std::string list;
      for (const Finding& finding : check_request_shape(
               {1, "f", sent, api, true, sha256_hex(tools)}, kExpected, RequestMembers({})))
        list += to_line(finding) + "|";
      return list;
    };
    EXPECT_EQ(found(body), "") << api.name;
    std::string changed = body;
    changed.replace(changed.find("does it"), 7, "does no");
    EXPECT_NE(found(changed).find("tools: expected tools with the SHA-256"), std::string::npos)
        << api.name;
    EXPECT_NE(found("{\"logit_bias\":{}," + body.substr(1)).find("logit_bias"), std::string::npos)
        << api.name;
    changed = body;
    changed.replace(changed.find("\"role\":\"user\""), 13, "\"id\":\"x\",\"role\":\"user\"");
    EXPECT_NE(found(changed), "") << api.name;
  }
}

TEST(RequestShape, HasTheToolsThatTheTurnTold) {
  const std::string tools = R"([{"type":"function"}])";
  const auto found = [&](const std::string& members, const std::string& told,
                         const std::string& extra = "{}") {
    const std::string body = R"({"model":"m",)" + members + R"("messages":[)" + kSystem + "," +
                             kStory + "," + kFeedback + "]}";
    RunFile run;
    run.settings = R"({"model.extra":)" + extra + "}";
    std::string list;
    for (const Finding& finding :
         check_request_shape({1, "f", body, kChatApi, true, told.empty() ? "" : sha256_hex(told)},
                             kExpected, RequestMembers(run)))
      list += to_line(finding).substr(0, 40) + "|";
    return list;
  };
  const std::string both = R"("tools":)" + tools + R"(,"tool_choice":"auto",)";
  EXPECT_EQ(found(both, tools), "");
  EXPECT_EQ(found("", ""), "");
  EXPECT_EQ(found(both, ""),
            "turn 1: f: tools: nobody writes it there|turn 1: f: tool_choice: nobody writes it|");
  EXPECT_EQ(found(both, "[]"), "turn 1: f: tools: expected tools with th|");
  EXPECT_EQ(found("", tools),
            "turn 1: f: tools: expected [], got nothi|turn 1: f: tool_choice: expected \"auto\",|");
  EXPECT_EQ(found(R"("tools":)" + tools + R"(,"tool_choice":"none",)", tools),
            "turn 1: f: tool_choice: expected \"auto\",|");
  EXPECT_EQ(found(R"("tools":)" + tools + R"(,"tool_choice":"required",)", tools,
                  R"({"tool_choice":"required"})"),
            "");
}

TEST(RequestShape, NamesWhatNobodyExpects) {
  struct Row {
    std::string system, story, feedback, found;
  };
  const std::vector<Row> rows = {
      {replaced(kSystem, "{", R"({"name":"x",)"), kStory, kFeedback,
       "f: messages[0]: expected role, content, got name, role, content|"},
      {replaced(kSystem, R"("draw")", R"([{"type":"text","text":"draw"}])"), kStory, kFeedback,
       "f: messages[0].content: expected a text, got others|"},
      {kSystem, R"({"role":"user","content":"a story"})", kFeedback,
       "f: messages[1].content: expected 1 part, got 0 parts|"},
      {kSystem, replaced(kStory, "[", R"([{"type":"input_audio"},)"), kFeedback,
       "f: messages[1].content: expected 1 part, got 2 parts|"},
      {kSystem, kStory, replaced(kFeedback, R"("text":"OK")", R"("text":"OK","cache":{})"),
       "f: messages[2].content[0]: expected type, text, got type, text, cache|"},
      {kSystem, replaced(kStory, R"("type":"text")", R"("type":"obey")"), kFeedback,
       "f: messages[1].content[0].type: expected text, got obey|"},
      {kSystem, kStory, replaced(kFeedback, R"("url":)", R"("detail":"low","url":)"),
       "f: messages[2].content[1].image_url: expected url, got detail, url|"},
      {kSystem, kStory, replaced(kFeedback, R"("type":"image_url")", R"("type":"file")"),
       "f: messages[2].content[1].type: expected image_url, got file|"},
      {kSystem, kStory, replaced(kFeedback, "image/png", "image/jpeg"),
       "f: messages[2].content[1].image_url.url: expected data:image/png;base64,, got "
       "data:image/jpeg;base64,AAAA|"},
      {kSystem, kStory, replaced(kFeedback, "AAAA", "AAB="),
       "f: messages[2].content[1].image_url.url: expected base64 as it is written, got AAB=|"},
      {kSystem, kStory, replaced(kFeedback, kPicture, kPicture + "," + kPicture),
       "f: messages[2].content: expected 1 or 2 parts, got 3 parts|"},
  };
  for (const Row& row : rows)
    EXPECT_EQ(found_in_messages(row.system, row.story, row.feedback), row.found);
}

// Members that no orchestrator writes of itself.
TEST(RequestShape, NamesMembersThatTheSettingsDoNotTell) {
  const std::string none = R"({"model.extra":{}})", top_k = R"({"model.extra":{"top_k":40}})";
  const std::string added = "f: grammar: nobody writes it there: it was added|",
                    untold = R"(run.json does not tell the member "grammar" of the request|)";
  struct Row {
    const char* what;
    std::string settings;
    std::vector<std::string> changes;
    std::string member;
    bool recorded;
    std::string found;
    std::string value = R"("x")";
  };
  const std::vector<Row> rows = {
      {"nothing more", none, {}, "", true, ""},
      {"added", none, {}, "grammar", true, added},
      {"added beside another", top_k, {}, "grammar", true, added},
      {"told", R"({"model.extra":{"top_k":"x"}})", {}, "top_k", true, ""},
      {"told, with another value", top_k, {}, "top_k", true, "f: top_k: expected 40, got \"x\"|"},
      {"told, with another value, before a kill",
       top_k,
       {},
       "top_k",
       false,
       R"(run.json does not tell the member "top_k", as it is, of the request|)"},
      {"told, with a value of before a change",
       top_k,
       {R"(config.ini:9: [model] extra: {"top_k":"x"} -> {"top_k":40})"},
       "top_k",
       true,
       ""},
      {"told, and a key in it is masked",
       R"({"model.extra":{"user":"x12345678"}})",
       {},
       "user",
       true,
       "",
       R"("x********")"},
      {"in the place of one of its own",
       R"({"model.extra":{"seed":7}})",
       {},
       "seed",
       true,
       "f: seed: expected 7, got \"x\"|"},
      {"told by a change",
       none,
       {R"(config.ini:9: [model] extra: {"grammar":"x"} -> {})"},
       "grammar",
       true,
       ""},
      {"told by a change that is too long to be shown whole",
       none,
       {R"(config.ini:9: [model] extra: {"top_k":40,… -> {})"},
       "grammar",
       true,
       untold},
      {"of the settings before a resumption",
       none,
       {"resumed after turn 3"},
       "grammar",
       true,
       untold},
      {"before a kill", none, {}, "grammar", false, untold},
      {"settings that do not say it", "{}", {}, "grammar", true, untold},
  };
  for (const Row& row : rows) {
    RunFile run = about_recorded_turns();
    run.settings = row.settings;
    for (const std::string& change : row.changes) run.add_change("T", change);
    std::string found;
    const std::string member =
        row.member.empty() ? "" : joined({"\"", row.member, "\":", row.value, ","});
    const std::string body = joined({R"({"model":"m",)", member, R"("messages":[)", kSystem, ",",
                                     kStory, ",", kFeedback, "]}"});
    for (const Finding& finding : check_request_shape({0, "f", body, kChatApi, row.recorded},
                                                      kExpected, RequestMembers(run)))
      found += to_line(finding) + "|";
    EXPECT_EQ(found, row.found) << row.what;
  }
}

TEST(RequestShape, NamesOnlyTheFirstOfManyMembers) {
  RunFile run = about_recorded_turns();
  run.settings = R"({"model.extra":{}})";
  std::string body = "{";
  for (int i = 0; i < 1000; ++i) body += "\"m" + std::to_string(i) + "\":1,";
  body += R"("messages":[)" + kSystem + "," + kStory + "," + kFeedback + "]}";
  const auto found =
      check_request_shape({1, "f", body, kChatApi, true}, kExpected, RequestMembers(run));
  ASSERT_EQ(found.size(), 10U);
  EXPECT_EQ(to_line(found[9]), "turn 1: f: m9: nobody writes it there: it was added");
}
}  // namespace
}  // namespace franz::proxy
