#include <gtest/gtest.h>
#include "common/wire/api/chat_request.h"
#include "proxy/demo_vlm/seen_request.h"

namespace franz::demo_vlm {
static Conversation conversation_in(const std::string& body) {
  const Result<RequestView> view = read_chat_request(body);
  EXPECT_TRUE(view.ok());
  return view.ok() ? read_conversation(view.value()) : Conversation{};
}

TEST(ReadConversation, KeepsRepliesCallsAndTheirAnswersTogether) {
  const Conversation conversation = conversation_in(
      R"j({"tools":[{"type":"function","function":{"name":"drag"}},{"odd":1}],"messages":[
      {"role":"system","content":"s"},
      {"role":"user","content":[{"type":"text","text":"draw"},{"type":"text","text":"OK"}]},
      {"role":"assistant","content":"one","tool_calls":[
        {"id":"a","type":"function","function":{"name":"drag","arguments":"{\"x\":1}"}},
        {"id":"b","type":"function","function":{"name":"drag","arguments":{"x":2}}}]},
      {"role":"tool","tool_call_id":"b","content":"second"},
      {"role":"tool","tool_call_id":"a","content":"first"},
      {"role":"tool","tool_call_id":"?","content":"nobody's"},
      {"role":"user","content":[{"type":"text","text":"seen"}]},
      {"role":"assistant","content":null,"tool_calls":[
        {"id":"a","type":"function","function":{"name":"look","arguments":""}}]}]})j");
  EXPECT_EQ(conversation.tools, (std::vector<std::string>{"drag"}));
  EXPECT_EQ(conversation.task, "draw\nOK");
  ASSERT_EQ(conversation.exchanges.size(), 2U);
  const Exchange& first = conversation.exchanges[0];
  EXPECT_EQ(first.text, "one");
  EXPECT_EQ(first.told, "seen");
  ASSERT_EQ(first.calls.size(), 2U);
  EXPECT_EQ(first.calls[0].arguments, R"({"x":1})");
  EXPECT_EQ(first.calls[0].answer, "first");
  EXPECT_EQ(first.calls[1].arguments, R"({"x":2})");
  EXPECT_EQ(first.calls[1].answer, "second");
  EXPECT_EQ(conversation.exchanges[1].calls[0].answer, "") << "the id of an older call";
}

TEST(ReadConversation, IsEmptyWithoutTools) {
  EXPECT_TRUE(conversation_in(R"({"messages":[{"role":"user","content":"draw"}]})").task.empty());
  EXPECT_TRUE(conversation_in(R"({"tools":"no","messages":[{"role":"user","content":"draw"}]})")
                  .task.empty());
}
}  // namespace franz::demo_vlm
