#include "common/wire/api/chat_reply.h"
#include <gtest/gtest.h>
#include "common/wire/limits.h"
#include "tests/common/wire/api/golden_answers.h"
#include "tests/support/joined.h"

namespace franz {
namespace {
ModelReply read(const std::string& body, int status = 200,
                ReplyReader::End end = ReplyReader::End::whole, const std::string& type = "") {
  ChatReplyReader reader(status, type);
  EXPECT_TRUE(reader.feed(body));
  return reader.finish(end);
}

std::string kind_and_text(const ModelReply& reply) {
  static constexpr const char* kKinds[] = {"reply", "error", "cut"};
  return std::string(kKinds[static_cast<int>(reply.kind)]) + " " +
         (reply.kind == ModelReply::Kind::error ? reply.error.text
                                                : reply.content.value_or("(none)"));
}

std::string event(const std::string& json) { return "data: " + json + "\n\n"; }
const std::string kText = event(R"({"choices":[{"index":0,"delta":{"content":"Hi"}}]})");
const std::string kStop = event(R"({"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]})");
const std::string kDone = "data: [DONE]\n\n";
}  // namespace

TEST(ModelReply, IsCompleteByReasonOrDone) {
  using End = ReplyReader::End;
  const struct {
    std::string body;
    End end;
    std::string expected;
  } cases[] = {
      {kText + kStop + kDone, End::whole, "reply Hi"},
      {kText + kStop, End::whole, "reply Hi"},
      {kText + kDone, End::whole, "reply Hi"},
      {kText + "data: [DONE]", End::whole, "reply Hi"},
      {kText + kStop + kDone, End::broken, "reply Hi"},
      {kText + kStop, End::broken, "cut Hi"},
      {kText + "data: [DONE]", End::broken, "cut Hi"},
      {kText, End::whole, "cut Hi"},
      {": nothing\n\n", End::whole, "cut (none)"},
      {"", End::whole, "cut (none)"},
      {kStop + kDone, End::whole, "reply (none)"},
      {R"({"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]})", End::whole,
       "reply Hi"},
      {R"({"choices":[{"message":{"content":"Hi"}}]})", End::whole, "reply Hi"},
      {R"({"choices":[{"message":{"content":"Hi"},"finish_reason":"stop"}]})", End::broken,
       "cut Hi"},
      {R"({"choices":[{"message":{"content":"Hi)", End::whole, "cut (none)"},
      {R"({"choices":[]})", End::whole, "cut (none)"},
      {kText + event(R"({"choices":[{"delta":{},"finish_reason":""}]})"), End::whole, "cut Hi"},
  };
  for (const auto& row : cases)
    EXPECT_EQ(kind_and_text(read(row.body, 200, row.end)), row.expected) << "for " << row.body;
}

TEST(ModelReply, FindsTheErrorInEveryForm) {
  const struct {
    int status;
    std::string body, expected;
  } cases[] = {
      {401, R"({"error":"Unauthorized"})", "error Unauthorized"},
      {200, R"({"error":"Unexpected endpoint"})", "error Unexpected endpoint"},
      {400, R"({"error":{"message":"too long","code":400}})", "error too long"},
      {400, R"({"object":"error","message":"old vLLM","code":40001})", "error old vLLM"},
      {404, R"({"detail":"Not Found"})", "error Not Found"},
      {422, R"({"detail":[{"loc":["body"]}]})", R"(error [{"loc":["body"]}])"},
      {500, R"({"error":{"code":7}})", R"(error {"code":7})"},
      {500, R"({"error":{"message":"{\"error\":{\"code\":500}}"}})",
       R"(error {"error":{"code":500}})"},
      {502, "<html>Bad gateway</html>", "error <html>Bad gateway</html>"},
      {503, "", "error "},
      {200, "<html>hello</html>", "error the answer is not a chat completion: <html>hello</html>"},
      {200, R"({"hello":1})", R"(error the answer is not a chat completion: {"hello":1})"},
      {200, kText + event(R"({"error":"no more"})") + kText + kDone, "error no more"},
      {200, kText + event(R"({"error":null,"choices":[]})") + kStop, "reply Hi"},
      {200, kText + "event: error\ndata: {\"message\":\"named\"}\n\n" + kDone, "error named"},
      {200, kText + "event: error\ndata: in plain words\n\n", "error in plain words"},
      {200, "error: {\"code\":400,\"message\":\"2025\"}\n\n" + kDone, "error 2025"},
      {200, "error: plain\n\n", "error plain"},
      {200, "error: ", "cut (none)"},
      {500, kText + kStop + kDone, "error "},
      {200, R"({"error":{"message":"lone \ud83d \u0041"}})", "error lone \xEF\xBF\xBD A"},
  };
  for (const auto& row : cases)
    EXPECT_EQ(kind_and_text(read(row.body, row.status)), row.expected) << "for " << row.body;
}

TEST(ModelReply, KeepsTheContentBeforeTheError) {
  const ModelReply reply =
      read(kText + event(R"({"error":{"message":"m","type":"t","code":500}})"));
  EXPECT_EQ(reply.content, "Hi");
  EXPECT_EQ(reply.error.type, "t");
  EXPECT_EQ(reply.error.code, "500");
}

TEST(ModelReply, ShowsTheFirst2KBOfAnError) {
  const std::string words(3000, 'x');
  EXPECT_EQ(read(R"({"error":")" + words + "\"}", 400).error.text, words.substr(0, 2048));
  std::string umlauts(2047, 'x');
  for (int i = 0; i < 500; ++i) umlauts += "ä";
  EXPECT_EQ(read(umlauts, 400).error.text, umlauts.substr(0, 2047) + "…");
}

TEST(ModelReply, PrefersTheFirstBytesOverTheContentType) {
  const struct {
    std::string type, body, expected;
  } cases[] = {
      {"text/event-stream", R"({"error":"as JSON"})", "error as JSON"},
      {"application/json", kText + kDone, "reply Hi"},
      {"", "\xEF\xBB\xBF" + kText + kDone, "reply Hi"},
      {"", "\xEF\xBB\xBF{\"error\":\"marked\"}", "error marked"},
      {"application/json", "\n\n \n{\"error\":\"after keep-alives\"}", "error after keep-alives"},
      {"text/event-stream", "<html>", "error the answer is not a chat completion: <html>"},
      {"text/event-stream", "\n\n" + kText + kDone, "reply Hi"},
      {"text/plain", "date: no field of ours",
       "error the answer is not a chat completion: date: no field of ours"},
      {"", "da", "error the answer is not a chat completion: da"},
  };
  for (const auto& row : cases) {
    EXPECT_EQ(kind_and_text(read(row.body, 200, ReplyReader::End::whole, row.type)), row.expected)
        << "for " << row.body;
    ChatReplyReader reader(200, row.type);
    for (const char c : row.body) EXPECT_TRUE(reader.feed({&c, 1}));
    EXPECT_EQ(kind_and_text(reader.finish(ReplyReader::End::whole)), row.expected);
  }
}

TEST(ModelReply, ReadsOneChoiceAndTheLastUsage) {
  const ModelReply reply =
      read(event(R"({"model":"","usage":{"prompt_tokens":1},"choices":[]})") +
           event(R"({"model":"m","choices":[{"index":1,"delta":{"content":"other"}},)"
                 R"({"index":0,"delta":{"content":"mine"}}],"usage":null})") +
           event(R"({"choices":[{"index":1,"finish_reason":"length"}]})") + kStop +
           event(R"({"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":6,)"
                 R"("total_tokens":11,"prompt_tokens_details":{"cached_tokens":4}}})") +
           event(R"({"choices":[],"usage":null})") + kDone);
  EXPECT_EQ(kind_and_text(reply), "reply mine");
  EXPECT_EQ(reply.finish_reason, "stop");
  EXPECT_EQ(reply.model, "m");
  EXPECT_EQ(reply.usage, (TokenUsage{5, 6, 11, 4}));
}

TEST(ModelReply, ReadsHowManyTokensWereCached) {
  const std::pair<std::string, std::optional<long long>> cases[] = {
      {R"("usage":{"prompt_tokens":5})", std::nullopt},
      {R"("usage":{"prompt_tokens":5,"prompt_tokens_details":null})", std::nullopt},
      {R"("usage":{"prompt_tokens":5,"prompt_tokens_details":{"cached_tokens":0}})", 0},
      {R"("usage":{"prompt_tokens":5},"timings":{"cache_n":3,"prompt_n":2})", 3},
  };
  for (const auto& [members, cached] : cases) {
    const ModelReply reply = read(event(R"({"choices":[],)" + members + "}") + kStop + kDone);
    ASSERT_TRUE(reply.usage.has_value()) << members;
    EXPECT_EQ(reply.usage->cached_tokens, cached) << members;
  }
}

TEST(ModelReply, KeepsToolCallsUnchanged) {
  const auto delta = [](const std::string& list) {
    return event(R"({"choices":[{"delta":{"tool_calls":)" + list + "}}]}");
  };
  const auto message = [](const std::string& list) {
    return R"({"choices":[{"message":{"content":null,"tool_calls":)" + list + "}}]}";
  };
  const struct {
    std::string body, calls;
  } cases[] = {
      {message("[]"), "[]"},
      {message(R"([{"id":"a\/1","type":"function",)"
               R"("function":{"name":"cl\u0069ck","arguments":"{\"x\": 1,\ud83d}"}},{"id":"b"}])"),
       R"([{"id":"a\/1","name":"cl\u0069ck","arguments":"{\"x\": 1,\ud83d}"},)"
       R"({"id":"b","name":"","arguments":""}])"},
      // Some servers send the arguments as a value.
      {message(R"([{"id":"a","function":{"name":"drag","arguments":{ "x" : 1.50 }}}])"),
       R"([{"id":"a","name":"drag","arguments":{"x":1.50}}])"},
      // One line without duplicate members, so that every reader can read the file that contains
      // it.
      {message("[{\"id\":\"a\",\"function\":{\"name\":\"drag\",\"arguments\":{\n \"x\": 1,\r\n "
               "\"x\": [2, 3]\n}}}]"),
       R"([{"id":"a","name":"drag","arguments":{"x":[2,3]}}])"},
      {message(R"([null,7,{"id":null,"function":{"name":null,"arguments":null}}])"),
       R"([{"id":"","name":"","arguments":""}])"},
      // The pieces of a stream.
      {delta(R"([{"index":0,"id":"a","function":{"name":"drag","arguments":""}}])") +
           delta(R"([{"index":0,"function":{"arguments":"{\"x"}}])") +
           delta(R"([{"index":1,"id":"b","function":{"name":"type"}}])") +
           delta(R"([{"index":0,"function":{"arguments":"\": \ud83d"}}])") +
           delta(R"([{"index":0,"function":{"arguments":"\ude3a}"}},)"
                 R"({"index":1,"function":{"arguments":"{}"}}])") +
           kDone,
       R"([{"id":"a","name":"drag","arguments":"{\"x\": \ud83d\ude3a}"},)"
       R"({"id":"b","name":"type","arguments":"{}"}])"},
      // Id and name repeated in each piece; and every call under the same index, or under none.
      {delta(R"([{"index":0,"id":"a","function":{"name":"drag","arguments":"{"}}])") +
           delta(R"([{"index":0,"id":"a","function":{"name":"drag","arguments":"}"}}])") +
           delta(R"([{"index":0,"id":"b","function":{"name":"type","arguments":"[]"}}])") +
           delta(R"([{"id":"c","function":{"name":"press","arguments":"1"}}])") + kDone,
       R"([{"id":"a","name":"drag","arguments":"{}"},{"id":"b","name":"type","arguments":"[]"},)"
       R"({"id":"c","name":"press","arguments":"1"}])"},
  };
  for (const auto& [body, calls] : cases)
    EXPECT_EQ(calls_json(read(body).calls), calls) << "for " << body;
}

TEST(ModelReply, DropsTooManyToolCalls) {
  std::string many = R"({"choices":[{"message":{"tool_calls":[{"id":"a"})";
  for (std::size_t i = 1; i < kMaxCalls; ++i) many += R"(,{"id":"a"})";
  EXPECT_EQ(read(many + "]}}]}").calls.size(), kMaxCalls);
  EXPECT_EQ(read(many + R"(,{"id":"b"}]}}]})").error.text,
            "the reply has more than 1000 tool calls; reading stopped");

  // Calls share the limit of the text.
  const std::string half(kMaxReply / 2, 'x');
  const auto reply = [&](const std::string& more) {
    return read(R"({"choices":[{"message":{"content":")" + half +
                R"(","tool_calls":[{"function":{"arguments":")" + half.substr(100) + more +
                R"("}}]}}]})");
  };
  EXPECT_EQ(reply("").kind, ModelReply::Kind::reply);
  const ModelReply over = reply(std::string(100, 'x'));
  EXPECT_TRUE(over.too_large);
  EXPECT_EQ(over.error.text,
            "the reply's text and tool calls are longer than 16 MiB; reading stopped");
  EXPECT_TRUE(over.calls.empty());
}

TEST(ModelReply, SkipsEventsWithoutJson) {
  const ModelReply reply =
      read("data: null\n\ndata: {\"cut\n\n" + kText + "data: what?\n\n" + kDone);
  EXPECT_EQ(kind_and_text(reply), "reply Hi");
  EXPECT_EQ(reply.odd_events, 2U);
}

TEST(ModelReply, ReadsEventsWithoutSeparators) {
  const std::string text = kText.substr(0, kText.size() - 1);
  EXPECT_EQ(kind_and_text(read(text + text + "data: [DONE]\n")), "reply HiHi");
}

TEST(ModelReply, NamesPeculiarities) {
  const auto message = [](const std::string& fields) {
    return R"({"choices":[{"message":{)" + fields + "}}]}";
  };
  const struct {
    std::string body, expected;
  } cases[] = {
      {message(R"("content":"x")"), ""},
      {message(R"("content":null)"), "content is null: the story is empty"},
      {message(R"("role":"assistant")"), "content is missing: the story is empty"},
      {message(R"("content":[{"type":"text","text":"x"}])"),
       "content is not a text: the story is empty"},
      {message(R"("content":"")"), "content is empty: so is the story"},
      {R"({"choices":[{"message":{"content":"x"},"finish_reason":"length"}]})",
       "finish_reason is length: the reply ends where max_tokens ran out"},
      {message(R"("content":"x","reasoning_content":"abc")"),
       "separate reasoning of 3 bytes: not part of the story"},
      {message(R"("content":"x","reasoning":"a")"),
       "separate reasoning of 1 byte: not part of the story"},
      {message(R"("content":"x","tool_calls":[{"id":"a"}])"), "1 tool call beside the content"},
      {R"({"error":"x"})", "error under status 200"},
      {kText + "data: {\n\n" + kDone, "1 event in the stream without valid JSON"},
  };
  for (const auto& [body, expected] : cases) {
    std::string notes;
    for (const std::string& note : reply_notes(read(body), 200))
      notes += (notes.empty() ? "" : "; ") + note;
    EXPECT_EQ(notes, expected) << "for " << body;
  }
  for (const char* content : {"null", R"("")", R"("x")"}) {
    const std::string body =
        message(R"("content":)" + std::string(content) + R"(,"tool_calls":[{"id":"a"}])");
    EXPECT_TRUE(reply_notes(read(body), 200, true).empty()) << body;
  }
}

TEST(ModelReply, ShowsStreamedTextInCompleteCharacters) {
  const auto delta = [](const std::string& inner) {
    return event(R"({"choices":[{"delta":{"content":")" + inner + R"("}}]})");
  };
  ChatReplyReader reader(200, "text/event-stream");
  const std::pair<std::string, std::string> steps[] = {
      {delta("Ink "), "Ink "},   {delta(R"(\ud83d)"), ""},  {delta(R"(\udd8a!)"), "🖊!"},
      {delta("caf\xC3"), "caf"}, {delta("\xA9\\n"), "é\n"}, {delta(R"(\\ud83d)"), R"(\ud83d)"},
      {": ping\n\n", ""},        {delta(R"(\ud83d)"), ""},  {kDone, "\xED\xA0\xBD"},
  };
  for (const auto& [bytes, expected] : steps) {
    ASSERT_TRUE(reader.feed(bytes));
    EXPECT_EQ(reader.take_content(), expected) << "for " << bytes;
  }
  EXPECT_EQ(reader.take_reasoning(), "");
}

TEST(ModelReply, StopsAt64MiB) {
  for (const char* start : {"{\"choices\":\"", "data: {\"choices\":\""}) {
    ChatReplyReader reader(200, "");
    ASSERT_TRUE(reader.feed(start));
    const std::string mebibyte(1U << 20U, 'x');
    int fed = 0;
    while (fed < 100 && reader.feed(mebibyte)) ++fed;
    EXPECT_EQ(fed, 63);
    EXPECT_EQ(kind_and_text(reader.finish(ReplyReader::End::broken)),
              "error the answer is longer than 64 MiB; reading stopped");
  }
}

// The limit is on the bytes between the quotes, whatever they decode to.
TEST(ModelReply, AcceptsATextOf16MiBAndNotAByteMore) {
  const std::string escape = R"(\u0041)";
  std::string text;
  while (text.size() + escape.size() <= kMaxReply) text += escape;
  text.resize(kMaxReply, 'x');
  const std::pair<std::string, std::string> fields[] = {{"content", "text"},
                                                        {"reasoning", "reasoning"}};
  for (const auto& [field, name] : fields) {
    const std::string refused =
        joined({"the reply's ", name, " is longer than 16 MiB; reading stopped"});
    const auto whole = [&, field = field](const std::string& extra) {
      ChatReplyReader reader(200, "");
      EXPECT_TRUE(reader.feed(joined({R"({"choices":[{"message":{"role":"assistant",")", field,
                                      "\":\"", text, extra, "\"}}]}"})));
      return reader.finish(ReplyReader::End::whole);
    };
    const ModelReply most = whole("");
    EXPECT_EQ(most.kind, ModelReply::Kind::reply);
    EXPECT_TRUE((field == "content" ? most.content : most.reasoning) == text);
    const ModelReply longer = whole("x");
    EXPECT_EQ(longer.kind, ModelReply::Kind::error);
    EXPECT_EQ(longer.error.text, refused);

    ChatReplyReader reader(200, "");
    const auto chunk = [field = field](const std::string& inner) {
      return joined({R"(data: {"choices":[{"delta":{")", field, "\":\"", inner, "\"}}]}\n\n"});
    };
    for (std::size_t at = 0; at < text.size(); at += escape.size() << 16U)
      ASSERT_TRUE(reader.feed(chunk(text.substr(at, escape.size() << 16U))));
    EXPECT_FALSE(reader.feed(chunk("x")));
    const ModelReply more = reader.finish(ReplyReader::End::broken);
    EXPECT_EQ(more.error.text, refused);
    EXPECT_EQ(more.content, std::nullopt);
  }
}

TEST(ModelReply, StopsAtTooManyValues) {
  std::string body = R"({"choices":[)";
  for (std::size_t i = 0; i < kMaxValues; ++i) body += "0,";
  body += "0]}";
  ChatReplyReader reader(200, "");
  ASSERT_TRUE(reader.feed(body));
  EXPECT_EQ(kind_and_text(reader.finish(ReplyReader::End::whole)),
            "error the answer has more than 1000000 values; reading stopped");
}

TEST(ModelReply, ReportsDuplicateMembers) {
  ChatReplyReader reader(200, "");
  ASSERT_TRUE(
      reader.feed(R"({"choices":[],"choices":[{"message":{"content":"no","content":"yes"}}]})"));
  const ModelReply reply = reader.finish(ReplyReader::End::whole);
  EXPECT_EQ(reply.content, "yes");
  EXPECT_EQ(reply.duplicates, (std::vector<std::string>{"/choices/0/message/content", "/choices"}));
}

// A chunk like the previous one is not parsed again, so differences must be noticed.
TEST(ModelReply, NoticesAChunkThatDiffersFromTheOneBefore) {
  const std::string first = R"({"id":1,"choices":[{"delta":{"content":"a","reasoning":"r"}}]})";
  const std::pair<std::string, std::string> cases[] = {
      {R"({"id":1,"choices":[{"delta":{"content":"\"","reasoning":"s"}}]})", R"(a\" rs)"},
      {R"({"id":2,"choices":[{"delta":{"content":"b","reasoning":"s"}}]})", "ab rs"},
      {R"({"id":1,"choices":[{"delta":{"reasoning":"s","content":"b"}}]})", "ab rs"},
      {R"({"id":1,"choices":[{"delta":{"content":"b"}}]})", "ab r"},
      {R"({"id":1,"choices":[{"delta":{"content":"b","reasoning":null}}]})", "ab r"},
      {R"({"id":1,"choices":[{"delta":{"content":"b","content":"c"}}]})", "ac r"},
      {R"({"id":1,"choices":[{"delta":{"content":"b","reasoning":"s"}}]} )", "ab rs"},
      {R"({"id":1,"choices":[{"delta":{"content":"b","reasoning":"s"}}]}x)", "a r"},
      {R"({"id":1,"choices":[{"delta":{"content":"b\q","reasoning":"s"}}]})", "a r"},
      {R"({"id":1,"choices":[{"delta":{"content":"b","reasoning":"s"}}],"error":{"message":"e"}})",
       "a r"},
  };
  for (const auto& [chunk, expected] : cases) {
    ChatReplyReader reader(200, "");
    ASSERT_TRUE(reader.feed(joined({"data: ", first, "\n\ndata: ", chunk, "\n\n"})));
    const ModelReply reply = reader.finish(ReplyReader::End::whole);
    EXPECT_EQ(reply.content.value_or("-") + " " + reply.reasoning.value_or("-"), expected) << chunk;
  }
}

// Every megabyte of a stream may be read and forgotten: only the text is limited.
TEST(ModelReply, LimitsTheTextAndNotTheStream) {
  ChatReplyReader reader(200, "");
  const std::string comment = ":" + std::string(1U << 20U, '.') + "\n";
  for (int i = 0; i < 80; ++i) ASSERT_TRUE(reader.feed(comment));
  ASSERT_TRUE(reader.feed(kText + kDone));
  EXPECT_EQ(kind_and_text(reader.finish(ReplyReader::End::whole)), "reply Hi");
}

TEST(ModelReply, CutsLongNames) {
  const std::string longest(100'000, 'n');
  ChatReplyReader reader(200, "application/json");
  reader.feed(R"({"model":")" + longest + R"(","choices":[{"message":{"content":"x"},)" +
              R"("finish_reason":")" + longest + R"("}]})");
  const ModelReply reply = reader.finish(ReplyReader::End::whole);
  EXPECT_EQ(reply.finish_reason->size(), 200U);
  EXPECT_EQ(reply.model.size(), 200U);
  ChatReplyReader refused(400, "application/json");
  refused.feed(R"({"error":{"message":"m","type":")" + longest + R"(","code":")" + longest +
               R"("}})");
  const ModelReply error = refused.finish(ReplyReader::End::whole);
  EXPECT_EQ(error.error.type.size(), 200U);
  EXPECT_EQ(error.error.code.size(), 200U);
}
TEST(ChatReplyReader, RecognisesBytesWithoutContent) {
  const struct {
    std::vector<std::string> pieces;
    std::string brought;  // y or n for each piece
  } cases[] = {
      {{": ping\n\n", ": a com", "ment", "\n\n", "data: {}", "\n\n", "\n"}, "nnnnyyn"},
      {{"data: [DONE]\n\n"}, "y"},
      {{" ", "\r\n", "{", "\n", "}"}, "nnyny"},
      {{"Bad", " gateway"}, "yy"},
  };
  for (const auto& row : cases) {
    ChatReplyReader reader(200, "");
    std::string brought;
    for (const std::string& piece : row.pieces) {
      reader.feed(piece);
      brought += reader.brought_something() ? 'y' : 'n';
    }
    EXPECT_EQ(brought, row.brought) << row.pieces.front();
  }
}
}  // namespace franz
