#include "common/run/reply_marks.h"
#include <gtest/gtest.h>
#include <vector>
#include "common/wire/limits.h"

namespace franz {
namespace {
// With these marks, each in its place.
std::string file_of(const std::vector<ReplyPassed>& replies) {
  std::string file = no_reply_marks();
  for (const ReplyPassed& reply : replies)
    file.replace(offset_of_mark(reply.turn), kReplyMarkBytes, to_line(reply));
  return file;
}

std::vector<ReplyPassed> turns(int first, int last) {
  std::vector<ReplyPassed> replies;
  for (int turn = first; turn <= last; ++turn) replies.push_back({turn, 1});
  return replies;
}

TEST(ReplyMarks, AreLinesThatPeopleRead) {
  EXPECT_EQ(to_line({57, 1}), "turn 000000057, attempt 000000001, check 1193a97c80c3002c5b1397\n");
  EXPECT_EQ(to_line({kMaxTurn, kMaxAttempt}).size(), kReplyMarkBytes);
  EXPECT_EQ(no_reply_marks().size(), kReplyMarksBytes);
  EXPECT_EQ(offset_of_mark(57), 57 * kReplyMarkBytes);
  EXPECT_EQ(offset_of_mark(kReplyMarks + 3), 3 * kReplyMarkBytes);
}

TEST(ReplyMarks, AreReadWhateverStandsThere) {
  const std::string two = file_of({{57, 1}, {58, 3}});
  const auto edited = [&](std::size_t at, const std::string& bytes) {
    std::string file = two;
    return file.replace(at, bytes.size(), bytes);
  };
  const struct {
    const char* what;
    std::string file;
    std::map<int, int> attempts;
    int damaged;
  } rows[] = {
      {"none", no_reply_marks(), {}, 0},
      {"two", two, {{57, 1}, {58, 3}}, 0},
      {"of all lines the last", file_of(turns(1, 70)),
       parse_reply_marks(file_of(turns(7, 70))).attempts, 0},
      {"the largest numbers", file_of({{kMaxTurn, kMaxAttempt}}), {{kMaxTurn, kMaxAttempt}}, 0},
      {"half a line", edited(offset_of_mark(58), "turn 000000122, att"), {{57, 1}}, 1},
      {"another attempt", edited(offset_of_mark(58) + 32, "4"), {{57, 1}}, 1},
      {"in another's place", edited(0, to_line({57, 1})), {{57, 1}, {58, 3}}, 1},
      {"no turn", file_of({{0, 1}}), {}, 1},
      {"no attempt", file_of({{1, 0}}), {}, 1},
      {"zeros", std::string(kReplyMarksBytes, '\0'), {}, kReplyMarks},
      {"cut", two.substr(0, 100), {}, kReplyMarks},
      {"empty", "", {}, kReplyMarks},
      {"too long", two + "\n", {}, kReplyMarks},
  };
  for (const auto& row : rows) {
    const ReplyMarks marks = parse_reply_marks(row.file);
    EXPECT_EQ(marks.attempts, row.attempts) << row.what;
    EXPECT_EQ(marks.damaged, row.damaged) << row.what;
    EXPECT_EQ(marks.last(), row.attempts.empty() ? 0 : row.attempts.rbegin()->first) << row.what;
  }
}

TEST(ReplyMarks, TellWhichRepliesNoRecordHas) {
  const struct {
    const char* what;
    std::vector<ReplyPassed> passed;
    std::vector<std::pair<int, int>> recorded;  // ranges
    std::map<int, int> attempts;
    std::string over;
    int last;
    int damaged = 0;
  } rows[] = {
      {"no mark", {}, {{1, 9}}, {}, "[]", 0},
      {"all is recorded", turns(1, 5), {{1, 5}}, {{5, 1}}, "[]", 0},
      {"records are ahead", turns(1, 5), {{1, 7}}, {{5, 1}}, "[]", 0},
      {"the last is not", turns(1, 5), {{1, 4}}, {{4, 1}}, "[]", 5},
      {"nor those before it", turns(1, 5), {{1, 2}}, {{2, 1}}, "[[3,4]]", 5},
      {"nor any", turns(1, 3), {}, {}, "[[1,2]]", 3},
      {"one was not even marked", {{3, 1}, {5, 1}}, {{1, 2}}, {}, "[[3,4]]", 5},
      {"a client began with turn 100", {{100, 1}, {101, 1}}, {}, {}, "[[100,100]]", 101},
      {"of the last an earlier attempt is", {{5, 2}}, {{1, 5}}, {{5, 1}}, "[]", 5},
      {"of one before it", {{4, 2}, {5, 1}}, {{1, 5}}, {{4, 1}, {5, 1}}, "[[4,4]]", 0},
      {"a later attempt is", {{4, 1}, {5, 1}}, {{1, 5}}, {{4, 2}, {5, 7}}, "[]", 0},
      {"there is no room for all", turns(31, 94), {{1, 10}}, {}, "[[11,93]]", 94},
      {"nor for the record of one", turns(31, 94), {}, {}, "[[1,93]]", 94},
      {"a damaged one may be of any", turns(31, 93), {{1, 29}, {40, 93}}, {}, "[[30,39]]", 0, 1},
      {"there is room", turns(31, 93), {{1, 10}, {40, 93}}, {}, "[[31,39]]", 0},
  };
  for (const auto& row : rows) {
    TurnRanges recorded;
    for (const auto& [first, last] : row.recorded) recorded.add(first, last);
    ReplyMarks marks = parse_reply_marks(file_of(row.passed));
    marks.damaged = row.damaged;
    const UnrecordedReplies found = unrecorded_replies(marks, recorded, row.attempts);
    EXPECT_EQ(to_json(found.over), row.over) << row.what;
    EXPECT_EQ(found.last, row.last) << row.what;
  }
}
}  // namespace
}  // namespace franz
