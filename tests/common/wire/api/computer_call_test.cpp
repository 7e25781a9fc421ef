// Computer calls of the Responses API: read from answers, sent back, and checked. The answers
// follow OpenAI's API reference.
#include "common/wire/computer_call.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "common/formats/openai/memory.h"
#include "common/run/differing_parts.h"
#include "common/wire/api/responses.h"
#include "common/wire/limits.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
const std::string kReasoning =
    R"({"id":"rs_1","type":"reasoning","summary":[],"encrypted_content":"gAA\/b\u00e4=="})";
const std::string kBatched =
    R"({"id":"cu_1","type":"computer_call","status":"completed","call_id":"call_1",)"
    R"("actions":[{"type":"click","button":"left","x":10.50,"y":20},{"type":"type","text":"\u0041\/"}],)"
    R"("pending_safety_checks":[]})";
const std::string kSingle =
    R"({"id":"cu_2","type":"computer_call","status":"completed","call_id":"call_2",)"
    R"("action":{"type":"wait"},"pending_safety_checks":[{"id":"sc_1","code":"malicious_instructions",)"
    R"("message":"We have detected instructions\nin the screenshot."}]})";
const std::string kSummary =
    R"({"id":"rs_2","type":"reasoning","summary":[{"type":"summary_text","text":"I look."}]})";
const std::string kMessage =
    R"({"id":"msg_1","type":"message","role":"assistant","content":[{"type":"output_text","text":"Now."}]})";

std::string event(const std::string& type, const std::string& members) {
  return "event: response." + type + "\ndata: {\"type\":\"response." + type + "\"," + members +
         "}\n\n";
}

std::string item_event(const std::string& type, int index, const std::string& item) {
  return event("output_item." + type,
               R"("output_index":)" + std::to_string(index) + R"(,"item":)" + item);
}

std::string response(const std::string& output) {
  return R"({"id":"resp_1","object":"response","status":"completed","model":"gpt-5.4","output":[)" +
         output + R"(],"usage":{"input_tokens":1,"output_tokens":2,"total_tokens":3}})";
}

const std::string kStream =
    event("created", R"("response":{"id":"resp_1","status":"in_progress","output":[]})") +
    item_event("added", 0, R"({"id":"rs_1","type":"reasoning","summary":[]})") +
    item_event("done", 0, kReasoning) +
    item_event("added", 1, R"({"id":"msg_1","type":"message","role":"assistant","content":[]})") +
    event("output_text.delta",
          R"("item_id":"msg_1","output_index":1,"content_index":0,"delta":"No")") +
    event("output_text.delta",
          R"("item_id":"msg_1","output_index":1,"content_index":0,"delta":"w.")") +
    item_event("done", 1, kMessage) +
    item_event(
        "added", 2,
        R"({"id":"cu_1","type":"computer_call","status":"in_progress","call_id":"call_1"})") +
    item_event("done", 2, kBatched) +
    event("completed", R"("response":)" + response(kReasoning + "," + kMessage + "," + kBatched));

ModelReply read(const std::string& body, std::size_t step = 0) {
  ResponsesReplyReader reader(200, "");
  if (step == 0) step = body.size();
  for (std::size_t at = 0; at < body.size(); at += step)
    EXPECT_TRUE(reader.feed(std::string_view(body).substr(at, step)));
  return reader.finish(ReplyReader::End::whole);
}

std::string told(const ModelReply& reply) {
  return story_token(reply) + " " + calls_json(reply.calls) + " " +
         reply.finish_reason.value_or("-");
}

std::string kept(const std::string& id, const std::string& items) {
  return R"({"id":")" + id + R"(","name":"computer_call","arguments":[)" + items + "]}";
}

std::string body_of(const std::vector<Message>& messages, std::string_view tools = "") {
  RequestParameters parameters;
  parameters.model = "m";
  return responses_request_body(parameters, messages, tools, [](const PictureRef& picture) {
    return std::string_view(picture.sha256);
  });
}

Step step_of(int turn, const Reply& reply) {
  Step step;
  step.turn = turn;
  step.reply = reply;
  step.picture = PictureRef{"QUJD"};
  return step;
}

Now now_of(std::vector<Answer> answers) {
  Now now;
  now.system = "SYS";
  now.objective = "draw";
  now.answers = std::move(answers);
  now.picture = PictureRef{"REVG"};
  return now;
}
}  // namespace

TEST(ComputerCall, IsReadFromAnswers) {
  const std::string batched = kept("call_1", kReasoning + "," + kBatched);
  const struct {
    const char* what;
    std::string body, expected;
  } rows[] = {
      {"streamed", kStream, R"("Now." [)" + batched + "] tool_calls"},
      {"whole", response(kReasoning + "," + kMessage + "," + kBatched),
       R"("Now." [)" + batched + "] tool_calls"},
      {"preview", response(kSingle), R"("" [)" + kept("call_2", kSingle) + "] tool_calls"},
      {"only in the last event", event("completed", R"("response":)" + response(kSingle)),
       R"("" [)" + kept("call_2", kSingle) + "] tool_calls"},
      {"a summary is not wanted back", response(kSummary + "," + kSingle),
       R"("" [)" + kept("call_2", kSingle) + "] tool_calls"},
      {"two calls",
       item_event("done", 0, kReasoning) + item_event("done", 1, kBatched) +
           item_event("done", 2, kSingle) +
           event("completed",
                 R"("response":)" + response(kReasoning + "," + kBatched + "," + kSingle)),
       R"("" [)" + batched + "," + kept("call_2", kSingle) + "] tool_calls"},
      {"events in another order",
       item_event("done", 2, kSingle) + item_event("done", 1, kBatched) +
           item_event("done", 0, kReasoning) +
           event("completed", R"("response":{"status":"completed","output":[]})"),
       R"("" [)" + batched + "," + kept("call_2", kSingle) + "] tool_calls"},
      {"reasoning in front of a function",
       response(kReasoning +
                R"(,{"type":"function_call","call_id":"f","name":"n","arguments":"{}"},)" +
                kSingle),
       R"("" [{"id":"f","name":"n","arguments":"{}"},)" + kept("call_2", kSingle) + "] tool_calls"},
      {"white space goes",
       R"({"object":"response","status":"completed","output":[ { "type" : "computer_call" , "call_id" : "c", "action" : {} } ]})",
       R"("" [)" + kept("c", R"({"type":"computer_call","call_id":"c","action":{}})") +
           "] tool_calls"},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(told(read(row.body)), row.expected) << row.what;
    EXPECT_EQ(told(read(row.body, 7)), row.expected) << row.what << ", in pieces";
  }
}

TEST(ComputerCall, KeepsAnItemsBytes) {
  const struct {
    const char *item, *kept;
  } rows[] = {
      {R"({ "a" : [ 1.0 , "x \" y" ] })", R"({"a":[1.0,"x \" y"]})"},
      {R"({"a":"\\", "b":"\/"})", R"({"a":"\\","b":"\/"})"},
      {"{\"a\":1,\n\"a\":2}", R"({"a":2})"},
      {"no object", "{}"},
  };
  for (const auto& row : rows) EXPECT_EQ(kept_item(row.item), row.kept) << row.item;
}

TEST(ComputerCall, IsDistinguishedFromOtherCalls) {
  const auto count = [](const std::string& name, const std::string& arguments) {
    return items_of_computer_call({R"("c")", name, arguments}).size();
  };
  const std::string name(kComputerCallName);
  EXPECT_EQ(count(name, "[" + kReasoning + "," + kBatched + "]"), 2u);
  EXPECT_EQ(count(R"("drag")", "[" + kBatched + "]"), 0u);
  EXPECT_EQ(count(name, R"("{}")"), 0u);
  EXPECT_EQ(count(name, kBatched), 0u);
  EXPECT_EQ(count(name, "[1]"), 0u);
  EXPECT_EQ(count(name, "[]"), 0u);
}

TEST(ComputerCall, ReportsItsSafetyChecks) {
  const struct {
    std::string item;
    const char *json, *message;
  } rows[] = {
      {kBatched, "[]", ""},
      {"{}", "[]", ""},
      {R"({"pending_safety_checks":null})", "[]", ""},
      {kSingle,
       R"([{"id":"sc_1","code":"malicious_instructions","message":"We have detected instructions\nin the screenshot."}])",
       "safety check of the model's server: We have detected instructions in the screenshot."},
      {R"({"pending_safety_checks":[{"id":"a","code":"b"},{"id":"c"}]})",
       R"([{"id":"a","code":"b"},{"id":"c"}])", "safety check of the model's server: b; c"},
      {R"({"pending_safety_checks":[7]})", "[7]", "safety check of the model's server"},
      {R"({"pending_safety_checks":"odd"})", R"("odd")", "safety check of the model's server"},
  };
  for (const auto& row : rows) {
    const SafetyChecks checks = pending_safety_checks(row.item);
    EXPECT_EQ(checks.json, row.json);
    EXPECT_EQ(checks.message, row.message);
  }
  EXPECT_TRUE(has_pending_safety_checks(reply_of(read(response(kSingle)))));
  EXPECT_FALSE(has_pending_safety_checks(reply_of(read(kStream))));
}

TEST(ComputerCall, IsSentBackUnchanged) {
  const std::vector<Step> steps = {step_of(1, reply_of(read(kStream)))};
  const std::vector<Message> messages =
      openai_messages(steps, now_of({{R"("call_1")", R"("[]")", true}}), {5, 0});
  const std::string body = body_of(
      messages, responses_tools(std::vector<FunctionTool>{{"", "", "", R"({"type":"computer"})"}}));
  const std::string input =
      R"("tools":[{"type":"computer"}],"tool_choice":"auto","stream":true,"input":[)"
      R"({"role":"system","content":[{"type":"input_text","text":"SYS"}]},)"
      R"({"role":"user","content":[{"type":"input_text","text":"draw"},)"
      R"({"type":"input_image","image_url":"data:image/png;base64,QUJD","detail":"auto"}]},)"
      R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":"Now."}]},)" +
      kReasoning + "," + kBatched +
      R"(,{"type":"computer_call_output","call_id":"call_1","output":{"type":"computer_screenshot",)"
      R"("image_url":"data:image/png;base64,REVG","detail":"original"}}]})";
  ASSERT_GE(body.size(), input.size());
  EXPECT_EQ(body.substr(body.size() - input.size()), input);

  const auto view = read_responses_request(body);
  ASSERT_TRUE(view.ok()) << view.error().message;
  EXPECT_EQ(view.value().fault, "");
  EXPECT_EQ(view.value().tool_names, std::vector<std::string>{"(computer)"});
  EXPECT_TRUE(responses_departures(body, messages).empty());
}

TEST(ComputerCall, ReportsAnyChangeInTheSentItems) {
  const std::vector<Step> steps = {step_of(1, reply_of(read(kStream)))};
  const std::vector<Message> messages =
      openai_messages(steps, now_of({{R"("call_1")", R"("[]")", true}}), {5, 0});
  const std::string body = body_of(messages);
  const struct {
    const char *from, *to, *field;
  } rows[] = {
      {"10.50", "10.5", "messages[2].tool_calls[1].arguments"},
      {R"(\u0041)", "A", "messages[2].tool_calls[1].arguments"},
      {R"("cu_1")", R"("cu_2")", "messages[2].tool_calls[1].arguments"},
      {R"(gAA\/b)", "gAA/b", "messages[2].tool_calls[0].arguments"},
      {R"("pending_safety_checks":[])", R"("pending_safety_checks":[ ])",
       "messages[2].tool_calls[1].arguments"},
      {R"(output","call_id":"call_1")", R"(output","call_id":"call_2")",
       "messages[3].tool_call_id"},
      {R"("detail":"original"}})", R"("detail":"original"},"acknowledged_safety_checks":[7]})",
       "messages[3]"},
  };
  for (const auto& row : rows) {
    std::string changed = body;
    const std::size_t at = changed.find(row.from);
    ASSERT_NE(at, changed.npos) << row.from;
    changed.replace(at, std::string_view(row.from).size(), row.to);
    const auto view = read_responses_request(changed);
    ASSERT_TRUE(view.ok());
    std::vector<Message> expected = messages;
    for (Message& message : expected)
      std::erase_if(message.parts,
                    [](const Part& part) { return part.kind == Part::Kind::picture; });
    std::vector<std::string> fields;
    for (const DifferingPart& part : differing_parts(expected, view.value()))
      if (!part.field.starts_with("sha256") && part.expected != "no picture")
        fields.push_back(part.field);
    EXPECT_EQ(fields, std::vector<std::string>{row.field}) << row.from;
  }
  std::string other = body;
  const std::string detail = R"("detail":"original")";
  other.replace(other.find(detail), detail.size(), R"("detail":"low")");
  EXPECT_EQ(responses_departures(other, messages).size(), 1u);
}

TEST(ComputerCall, SendsTheAcknowledgedChecks) {
  const std::vector<Step> steps = {step_of(1, reply_of(read(response(kSingle))))};
  const std::string checks = pending_safety_checks(kSingle).json;
  const std::vector<Message> messages =
      openai_messages(steps, now_of({{R"("call_2")", quote_json(checks), true}}), {5, 0});
  const std::string body = body_of(messages);
  EXPECT_NE(body.find(kSingle +
                      R"(,{"type":"computer_call_output","call_id":"call_2","output":)"
                      R"({"type":"computer_screenshot","image_url":"data:image/png;base64,REVG"},)"
                      R"("acknowledged_safety_checks":)" +
                      checks + "}]}"),
            body.npos)
      << body;
  EXPECT_TRUE(responses_departures(body, messages).empty());
  // Without consent the API accepts no such call back, and the picture is sent alone.
  const std::string refused =
      body_of(openai_messages(steps, now_of({{R"("call_2")", R"("")", false}}), {5, 0}));
  EXPECT_EQ(refused.find("computer_call"), refused.npos);
  EXPECT_NE(refused.find("REVG"), refused.npos);
}

TEST(ComputerCall, OfHostileAnswersIsReadInLinearTime) {
  const auto text_of = [](std::size_t count) {
    std::string items;
    for (std::size_t i = 0; i < count; ++i)
      items +=
          (i > 0 ? "," : "") +
          std::string(R"({"type":"reasoning","encrypted_content":"x"},{"type":"computer_call"})");
    return response(items);
  };
  EXPECT_LT(growth(text_of(30), text_of(480), 64, [](const std::string& text) { read(text); }), 64);
}
}  // namespace franz
