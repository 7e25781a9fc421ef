#include "common/wire/api/responses_request.h"
#include <gtest/gtest.h>
#include "common/settings/kinds.h"
#include "common/wire/api/responses.h"
#include "tests/support/chat_messages.h"

namespace franz {
namespace {
const std::vector<Message> kMessages = {
    chat_message("system", R"("Be \"brief\".")"),
    chat_message("user", R"("\ud83d\/")"),
    chat_message("user", R"("OK")", "QUJD"),
};
const std::string kInput =
    R"("input":[{"role":"system","content":[{"type":"input_text","text":"Be \"brief\"."}]},)"
    R"({"role":"user","content":[{"type":"input_text","text":"\ud83d\/"}]},)"
    R"({"role":"user","content":[{"type":"input_text","text":"OK"},)"
    R"({"type":"input_image","image_url":"data:image/png;base64,QUJD","detail":"auto"}]}]})";

std::string written(const RequestParameters& parameters, const std::vector<Message>& messages,
                    std::string_view tools = "") {
  return responses_request_body(parameters, messages, tools, [](const PictureRef& picture) {
    return std::string_view(picture.sha256);
  });
}

RequestParameters parameters() {
  RequestParameters parameters;
  parameters.model = "m";
  return parameters;
}

Part part_of(Part::Kind kind, const std::string& id, const std::string& token,
             const std::string& name = "") {
  Part part;
  part.kind = kind;
  part.id = id;
  part.name = name;
  part.token = token;
  return part;
}

// A conversation with calls: next to a text, alone, and after another assistant message.
std::vector<Message> conversation() {
  const auto call = [](const std::string& id) {
    return part_of(Part::Kind::call, id, R"("{\"x\":\u0031}")", R"("dr\u0061g")");
  };
  const auto answer = [](const std::string& id) {
    return Message{"tool", {part_of(Part::Kind::answer, id, R"("\u004fK")")}};
  };
  return {chat_message("user", R"("draw")"),
          {"assistant", {text_part(R"("so")"), call(R"("c1")"), call(R"("c2")")}},
          answer(R"("c1")"),
          answer(R"("c2")"),
          {"assistant", {text_part(R"("")"), call(R"("c3")")}},
          answer(R"("c3")"),
          {"assistant", {text_part(R"("")")}},
          {"assistant", {text_part(R"("")"), call(R"("c4")")}},
          answer(R"("c4")")};
}

std::string input_of(const std::string& body) { return body.substr(body.find("\"input\":")); }

std::string told(const RequestView& view) {
  std::string text;
  for (const auto& message : view.messages) {
    text += message.role + ":";
    for (const SentPart& part : message.parts)
      text += " " + std::to_string(static_cast<int>(part.kind)) + " " + std::string(part.token) +
              (part.id.empty() ? "" : " " + std::string(part.id)) +
              (part.name.empty() ? "" : " " + std::string(part.name)) + ";";
    text += "\n";
  }
  return text;
}

std::string departures(const std::string& body, const std::vector<Message>& expected) {
  std::string text;
  for (const Departure& each : responses_departures(body, expected))
    text += each.field + ": expected " + each.expected + ", got " + each.got + "\n";
  return text;
}
}  // namespace

TEST(ResponsesRequest, IsWrittenAsServersRequire) {
  EXPECT_EQ(written(parameters(), kMessages),
            R"({"model":"m","temperature":0.7,"top_p":0.9,"max_output_tokens":900,"store":false,)"
            R"("stream":true,)" +
                kInput);
}

TEST(ResponsesRequest, HasNoSeedAndMergesExtra) {
  RequestParameters merged = parameters();
  merged.stream = false;
  merged.seed = 7;
  merged.extra = parse_extra(R"({"temperature":null,"max_output_tokens":5,"store":true,"seed":9,)"
                             R"("reasoning":{"effort":"low"}})",
                             kResponsesKind.reserved)
                     .value();
  EXPECT_EQ(written(merged, kMessages),
            R"({"model":"m","top_p":0.9,"max_output_tokens":5,"store":true,"seed":9,)"
            R"("reasoning":{"effort":"low"},"stream":false,)" +
                kInput);
  for (const char* name : {"input", "model", "stream", "tools", "previous_response_id",
                           "conversation", "prompt", "background", "instructions"})
    EXPECT_FALSE(parse_extra("{\"" + std::string(name) + "\":1}", kResponsesKind.reserved).ok())
        << name;
}

TEST(ResponsesRequest, WritesCallsAndAnswersAsSeparateItems) {
  const auto call = [](const std::string& id) {
    return R"({"type":"function_call","call_id":")" + id +
           R"(","name":"dr\u0061g","arguments":"{\"x\":\u0031}"})";
  };
  const auto answer = [](const std::string& id) {
    return R"({"type":"function_call_output","call_id":")" + id + R"(","output":"\u004fK"})";
  };
  const std::string empty =
      R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":""}]})";
  EXPECT_EQ(
      input_of(written(parameters(), conversation())),
      R"("input":[{"role":"user","content":[{"type":"input_text","text":"draw"}]},)"
      R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"so"}]},)" +
          call("c1") + "," + call("c2") + "," + answer("c1") + "," + answer("c2") + "," +
          call("c3") + "," + answer("c3") + "," + empty + "," + empty + "," + call("c4") + "," +
          answer("c4") + "]}");
}

TEST(ResponsesRequest, WritesToolsFlat) {
  const std::string tools = responses_tools(std::vector<FunctionTool>{{"f", "does \"it\"", "{}"}});
  EXPECT_EQ(tools, R"([{"type":"function","name":"f","description":"does \"it\"",)"
                   R"("parameters":{},"strict":false}])");
  EXPECT_EQ(responses_tools({}), "");
  const std::string body = written(parameters(), kMessages, tools);
  EXPECT_NE(body.find(R"("store":false,"tools":)" + tools + R"(,"tool_choice":"auto","stream")"),
            std::string::npos)
      << body;
  const RequestView view = read_responses_request(body).value();
  EXPECT_EQ(view.tools, tools);
  EXPECT_EQ(view.tool_names, std::vector<std::string>{"f"});
}

TEST(ResponsesRequest, IsReadAsItsMessages) {
  const std::string body = written(parameters(), conversation());
  const Result<RequestView> view = read_responses_request(body);
  ASSERT_TRUE(view.ok()) << view.error().message;
  EXPECT_EQ(view.value().fault, "");
  EXPECT_EQ(view.value().max_tokens, 900);
  EXPECT_TRUE(view.value().stream);
  EXPECT_TRUE(view.value().ask_usage);
  const std::string call = R"j(2 "{\"x\":\u0031}" )j";
  EXPECT_EQ(told(view.value()), R"j(user: 0 "draw";
assistant: 0 "so"; )j" + call + R"j("c1" "dr\u0061g"; )j" +
                                    call + R"j("c2" "dr\u0061g";
tool: 3 "\u004fK" "c1";
tool: 3 "\u004fK" "c2";
assistant: 0 ""; )j" + call + R"j("c3" "dr\u0061g";
tool: 3 "\u004fK" "c3";
assistant: 0 "";
assistant: 0 ""; )j" + call + R"j("c4" "dr\u0061g";
tool: 3 "\u004fK" "c4";
)j");
}

TEST(ResponsesRequest, IsReadInEveryForm) {
  const std::pair<std::string, std::string> cases[] = {
      {R"({"input":"hi"})", "user: 0 \"hi\";\n"},
      {R"({"input":[{"role":"user","content":"hi"}]})", "user: 0 \"hi\";\n"},
      {R"({"input":[{"type":"reasoning","id":"r"},{"type":"item_reference"},)"
       R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"a"},)"
       R"({"type":"input_image","image_url":"data:,"}]}]})",
       "assistant: 0 \"a\"; 1 \"data:,\";\n"},
      {R"({"input":[{"type":"function_call_output","call_id":"c",)"
       R"("output":[{"type":"input_text","text":"a"},{"type":"input_image"}]}]})",
       "tool: 3 \"a\" \"c\"; 3 \"\" \"c\";\n"},
      {R"({"input":[{"type":"function_call","call_id":"c","name":"f","arguments":{"a": 1}}]})",
       "assistant: 0 \"\"; 2 {\"a\": 1} \"c\" \"f\";\n"},
  };
  for (const auto& [body, expected] : cases) {
    const Result<RequestView> view = read_responses_request(body);
    ASSERT_TRUE(view.ok()) << body;
    EXPECT_EQ(view.value().fault, "") << body;
    EXPECT_EQ(told(view.value()), expected) << body;
  }
}

TEST(ResponsesRequest, NamesFaultsOfAStrictServer) {
  const std::pair<std::string, std::string> cases[] = {
      {R"({"input":[]})", "/input: expected a text or a list of 1 to 10000 items with a message"},
      {R"({"input":[{"type":"reasoning"}]})",
       "/input: expected a text or a list of 1 to 10000 items with a message"},
      {R"({"input":[7]})", "/input/0/type: expected a text"},
      {R"({"input":[{"type":"message","content":"x"}]})", "/input/0/role: expected a text"},
      {R"({"input":[{"role":"user"}]})", "/input/0/content: expected a text or a list of parts"},
      {R"({"input":[{"role":"user","content":[{"text":"x"}]}]})",
       "/input/0/content/0/type: expected a text"},
      {R"({"input":[{"role":"user","content":[{"type":"input_text"}]}]})",
       "/input/0/content/0/text: expected a text"},
      {R"({"input":[{"role":"user","content":[{"type":"input_image","image_url":{}}]}]})",
       "/input/0/content/0/image_url: expected a text"},
      {R"({"input":[{"type":"function_call","name":"f"}]})", "/input/0/call_id: expected a text"},
      {R"({"input":[{"type":"function_call","call_id":"f"}]})", "/input/0/name: expected a text"},
      {R"({"input":[{"type":"function_call_output","output":"x"}]})",
       "/input/0/call_id: expected a text"},
      {R"({"input":[{"type":"function_call_output","call_id":"x"}]})",
       "/input/0/output: expected a text or a list of parts"},
      {R"({"input":"x","stream":1})", "/stream: expected true or false"},
      {R"({"input":"x","max_output_tokens":0})", "/max_output_tokens: expected 1 or more"},
      {R"({"input":"x","model":7})", "/model: expected a text"},
  };
  for (const auto& [body, fault] : cases) {
    const Result<RequestView> view = read_responses_request(body);
    ASSERT_TRUE(view.ok()) << body;
    EXPECT_EQ(view.value().fault, fault) << body;
  }
  for (const char* body : {"[]", "{}", R"({"input":7})", R"({"messages":[]})"})
    EXPECT_FALSE(read_responses_request(body).ok()) << body;
}

// The texts of the expected replies are unknown when a request is checked.
TEST(ResponsesRequest, HasNoDeparturesAsWritten) {
  std::vector<Message> expected = conversation();
  const std::string body = written(parameters(), expected);
  for (Message& message : expected)
    for (Part& part : message.parts)
      if (part.kind == Part::Kind::text) part.token = R"("")";
  EXPECT_EQ(departures(body, expected), "");
  EXPECT_EQ(departures(written(parameters(), kMessages), kMessages), "");
  const std::vector<Message> blind = {kMessages[0], kMessages[1], chat_message("user", R"("OK")")};
  EXPECT_EQ(departures(written(parameters(), blind), kMessages), "") << "a turn without a picture";
}

TEST(ResponsesRequest, NamesItsDepartures) {
  const auto replaced = [](std::string body, const std::string& what, const std::string& by) {
    const std::size_t at = body.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return body.replace(at, what.size(), by);
  };
  const std::string body = written(parameters(), kMessages);
  const struct {
    std::string body, expected;
  } cases[] = {
      {replaced(body, R"("role":"system")", R"("role":"developer")"),
       "input[0].role: expected system, got developer\n"},
      {replaced(body, R"({"role":"system")", R"({"id":"x","role":"system")"),
       "input[0]: expected role, content, got id, role, content\n"},
      {replaced(body, R"("input_text","text":"OK")", R"("output_text","text":"OK")"),
       "input[2].content[0].type: expected input_text, got output_text\n"},
      {replaced(body, R"(,"detail":"auto")", ""),
       "input[2].content[1]: expected type, image_url, detail, got type, image_url\n"},
      {replaced(body, R"("detail":"auto")", R"("detail":"low")"),
       "input[2].content[1].detail: expected auto, got low\n"},
      {replaced(body, "data:image/png;base64,QUJD", "https://elsewhere/x.png"),
       "input[2].content[1].image_url: expected data:image/png;base64,, got "
       "https://elsewhere/x.png\n"},
      {replaced(body, "QUJD", "QU JD"),
       "input[2].content[1].image_url: expected base64 as it is written, got QU JD\n"},
      {replaced(body, R"("OK"},)", R"("OK"},{"type":"input_text","text":"more"},)"),
       "input[2].content: expected 1 or 2 parts, got 3 parts\n"},
  };
  for (const auto& row : cases)
    EXPECT_EQ(departures(row.body, kMessages), row.expected) << row.body;
  const std::string more = departures(
      replaced(body, R"("input":[)", R"("input":[{"type":"reasoning","summary":[]},)"), kMessages);
  EXPECT_TRUE(more.starts_with("input[0]: expected role, content, got type, summary\n")) << more;
  EXPECT_TRUE(more.ends_with("input: expected 3 items, got 4\n")) << more;

  const std::string calls = written(parameters(), conversation());
  const std::pair<std::string, std::string> call_cases[] = {
      {replaced(calls, R"({"type":"function_call","call_id":"c1")",
                R"({"id":"fc","type":"function_call","call_id":"c1")"),
       "input[2]: expected type, call_id, name, arguments, got id, type, call_id, name, "
       "arguments\n"},
      {replaced(calls, R"("call_id":"c1","output")", R"("call_id":"c1","result")"),
       "input[4]: expected type, call_id, output, got type, call_id, result\n"},
      {replaced(calls, R"({"type":"function_call","call_id":"c3")",
                R"({"type":"message","role":"assistant","content":[{"type":"output_text",)"
                R"("text":""}]},{"type":"function_call","call_id":"c3")"),
       "input[6]: expected no message without a text, got one\n"},
      {replaced(calls, R"({"type":"message","role")", R"({"role")"),
       "input[1]: expected type, role, content, got role, content\n"},
  };
  for (const auto& [changed, expected] : call_cases)
    EXPECT_EQ(departures(changed, conversation()), expected) << changed;
}
}  // namespace franz
