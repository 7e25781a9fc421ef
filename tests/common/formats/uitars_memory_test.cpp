#include "common/formats/memories.h"
#include "common/formats/uitars/memory.h"
#include "tests/common/memory/provable_messages.h"

namespace franz {
namespace {
std::string sent(const std::vector<Step>& steps, const Now& now, int keep_pictures = 3) {
  return shown_messages(provable_messages(*find_memory("uitars"), steps, now, {keep_pictures, 0}));
}

TEST(UiTarsMemory, BeginsWithThePromptAndThePicture) {
  Now now = now_with("p1");
  EXPECT_EQ(sent({}, now), "user: \"SYS\"\nuser: picture p1\n");
  now.feedback = "WARNING: slow";
  now.note = "be quick";
  EXPECT_EQ(sent({}, now),
            "user: \"SYS\"\nuser: picture p1 | \"WARNING: slow\\nOPERATOR: be quick\"\n");
  EXPECT_EQ(find_memory("uitars")->messages({}, now, {})[0].parts[0].source, Part::Source::system);
}

TEST(UiTarsMemory, KeepsEveryReplyAndTheNewestPictures) {
  std::vector<Step> steps = {step_with(1, "A"), step_with(2, "B", "NOT DONE"), step_with(3, "C"),
                             step_with(4, "D", "told")};
  EXPECT_EQ(sent(steps, now_with("p5")),
            "user: \"SYS\"\n"
            "assistant: \"A\"\n"
            "user: \"NOT DONE\"\n"
            "assistant: \"B\"\n"
            "user: picture p3\n"
            "assistant: \"C\"\n"
            "user: picture p4 | \"told\"\n"
            "assistant: \"D\"\n"
            "user: picture p5\n");
  EXPECT_EQ(sent({steps[0]}, now_with("p2"), 1),
            "user: \"SYS\"\nassistant: \"A\"\nuser: picture p2\n");
  EXPECT_EQ(sent({steps[0]}, now_with("p2"), 0),
            "user: \"SYS\"\nassistant: \"A\"\nuser: picture p2\n");
}

TEST(UiTarsMemory, RestoresTheTokensOfPlacesInReplies) {
  const Step step = step_with(1, "Action: drag(start_box='(1,2)', end_box='(3,4)')");
  EXPECT_EQ(sent({step}, now_with("p2")),
            "user: \"SYS\"\nuser: picture p1\n"
            "assistant: \"Action: drag(start_box='<|box_start|>(1,2)<|box_end|>', "
            "end_box='<|box_start|>(3,4)<|box_end|>')\"\n"
            "user: picture p2\n");
}

TEST(UiTarsMemory, AnswersServerParsedCalls) {
  Step step = step_with(1, "");
  step.reply.calls = {{R"("c1")", R"("click")", R"("{}")"}};
  Now now = now_with("p2");
  now.answers = {{R"("c1")", R"("OK")", false}};
  EXPECT_EQ(sent({step}, now),
            "user: \"SYS\"\nuser: picture p1\n"
            "assistant: \"\" | call \"c1\" \"click\" \"{}\"\n"
            "tool: answer \"c1\" \"OK\"\n"
            "user: picture p2\n");
}
}  // namespace
}  // namespace franz
