#include "common/wire/api/responses_reply.h"
#include <gtest/gtest.h>
#include "common/base/json.h"
#include "common/wire/limits.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
using End = ReplyReader::End;

ModelReply read(const std::string& body, int status = 200, End end = End::whole) {
  ResponsesReplyReader reader(status, "");
  EXPECT_TRUE(reader.feed(body));
  return reader.finish(end);
}

std::string told(const ModelReply& reply) {
  static constexpr const char* kKinds[] = {"reply", "error", "cut"};
  if (reply.kind == ModelReply::Kind::error) return "error " + reply.error.text;
  return std::string(kKinds[static_cast<int>(reply.kind)]) + " " +
         reply.content.value_or("(none)") + (reply.reasoning ? " [" + *reply.reasoning + "]" : "") +
         (reply.calls.empty() ? "" : " " + calls_json(reply.calls)) + " " +
         reply.finish_reason.value_or("-");
}

std::string event(const std::string& type, const std::string& members) {
  return "event: response." + type + "\ndata: {\"type\":\"response." + type + "\"" +
         (members.empty() ? "" : "," + members) + "}\n\n";
}
std::string delta(const std::string& inner, int index = 0, int part = 0) {
  return event("output_text.delta", R"("output_index":)" + std::to_string(index) +
                                        R"(,"content_index":)" + std::to_string(part) +
                                        R"(,"delta":")" + inner + '"');
}
std::string completed(const std::string& output = "[]", const std::string& more = "") {
  return event("completed", R"("response":{"status":"completed","output":)" + output + more + "}");
}
std::string message(const std::string& inner) {
  return R"({"type":"message","role":"assistant","content":[{"type":"output_text","text":")" +
         inner + R"("}]})";
}
std::string call(const std::string& id, const std::string& arguments,
                 const std::string& name = "drag") {
  return R"({"type":"function_call","call_id":")" + id + R"(","name":")" + name +
         R"(","arguments":)" + arguments + "}";
}
std::string whole(const std::string& output, const std::string& status = "completed") {
  return R"({"object":"response","status":")" + status + R"(","output":[)" + output + "]}";
}
std::string added(int index, const std::string& item) {
  return event("output_item.added",
               R"("output_index":)" + std::to_string(index) + R"(,"item":)" + item);
}
std::string item_done(int index, const std::string& item) {
  return event("output_item.done",
               R"("output_index":)" + std::to_string(index) + R"(,"item":)" + item);
}
std::string arguments_delta(int index, const std::string& inner) {
  return event("function_call_arguments.delta",
               R"("output_index":)" + std::to_string(index) + R"(,"delta":")" + inner + '"');
}
const std::string kMark = "data: [DONE]\n\n";
}  // namespace

TEST(ResponsesReply, IsCompleteWhenTheResponseReportsIt) {
  const struct {
    std::string body;
    End end;
    std::string expected;
  } cases[] = {
      {delta("Hi") + completed(), End::whole, "reply Hi stop"},
      {delta("Hi") + completed(), End::broken, "reply Hi stop"},
      {delta("Hi") + completed() + kMark, End::whole, "reply Hi stop"},
      {delta("Hi") + event("completed", ""), End::whole, "reply Hi stop"},
      {delta("Hi") + event("done", R"("response":{"status":"completed"})"), End::whole,
       "reply Hi stop"},
      // A mark, or a done text, does not end the reply.
      {delta("Hi") + kMark, End::whole, "cut Hi -"},
      {delta("Hi") + item_done(0, message("Hi")), End::whole, "cut Hi -"},
      {delta("Hi"), End::whole, "cut Hi -"},
      {event("created", R"("response":{"status":"in_progress"})"), End::whole, "cut (none) -"},
      {"", End::whole, "cut (none) -"},
      {completed(), End::whole, "reply (none) stop"},
      {whole(message("Hi")), End::whole, "reply Hi stop"},
      {whole(message("Hi")), End::broken, "cut Hi stop"},
      {R"({"output":[)" + message("Hi") + "]}", End::whole, "reply Hi stop"},
      {whole(message("Hi"), "in_progress"), End::whole, "cut (none) -"},
      {whole(message("Hi"), "queued"), End::whole, "cut (none) -"},
      {R"({"object":"response","status":"completed","output":[)", End::whole, "cut (none) -"},
  };
  for (const auto& row : cases)
    EXPECT_EQ(told(read(row.body, 200, row.end)), row.expected) << "for " << row.body;
}

TEST(ResponsesReply, ReportsTheEndInTheChatApisTerms) {
  const auto incomplete = [](const std::string& details) {
    return R"({"object":"response","status":"incomplete","incomplete_details":)" + details +
           R"(,"output":[)" + message("Hi") + "]}";
  };
  const std::pair<std::string, std::string> cases[] = {
      {whole(message("Hi")), "stop"},
      {whole(message("Hi") + "," + call("c", R"("{}")")), "tool_calls"},
      {incomplete(R"({"reason":"max_output_tokens"})"), "length"},
      {incomplete(R"({"reason":"content_filter"})"), "content_filter"},
      {incomplete("null"), "incomplete"},
      {whole(message("Hi"), "paused"), "paused"},
      {delta("Hi") + event("incomplete", R"("response":{"incomplete_details":)"
                                         R"({"reason":"max_output_tokens"}})"),
       "length"},
      {delta("Hi") + event("completed", R"("response":{"status":"incomplete"})"), "incomplete"},
  };
  for (const auto& [body, reason] : cases) {
    const ModelReply reply = read(body);
    EXPECT_EQ(reply.kind, ModelReply::Kind::reply) << body;
    EXPECT_EQ(reply.finish_reason, reason) << body;
  }
}

TEST(ResponsesReply, TakesTheTextFromItsFirstSource) {
  const std::string text_done = event("output_text.done", R"("output_index":0,"text":"done")");
  const std::string part_done =
      event("content_part.done",
            R"("output_index":0,"content_index":0,"part":{"type":"output_text","text":"part"})");
  const std::string done = item_done(0, message("item"));
  const std::string end = completed("[" + message("end") + "]");
  const std::pair<std::string, std::string> cases[] = {
      {delta("del") + delta("ta") + text_done + part_done + done + end, "delta"},
      {text_done + part_done + done + end, "done"},
      {text_done + text_done + end, "done"},
      {part_done + done + end, "part"},
      {done + end, "item"},
      {end, "end"},
      {delta("") + text_done + end, "done"},
      {added(0, message("early")) + delta("delta") + end, "delta"},
      {delta("a") + completed("[]"), "a"},
      // An index that differs from the place in the complete list.
      {delta("a", 1) + end, "a"},
      // Only the event has a name.
      {"event: response.output_text.delta\ndata: {\"delta\":\"x\"}\n\n" + end, "x"},
      {"data: {\"type\":\"response.output_text.delta\",\"delta\":\"y\"}\ndata: "
       "{\"type\":\"response.output_text.delta\",\"delta\":\"z\"}\n\n" +
           end,
       "yz"},
  };
  for (const auto& [body, text] : cases) EXPECT_EQ(read(body).content, text) << "for " << body;
}

TEST(ResponsesReply, JoinsPartsAndItemsInTheOrderOfTheReply) {
  const std::pair<std::string, std::string> cases[] = {
      {delta("a", 0, 0) + delta("b", 0, 1) + delta("c", 2, 0) + completed(), "reply abc stop"},
      {delta("c", 2) + delta("b", 0, 1) + delta("a", 0, 0) + completed(), "reply abc stop"},
      {delta("a1", 0) + delta("b1", 1) + delta("a2", 0) + delta("b2", 1) + completed(),
       "reply a1a2b1b2 stop"},
      {item_done(1, call("two", R"("{}")")) + item_done(0, call("one", R"("{}")")) + completed(),
       R"(reply (none) [{"id":"one","name":"drag","arguments":"{}"},)"
       R"({"id":"two","name":"drag","arguments":"{}"}] tool_calls)"},
      {whole(R"({"type":"message","role":"assistant","content":[{"type":"output_text",)"
             R"("text":"a"},{"type":"odd"},{"type":"refusal","refusal":"b"}]},)"
             R"({"type":"web_search_call","id":"ws"},7,null,)" +
             message("c")),
       "reply abc stop"},
  };
  for (const auto& [body, expected] : cases) EXPECT_EQ(told(read(body)), expected) << body;
}

TEST(ResponsesReply, KeepsReasoningSeparate) {
  const auto item = [](const std::string& content, const std::string& summary) {
    return R"({"type":"reasoning","summary":[)" + summary + R"(],"content":[)" + content + "]}";
  };
  const std::string content = R"({"type":"reasoning_text","text":"deep"})";
  const std::string summary = R"({"type":"summary_text","text":"short "})";
  const std::pair<std::string, std::string> cases[] = {
      {whole(item(content, "") + "," + message("x")), "reply x [deep] stop"},
      {whole(item("", summary + "," + summary) + "," + message("x")),
       "reply x [short short ] stop"},
      {whole(item(content, summary) + "," + message("x")), "reply x [deep] stop"},
      {event("reasoning_text.delta", R"("output_index":0,"delta":"de")") +
           event("reasoning_text.delta", R"("output_index":0,"delta":"ep")") +
           event("reasoning_text.done", R"("output_index":0,"text":"deep")") + delta("x", 1) +
           completed(),
       "reply x [deep] stop"},
      {event("reasoning_summary_text.delta", R"("output_index":0,"summary_index":1,"delta":"b")") +
           event("reasoning_summary_text.delta",
                 R"("output_index":0,"summary_index":0,"delta":"a")") +
           item_done(0, item(content, summary)) + delta("x", 1) + completed(),
       "reply x [ab] stop"},
      {event("reasoning_part.done",
             R"("output_index":0,"part":{"type":"reasoning_text","text":"p"})") +
           completed("[" + message("x") + "]"),
       "reply x [p] stop"},
  };
  for (const auto& [body, expected] : cases) EXPECT_EQ(told(read(body)), expected) << body;
}

TEST(ResponsesReply, KeepsCallsUnchanged) {
  const std::string one = R"([{"id":"a\/1","name":"cl\u0069ck","arguments":"{\"x\": 1,\ud83d}"}])";
  const std::string item = call(R"(a\/1)", R"("{\"x\": 1,\ud83d}")", R"(cl\u0069ck)");
  const std::string start = added(0, call(R"(a\/1)", R"("")", R"(cl\u0069ck)"));
  const std::string pieces = arguments_delta(0, R"({\"x\": 1)") + arguments_delta(0, R"(,\ud83d})");
  const std::string again =
      event("function_call_arguments.done", R"("output_index":0,"arguments":"other")");
  const std::pair<std::string, std::string> cases[] = {
      {whole(item), one},
      {start + pieces + again + item_done(0, item) + completed("[" + item + "]"), one},
      {start + pieces + completed("[" + call("other", R"("{}")") + "]"), one},
      {start +
           event("function_call_arguments.done",
                 R"("output_index":0,"arguments":"{\"x\": 1,\ud83d}")") +
           completed(),
       one},
      {item_done(0, item) + completed(), one},
      {completed("[" + item + "]"), one},
      // An item that was only announced is filled from the complete response.
      {start + completed("[" + message("x") + "," + item + "]"), one},
      // Some servers give no indices, or the same for all items.
      {event("output_item.done", R"("item":)" + call("a", R"("1")")) +
           event("output_item.done", R"("item":)" + call("b", R"("2")")) + completed(),
       R"([{"id":"a","name":"drag","arguments":"1"},{"id":"b","name":"drag","arguments":"2"}])"},
      {added(0, call("a", R"("")")) + arguments_delta(0, "1") + added(0, call("b", R"("")")) +
           arguments_delta(0, "2") + item_done(0, call("b", R"("2")")) + completed(),
       R"([{"id":"a","name":"drag","arguments":"1"},{"id":"b","name":"drag","arguments":"2"}])"},
      // Arguments as a value; the item's id if there is no other; nothing at all.
      {whole(R"({"type":"function_call","id":"fc_1","name":"f","arguments":{ "x" : 1.50 }})"),
       R"([{"id":"fc_1","name":"f","arguments":{"x":1.50}}])"},
      {whole(R"({"type":"function_call","call_id":null,"name":null,"arguments":null})"),
       R"([{"id":"","name":"","arguments":""}])"},
  };
  for (const auto& [body, calls] : cases) {
    const ModelReply reply = read(body);
    EXPECT_EQ(calls_json(reply.calls), calls) << "for " << body;
    EXPECT_EQ(reply.finish_reason, "tool_calls") << body;
  }
}

TEST(ResponsesReply, FindsTheErrorInEveryForm) {
  const struct {
    int status;
    std::string body, expected, code;
  } cases[] = {
      {401, R"({"error":"Unauthorized"})", "Unauthorized", ""},
      {400, R"({"error":{"message":"no","code":"bad"}})", "no", "bad"},
      {404, R"({"detail":"Not Found"})", "Not Found", ""},
      {502, "<html>Bad gateway</html>", "<html>Bad gateway</html>", ""},
      {200, "<html>hello</html>",
       "the answer is not a reply of the Responses API: <html>hello</html>", ""},
      {200, R"({"choices":[]})",
       R"(the answer is not a reply of the Responses API: {"choices":[]})", ""},
      {200, R"({"object":"response","status":"failed","error":{"code":"c","message":"m"}})", "m",
       "c"},
      {200, whole("", "failed"), "the server reports that the response failed, without a reason",
       ""},
      {200, whole("", "cancelled"),
       "the server reports that the response was cancelled, without a reason", ""},
      {200,
       delta("Hi") + event("failed", R"("response":{"status":"failed","error":{"code":"c",)"
                                     R"("message":"m"}})"),
       "m", "c"},
      {200, delta("Hi") + event("failed", R"("message":"top")"), "top", ""},
      {200, delta("Hi") + R"(data: {"type":"error","code":"c","message":"m"})" + "\n\n", "m", "c"},
      {200, "event: error\ndata: {\"type\":\"error\",\"error\":{\"message\":\"m\"}}\n\n", "m", ""},
      {200, "event: error\ndata: broken\n\n", "broken", ""},
      {200, "data: {\"type\":\"error\"}\n\n", R"({"type":"error"})", ""},
      {200, "data: {\"error\":{\"message\":\"chat's\"}}\n\n" + kMark, "chat's", ""},
      {200, "error: {\"message\":\"field\"}\n\n", "field", ""},
      {500, delta("Hi") + completed(), "", ""},
  };
  for (const auto& row : cases) {
    const ModelReply reply = read(row.body, row.status);
    EXPECT_EQ(told(reply), "error " + row.expected) << "for " << row.body;
    EXPECT_EQ(reply.error.code, row.code) << row.body;
    EXPECT_NE(reply.error.type, "error") << row.body;
  }
}

TEST(ResponsesReply, ReportsUsageAndModel) {
  const std::string usage = R"("usage":{"input_tokens":5,"output_tokens":6,"total_tokens":11,)"
                            R"("input_tokens_details":{"cached_tokens":4}})";
  for (const std::string& body :
       {R"({"object":"response","status":"completed","model":"m","output":[],)" + usage + "}",
        event("created", R"("response":{"model":"m","status":"in_progress","usage":null})") +
            event("completed", R"("response":{"model":"other",)" + usage + "}")}) {
    const ModelReply reply = read(body);
    EXPECT_EQ(reply.usage, (TokenUsage{5, 6, 11, 4})) << body;
    EXPECT_EQ(reply.model, "m") << body;
  }
}

TEST(ResponsesReply, NamesPeculiaritiesOfTheText) {
  using Content = ModelReply::Content;
  EXPECT_EQ(read(whole("")).content_kind, Content::missing);
  EXPECT_EQ(read(whole(message(""))).content_kind, Content::text);
  EXPECT_EQ(read(whole(message(""))).content, "");
  EXPECT_EQ(
      read(whole(R"({"type":"message","content":[{"type":"output_text","text":7}]})")).content_kind,
      Content::other);
  const ModelReply odd = read("data: null\n\ndata: {\"cut\n\n" + delta("Hi") + completed());
  EXPECT_EQ(odd.content, "Hi");
  EXPECT_EQ(odd.odd_events, 1U);
  EXPECT_EQ(read(R"({"output":[],"output":[)" + message("x") + "]}").duplicates,
            std::vector<std::string>{"/output"});
}

TEST(ResponsesReply, ShowsStreamedTextInCompleteCharacters) {
  ResponsesReplyReader reader(200, "text/event-stream");
  const std::pair<std::string, std::string> steps[] = {
      {delta("Ink "), "Ink "},   {delta(R"(\ud83d)"), ""}, {delta(R"(\udd8a!)"), "🖊!"},
      {delta("caf\xC3"), "caf"}, {delta("\xA9"), "é"},     {": ping\n\n", ""},
      {completed(), ""},
  };
  for (const auto& [bytes, expected] : steps) {
    ASSERT_TRUE(reader.feed(bytes));
    EXPECT_EQ(reader.take_content(), expected) << "for " << bytes;
  }
  EXPECT_TRUE(reader.done());
  EXPECT_TRUE(reader.has_text());
}

TEST(ResponsesReply, StopsAtEachLimitAndNamesIt) {
  const auto error = [](const std::string& body) {
    ResponsesReplyReader reader(200, "");
    static_cast<void>(reader.feed(body));
    const ModelReply reply = reader.finish(End::whole);
    EXPECT_EQ(reply.too_large, !reply.error.text.empty());
    return reply.error.text;
  };
  std::string items, calls, parts;
  for (std::size_t i = 0; i <= OutputItems::kMost; ++i) {
    items += (i > 0 ? "," : "") + message("");
    parts += std::string(i > 0 ? "," : "") + R"({"type":"output_text","text":"x"})";
    if (i <= kMaxCalls) calls += (i > 0 ? "," : "") + call("c", R"("")");
  }
  EXPECT_EQ(error(whole(items)), "the reply has more than 10000 output items; reading stopped");
  EXPECT_EQ(error(whole(calls)), "the reply has more than 1000 tool calls; reading stopped");
  EXPECT_EQ(error(whole(R"({"type":"message","content":[)" + parts + "]}")),
            "the reply has more than 10000 texts; reading stopped");
  std::string turns;
  for (int i = 0; i < 5001; ++i) turns += delta("a", 0) + delta("b", 1);
  EXPECT_EQ(error(turns), "the reply's text comes in more than 10000 parts; reading stopped");
  const std::string half(kMaxReply / 2, 'x');
  EXPECT_EQ(error(whole(message(half) + "," + call("c", '"' + half.substr(100) + '"'))), "");
  EXPECT_EQ(error(whole(message(half) + "," + call("c", '"' + half + '"'))),
            "the reply's text and tool calls are longer than 16 MiB; reading stopped");
  EXPECT_EQ(error(delta(half) + delta(half + "x")),
            "the reply's text is longer than 16 MiB; reading stopped");
  std::string values = R"({"output":[)";
  for (std::size_t i = 0; i < kMaxValues; ++i) values += "0,";
  EXPECT_EQ(error(values + "0]}"), "the answer has more than 1000000 values; reading stopped");
}

// Ids, indices and parts of any kind keep the reader's time linear in the number of bytes.
TEST(ResponsesReply, TakesLinearTime) {
  const auto delta = [](const std::string& index) {
    return event("output_text.delta",
                 R"("item_id":"m)" + index + R"(","output_index":)" + index + R"(,"delta":"w")");
  };
  const auto stream = [&](int count) {
    std::string body;
    for (int i = 0; i < count; ++i) body += delta(std::to_string(i % 900));
    return body + completed();
  };
  const auto read = [](const std::string& body) {
    ResponsesReplyReader reader(200, "");
    ASSERT_TRUE(reader.feed(body));
    EXPECT_EQ(reader.finish(End::whole).kind, ModelReply::Kind::reply);
  };
  EXPECT_LT(growth(stream(9000 / 8), stream(9000), 24, read), 24);
}
}  // namespace franz
