#include "orchestrator/load_state_app.h"
#include <optional>
#include <utility>
#include <vector>
#include "common/base/count_text.h"
#include "common/os/paths.h"
#include "common/os/set_aside.h"
#include "orchestrator/recorded_story.h"

namespace franz::orchestrator {
static constexpr std::size_t kMostTold = 20;  // records that cannot be read, one by one

// The story of the newest record that the proxy left in the run folder. Failure: nobody can tell.
static Result<std::optional<LoopState>> newest_record(const RunDir& run, Output& output) {
  const Result<std::vector<int>> turns = run.recorded_turns();
  if (!turns.ok()) return turns.error();
  std::size_t unreadable = 0;
  const auto tell_the_rest = [&] {
    if (unreadable > kMostTold)
      output.log(LogLevel::warning,
                 count_text(unreadable - kMostTold, "more record") + " cannot be read");
  };
  for (auto each = turns.value().rbegin(); each != turns.value().rend(); ++each) {
    const int turn = *each;
    const std::string name = record_file(turn);
    const Result<std::string> text = run.read(name);
    Result<LoopState> state = text.ok() ? recorded_story(text.value()) : text.error();
    if (state.ok() && state.value().turn == turn) {
      tell_the_rest();
      return std::optional(std::move(state).value());
    }
    if (++unreadable > kMostTold) continue;
    output.log(LogLevel::warning,
               name + " cannot be read: " +
                   (state.ok() ? "/turn: not the file's" : state.error().message));
  }
  tell_the_rest();
  return std::optional<LoopState>();
}

Result<LoopState> load_state(const RunDir& run, Output& output) {
  std::string trouble;
  const Result<std::string> text = run.read(kStateFile);
  if (text.ok() || text.error().code == ErrorCode::too_large) {
    Result<LoopState> state = text.ok() ? parse_loop_state(text.value()) : text.error();
    if (state.ok()) return state;
    if (state.error().code == ErrorCode::other_version)
      return within(join_path(run.path(), kStateFile), state.error());
    const Result<std::string> aside = set_aside(run.folder(), kStateFile);
    if (!aside.ok()) return aside.error();
    trouble = "state.json cannot be read (" + state.error().message + "); it is kept as " +
              join_path(run.path(), aside.value());
  } else if (text.error().code != ErrorCode::missing) {
    return text.error();
  }
  Result<std::optional<LoopState>> newest = newest_record(run, output);
  if (!newest.ok()) return newest.error();
  std::optional<LoopState>& recorded = newest.value();
  if (recorded) {
    output.log(LogLevel::warning, (trouble.empty() ? "state.json is missing" : trouble) +
                                      "; the story of the recorded turn " +
                                      std::to_string(recorded->turn) + " goes on");
    return std::move(*recorded);
  }
  if (!trouble.empty())
    output.log(LogLevel::error, trouble + "; there is no record: a new story begins");
  return LoopState{};
}
}  // namespace franz::orchestrator
