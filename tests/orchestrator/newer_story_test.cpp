#include "orchestrator/newer_story.h"
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace franz::orchestrator {
namespace {
// A log with the attempts 1/1, 2/1 (no reply), 2/2 and 2/3; 2/3 was accepted without a logged
// delivery.
RunStory story(int attempts) {
  RunStory story;
  long long seq = 0;
  story.take({++seq, "t", "", BeginEntry{"93d8", "run_1", "0.1.0", "franz", "", {}, {}}});
  const std::vector<std::pair<std::string, bool>> all = {{"0000000000000011", true},
                                                         {"0000000000000021", false},
                                                         {"0000000000000022", true},
                                                         {"0000000000000023", false}};
  for (int i = 0; i < attempts; ++i) {
    AttemptEntry entry;
    entry.turn = i == 0 ? 1 : 2;
    entry.attempt = i == 0 ? 1 : i;
    entry.request = all[static_cast<std::size_t>(i)].first;
    entry.after = i == 0 ? "" : all[0].first;
    entry.delivered = entry.usable = all[static_cast<std::size_t>(i)].second;
    story.take({++seq, "t", "", entry});
  }
  return story;
}
}  // namespace

TEST(NewerStory, IsTheLogsWhereItHasALaterReplyThanTheState) {
  const struct {
    std::string what;
    int attempts, turn;
    std::string request;
    bool log_is_newer;
  } rows[] = {
      {"nothing happened", 0, 0, "", false},
      {"the first reply is not in the log", 0, 1, "0000000000000011", false},
      {"the first reply is not in the state", 1, 0, "", true},
      {"both have the same", 1, 1, "0000000000000011", false},
      {"the state is one ahead", 1, 2, "0000000000000021", false},
      {"the state is ahead by another try at the last turn", 3, 2, "0000000000000099", false},
      {"the state is older", 3, 1, "0000000000000011", true},
      {"the state has an earlier attempt", 3, 2, "0000000000000021", true},
      {"the state took what the relay did not see delivered", 4, 2, "0000000000000023", false},
      {"no ids, the same turn", 3, 2, "", false},
      {"no ids, an earlier turn", 3, 1, "", true},
  };
  for (const auto& row : rows) {
    LoopState state;
    state.turn = row.turn;
    state.request = row.request;
    EXPECT_EQ(log_is_newer(story(row.attempts), state), row.log_is_newer) << row.what;
  }
}
}  // namespace franz::orchestrator
