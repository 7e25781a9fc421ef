#include "orchestrator/memory/sst.h"
#include <gtest/gtest.h>

namespace franz::orchestrator {
namespace {
ChatParameters parameters() {
  ChatParameters parameters;
  parameters.model = "m";
  parameters.stream = false;
  return parameters;
}
const std::string kHead =
    R"({"model":"m","temperature":0.7,"top_p":0.9,"max_tokens":900,"stream":false,"messages":[)"
    R"({"role":"system","content":"You \"are\"\n🖊."},)";
}  // namespace

TEST(SstMemory, SendsExactlySystemStoryAndFeedbackWithPicture) {
  const SstTurn turn{.system_prompt = "You \"are\"\n🖊.",
                     .story = "\"\\ud83d \xFF\\/\"",
                     .feedback = "OK: 1 action executed.",
                     .note = std::nullopt,
                     .picture_b64 = "QUJD"};
  EXPECT_EQ(
      sst_request(turn, parameters()),
      kHead +
          "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"\\ud83d \xFF\\/\"}]},"
          R"({"role":"user","content":[{"type":"text","text":"OK: 1 action executed."},)"
          R"({"type":"image_url","image_url":{"url":"data:image/png;base64,QUJD"}}]}]})");
}

TEST(SstMemory, SendsTheTextAloneWithoutAPicture) {
  SstTurn turn;
  turn.system_prompt = "You \"are\"\n🖊.";
  turn.feedback = "ERROR: no picture";
  turn.note = "use \"red\"\nplease";
  EXPECT_EQ(sst_request(turn, parameters()),
            kHead + R"({"role":"user","content":[{"type":"text","text":""}]},)"
                    R"({"role":"user","content":[{"type":"text",)"
                    R"("text":"ERROR: no picture\nOPERATOR: use \"red\"\nplease"}]}]})");
}
}  // namespace franz::orchestrator
