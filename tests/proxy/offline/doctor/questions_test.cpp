#include "proxy/offline/doctor/questions.h"
#include <gtest/gtest.h>
#include "common/base/data_uri.h"
#include "common/formats/memories.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/chat_request.h"

namespace franz::proxy {
namespace {
TEST(Questions, HaveATurnsThreeMessagesExactly) {
  for (const bool with_picture : {true, false}) {
    const std::string body = turn_question({}, *find_memory("sst"), {"m", true}, with_picture);
    const Result<RequestView> view = read_chat_request(body);
    ASSERT_TRUE(view.ok());
    ASSERT_EQ(view.value().messages.size(), 3U);
    EXPECT_EQ(view.value().messages[0].role, "system");
    EXPECT_EQ(view.value().messages[1].role, "user");
    EXPECT_EQ(view.value().messages[2].role, "user");
    const SentPart* const picture = find_part(view.value().messages[2], Part::Kind::picture);
    ASSERT_EQ(picture != nullptr, with_picture);
    if (!with_picture) continue;
    const Result<std::string> png = picture_bytes(picture->token);
    ASSERT_TRUE(png.ok()) << png.error().message;
    EXPECT_TRUE(png.value().starts_with("\x89PNG\r\n\x1a\n"));
  }
}

TEST(Questions, LowerTheLimitUnderWhateverNameItHas) {
  ModelSettings settings;
  EXPECT_EQ(read_chat_request(long_question(settings, {"m", true})).value().max_tokens,
            kShortReply);
  settings.extra = R"({"max_tokens":null,"max_completion_tokens":900,"top_k":5})";
  const std::string body = long_question(settings, {"m", true});
  EXPECT_NE(body.find("\"max_completion_tokens\":8"), std::string::npos) << body;
  EXPECT_EQ(body.find("\"max_tokens\""), std::string::npos) << body;
  EXPECT_NE(body.find("\"top_k\":5"), std::string::npos) << body;
}

TEST(Questions, AskForNoFewerTokensThanTheApiTakes) {
  ModelSettings settings;
  EXPECT_EQ(short_reply(settings), kShortReply);
  settings.api = "responses";
  EXPECT_EQ(short_reply(settings), 16);
  settings.extra = R"({"max_output_tokens":900})";
  const std::string body = long_question(settings, {"m", true});
  EXPECT_EQ(find_api("responses")->read(body).value().max_tokens, 16) << body;
}

TEST(Questions, AskForTokenCountsUnlessRefused) {
  EXPECT_NE(hello_question({}, {"m", true}).find("include_usage"), std::string::npos);
  EXPECT_EQ(hello_question({}, {"m", false}).find("stream_options"), std::string::npos);
}
}  // namespace
}  // namespace franz::proxy
