#include "proxy/demo_vlm/reply_forms.h"
#include <gtest/gtest.h>

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
}  // namespace franz::demo_vlm
