#include "proxy/offline/verify/request_check.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/sha256.h"
#include "common/formats/memories.h"
#include "common/run/places.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/chat.h"
#include "tests/support/chat_messages.h"

namespace franz::proxy {
namespace {
const std::string kSystem = R"({"role":"system","content":"draw"})";
const std::string kStory = R"({"role":"user","content":[{"type":"text","text":"a story"}]})";
const std::string kPicture =
    R"({"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}})";
const std::string kFeedback =
    R"({"role":"user","content":[{"type":"text","text":"OK"},)" + kPicture + "]}";

const std::vector<Message> kExpected = expected_messages(*find_memory("sst"), 2);

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

std::string found_in(const std::string& body, const std::string& settings = "{}",
                     const std::string& tools = "", const Api& api = kChatApi,
                     std::size_t shown = 1000) {
  const Result<RequestView> view = api.read(body);
  EXPECT_TRUE(view.ok()) << body;
  RequestBody request{0, "f", body, view.value(), api};
  request.tools_sha256 = tools.empty() ? "" : sha256_hex(tools);
  request.settings = settings;
  request.system_sha256 = sha256_hex("draw");
  std::string found;
  for (const Finding& finding : check_body(request, kExpected))
    found += to_line(finding).substr(0, shown) + "|";
  return found;
}

std::string body_with(const std::string& members) {
  return R"({"model":"m",)" + members + R"("messages":[)" + kSystem + "," + kStory + "," +
         kFeedback + "]}";
}

std::string found_in_messages(const std::string& system, const std::string& story,
                              const std::string& feedback) {
  return found_in(R"({"model":"m","messages":[)" + system + "," + story + "," + feedback + "]}");
}

TEST(RequestCheck, AcceptsTheOrchestratorsRequest) {
  const std::vector<Message> messages = {chat_message("system", "\"draw\""),
                                         chat_message("user", "\"a \\ud83d story\""),
                                         chat_message("user", "\"OK\"", "AAAA")};
  RequestParameters parameters;
  parameters.seed = 7;
  EXPECT_EQ(found_in(body_of(parameters, messages)), "");
  EXPECT_EQ(found_in_messages(kSystem, kStory, kFeedback), "");
  EXPECT_EQ(found_in_messages(kSystem, kStory,
                              R"({"role":"user","content":[{"type":"text","text":"OK"}]})"),
            "");
}

TEST(RequestCheck, UsesTheRequestsApi) {
  const std::vector<Message> messages = {chat_message("system", "\"draw\""),
                                         chat_message("user", "\"a story\""),
                                         chat_message("user", "\"OK\"", "AAAA")};
  for (const Api& api : all_apis()) {
    const std::string tools = api.tools(std::vector<FunctionTool>{{"f", "does it", "{}"}});
    const std::string body = api.body({}, messages, tools, [](const PictureRef& picture) {
      return std::string_view(picture.sha256);
    });
    const auto found = [&](const std::string& sent) { return found_in(sent, "{}", tools, api); };
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

TEST(RequestCheck, RequiresTheRecordedTools) {
  const std::string tools = R"([{"type":"function"}])";
  const auto found = [&](const std::string& members, const std::string& told,
                         const std::string& extra = "{}") {
    return found_in(body_with(members), R"({"model.extra":)" + extra + "}", told, kChatApi, 31);
  };
  const std::string both = R"("tools":)" + tools + R"(,"tool_choice":"auto",)";
  EXPECT_EQ(found(both, tools), "");
  EXPECT_EQ(found("", ""), "");
  EXPECT_EQ(found(both, ""), "f: tools: expected nothing, got|f: tool_choice: expected nothin|");
  EXPECT_EQ(found(both, "[]"), "f: tools: expected tools with t|");
  EXPECT_EQ(found("", tools), "f: tool_choice: expected \"auto\"|f: tools: expected [], got noth|");
  EXPECT_EQ(found(R"("tools":)" + tools + R"(,"tool_choice":"none",)", tools),
            "f: tool_choice: expected \"auto\"|");
  EXPECT_EQ(found(R"("tools":)" + tools + R"(,"tool_choice":"required",)", tools,
                  R"({"tool_choice":"required"})"),
            "");
}

TEST(RequestCheck, ReportsUnexpectedMembers) {
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

// Members that no orchestrator writes by itself.
TEST(RequestCheck, ReportsMembersMissingFromTheSettings) {
  const std::string top_k = R"({"model.extra":{"top_k":40}})";
  struct Row {
    std::string settings, member, found;
  };
  const std::vector<Row> rows = {
      {"{}", "", ""},
      {"{}", R"("grammar":"x",)", R"(f: grammar: expected nothing, got "x"|)"},
      {top_k, R"("grammar":"x",)", R"(f: grammar: expected nothing, got "x"|)"},
      {top_k, R"("top_k":40,)", ""},
      {top_k, R"("top_k":"x",)", R"(f: top_k: expected 40, got "x"|)"},
      {R"({"model.extra":{"user":"x12345678"}})", R"("user":"x********",)", ""},
      {R"({"model.extra":{"seed":7}})", R"("seed":8,)", "f: seed: expected 7, got 8|"},
      {"{}", R"("seed":8,)", ""},
  };
  for (const Row& row : rows)
    EXPECT_EQ(found_in(body_with(row.member), row.settings), row.found) << row.member;
}

TEST(RequestCheck, NamesOnlyTheFirstOfManyMembers) {
  std::string members;
  for (int i = 0; i < 1000; ++i) members += "\"m" + std::to_string(i) + "\":1,";
  const std::string found = found_in(body_with(members));
  EXPECT_EQ(std::count(found.begin(), found.end(), '|'), 10);
}

TEST(RequestCheck, ReportsAnotherSystemMessage) {
  EXPECT_EQ(found_in_messages(replaced(kSystem, "draw", "drew"), kStory, kFeedback),
            "f: sha256 of messages[0]: expected " + sha256_hex("draw") + ", got " +
                sha256_hex("drew") + "|");
}
}  // namespace
}  // namespace franz::proxy
