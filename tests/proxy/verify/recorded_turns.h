#pragma once
// A small run made in memory by the proxy's own recorder, for tests to tamper with.
#include <string>
#include <vector>
#include "proxy/verify/turn_check.h"

namespace franz::proxy {
inline constexpr const char* kTestRun = "5f0c";

// The reply to a turn, as its content token without quotes.
std::string reply_text(int turn);

struct RecordedTurns {
  std::vector<TurnFiles> turns;  // of the turns 1…

  TurnFiles& turn(int number) { return turns[static_cast<std::size_t>(number) - 1]; }
};

// `launch`: with an orchestrator of ours, else by a client without ids.
RecordedTurns record_turns(int count, bool launch = true);

// The request and the reply of one attempt, as they pass through the relay. `header`: a whole
// header line, or empty.
std::string request_bytes(const std::string& story, const std::string& feedback,
                          const std::string& header);
std::string reply_bytes(const std::string& content);

// Checks all turns of a run; what is found, a line each.
std::vector<std::string> found_in(const RecordedTurns& run,
                                  const std::vector<RunOrigin>& origins = {});

// `text` with the one place of `from` replaced; a test fails where it is not there.
std::string replaced(std::string text, const std::string& from, const std::string& to);
}  // namespace franz::proxy
