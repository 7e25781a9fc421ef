#include "common/memory/sst.h"
#include <gtest/gtest.h>
#include "tests/support/chat_messages.h"

namespace franz {
namespace {
RequestParameters parameters() {
  RequestParameters parameters;
  parameters.model = "m";
  parameters.stream = false;
  return parameters;
}
const std::string kHead =
    R"({"model":"m","temperature":0.7,"top_p":0.9,"max_tokens":900,"stream":false,"messages":[)"
    R"({"role":"system","content":"You \"are\"\n🖊."},)";
}  // namespace

TEST(SstMemory, SendsExactlySystemStoryAndFeedbackWithPicture) {
  const std::vector<Step> steps = {{6, {R"("older")", {}}}, {7, {"\"\\ud83d \xFF\\/\"", {}}}};
  Now now;
  now.system = "You \"are\"\n🖊.";
  now.feedback = "OK: 1 action executed.";
  now.picture = PictureRef{"QUJD"};
  EXPECT_EQ(
      body_of(parameters(), sst_messages(steps, now)),
      kHead +
          "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"\\ud83d \xFF\\/\"}]},"
          R"({"role":"user","content":[{"type":"text","text":"OK: 1 action executed."},)"
          R"({"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}}]}]})");
}

TEST(SstMemory, SendsTheTextAloneWithoutAPicture) {
  Now now;
  now.system = "You \"are\"\n🖊.";
  now.feedback = "ERROR: no picture";
  now.note = "use \"red\"\nplease";
  EXPECT_EQ(body_of(parameters(), sst_messages({}, now)),
            kHead + R"({"role":"user","content":[{"type":"text","text":""}]},)"
                    R"({"role":"user","content":[{"type":"text",)"
                    R"("text":"ERROR: no picture\nOPERATOR: use \"red\"\nplease"}]}]})");
}

TEST(SstMemory, NamesTheSourceOfEachPart) {
  using Source = Part::Source;
  const std::vector<Step> steps = {{7, {}}};
  const std::vector<Message> messages = sst_messages(steps, {});
  ASSERT_EQ(messages.size(), 3U);
  EXPECT_EQ(messages[0].parts[0].source, Source::system);
  EXPECT_EQ(messages[1].parts[0].source, Source::reply);
  EXPECT_EQ(messages[1].parts[0].turn, 7);
  EXPECT_EQ(messages[2].parts[0].source, Source::feedback);
  EXPECT_EQ(sst_messages({}, {})[1].parts[0].turn, 0);
}
}  // namespace franz
