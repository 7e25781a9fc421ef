#include "orchestrator/run_watch.h"
#include <gtest/gtest.h>
#include <algorithm>
#include "common/base/json_string.h"

namespace franz::orchestrator {
namespace {
// A reply and its result in the next turn: "text|call|picture". Without a call it has no action.
// Prefixes: '!' it is answered with an error; '~' it is cut at max_tokens; '#' it ends the run.
struct Played {
  Reply reply;
  bool is_cut = false;
  ExecutorReply acted;
};

Played played(std::string row) {
  Played made;
  for (; !row.empty() && std::string("!~#").find(row.front()) != std::string::npos;
       row.erase(0, 1)) {
    if (row.front() == '!') made.acted.error = CallFailure{"TypeError", "TypeError: x", 1};
    if (row.front() == '~') made.is_cut = true;
    if (row.front() == '#') made.acted.done = "so it is";
  }
  const std::size_t call = row.find('|'), picture = row.find('|', call + 1);
  made.reply.text = quote_json(row.substr(0, call));
  made.acted.plain_sha256 = row.substr(picture + 1);
  const std::string name = row.substr(call + 1, picture - call - 1);
  if (!name.empty()) made.acted.items.emplace_back().call = name;
  return made;
}

std::string watch(const std::vector<std::string>& rows, const RunWatch::Limits& limits) {
  RunWatch watch;
  std::string heard;
  Played before;
  std::optional<Reply> said;
  for (std::size_t turn = 1; turn <= rows.size(); ++turn) {
    const Played now = played(rows[turn - 1]);
    const RunWatch::Finding finding = watch.turn_over(
        {said ? &*said : nullptr, before.is_cut, before.acted, now.reply, now.is_cut}, limits);
    for (const std::string& warning : finding.warnings)
      heard += std::to_string(turn) + " warning " + warning + "\n";
    if (!finding.pause.empty()) heard += std::to_string(turn) + " pause " + finding.pause + "\n";
    said = now.reply;
    before = now;
  }
  return heard;
}

// The first two words of each line.
std::string heads(const std::string& heard) {
  std::string made;
  for (std::size_t at = 0; at < heard.size(); at = heard.find('\n', at) + 1) {
    const std::size_t end = heard.find(' ', heard.find(' ', at) + 1);
    made += (made.empty() ? "" : ", ") + heard.substr(at, end - at);
  }
  return made;
}

std::vector<std::string> cycle(const std::vector<std::string>& rows, std::size_t turns) {
  std::vector<std::string> made;
  for (std::size_t turn = 0; turn < turns; ++turn) made.push_back(rows[turn % rows.size()]);
  return made;
}

// Another text and another picture each turn.
std::vector<std::string> varied(const std::string& call, bool new_picture, std::size_t turns) {
  std::vector<std::string> made;
  for (std::size_t turn = 1; turn <= turns; ++turn)
    made.push_back("I try " + std::to_string(turn) + "|" + call + "|" +
                   (new_picture ? std::to_string(turn) : "P"));
  return made;
}
}  // namespace

TEST(RunWatch, NamesLoopsAndFailures) {
  const struct {
    std::vector<std::string> rows;
    RunWatch::Limits limits;
    std::string heard;
  } cases[] = {
      {{"a|x()|A", "b|y()|B", "c|z()|C"}, {8, 0}, ""},
      {{"a|x()|A", "a|x()|B", "a|x()|C", "a|x()|D", "a|x()|E", "a|x()|F"},
       {8, 0},
       "5 warning loop: the same reply 5 turns in a row: \"a\"\n"},
      {{"a|1()|A", "b|2()|A", "c|3()|A", "d|4()|A", "e|5()|A", "f|6()|A"},
       {8, 0},
       "6 warning loop: an unchanged picture 5 turns in a row\n"},
      {{"a|x()|A", "a|x()|B", "b|y()|C", "a|x()|D", "a|x()|E"}, {8, 0}, ""},
      {{"a|x()|A", "a|x()|B", "a|x()|C"},
       {8, 3},
       "3 warning loop: the same reply 3 turns in a row: \"a\"\n"
       "3 pause the same reply 3 turns in a row ([limits] pause_after_repeats): \"a\"\n"},
      {{"a|1()|A", "b|2()|A", "c|3()|A", "d|4()|A"},
       {8, 3},
       "4 warning loop: an unchanged picture 3 turns in a row\n"
       "4 pause an unchanged picture 3 turns in a row ([limits] pause_after_repeats); the last "
       "reply: \"d\"\n"},
      {{"!x||A", "!y||B", "z|z()|C", "!x||D", "!y||E", "z|z()|F"},
       {2, 0},
       "3 pause the last 2 replies led to no action ([limits] pause_after_failures). The last one: "
       "\"y\"; the error: TypeError: x\n"
       "6 pause the last 2 replies led to no action ([limits] pause_after_failures). The last one: "
       "\"y\"; the error: TypeError: x\n"},
      {{"!x||A", "!y||B", "!z||C"}, {0, 0}, ""},
      // No action and no error.
      {{"x||A", "y||B", "z||C"},
       {2, 0},
       "3 pause the last 2 replies led to no action ([limits] pause_after_failures). The last one: "
       "\"y\"\n"},
      {{"#x||A", "#y||B", "#z||C"}, {2, 0}, ""},
      {{"x||A", "I have completed the task.||B", "z||C"},
       {2, 0},
       "3 pause the last 2 replies led to no action ([limits] pause_after_failures). The last one "
       "says that the task is finished; end the run if that is so: \"I have completed the "
       "task.\"\n"},
      {{"~!x||A", "~!y||B", "~!z||C"},
       {2, 0, 512},
       "1 warning the model's reply is cut off: it ended at max_tokens (512): raise [model] "
       "max_tokens\n"
       "3 pause the last 2 replies led to no action ([limits] pause_after_failures). Each of them "
       "ended at max_tokens (512): raise [model] max_tokens\n"},
      {{"~a||A", "~a||B", "~a||C"},
       {0, 3, 512},
       "1 warning the model's reply is cut off: it ended at max_tokens (512): raise [model] "
       "max_tokens\n"
       "3 warning loop: the same reply 3 turns in a row: \"a\"\n"
       "3 pause the same reply 3 turns in a row ([limits] pause_after_repeats); each ended at "
       "max_tokens (512): raise [model] max_tokens\n"},
      {{"~a|x()|A", "b|y()|B", "~a|z()|C"},
       {8, 0, 512},
       "1 warning the model's reply is cut off: it ended at max_tokens (512): raise [model] "
       "max_tokens\n"
       "3 warning the model's reply is cut off: it ended at max_tokens (512): raise [model] "
       "max_tokens\n"},
      {cycle({"a|x()|A", "b|y()|B"}, 7),
       {8, 3},
       "7 warning loop: the same 2 turns 3 times in a row: x() / y()\n"
       "7 pause the same 2 turns 3 times in a row ([limits] pause_after_repeats): x() / y()\n"},
  };
  for (const auto& [rows, limits, heard] : cases) EXPECT_EQ(watch(rows, limits), heard) << rows[0];
}

TEST(RunWatch, ComparesActsAndPicturesOverCyclesOfOneToThree) {
  const struct {
    std::string what;
    std::vector<std::string> rows;
    std::string warned, paused;  // without, and with pause_after_repeats = 3
  } cases[] = {
      {"A-B", cycle({"a|x()|A", "b|y()|B"}, 24), "7 warning", "7 pause"},
      {"A-B-C", cycle({"a|x()|A", "b|y()|B", "c|z()|C"}, 24), "10 warning", "10 pause"},
      {"A-B-C-D is none", cycle({"a|1()|A", "b|2()|B", "c|3()|C", "d|4()|D"}, 24), "", ""},
      {"A-B without pictures", cycle({"a|x()|", "b|y()|"}, 24), "7 warning", "7 pause"},
      {"A-B, of which A has no picture", cycle({"a|x()|", "b|y()|B"}, 24), "7 warning", "7 pause"},
      {"one act in other words", varied("x()", false, 24), "6 warning", "4 pause"},
      {"one act in other words, without pictures",
       {"a|x()|", "b|x()|", "c|x()|", "d|x()|", "e|x()|", "f|x()|"},
       "6 warning",
       "4 pause"},
      {"a switch that goes on and off",
       {"a|x()|A", "b|x()|B", "c|x()|A", "d|x()|B", "e|x()|A", "f|x()|B", "g|x()|A", "h|x()|B"},
       "7 warning",
       "5 pause"},
      {"a page that goes on", varied("press(\"pagedown\")", true, 24), "", ""},
      {"A-B on pages that go on",
       {"a|x()|1", "b|y()|2", "a|x()|3", "b|y()|4", "a|x()|5", "b|y()|6", "a|x()|7", "b|y()|8"},
       "",
       ""},
      {"other acts",
       {"a|type(\"1\")|A", "a2|type(\"2\")|B", "a3|type(\"3\")|A", "a4|type(\"4\")|B",
        "a5|type(\"5\")|A", "a6|type(\"6\")|B"},
       "",
       ""},
      {"one text with other thoughts and blanks",
       {"<think>1</think>I wait.||A", "<think>2</think>I  wait.||A", "<think>3</think> I wait.||A",
        "<think>4</think>I wait.||A", "<think>5</think>I wait. ||A", "<think>6</think>I wait.||A"},
       "6 warning",
       "4 pause"},
  };
  for (const auto& [what, rows, warned, paused] : cases) {
    const auto first = [&](int times, const std::string& kind) {
      std::string all = heads(watch(rows, {0, times}));
      const std::size_t end = all.find(kind);
      if (end == std::string::npos) return std::string();
      const std::size_t comma = all.rfind(", ", end);
      return all.substr(comma == std::string::npos ? 0 : comma + 2,
                        end + kind.size() - (comma == std::string::npos ? 0 : comma + 2));
    };
    EXPECT_EQ(first(0, "warning"), warned) << what;
    EXPECT_EQ(first(3, "pause"), paused) << what;
  }
}

TEST(RunWatch, WarnsOfALoopOnceAndOfTheNextOne) {
  std::vector<std::string> rows = cycle({"a|x()|A", "b|y()|B"}, 12);
  rows.emplace_back("c|z()|C");
  for (const std::string& row : cycle({"a|x()|A", "b|y()|B"}, 12)) rows.push_back(row);
  EXPECT_EQ(heads(watch(rows, {0, 0})), "7 warning, 20 warning");
}

TEST(RunWatch, BeginsAgainAfterAPause) {
  RunWatch watch;
  const RunWatch::Limits limits{0, 3};
  const Played each = played("a|x()|A");
  std::optional<Reply> said;
  std::string paused;
  for (int turn = 1; turn <= 6; ++turn) {
    const bool pauses =
        !watch.turn_over({said ? &*said : nullptr, false, each.acted, each.reply, false}, limits)
             .pause.empty();
    if (pauses) watch.begin_again();
    paused += pauses ? "p" : "-";
    said = each.reply;
  }
  EXPECT_EQ(paused, "--p-p-");
}

TEST(RunWatch, ReportsWhatIsForThePersonOnceInARow) {
  const struct {
    std::string code, heard;
  } cases[] = {{"foreign_form", "a;;b;;b;;"}, {"other_scale", ";a;;;;b;"}};
  for (const auto& [code, heard] : cases) {
    RunWatch watch;
    std::string got;
    for (const std::string text : {"a", "a", "b", "", "b", "b"}) {
      ExecutorReply acted;
      acted.warnings = {{"screen_empty", "it is empty"}};
      if (!text.empty()) acted.warnings.push_back({code, text});
      const Reply reply{quote_json(got), {}};
      for (const std::string& each :
           watch.turn_over({nullptr, false, acted, reply, false}, {}).warnings)
        got += each;
      got += ";";
    }
    EXPECT_EQ(got, heard) << code;
  }
}

TEST(RunWatch, OtherCallsAreAnotherReply) {
  RunWatch watch;
  std::optional<Reply> said;
  for (int turn = 0; turn < 2 * kLoopTurns; ++turn) {
    const Reply reply{"\"\"", {{"\"c\"", "\"click\"", std::to_string(turn)}}};
    EXPECT_TRUE(watch.turn_over({said ? &*said : nullptr, false, {}, reply, false}, {0, 0})
                    .warnings.empty());
    said = reply;
  }
}
}  // namespace franz::orchestrator
