#include "proxy/demo_vlm/seen_request.h"
#include <gtest/gtest.h>
#include "common/base/base64.h"
#include "common/wire/api/chat.h"
#include "common/wire/api/chat_request.h"
#include "tests/proxy/demo_vlm/test_pictures.h"

namespace franz::demo_vlm {
static Result<ModelCall> read(std::string_view body) { return read_model_call(kChatApi, body); }

static std::string request_with(const std::string& url) {
  return R"({"model":"m","stream":true,"stream_options":{"include_usage":true},"max_tokens":9,)"
         R"("messages":[{"role":"system","content":"s"},)"
         R"({"role":"user","content":[{"type":"text","text":"story \ud83d\n"}]},)"
         R"({"role":"user","content":[{"type":"text","text":"OK"},)"
         R"({"type":"image_url","image_url":{"url":")" +
         url + R"("}}]}]})";
}

TEST(ReadModelCall, FindsStoryFeedbackAndPicture) {
  const auto call =
      read(request_with("data:image/png;base64," + base64_encode(png_of(black(8, 4)))));
  ASSERT_TRUE(call.ok()) << call.error().message;
  EXPECT_EQ(call.value().model, "m");
  EXPECT_TRUE(call.value().stream);
  EXPECT_TRUE(call.value().ask_usage);
  EXPECT_EQ(call.value().max_tokens, 9);
  EXPECT_EQ(call.value().seen.story, "story \xED\xA0\xBD\n");
  EXPECT_EQ(call.value().seen.feedback, "OK");
  EXPECT_EQ(call.value().seen.system, "s");
  ASSERT_TRUE(call.value().seen.picture) << call.value().seen.picture_problem;
  EXPECT_EQ(call.value().seen.picture->width, 8);
}

// Nobody but the memory knows what stands where.
TEST(ReadModelCall, TakesTheLastMessageForTheFeedbackWhereNoMemorySendsSuch) {
  const char* const bodies[] = {
      R"({"messages":[{"role":"user","content":"OK"}]})",
      R"({"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"},)"
      R"({"role":"user","content":"OK"}]})",
      R"({"messages":[{"role":"system","content":"s"},{"role":"user","content":"b"},)"
      R"({"role":"user","content":"c"},{"role":"user","content":"OK"}]})",
  };
  for (const char* body : bodies) {
    const auto call = read(body);
    ASSERT_TRUE(call.ok()) << call.error().message;
    EXPECT_EQ(call.value().seen.feedback, "OK") << body;
    EXPECT_EQ(call.value().seen.story + call.value().seen.system, "") << body;
  }
}

static std::string picture_url(int width, int height) {
  return "data:image/png;base64," + base64_encode(png_of(black(width, height)));
}

TEST(ReadModelCall, SeesTheNewestPictureOfAConversationThatCanBeDecoded) {
  const auto seen = [](const std::string& newest) {
    const auto user = [](const std::string& url) {
      return R"({"role":"user","content":[{"type":"image_url","image_url":{"url":")" + url +
             R"("}}]})";
    };
    const std::string said = R"({"role":"assistant","content":"a"})";
    const auto call =
        read(R"({"tools":[{"type":"function","function":{"name":"drag"}}],"messages":[)"
             R"({"role":"system","content":"s"},)" +
             user(picture_url(8, 4)) + "," + said + "," + user(picture_url(16, 4)) + "," + said +
             "," + user(newest) + "," + said + R"(,{"role":"user","content":"OK"}]})");
    return call.ok() ? call.value().seen : SeenRequest{};
  };
  EXPECT_EQ(seen(picture_url(24, 4)).picture->width, 24);
  EXPECT_EQ(seen(picture_url(24, 4)).conversation.seen_at, 2U);
  EXPECT_EQ(seen(picture_url(24, 4)).conversation.exchanges.size(), 3U);
  const SeenRequest broken = seen("data:image/png;base64,AAAA");
  EXPECT_EQ(broken.picture->width, 16);
  EXPECT_EQ(broken.conversation.seen_at, 1U);
  EXPECT_EQ(broken.picture_problem, "is not a PNG");
}

TEST(ReadModelCall, SaysWhatIsWrongWithAPictureAndGoesOn) {
  const struct {
    const char *url, *problem;
  } rows[] = {
      {"http://127.0.0.1/a.png",
       "is not in the request itself (no data:image/png;base64, address)"},
      {"data:image/png;base64,AAAA", "is not a PNG"},
  };
  for (const auto& row : rows) {
    const auto call = read(request_with(row.url));
    ASSERT_TRUE(call.ok()) << call.error().message;
    EXPECT_FALSE(call.value().seen.picture);
    EXPECT_EQ(call.value().seen.picture_problem, row.problem);
  }
  const auto call = read(request_with("data:image/png;base64,A"));
  EXPECT_EQ(call.value().seen.picture_problem.substr(0, 14), "is no base64: ");
}

TEST(ReadModelCall, CountsMoreTokensForMoreTextAndLargerPictures) {
  const auto tokens = [](const std::string& url) {
    return read(request_with(url)).value().prompt_tokens;
  };
  const std::string start = "data:image/png;base64,";
  const long long none = tokens("data:,"),
                  small = tokens(start + base64_encode(png_of(black(56, 56)))),
                  large = tokens(start + base64_encode(png_of(black(512, 288))));
  EXPECT_EQ(small - none, 4);
  EXPECT_EQ(large - none, 19 * 11);
  EXPECT_GT(read(R"({"messages":[{"role":"user","content":"a longer text by far"}]})")
                .value()
                .prompt_tokens,
            read(R"({"messages":[{"role":"user","content":"hi"}]})").value().prompt_tokens);
}

TEST(ReadModelCall, RefusesWrongRequestsByName) {
  const struct {
    const char *body, *error;
  } rows[] = {
      {"{}", "/messages: expected a list of 1 to 10000 messages"},
      {R"({"messages":[]})", "/messages: expected a list of 1 to 10000 messages"},
      {R"({"messages":{"a":1}})", "/messages: expected a list of 1 to 10000 messages"},
      {R"({"messages":[{"role":"user","content":5}]})",
       "/messages/0/content: expected a text or a list of parts"},
      {R"({"messages":[{"role":"user"}]})",
       "/messages/0/content: expected a text or a list of parts"},
      {R"({"messages":[7]})", "/messages/0/content: expected a text or a list of parts"},
      {R"({"messages":[{"content":[5]}]})", "/messages/0/content/0/type: expected a text"},
      {R"({"messages":[{"content":[{"type":"text","text":[]}]}]})",
       "/messages/0/content/0/text: expected a text"},
      {R"({"messages":[{"content":[{"type":"image_url","image_url":"x"}]}]})",
       "/messages/0/content/0/image_url/url: expected a text"},
      {R"({"stream":"yes","messages":[{"content":"a"}]})", "/stream: expected true or false"},
      {R"({"max_tokens":0,"messages":[{"content":"a"}]})", "/max_tokens: expected 1 or more"},
  };
  for (const auto& row : rows) {
    const auto call = read(row.body);
    ASSERT_FALSE(call.ok()) << row.body;
    EXPECT_EQ(call.error().message, row.error);
  }
  for (const char* body : {"", "rubbish", "[1]", "{\"messages\":", "\xff\xfe"}) {
    EXPECT_FALSE(read(body).ok()) << body;
  }
  EXPECT_FALSE(read("{\"messages\":" + std::string(100000, '[')).ok());
}

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
