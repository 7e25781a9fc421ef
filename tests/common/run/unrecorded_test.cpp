#include "common/run/unrecorded.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
TurnRecord record_of(const Reply& reply) {
  TurnRecord record;
  record.turn = 5;
  record.attempt = 1;
  record.response.emplace();
  record.response->text = reply.text;
  record.response->calls = reply.calls;
  return record;
}

TEST(Unrecorded, NamesTurnsBeforeTheStateAndTheReplyThatNoRecordHas) {
  const std::vector<ReplyCall> call = {{"\"c\"", "\"drag\"", "\"{}\""}};
  const Reply said{R"("my key is sk-12345678")", {}}, masked{R"("my key is ***********")", {}},
      other{R"("another")", {}}, called{said.text, call}, unread{"null", {}};
  TurnRecord finished = record_of(said);
  finished.response.reset();
  const struct {
    const char* what;
    int turn;
    std::vector<int> recorded;
    std::optional<TurnRecord> record;
    std::string turns;
    bool is_reply_lost;
    int drawn = 0, attempt = 2;
  } rows[] = {
      {"no turn is over", 0, {}, std::nullopt, "[]", false},
      {"all is recorded", 5, {1, 2, 3, 4, 5}, record_of(said), "[]", false},
      {"a key is masked", 5, {1, 2, 3, 4, 5}, record_of(masked), "[]", false},
      {"records are ahead", 5, {1, 2, 3, 4, 5, 6, 7}, record_of(said), "[]", false},
      {"it could not be read when it came", 5, {1, 2, 3, 4, 5}, record_of(unread), "[]", false},
      {"an older turn is lost", 5, {1, 3, 4, 5}, record_of(said), "[[2,2]]", false},
      {"the last is lost", 5, {1, 2, 3, 4}, std::nullopt, "[[5,5]]", true},
      {"two are lost", 5, {1, 2, 3}, std::nullopt, "[[4,5]]", true},
      {"another attempt is recorded", 5, {1, 2, 3, 4, 5}, record_of(other), "[[5,5]]", true},
      {"the state was edited", 5, {1, 2, 3, 4, 5}, record_of(other), "[]", false, 0, 1},
      {"with other calls", 5, {1, 2, 3, 4, 5}, record_of(called), "[[5,5]]", true},
      {"later turns were drawn", 5, {1, 2, 3, 4, 5, 7}, record_of(said), "[[6,6],[8,8]]", false, 9},
      {"the next turn was begun", 5, {1, 2, 3, 4, 5}, record_of(said), "[]", false, 6},
      {"no state was saved", 0, {}, std::nullopt, "[[1,2]]", false, 3},
      {"with no reply at all", 5, {1, 2, 3, 4, 5}, finished, "[[5,5]]", true},
  };
  for (const auto& row : rows) {
    LoopState state;
    state.turn = row.turn;
    if (row.turn > 0) state.reply = said;
    TurnRanges recorded;
    for (const int turn : row.recorded) recorded.add(turn);
    const Unrecorded found = find_unrecorded(state, row.drawn, recorded, row.record, row.attempt);
    EXPECT_EQ(to_json(found.turns), row.turns) << row.what;
    TurnRanges made_again;
    made_again.add(row.turn + 1, row.drawn - 1);
    EXPECT_EQ(found.made_again, made_again) << row.what;
    const std::optional<LostReply> reply = LostReply{5, row.attempt, reply_sha256(said)};
    EXPECT_EQ(found.reply, row.is_reply_lost ? reply : std::nullopt) << row.what;
  }
}
}  // namespace
}  // namespace franz
