#include "proxy/demo_vlm/outgoing.h"
#include <gtest/gtest.h>
#include "common/wire/api/apis.h"

namespace franz::demo_vlm {
static const ReplyHead kHead{"chatcmpl-1", 7, "demo-vlm"};

static std::string joined(const std::vector<std::string_view>& pieces) {
  std::string text;
  for (const std::string_view piece : pieces) text += piece;
  return text;
}

TEST(ReplyPieces, JoinToTheTextAndNeverCutAnEscapeOrACharacter) {
  const std::string text = R"(A cat, \"no\" dog.\n\ud83d\ude00 12345678901 \\)"
                           "\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4\xC3\xA4";
  const auto pieces = cut_pieces(text);
  EXPECT_EQ(joined(pieces), text);
  EXPECT_EQ(pieces[1], " cat,");
  for (const std::string_view piece : pieces) {
    EXPECT_TRUE(piece == R"(\ud83d)" || piece == R"(\ude00)" || piece.find("\\ud") == piece.npos);
    EXPECT_NE(static_cast<unsigned char>(piece[0]) & 0xC0, 0x80) << piece;
  }
  const std::string large(5000000, 'x');
  EXPECT_EQ(joined(cut_pieces(large)), large);
  EXPECT_LT(cut_pieces(large).size(), 10000U);
  EXPECT_TRUE(cut_pieces("").empty());
}

TEST(StreamEvents, AreTheRoleTheTextAndTheEnd) {
  ModelCall call;
  call.ask_usage = true;
  call.prompt_tokens = 40;
  ScriptLine line;
  line.content = R"(a \ud83d)";
  line.reasoning = "hm";
  const std::string chunk =
      R"(data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":7,"model":"demo-vlm","choices":)";
  const auto delta = [&](const std::string& members) {
    return chunk + R"([{"index":0,"delta":{)" + members + R"(},"finish_reason":null}]})" + "\n\n";
  };
  EXPECT_EQ(
      stream_events(answer(call, kHead, line)),
      (std::vector<std::string>{
          delta(R"("role":"assistant","content":"")"), delta(R"("reasoning_content":"hm")"),
          delta(R"("content":"a")"), delta(R"("content":" ")"), delta(R"("content":"\ud83d")"),
          chunk + R"([{"index":0,"delta":{},"finish_reason":"stop"}]})" + "\n\n",
          chunk + R"([],"usage":{"prompt_tokens":40,"completion_tokens":4,"total_tokens":44}})" +
              "\n\n",
          "data: [DONE]\n\n"}));
}

TEST(StreamEvents, EndEarlyWhereTheScriptCutsOrFails) {
  ScriptLine line;
  line.content = "one two three";
  line.cut = 2;
  EXPECT_EQ(stream_events(answer({}, kHead, line)).size(), 3U) << "the role and two pieces";
  line.cut.reset();
  line.error = R"({"message":"out of memory"})";
  EXPECT_EQ(stream_events(answer({}, kHead, line)).back(),
            "data: {\"error\":{\"message\":\"out of memory\"}}\n\n");
  EXPECT_EQ(whole_body(answer({}, kHead, line)), R"({"error":{"message":"out of memory"}})");
}

TEST(StreamEvents, TellACallByItsNameAndThenItsArgumentsInPieces) {
  ScriptLine line;
  line.content = "Hm.";
  line.finish_reason = "tool_calls";
  line.calls = {{R"("call_7")", R"("drag")", R"("{\"to\":1}")"}, {R"("b")", R"("f")", "{}"}};
  const std::vector<std::string> events = stream_events(answer({}, kHead, line));
  const auto delta = [](const std::string& event) {
    const std::size_t begin = event.find("\"delta\":") + 8;
    return event.substr(begin, event.find(",\"finish_reason\"") - begin);
  };
  std::vector<std::string> deltas;
  for (std::size_t i = 2; i + 2 < events.size(); ++i) deltas.push_back(delta(events[i]));
  EXPECT_EQ(
      deltas,
      (std::vector<std::string>{
          R"j({"tool_calls":[{"index":0,"id":"call_7","type":"function","function":{"name":"drag","arguments":""}}]})j",
          R"j({"tool_calls":[{"index":0,"function":{"arguments":"{"}}]})j",
          R"j({"tool_calls":[{"index":0,"function":{"arguments":"\""}}]})j",
          R"j({"tool_calls":[{"index":0,"function":{"arguments":"to"}}]})j",
          R"j({"tool_calls":[{"index":0,"function":{"arguments":"\""}}]})j",
          R"j({"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]})j",
          R"j({"tool_calls":[{"index":1,"id":"b","type":"function","function":{"name":"f","arguments":""}}]})j",
          R"j({"tool_calls":[{"index":1,"function":{"arguments":{}}}]})j",
      }));
  EXPECT_TRUE(events[events.size() - 2].find(R"("finish_reason":"tool_calls")") !=
              std::string::npos);
  line.cut = 3;
  EXPECT_EQ(stream_events(answer({}, kHead, line)).size(), 4U) << "the role and three pieces";
}

TEST(Answer, EndsAtMaxTokensAndSaysSo) {
  ModelCall call;
  const Outgoing whole = answer(call, kHead);
  EXPECT_EQ(whole.finish_reason, "stop");
  call.max_tokens = 5;
  const Outgoing cut = answer(call, kHead);
  EXPECT_EQ(cut.finish_reason, "length");
  EXPECT_EQ(cut.usage.completion_tokens, 5);
  const auto pieces = cut_pieces(whole.content);
  EXPECT_EQ(cut.content, joined({pieces.begin(), pieces.begin() + 5}));
  call.max_tokens = whole.usage.completion_tokens;
  EXPECT_EQ(answer(call, kHead).finish_reason, "stop");
}

TEST(WholeBody, HoldsTheTextAsItIs) {
  ScriptLine line;
  line.content = R"(\ud83d\/)";
  EXPECT_EQ(whole_body(answer({}, kHead, line)),
            R"({"id":"chatcmpl-1","object":"chat.completion","created":7,"model":"demo-vlm",)"
            R"("choices":[{"index":0,"message":{"role":"assistant","content":"\ud83d\/"},)"
            R"("finish_reason":"stop"}],)"
            R"("usage":{"prompt_tokens":0,"completion_tokens":2,"total_tokens":2}})");
}

TEST(WholeBody, HoldsTheCalls) {
  ScriptLine line;
  line.finish_reason = "tool_calls";
  line.calls = {{R"("call_7")", R"("drag")", R"("{}")"}};
  EXPECT_EQ(whole_body(answer({}, kHead, line)),
            R"j({"id":"chatcmpl-1","object":"chat.completion","created":7,"model":"demo-vlm",)j"
            R"j("choices":[{"index":0,"message":{"role":"assistant","content":null,"tool_calls":)j"
            R"j([{"id":"call_7","type":"function","function":{"name":"drag","arguments":"{}"}}]},)j"
            R"j("finish_reason":"tool_calls"}],)j"
            R"j("usage":{"prompt_tokens":0,"completion_tokens":2,"total_tokens":2}})j");
}

// ---- by every API

// What the demo model writes by a row, the row's own reader takes for a whole reply.
TEST(ReplyForms, ThereIsOneForEveryApiThatItsReaderTakes) {
  Outgoing reply;
  reply.head = {"id-1", 7, "demo-vlm"};
  reply.content = R"(one \ud83d\ude00)";
  reply.usage = {5, 2};
  reply.include_usage = true;
  for (const Api& api : all_apis()) {
    const ReplyForm* const form = find_reply_form(api);
    ASSERT_NE(form, nullptr) << api.name;
    for (const bool streamed : {true, false}) {
      const auto reader = api.reader(200, streamed ? "text/event-stream" : "application/json");
      if (streamed) {
        for (const std::string& event : form->stream_events(reply)) reader->feed(event);
      } else {
        reader->feed(form->whole_body(reply));
      }
      const ModelReply read = reader->finish(ReplyReader::End::whole);
      EXPECT_EQ(read.kind, ModelReply::Kind::reply) << api.name;
      EXPECT_EQ(read.content, reply.content) << api.name;
      EXPECT_EQ(read.model, "demo-vlm") << api.name;
      EXPECT_EQ(read.streamed, streamed) << api.name;
      ASSERT_TRUE(read.usage.has_value()) << api.name;
      EXPECT_EQ(read.usage->prompt_tokens, 5) << api.name;
    }
  }
}

static ModelReply read_by(const Api& api, const Outgoing& reply, bool streamed) {
  const ReplyForm& form = *find_reply_form(api);
  const auto reader = api.reader(200, streamed ? "text/event-stream" : "application/json");
  if (streamed) {
    for (const std::string& event : form.stream_events(reply)) EXPECT_TRUE(reader->feed(event));
  } else {
    EXPECT_TRUE(reader->feed(form.whole_body(reply)));
  }
  return reader->finish(ReplyReader::End::whole);
}

TEST(ReplyForms, SayTheSameByEveryApi) {
  ScriptLine called;
  called.calls = {{R"("call_7")", R"("dr\u0061g")", R"("{\"to\":\u0031}")"},
                  {R"("b")", R"("f")", "{}"}};
  called.finish_reason = "tool_calls";
  ScriptLine both = called;
  both.content = "Hm.";
  both.reasoning = R"(I \ud83d)";
  ScriptLine cut_short;
  cut_short.content = "one two three";
  cut_short.finish_reason = "length";
  ScriptLine withheld = cut_short;
  withheld.finish_reason = "content_filter";
  ScriptLine empty;
  for (const Api& api : all_apis())
    for (const ScriptLine& line : {called, both, cut_short, withheld, empty})
      for (const bool streamed : {true, false}) {
        const ModelReply read = read_by(api, answer({}, {"x-1", 7, "m"}, line), streamed);
        EXPECT_EQ(read.kind, ModelReply::Kind::reply) << api.name;
        EXPECT_EQ(read.content.value_or(""), line.content) << api.name;
        EXPECT_EQ(read.reasoning, line.reasoning) << api.name;
        EXPECT_EQ(read.calls, line.calls) << api.name;
        EXPECT_EQ(read.finish_reason, line.finish_reason) << api.name;
      }
}

TEST(ReplyForms, BreakOffAndFailByEveryApi) {
  ScriptLine line;
  line.content = "one two three";
  line.calls = {{R"("c")", R"("f")", R"("{}")"}};
  for (const Api& api : all_apis()) {
    for (const auto& [cut, text] :
         {std::pair(0U, ""), std::pair(1U, "one"), std::pair(2U, "one two")}) {
      line.cut = cut;
      const ModelReply read = read_by(api, answer({}, {"x-1", 7, "m"}, line), true);
      EXPECT_EQ(read.kind, ModelReply::Kind::cut) << api.name;
      EXPECT_EQ(read.content.value_or(""), text) << api.name;
      EXPECT_TRUE(read.calls.empty()) << api.name;
    }
    line.cut.reset();
    line.error = R"({"message":"out of memory","code":"oom"})";
    for (const bool streamed : {true, false}) {
      const ModelReply read = read_by(api, answer({}, {"x-1", 7, "m"}, line), streamed);
      EXPECT_EQ(read.kind, ModelReply::Kind::error) << api.name;
      EXPECT_EQ(read.error.text, "out of memory") << api.name;
      EXPECT_EQ(read.error.code, "oom") << api.name;
    }
    line.error.clear();
  }
}

TEST(ReplyForms, TellAResponseByItsEvents) {
  ScriptLine line;
  line.content = "a b";
  line.calls = {{R"("c")", R"("f")", R"("{}")"}};
  line.finish_reason = "tool_calls";
  std::string types;
  const std::string mark = "event: response.";
  for (const std::string& event : find_reply_form(*find_api("responses"))
                                      ->stream_events(answer({}, {"resp_1", 7, "m"}, line))) {
    ASSERT_TRUE(event.starts_with(mark)) << event;
    ASSERT_TRUE(event.ends_with("}\n\n")) << event;
    const std::string type = event.substr(mark.size(), event.find('\n') - mark.size());
    EXPECT_NE(event.find("\ndata: {\"type\":\"response." + type + "\","), std::string::npos)
        << event;
    types += type + " ";
  }
  EXPECT_EQ(types,
            "created in_progress output_item.added content_part.added output_text.delta "
            "output_text.delta output_text.done content_part.done output_item.done "
            "output_item.added function_call_arguments.delta function_call_arguments.done "
            "output_item.done completed ");
}
}  // namespace franz::demo_vlm
