#include "proxy/offline/diff/run_diff.h"
#include <gtest/gtest.h>
#include "common/base/json_string.h"

namespace franz::proxy {
namespace {
ComparedTurn turn_with(const std::string& memory, const std::string& reply) {
  ComparedTurn turn;
  turn.record.turn = 3;
  turn.record.story = quote_json(memory);
  turn.record.feedback = R"("OK: 1 action executed.")";
  turn.record.model = "qwen3-vl";
  turn.record.temperature = 0.7;
  turn.record.response.emplace().text = quote_json(reply);
  turn.record.picture = RecordedPicture{"turn_0003.png", 10, "aa", 512, 288};
  turn.record.executor_out = SharedJson(
      R"x({"items":[{"call":"left_click(500, 250)","written":"left_click(500,250)",)x"
      R"x("outcome":"executed"},{"call":null,"written":"fly()","outcome":"malformed"}]})x");
  turn.body = "{\"messages\":[]}";
  return turn;
}

std::vector<std::string> parts_of(const ComparedTurn& a, const ComparedTurn& b) {
  std::vector<std::string> parts;
  for (const PartDifference& each : compare_turns(a, b)) parts.push_back(each.part);
  return parts;
}

TEST(RunDiff, EqualTurnsHaveNoDifference) {
  ComparedTurn a = turn_with("I see a wall", "NEXT");
  ComparedTurn b = a;
  EXPECT_TRUE(compare_turns(a, b).empty());
  // What differs in any two runs.
  b.record.request_id = "1", b.record.after = "2", b.record.time = "2026-01-31T12:00:00.250Z";
  b.record.model_ms = 5, b.record.attempt = 2, b.record.request_sha256 = "ab";
  EXPECT_TRUE(compare_turns(a, b).empty());
}

TEST(RunDiff, NamesEachPartThatDiffers) {
  using Change = void (*)(ComparedTurn&);
  const std::vector<std::pair<std::string, Change>> changes = {
      {"memory", [](ComparedTurn& turn) { turn.record.story = R"("other")"; }},
      {"feedback", [](ComparedTurn& turn) { turn.record.feedback = "null"; }},
      {"note", [](ComparedTurn& turn) { turn.record.note = "hurry"; }},
      {"objective", [](ComparedTurn& turn) { turn.record.memory.emplace().objective = "a cat"; }},
      {"model", [](ComparedTurn& turn) { turn.record.model = "holo"; }},
      {"temperature", [](ComparedTurn& turn) { turn.record.temperature = 0.2; }},
      {"top_p", [](ComparedTurn& turn) { turn.record.top_p = 0.9; }},
      {"max_tokens", [](ComparedTurn& turn) { turn.record.max_tokens = 100; }},
      {"request", [](ComparedTurn& turn) { turn.body = "{\"messages\":[1]}"; }},
      {"picture", [](ComparedTurn& turn) { turn.record.picture->sha256 = "bb"; }},
      {"reply", [](ComparedTurn& turn) { turn.record.response.reset(); }},
      {"calls",
       [](ComparedTurn& turn) {
         turn.record.response->calls.push_back({R"("id")", R"("click")", R"("{}")"});
       }},
      {"actions",
       [](ComparedTurn& turn) { turn.record.executor_out = SharedJson(R"({"items":[]})"); }},
      {"finished",
       [](ComparedTurn& turn) {
         turn.record.finish = Finish{FinishReason::limit, ""};
       }},
  };
  const ComparedTurn same = turn_with("I see a wall", "NEXT");
  for (const auto& [part, change] : changes) {
    ComparedTurn changed = same;
    change(changed);
    EXPECT_EQ(parts_of(same, changed), std::vector<std::string>{part});
    EXPECT_EQ(parts_of(changed, same), std::vector<std::string>{part});
  }
}

// A request is only named if nothing else says why it differs, and only if both are known.
TEST(RunDiff, NamesTheRequestOnlyForWhatNoOtherPartHas) {
  const ComparedTurn a = turn_with("one", "NEXT");
  ComparedTurn b = turn_with("two", "NEXT");
  b.body = "{}";
  EXPECT_EQ(parts_of(a, b), std::vector<std::string>{"memory"});
  b = a;
  b.body.clear();
  EXPECT_TRUE(compare_turns(a, b).empty());
}

// The badge among the marks has the time.
TEST(RunDiff, ComparesPicturesWithoutMarksIfThatIsRecorded) {
  const auto with = [](const std::string& marked, const char* plain) {
    ComparedTurn turn = turn_with("", "");
    turn.record.picture->sha256 = marked;
    if (plain != nullptr)
      turn.record.executor_out =
          SharedJson(R"({"items":[],"plain_sha256":")" + std::string(plain) + "\"}");
    else
      turn.record.executor_out = SharedJson(R"({"items":[]})");
    return turn;
  };
  EXPECT_TRUE(compare_turns(with("aa", "11"), with("bb", "11")).empty());
  EXPECT_EQ(parts_of(with("aa", "11"), with("aa", "22")), std::vector<std::string>{"picture"});
  EXPECT_EQ(parts_of(with("aa", "11"), with("bb", nullptr)), std::vector<std::string>{"picture"});
}

TEST(RunDiff, ShowsTheSurroundingsOfTheFirstDifference) {
  const std::string before = "I see\n" + std::string(40, 'x') + "é";
  const auto differ = [&](const std::string& a, const std::string& b) {
    return compare_turns(turn_with(a, ""), turn_with(b, "")).at(0);
  };
  PartDifference found = differ(before + "cat", before + "dog");
  EXPECT_EQ(found.a, "…" + std::string(22, 'x') + "écat");
  EXPECT_EQ(found.b, "…" + std::string(22, 'x') + "édog");
  EXPECT_EQ(found.character, 48U);
  EXPECT_EQ(found.line, 2U);
  // Two characters that begin with the same byte differ as a whole.
  found = differ("aé", "aè");
  EXPECT_EQ(found.a, "aé");
  EXPECT_EQ(found.character, 2U);
  found = differ("a\nb", "a\nc");
  EXPECT_EQ(found.a, "a\\nb");
  // One text is the beginning of the other, and nothing is hidden.
  found = differ("ab", "ab\u202e");
  EXPECT_EQ(found.a, "ab");
  EXPECT_EQ(found.b, "ab\\u202e");
  EXPECT_EQ(found.character, 3U);
  EXPECT_LT(differ("a" + std::string(100'000, 'b'), std::string(100'000, 'c')).a.size(), 200U);
}

RunDiff example() {
  RunDiff diff;
  diff.a.name = "run_1", diff.a.detail = "qwen3-vl, 7 turns";
  diff.b.name = "run_2", diff.b.detail = "qwen3-vl, 5 turns";
  for (int turn = 1; turn <= 3; ++turn) diff.add(turn, {});
  diff.add(4, {{"temperature", "0.7", "0.2"}, {"reply", "…cat", "…dog", 120, 4}});
  diff.add(5, {{"memory", "…cat", "…dog", 120, 4}, {"picture", "aa", "bb"}});
  diff.a.only.add(6, 7);
  return diff;
}

TEST(RunDiff, ReportsTheFirstTurnWholeAndTheOthersByParts) {
  EXPECT_EQ(diff_report(example()),
            "A  run_1  qwen3-vl, 7 turns\n"
            "B  run_2  qwen3-vl, 5 turns\n"
            "turn 4 is the first that differs\n"
            "  temperature\n"
            "    A  0.7\n"
            "    B  0.2\n"
            "  reply, from character 120 (line 4)\n"
            "    A  …cat\n"
            "    B  …dog\n"
            "turn 5: memory, picture\n"
            "only in A: turns 6-7\n"
            "3 turns are the same, 2 differ\n");
  EXPECT_FALSE(example().is_same());
  RunDiff same;
  same.a.name = same.b.name = "run_1";
  EXPECT_EQ(diff_report(same), "A  run_1  \nB  run_1  \nno turn is in both runs\n");
  same.add(1, {});
  EXPECT_TRUE(same.is_same());
  same.b.only.add(2);
  EXPECT_FALSE(same.is_same());
}

TEST(RunDiff, ReportsAreBounded) {
  RunDiff diff;
  for (int turn = 1; turn <= 5000; ++turn) diff.add(turn, {{"picture", "aa", "bb"}});
  EXPECT_EQ(diff.turns.size(), RunDiff::kMostTurns);
  const std::string report = diff_report(diff);
  EXPECT_NE(
      report.find("turn 21: picture\nand 4979 more turns\n0 turns are the same, 5000 differ\n"),
      std::string::npos)
      << report;
  EXPECT_NE(diff_json(diff).find(R"("more_turns":4000})"), std::string::npos);
}

TEST(RunDiff, IsAlsoJson) {
  EXPECT_EQ(
      diff_json(example()),
      R"({"a":"run_1","b":"run_2","same":false,"same_turns":3,"different_turns":2,)"
      R"("only_a":[[6,7]],"only_b":[],"turns":[{"turn":4,"parts":[)"
      R"({"part":"temperature","character":null,"line":null,"a":"0.7","b":"0.2"},)"
      R"({"part":"reply","character":120,"line":4,"a":"…cat","b":"…dog"}]},)"
      R"({"turn":5,"parts":[{"part":"memory","character":120,"line":4,"a":"…cat","b":"…dog"},)"
      R"({"part":"picture","character":null,"line":null,"a":"aa","b":"bb"}]}],"more_turns":0})"
      "\n");
}
}  // namespace
}  // namespace franz::proxy
