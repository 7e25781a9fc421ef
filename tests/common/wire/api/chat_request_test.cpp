#include "common/wire/api/chat_request.h"
#include <gtest/gtest.h>
#include "common/base/data_uri.h"
#include "common/settings/kinds.h"
#include "tests/support/chat_messages.h"

namespace franz {
namespace {
const std::vector<Message> kMessages = {
    chat_message("system", R"("Be \"brief\".")"),
    chat_message("user", R"("\ud83d\/")"),
    chat_message("user", R"("OK")", "QUJD"),
};
const std::string kMessagesJson =
    R"("messages":[{"role":"system","content":"Be \"brief\"."},)"
    R"({"role":"user","content":[{"type":"text","text":"\ud83d\/"}]},)"
    R"({"role":"user","content":[{"type":"text","text":"OK"},)"
    R"({"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}}]}]})";

RequestParameters parameters() {
  RequestParameters parameters;
  parameters.model = "m";
  return parameters;
}
}  // namespace

TEST(ChatRequest, IsWrittenAsServersRequire) {
  EXPECT_EQ(body_of(parameters(), kMessages),
            R"({"model":"m","temperature":0.7,"top_p":0.9,"max_tokens":900,"stream":true,)"
            R"("stream_options":{"include_usage":true},)" +
                kMessagesJson);
}

TEST(ChatRequest, SendsStreamOptionsOnlyWithAStream) {
  RequestParameters single = parameters();
  single.stream = false;
  EXPECT_EQ(body_of(single, kMessages),
            R"({"model":"m","temperature":0.7,"top_p":0.9,"max_tokens":900,"stream":false,)" +
                kMessagesJson);
  RequestParameters refused = parameters();
  refused.ask_usage = false;
  EXPECT_EQ(body_of(refused, kMessages),
            R"({"model":"m","temperature":0.7,"top_p":0.9,"max_tokens":900,"stream":true,)" +
                kMessagesJson);
}

TEST(ChatRequest, MergesSeedAndExtra) {
  RequestParameters merged = parameters();
  merged.seed = 7;
  merged.extra = parse_extra(R"( {"top_k":40,"temperature":0,"max_tokens":null,"unknown":null,
                      "max_completion_tokens":5,"chat_template_kwargs":{"enable_thinking":false}})",
                             kChatKind.reserved)
                     .value();
  EXPECT_EQ(body_of(merged, kMessages),
            R"({"model":"m","temperature":0,"top_p":0.9,"seed":7,"top_k":40,)"
            R"("max_completion_tokens":5,"chat_template_kwargs":{"enable_thinking":false},)"
            R"("stream":true,"stream_options":{"include_usage":true},)" +
                kMessagesJson);
}

TEST(ChatRequest, RefusesAnExtraThatTheLoopDependsOn) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "0 members"},
      {" \n", "0 members"},
      {"{}", "0 members"},
      {R"({"top_k":40,"a/b~c":1})", "2 members"},
      {"[1]", "extra: expected one JSON object"},
      {R"({"top_k":40,"top_k":41})", "extra: /top_k: given twice"},
      {R"({"messages":[]})", R"(extra: "messages" may not be set here: the loop depends on it)"},
      {R"({"stream":false})", R"(extra: "stream" may not be set here: the loop depends on it)"},
      {R"({"tools":[]})", R"(extra: "tools" may not be set here: the loop depends on it)"},
      {R"({"stream_options":{}})",
       R"(extra: "stream_options" may not be set here: the loop depends on it)"},
  };
  for (const auto& [json, expected] : cases) {
    const auto extra = parse_extra(json, kChatKind.reserved);
    EXPECT_EQ(
        extra.ok() ? std::to_string(extra.value().size()) + " members" : extra.error().message,
        expected)
        << "for " << json;
  }
}

TEST(ChatRequest, QuotesAPictureThatIsNotBase64) {
  const std::string body = body_of(parameters(), {chat_message("user", R"("f")", "A\"}\n")});
  EXPECT_NE(body.find(R"("url":"data:image/png;base64,A\"}\n"}})"), std::string::npos) << body;
}

TEST(ChatRequest, WritesCallsAndTheirAnswers) {
  Part call, answer;
  call.kind = Part::Kind::call;
  call.id = R"("c1")";
  call.name = R"("drag")";
  call.token = R"("{\"x\":\u0031}")";
  answer.kind = Part::Kind::answer;
  answer.id = R"("c1")";
  answer.token = R"("OK")";
  EXPECT_EQ(body_of(parameters(), {{"assistant", {call}}, {"tool", {answer}}})
                .substr(body_of(parameters(), {}).size() - 2),
            R"({"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function",)"
            R"("function":{"name":"drag","arguments":"{\"x\":\u0031}"}}]},)"
            R"({"role":"tool","tool_call_id":"c1","content":"OK"}]})");
}

TEST(ChatRequest, IsReadInEveryForm) {
  const std::string body =
      R"({"messages":[{"role":"system","content":"S\u0041"},{"content":[{"type":"text","text":)"
      "\"\xFF \\udd8a\""
      R"(}],"role":"user"},{"role":"user","content":[{"type":"image_url",)"
      R"("image_url":{"url":"data:image\/png;base64,QUJ\/"}},{"type":"text","text":"F"}]}],)"
      R"("model":"m","max_completion_tokens":12,"temperature":0.5,"stream":true})";
  const auto read = read_chat_request(body);
  ASSERT_TRUE(read.ok()) << read.error().message;
  const RequestView& view = read.value();
  ASSERT_EQ(view.messages.size(), 3U);
  EXPECT_EQ(view.messages[0].role, "system");
  EXPECT_EQ(one_text(view.messages[0]), R"("S\u0041")");
  EXPECT_EQ(view.messages[1].role, "user");
  EXPECT_EQ(one_text(view.messages[1]), "\"\xFF \\udd8a\"");
  EXPECT_EQ(find_part(view.messages[1], Part::Kind::picture), nullptr);
  EXPECT_EQ(one_text(view.messages[2]), R"("F")");
  EXPECT_EQ(picture_bytes(find_part(view.messages[2], Part::Kind::picture)->token).value(),
            "AB\x7F");
  EXPECT_EQ(view.model, "m");
  EXPECT_EQ(view.temperature, 0.5);
  EXPECT_EQ(view.top_p, std::nullopt);
  EXPECT_EQ(view.max_tokens, 12);
  EXPECT_TRUE(view.stream);
}

// Byte for byte, with placeholders for the texts that servers send.
TEST(ChatRequest, IsReadWithItsCallsTheirAnswersAndItsTools) {
  const std::string body =
      R"j({"model":"m","tools":[ {"type":"function"} ],"messages":[{"role":"assistant","content":"so",)j"
      R"j("tool_calls":[{"id":"c\u0031","type":"function","function":{"name":"drag",)j"
      R"j("arguments":"{\"x\":\u0031}"}},{"id":"c2","function":{"name":"type","arguments":{"a": 1}}}]},)j"
      R"j({"role":"assistant","content":null,"tool_calls":[{"id":"c3","function":{"name":"f"}}]},)j"
      R"j({"role":"tool","content":"\u004fK","tool_call_id":"c\u0031"}]})j";
  const auto read = read_chat_request(body);
  ASSERT_TRUE(read.ok()) << read.error().message;
  const RequestView& view = read.value();
  EXPECT_EQ(view.fault, "");
  EXPECT_EQ(view.tools, R"([ {"type":"function"} ])");
  std::string told;
  for (const auto& message : view.messages) {
    told += message.role + ":";
    for (const SentPart& part : message.parts)
      told += " " + std::to_string(static_cast<int>(part.kind)) + " " + std::string(part.token) +
              " " + std::string(part.id) + " " + std::string(part.name) + ";";
    told += "\n";
  }
  EXPECT_EQ(told,
            R"j(assistant: 0 "so"  ; 2 "{\"x\":\u0031}" "c\u0031" "drag"; 2 {"a": 1} "c2" "type";
assistant: 2  "c3" "f";
tool: 3 "\u004fK" "c\u0031" ;
)j");
  EXPECT_EQ(read_chat_request(R"({"model":"m","messages":[]})").value().tools, "");
}

TEST(ChatRequest, KeepsAtMostTheAllowedParts) {
  std::string parts = R"({"type":"text","text":""})";
  for (std::size_t i = 1; i <= RequestView::kMaxParts; ++i) parts += R"(,{"text":""})";
  const std::string body = R"({"messages":[{"role":"user","content":[)" + parts + "]}]}";
  const auto read = read_chat_request(body);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value().messages[0].parts.size(), RequestView::kMaxParts);
  EXPECT_EQ(read.value().parts_left_out, 1U);
}

// A key that no list can have must not end the reading.
TEST(ChatRequest, ReadsTheLastOfDuplicateMembersAndReportsThem) {
  const auto read = read_chat_request(
      R"({"messages":{"99999999999999999999999":{"content":"x"}},"messages":[],"model":"m"})");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_TRUE(read.value().messages.empty());
  EXPECT_EQ(read.value().duplicates, std::vector<std::string>{"/messages"});
}

TEST(ChatRequest, RecognisesAMessageWithoutASingleText) {
  const auto read = read_chat_request(
      R"({"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"text":"b"}]},)"
      R"({"role":"tool"},{"role":"assistant","content":null},7]})");
  ASSERT_TRUE(read.ok());
  const auto& messages = read.value().messages;
  ASSERT_EQ(messages.size(), 4U);
  EXPECT_EQ(count_parts(messages[0], Part::Kind::text), 2U);
  for (const auto& message : messages) EXPECT_EQ(one_text(message), std::nullopt);
}

TEST(ChatRequest, NamesWhyItCannotBeRead) {
  const std::pair<std::string, std::string> cases[] = {
      {"[]", "expected one JSON object"},
      {"{}", "/messages: expected a list of 1 to 10000 messages"},
      {R"({"messages":{"0":{"content":"x"}}})",
       "/messages: expected a list of 1 to 10000 messages"},
      {R"({"messages":{"a":{"content":"x"}},"messages":[]})", "valid"},
  };
  for (const auto& [body, expected] : cases) {
    const auto read = read_chat_request(body);
    EXPECT_EQ(read.ok() ? "valid" : read.error().message, expected) << "for " << body;
  }
}
}  // namespace franz
