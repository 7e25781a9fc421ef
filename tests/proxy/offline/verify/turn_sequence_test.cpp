#include "proxy/offline/verify/turn_sequence.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace franz::proxy {
namespace {
std::string steps(const std::vector<int>& turns_with_files, int last_turn, int up_to) {
  RunIndex index;
  for (const int turn : turns_with_files) index.turns[turn];
  index.last_turn = last_turn;
  TurnSequence sequence(index, up_to);
  std::string text;
  int alone = 0, first_alone = 0;
  const auto tell_alone = [&] {
    if (alone > 0) text += std::to_string(first_alone) + "+" + std::to_string(alone - 1) + " ";
    alone = 0;
  };
  while (const auto step = sequence.next()) {
    if (!step->gap) {
      EXPECT_EQ(step->first, step->last);
      if (alone++ == 0) first_alone = step->first;
      continue;
    }
    tell_alone();
    text += "(" + std::to_string(step->first) + "-" + std::to_string(step->last) + ") ";
  }
  tell_alone();
  return text;
}

TEST(TurnSequence, PassesOverLongGapsTogether) {
  const struct {
    std::vector<int> files;
    int last_turn, up_to;
    std::string steps;  // "1+2": the turns 1 to 3 one by one; "(4-9)": passed over
  } rows[] = {
      {{}, 0, 0, ""},
      {{0}, 0, 0, ""},
      {{0, 1, 2, 3}, 3, 0, "1+2 "},
      {{1, 2, 3}, 3, 2, "1+1 "},
      {{1, 2, 3}, 3, 9, "1+2 "},
      {{1, 1002}, 1002, 0, "1+1001 "},
      {{1, 1003}, 1003, 0, "1+0 (2-1002) 1003+0 "},
      {{1, 1003, 1004}, 1004, 1003, "1+0 (2-1002) 1003+0 "},
      {{1, 5000}, 5000, 4000, "1+0 (2-3999) 4000+0 "},
      {{999'999'999}, 999'999'999, 0, "(1-999999998) 999999999+0 "},
  };
  for (const auto& row : rows)
    EXPECT_EQ(steps(row.files, row.last_turn, row.up_to), row.steps) << row.last_turn;
}
}  // namespace
}  // namespace franz::proxy
