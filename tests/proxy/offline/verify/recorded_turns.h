#pragma once
// A small run made in memory by the proxy's own recorder, for tests to tamper with.
#include <string>
#include <utility>
#include <vector>
#include "common/formats/memories.h"
#include "proxy/offline/verify/turn_check.h"

namespace franz::proxy {
inline constexpr const char* kTestRun = "5f0c";

// The reply to a turn, as its content token without quotes.
std::string reply_text(int turn);

struct RecordedTurn : TurnFiles {
  std::vector<StoredAttempt> attempts;  // ascending
};

struct RecordedTurns {
  std::vector<RecordedTurn> turns;  // of the turns 1…

  RecordedTurn& turn(int number) { return turns[static_cast<std::size_t>(number) - 1]; }
};

// `text`: what the replies say, as reply_text().
// `launch`: with an orchestrator of ours, else by a client without ids. `calls`: each reply has
// one,
// `{"id":"call_3","name":"drag","arguments":"{\"x\":\u0033}"}` that to turn 3, and the turn behind
// it tells its answer, `"done 3"`.
RecordedTurns record_turns(int count, bool launch = true, const Memory* memory = find_memory("sst"),
                           bool calls = false, std::string (*text)(int turn) = reply_text);

// The reply to one attempt, as it passes through the relay.
std::string reply_bytes(const std::string& content);

// Enough of a PNG for its size to be read, and the number.
std::string picture_of(int number);

// The files of a turn, launched, as they are after these attempts: pairs of the picture that is
// sent (empty: none) and the reply. The story is reply_text(turn - 1); `time_ms` is when.
RecordedTurn record_attempts(int turn,
                             const std::vector<std::pair<std::string, std::string>>& attempts,
                             double time_ms);

// How turns differ that are made twice.
struct TwiceMade {
  bool calls_again = false;  // the replies that were made last have a call each
  std::string end = {};      // of the replies that were made first
  bool silent = false;       // what was made first had no feedback
  bool clock_back = false;   // the clock was put back before they were made again
  int blind = 0;             // the turn that had no picture when it was made first; 0: none
};

// The turns 1 to `count` of a memory that needs them all, with up to three pictures in a request;
// then the run goes on from the state after turn `state`, and the turns up to `last` are made
// again, with other feedback, pictures and replies.
RecordedTurns record_turns_again(int count, int state, int last, const Memory& memory,
                                 const TwiceMade& made = {});

CheckedTurn check_next(TurnCheck& check, const RecordedTurn& turn);

// What run.json says of the run.
RunFile about_recorded_turns();

// Checks all turns of a run; what is found, a line each.
std::vector<std::string> found_in(const RecordedTurns& run,
                                  const RunFile& about = about_recorded_turns());

// `text` with the one place of `from` replaced; a test fails where it is not there.
std::string replaced(std::string text, const std::string& from, const std::string& to);
}  // namespace franz::proxy
