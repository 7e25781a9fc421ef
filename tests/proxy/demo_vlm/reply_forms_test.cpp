#include <gtest/gtest.h>
#include "common/wire/api/apis.h"
#include "proxy/demo_vlm/outgoing.h"

namespace franz::demo_vlm {
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
