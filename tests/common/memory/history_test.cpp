#include "common/memory/history.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "common/memory/conversation.h"

namespace franz {
namespace {
Step step_of(int turn, const std::string& text, std::vector<ReplyCall> calls = {}) {
  Step step;
  step.turn = turn;
  step.reply = {quote_json(text), std::move(calls)};
  return step;
}

ReplyCall call_of(const std::string& id, const std::string& arguments = R"("{}")") {
  return {quote_json(id), R"("act")", arguments};
}

Answer answer_of(const std::string& id, const std::string& text) {
  return {quote_json(id), quote_json(text)};
}

Now now_of(const std::string& objective = "draw") {
  Now now;
  now.system = "SYS";
  now.objective = objective;
  return now;
}

std::string shown(const Part& part) {
  switch (part.kind) {
    case Part::Kind::text: return part.token;
    case Part::Kind::picture: return "picture " + part.picture->sha256;
    case Part::Kind::call: return "call " + part.id + " " + part.name + " " + part.token;
    case Part::Kind::answer: return "answer " + part.id + " " + part.token;
  }
  return "";
}

// A message a line: "user: \"draw\" | picture a".
std::string shown(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& message : messages) {
    text += message.role + ":";
    for (const Part& part : message.parts) text += " | " + shown(part);
    text += "\n";
  }
  return text;
}

TEST(HistoryMemory, BeginsWithTheObjectiveAndTheFirstPicture) {
  Now now = now_of();
  now.picture = PictureRef{"p1"};
  EXPECT_EQ(shown(history_messages({}, now, {2, 2})),
            "system: | \"SYS\"\nuser: | \"draw\" | picture p1\n");
  now.note = "be quick";
  EXPECT_EQ(shown(history_messages({}, now, {2, 2})),
            "system: | \"SYS\"\nuser: | \"draw\" | \"\\nOPERATOR: be quick\" | picture p1\n");
  EXPECT_EQ(shown(history_messages({}, now_of(""), {2, 2})),
            "system: | \"SYS\"\nuser: | \"(no objective is set)\"\n");
}

TEST(HistoryMemory, AnswersEachCallBeforeThePicture) {
  Step first = step_of(1, "I look", {call_of("c1"), call_of("c2", R"("{\"x\":1}")")});
  first.picture = PictureRef{"p1"};
  Now now = now_of();
  now.answers = {answer_of("c1", "ok"), answer_of("c2", "no")};
  now.picture = PictureRef{"p2"};
  EXPECT_EQ(shown(history_messages(std::vector{first}, now, {2, 2})),
            "system: | \"SYS\"\n"
            "user: | \"draw\" | picture p1\n"
            "assistant: | \"I look\" | call \"c1\" \"act\" \"{}\" | call \"c2\" \"act\" "
            "\"{\\\"x\\\":1}\"\n"
            "tool: | answer \"c1\" \"ok\"\n"
            "tool: | answer \"c2\" \"no\"\n"
            "user: | picture p2\n");
}

// A turn's own text is between the answers to its calls and the next reply.
TEST(HistoryMemory, KeepsTheOrderOverManyTurns) {
  Step first = step_of(1, "one", {call_of("c1")});
  Step second = step_of(2, "two");
  second.answers = {answer_of("c1", "done")};
  second.feedback = "NOTE: something";
  second.note = "hello";
  Now now = now_of();
  now.feedback = "ERROR: no call";
  EXPECT_EQ(shown(history_messages(std::vector{first, second}, now, {2, 2})),
            "system: | \"SYS\"\n"
            "user: | \"draw\"\n"
            "assistant: | \"one\" | call \"c1\" \"act\" \"{}\"\n"
            "tool: | answer \"c1\" \"done\"\n"
            "user: | \"NOTE: something\\nOPERATOR: hello\"\n"
            "assistant: | \"two\"\n"
            "user: | \"ERROR: no call\"\n");
}

TEST(HistoryMemory, SendsTheArgumentsThatAModelGave) {
  const auto given = [](const std::string& arguments) {
    Step step;
    step.turn = 1;
    step.reply.calls = {{R"("a")", R"("drag")", arguments}};
    const std::vector<Message> messages = history_messages(std::vector{step}, Now{}, {2, 2});
    return given_arguments(messages[2].parts[1].token);
  };
  for (const std::string same : {R"j("{\"x\":1}")j", R"j("{\"x\":")j", R"j("left_click(1)")j",
                                 "[1,2]", R"j("{\"invalid_json\":1,\"x\":2}")j", R"j("[1,2]")j"})
    EXPECT_EQ(given(same), same);
  EXPECT_EQ(given(R"({"x":1})"), R"j("{\"x\":1}")j");
  EXPECT_EQ(given("null"), R"("{}")");
  EXPECT_EQ(given_arguments("12"), "12");
}

TEST(HistoryMemory, AnswersACallThatNobodyAnswered) {
  const std::vector<Step> steps = {step_of(1, "", {call_of("c1")})};
  const std::vector<Message> messages = history_messages(steps, now_of(), {2, 2});
  ASSERT_EQ(messages.size(), 4U);
  EXPECT_EQ(messages[3].role, "tool");
  EXPECT_EQ(messages[3].parts[0].token, R"j("(the call was not answered)")j");
}

TEST(HistoryMemory, KeepsTheNewestPictures) {
  std::vector<Step> steps;
  for (int turn = 1; turn <= 4; ++turn) {
    steps.push_back(step_of(turn, "r", {call_of("c")}));
    steps.back().answers = {answer_of("c", "ok")};
    if (turn != 3) steps.back().picture = PictureRef{"p" + std::to_string(turn)};
  }
  Now now = now_of();
  const auto pictures = [&](int keep) {
    std::string list;
    for (const Message& message : history_messages(steps, now, {keep, 0}))
      for (const Part& part : message.parts)
        if (part.picture) list += part.picture->sha256 + " ";
    return list;
  };
  EXPECT_EQ(pictures(2), "p2 p4 ");
  EXPECT_EQ(pictures(0), "");
  EXPECT_EQ(pictures(100), "p1 p2 p4 ");
  now.picture = PictureRef{"p5"};
  EXPECT_EQ(pictures(2), "p4 p5 ");
  EXPECT_EQ(pictures(1), "p5 ");
  const std::vector<Message> messages = history_messages(steps, now, {1, 0});
  EXPECT_EQ(shown(messages[1].parts[1]), "\"(an older picture of the screen was here)\"");
}

TEST(HistoryMemory, KeepsTheNewestThoughts) {
  const std::vector<Step> steps = {step_of(1, "<think>a</think>1"), step_of(2, "2"),
                                   step_of(3, "<think>b</think>3"),
                                   step_of(4, "<think>c</think>4")};
  const auto replies = [&](int keep) {
    std::string list;
    for (const Message& message : history_messages(steps, now_of(), {0, keep}))
      if (message.role == "assistant") list += decode_json_string(message.parts[0].token) + " ";
    return list;
  };
  EXPECT_EQ(replies(0), "1 2 3 4 ");
  EXPECT_EQ(replies(2), "1 2 <think>b</think>3 <think>c</think>4 ");
  EXPECT_EQ(replies(9), "<think>a</think>1 2 <think>b</think>3 <think>c</think>4 ");
  const std::vector<Message> messages = history_messages(steps, now_of(), {0, 2});
  EXPECT_EQ(messages[2].parts[0].form, &kWithoutThoughts);
  EXPECT_EQ(messages[3].parts[0].form, &kWholeText);
  EXPECT_EQ(messages[3].parts[0].source, Part::Source::reply);
  EXPECT_EQ(messages[3].parts[0].turn, 2);
}

// No text is decoded and encoded again, even if a thought is cut out of it.
TEST(HistoryMemory, KeepsTheBytesOfReplies) {
  Step step;
  step.turn = 1;
  step.reply.text = "\"\\u003cthink\\u003ex\\u003c/think\\u003e\\ud800 \xFF\\/\"";
  EXPECT_EQ(history_messages(std::vector{step}, now_of(), {0, 1})[2].parts[0].token,
            step.reply.text);
  EXPECT_EQ(history_messages(std::vector{step}, now_of(), {0, 0})[2].parts[0].token,
            "\"\\ud800 \xFF\\/\"");
}

TEST(HistoryMemory, SendsCallsThatServersCanReadBack) {
  const auto sent = [](std::vector<ReplyCall> calls) {
    const std::vector<Step> steps = {step_of(7, "", std::move(calls))};
    const std::vector<Message> messages = history_messages(steps, now_of(), {0, 0});
    std::string list;
    for (std::size_t i = 1; i < messages[2].parts.size(); ++i) {
      list += shown(messages[2].parts[i]) + "\n";
      EXPECT_EQ(messages[2 + i].parts[0].id, messages[2].parts[i].id);
    }
    return list;
  };
  EXPECT_EQ(sent({call_of("", "null")}), "call \"000007001\" \"act\" \"{}\"\n");
  EXPECT_EQ(sent({call_of("a"), call_of("a"), call_of("b", R"("")")}),
            "call \"000007001\" \"act\" \"{}\"\n"
            "call \"000007002\" \"act\" \"{}\"\n"
            "call \"b\" \"act\" \"{}\"\n");
  EXPECT_EQ(sent({call_of("a", R"({"x":"y"})")}), "call \"a\" \"act\" \"{\\\"x\\\":\\\"y\\\"}\"\n");
  EXPECT_EQ(sent({call_of("a", R"("{\"x\":\"y")")}),
            R"(call "a" "act" "{\"invalid_json\":\"{\\\"x\\\":\\\"y\"}")"
            "\n");
  EXPECT_EQ(sent({call_of("a", R"("[1]")")}), R"(call "a" "act" "{\"invalid_json\":\"[1]\"}")"
                                              "\n");
  EXPECT_EQ(sent({call_of("a", "[1]")}), R"(call "a" "act" "{\"invalid_json\":[1]}")"
                                         "\n");
}
}  // namespace
}  // namespace franz
