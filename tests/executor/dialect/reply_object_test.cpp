#include "executor/dialect/reply_object.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"
#include "tests/executor/dialect/steps_shown.h"
#include "tests/support/least_time.h"

namespace franz::executor {
namespace {
// "read", or the complaints, one per line.
std::string read(const Reply& reply) {
  Complaints complaints;
  const bool found = ReplyObject::read(reply, complaints).has_value();
  EXPECT_EQ(found, !complaints.refusal());
  if (found) return "read";
  std::string text;
  for (const std::string& line : complaints.lines()) text += (text.empty() ? "" : "\n") + line;
  EXPECT_TRUE(text.starts_with(*complaints.refusal()));
  return text;
}

std::string read_text(const std::string& text) { return read({quote_json(text), {}}); }

struct Case {
  std::string text, expected;
};

void expect(const std::vector<Case>& cases) {
  for (const Case& each : cases) EXPECT_EQ(read_text(each.text), each.expected) << each.text;
}

TEST(ReplyObject, AcceptsOneObjectAndToleratesWhatModelsAdd) {
  expect({
      {"{}", "read"},
      {R"({"steps":[],"done":null})", "read"},
      {" \r\n\t{\"done\":\"x\"}\n\n", "read"},
      {"\xEF\xBB\xBF{}", "read"},
      {" \xEF\xBB\xBF\n{}", "read"},
      {"<think>{\"steps\":1}</think>\n{}", "read"},
      {"half a thought, opened by the prompt</think>{}", "read"},
      {"{}\n<think>was that right?</think>", "read"},
      {"{\r\n\"done\"\r\n:\r\nnull\r\n}\r\n", "read"},
      {R"({"a":"\u007b ``` // ' , } \ud83d"})", "read"},
      {"{\"a\":\"\xFF\xFE\"}", "read"},
  });
}

TEST(ReplyObject, NamesTextAroundIt) {
  expect({
      {"", "reply: expected one JSON object and nothing else, got nothing"},
      {" \n\t", "reply: expected one JSON object and nothing else, got nothing"},
      {"<think>hm</think> ", "reply: expected one JSON object and nothing else, got only thoughts"},
      {"<think>{}", "reply: expected one JSON object and nothing else, got only thoughts"},
      {"Sure! Here is the plan: {}",
       R"(reply: expected one JSON object and nothing else, got text before it: "Sure! Here is the plan:")"},
      {"{} I hope that helps.",
       R"(reply: expected one JSON object and nothing else, got text behind it: "I hope that helps.")"},
      {"Plan:\n{}\nDone.",
       "reply: expected one JSON object and nothing else, got text before it: \"Plan:\"\n"
       "reply: expected one JSON object and nothing else, got text behind it: \"Done.\""},
      {"I click the button.",
       R"(reply: expected one JSON object and nothing else, got "I click the button.")"},
      {std::string(200, 'a'),
       "reply: expected one JSON object and nothing else, got \"" + std::string(57, 'a') + "…\""},
      {"\"{}\"",
       "reply: expected one JSON object and nothing else, got text before it: \"\\\"\"\n"
       "reply: expected one JSON object and nothing else, got text behind it: \"\\\"\""},
      {"null", R"(reply: expected one JSON object and nothing else, got "null")"},
      {"42", R"(reply: expected one JSON object and nothing else, got "42")"},
      {"[]", "reply: expected one JSON object and nothing else, got a list"},
      {R"([{"tool":"mouse"}])", "reply: expected one JSON object and nothing else, got a list"},
      {"[ {\"tool\":\"mouse\",}]", "reply: expected one JSON object and nothing else, got a list"},
      {"{}{}", "reply: expected one JSON object and nothing else, got a second one at character 3"},
      {"{}\n\n{}", "reply: expected one JSON object and nothing else, got a second one at line 3"},
      {"{},", "reply: expected one JSON object and nothing else, got text behind it: \",\""},
      {"{}}", "reply: expected one JSON object and nothing else, got text behind it: \"}\""},
      {"a\nb\x01{}",
       "reply: expected one JSON object and nothing else, got text before it: \"a\\nb\\u0001\""},
  });
}

TEST(ReplyObject, NamesFences) {
  const std::string json_fence =
      "reply: a code fence (```json) stands around the JSON: leave it out";
  expect({
      {"```json\n{}\n```", json_fence},
      {"```json\n{}", json_fence},
      {"```\n{}\n```", "reply: a code fence (```) stands around the JSON: leave it out"},
      {"~~~ json\n{}\n~~~", "reply: a code fence (~~~) stands around the JSON: leave it out"},
      {"```json{}```", json_fence},
      {"{}\n```", "reply: a code fence (```) stands around the JSON: leave it out"},
      {"```a_very_long_name_of_a_language\n{}\n```",
       "reply: a code fence (```a_very_long_na…) stands around the JSON: leave it out"},
      {"Here:\n```json\n{}\n```\nThat is all.",
       "reply: expected one JSON object and nothing else, got text before it: \"Here:\"\n" +
           json_fence +
           "\nreply: expected one JSON object and nothing else, got text behind it: "
           "\"That is all.\""},
      // Faults inside are reported at the same time.
      {"```json\n{\"steps\":[],\n}\n```", json_fence + "\nreply: a comma before } at line 3"},
      {"```json\n[]\n```",
       R"(reply: expected one JSON object and nothing else, got "```json\n[]\n```")"},
  });
}

TEST(ReplyObject, NamesInvalidJson) {
  expect({
      {"{\"steps\":[],}", "reply: a comma before } at character 13"},
      {"{\n\"steps\":[\n1,\n]}", "reply: a comma before ] at line 4"},
      {"{\"steps\":[] // none\n}", "reply: a comment at line 1: leave it out"},
      {"{/* none */}", "reply: a comment at character 2: leave it out"},
      {"{\n# none\n}", "reply: a comment at line 2: leave it out"},
      {"{'steps':[]}", "reply: single quotes at character 2: JSON has double ones only"},
      {"{\"done\":'x'}", "reply: single quotes at character 9: JSON has double ones only"},
      {"{\"done\":“x”}", "reply: the quotes “ at character 9: JSON has \" only"},
      {"{steps:[]}", "reply: expected a name in double quotes at character 2, got \"steps\""},
      {"{\"done\" null}", "reply: expected a colon at character 9, got \"null\""},
      {"{\"done\":None}", "reply: expected a value at character 9, got \"None\""},
      {"{\"done\":True}", "reply: expected a value at character 9, got \"True\""},
      {"{\"x\":012}", "reply: expected a value at character 6, got \"012\""},
      {"{\"x\":+1}", "reply: expected a value at character 6, got \"+1\""},
      {"{\"x\":.5}", "reply: expected a value at character 6, got \".5\""},
      {"{\"x\":NaN}", "reply: expected a value at character 6, got \"NaN\""},
      {"{\"x\":}", "reply: expected a value at character 6, got \"}\""},
      {"{\"x\":12px}", "reply: expected a value at character 6, got \"12px\""},
      {"{\"a\":1 \"b\":2}", "reply: expected a comma or } at character 8, got \"\\\"\""},
      {"{\"a\":[1 2]}", "reply: expected a comma or ] at character 9, got \"2\""},
      {"{\"a\":[1}}", "reply: expected a comma or ] at character 8, got \"}\""},
      {"{\"a\":1e999}", "reply: a number over 1.8e308 at character 6"},
      {"{", "reply: the JSON ends too early, at character 2: } is missing"},
      {"{\"steps\":[{\"tool\":\"mo",
       "reply: the JSON ends too early, at character 22: \"}]} is missing"},
      {"{\"steps\":\n[{\"tool\":", "reply: the JSON ends too early, at line 2: }]} is missing"},
      {"{\"a\":" + std::string(150, '['),
       "reply: the JSON ends too early, at character 156, behind …" + std::string(30, '[') + ": " +
           std::string(17, ']') + "… is missing"},
      // The text before a place far from the start, in whole characters.
      {"{\"steps\":[{\"tool\":\"mouse\",\"args\":{},}]}",
       "reply: a comma before } at character 37, behind …s\":[{\"tool\":\"mouse\",\"args\":{},"},
      {"{\"steps\":[\n  {\"tool\":\"ééééééééééééééé\nx",
       "reply: a line ends inside a text at line 2, behind …ééééééééééééééé: write \\n for it"},
      {"{\"text\":\"a\nb\"}", "reply: a line ends inside a text at line 1: write \\n for it"},
      {"{\"text\":\"a\tb\"}",
       "reply: a tab stands inside a text at character 11: write \\t for it"},
      {std::string("{\"text\":\"a\0b\"}", 14),
       "reply: a control character stands inside a text at character 11"},
      {R"({"path":"C:\Users"})",
       "reply: a backslash begins no escape at character 12: \\U; write \\\\ for a backslash"},
      {R"({"é":"\u12"})",
       "reply: a backslash begins no escape at character 7: \\u; write \\\\ for a backslash"},
      {"{\"a\":" + std::string(500, '[') + std::string(500, ']') + "}",
       "reply: the JSON is deeper than 200 brackets"},
      {"{\"a\":\"" + std::string(kMaxObjectBytes, 'x') + "\"}",
       "reply: expected at most 1048576 bytes, got 1048584"},
  });
}

TEST(ReplyObject, NamesRepeatedMembers) {
  expect({
      {R"({"done":null,"done":"x"})", "done: it is given twice"},
      {R"({"steps":[],"steps":[]})", "steps: it is given twice"},
      {R"({"steps":[1,{"args":{"x":1,"x":2}}]})", "steps[1].args.x: it is given twice"},
      {R"({"steps":[{"a/b~":1,"a\/b~":2}]})", "steps[0][\"a/b~\"]: it is given twice"},
      {R"({"0":{"1":1,"1":2},"":1,"":2})", "0.1: it is given twice\n[\"\"]: it is given twice"},
  });
}

TEST(ReplyObject, RefusesToolCallsWithoutText) {
  EXPECT_EQ(read({"\"\"", {{"\"c1\"", "\"mouse\"", "\"{}\""}, {"\"c2\"", "\"press\"", "{}"}}}),
            "reply: expected one JSON object as the text, got none beside 2 tool calls "
            "(\"mouse\"): write it as text");
}

// Any bytes are either read or reported with a message.
TEST(ReplyObject, AnyBytesAreRead) {
  for (const std::string& token :
       {std::string("\"\\ud800\""), std::string("\"\xff\xfe{\xff\""), std::string("\"\\u0000{\""),
        "\"" + std::string(300, '{') + "\"", std::string("nonsense"), std::string(),
        std::string("\"{\\\"\\ud83d\\\":1,\\\"\\ud83d\\\":2}\""), std::string("\"```\""),
        std::string("\"~~~{\""), std::string("\"[```\""), std::string("\"{}```\"")}) {
    const std::string got = read({token, {}});
    EXPECT_NE(got, "read") << token;
    EXPECT_FALSE(got.empty()) << token;
  }
}

TEST(ReplyObject, TakesLinearTime) {
  const std::pair<std::string, std::string> texts[] = {
      {"", "{"},        {"", "["},           {"", "```"}, {"", "{}"},  {"", "<think>"},
      {"", "\n"},       {"{\"a\":\"", "\\"}, {"{", "“"},  {"", "// "}, {"{\"steps\":[", "{\"a\":"},
      {"{", "\"a\":1,"}};
  for (const auto& each : texts) {
    const auto token = [&](std::size_t count) {
      std::string text = each.first;
      for (std::size_t i = 0; i < count; ++i) text += each.second;
      return quote_json(text);
    };
    EXPECT_LT(growth(token(5'000), token(80'000), 64,
                     [](const std::string& text) {
                       static_cast<void>(read_reply(Reply{text, {}}));
                     }),
              64)
        << each.first << each.second;
  }
}
}  // namespace
}  // namespace franz::executor
