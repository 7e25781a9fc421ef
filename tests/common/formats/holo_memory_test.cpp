#include <gtest/gtest.h>
#include "common/formats/holo/memory.h"
#include "tests/common/memory/trained_memory.h"

namespace franz {
namespace {
constexpr const char* kBegin = "system: \"SYS\"\nuser: \"draw\"\n";

std::string seen(const std::string& picture) {
  return R"(user: "<observation>\n" | picture )" + picture + R"( | "\n</observation>")" + "\n";
}

std::string output(const std::string& tool, const std::string& text) {
  return R"(user: "<tool_output tool=\")" + tool + R"(\">\n" | ")" + text +
         R"(" | "\n</tool_output>")" + "\n";
}

Now now_of(int turn) {
  Now now;
  now.system = "SYS";
  now.objective = "draw";
  now.picture = PictureRef{"p" + std::to_string(turn)};
  return now;
}

std::string items_of(const std::string& written) {
  return R"j([{"call":"sleep(2)","written":)j" + quote_json(written) + R"j(,"line":1,"id":null}])j";
}

std::string reply_of(const std::string& note) {
  return R"({"note":")" + note + R"(","thought":"t","tool_call":{"tool_name":"wait"}})";
}
}  // namespace

TEST(HoloMemory, BeginsWithTheObjectiveAndTheFirstPicture) {
  EXPECT_EQ(provable(holo_messages, {}, now_of(1), {3, 0}), kBegin + seen("p1"));
}

TEST(HoloMemory, SendsTheObjectsBackAndTheNewestPictures) {
  std::vector<Step> steps = {step_of(1, "<think>a</think>\n" + reply_of("one")),
                             step_of(2, "```json\n" + reply_of("two") + "\n```"),
                             step_of(3, reply_of("three"))};
  steps[1].items = items_of("wait({})");
  steps[2].items = items_of("click({\"x\":1})");
  steps[2].feedback = "NOT DONE: x";
  Now now = now_of(4);
  now.items = items_of("a b(");
  now.note = "hurry";
  const auto said = [](const std::string& note) {
    return "assistant: " + quote_json(reply_of(note)) + "\n";
  };
  const std::string evicted = R"(user: "<observation>\n[screenshot evicted]\n</observation>")"
                              "\n";
  EXPECT_EQ(provable(holo_messages, steps, now, {3, 0}),
            kBegin + evicted + said("one") + output("wait", "OK") + seen("p2") + said("two") +
                output("click", "NOT DONE: x") + seen("p3") + said("three") +
                output("unknown", R"(\nOPERATOR: hurry)") + seen("p4"));
  EXPECT_EQ(provable(holo_messages, steps, now, {1, 0}),
            kBegin + evicted + said("one") + output("wait", "OK") + evicted + said("two") +
                output("click", "NOT DONE: x") + evicted + said("three") +
                output("unknown", R"(\nOPERATOR: hurry)") + seen("p4"));
}

// Another attempt at a turn may have no items, if the executor died.
TEST(HoloMemory, HasTheSameFormWhateverTheResult) {
  const std::vector<Step> steps = {step_of(1, reply_of("one"))};
  EXPECT_EQ(provable(holo_messages, steps, now_of(2), {3, 0}),
            kBegin + seen("p1") + "assistant: " + quote_json(reply_of("one")) + "\n" +
                output("unknown", "OK") + seen("p2"));
}

// The note is the model's own memory: its bytes are unchanged, including their escapes.
TEST(HoloMemory, SendsTheNoteBackToTheByte) {
  Step step = step_of(1, "");
  step.reply.text =
      "\"Now: {\\\"note\\\":\\\"caf\\u00e9 \\ud83d \xff \\/ \\\\u0041\\\",\\\"tool_call\\\":"
      "{\\\"tool_name\\\":\\\"wait\\\"}} \"";
  const std::string object = step.reply.text.substr(6, step.reply.text.size() - 8);
  EXPECT_EQ(provable(holo_messages, {step}, now_of(2), {3, 0}),
            kBegin + seen("p1") + "assistant: \"" + object + "\"\n" + output("unknown", "OK") +
                seen("p2"));
  // With one byte changed, or the same text in other bytes, it is not the reply.
  KnownSteps known;
  known.set_reply(1, step.reply);
  const std::vector<Message> messages = holo_messages(std::vector{step}, now_of(2), {3, 0});
  Part part = messages[3].parts[0];
  ASSERT_EQ(part.source, Part::Source::reply);
  EXPECT_EQ(known.is_reply(part, part.token), true);
  for (const auto& [from, to] : {std::pair("caf", "cat"), std::pair("\\u00e9", "\xc3\xa9")}) {
    std::string changed = part.token;
    changed.replace(changed.find(from), std::string_view(from).size(), to);
    EXPECT_EQ(known.is_reply(part, changed), false) << changed;
  }
}

TEST(HoloMemory, AnswersServerParsedCalls) {
  const std::vector<Step> steps = {step_of(1, "", {{R"("c1")", R"("click")", R"("{\"x\":1}")"}})};
  Now now = now_of(2);
  now.items = R"j([{"call":null,"written":"click({})","line":0,"id":"c1"}])j";
  now.answers = {{R"("c1")", R"("NOT DONE")"}};
  EXPECT_EQ(provable(holo_messages, steps, now, {3, 0}),
            kBegin + seen("p1") + R"(assistant: "" | call "c1" "click" "{\"x\":1}")" +
                "\ntool: answer \"c1\" \"NOT DONE\"\n" + seen("p2"));
}

TEST(HoloMemory, ReportsAReplyWithoutACall) {
  Now now = now_of(2);
  now.feedback = "ERROR: no call";
  EXPECT_EQ(provable(holo_messages, {step_of(1, "I am finished.")}, now, {3, 0}),
            kBegin + seen("p1") + "assistant: \"I am finished.\"\n" +
                output("unknown", "ERROR: no call") + seen("p2"));
}
}  // namespace franz
