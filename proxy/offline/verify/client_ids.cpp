#include "proxy/offline/verify/client_ids.h"
#include <algorithm>
#include "common/run/run_files.h"

namespace franz::proxy {
// A proxy that goes on with the run may serve another client (--no-launch).
static bool is_first_after_resume(const std::optional<RunFile>& run, int turn) {
  const std::string text = "resumed after turn " + std::to_string(turn - 1);
  return run && std::any_of(run->changes.begin(), run->changes.end(),
                            [&](const RunChange& change) { return change.text == text; });
}

// The attempt is counted anew by each process, so the file's may be higher. It is lower where a
// request was cut before it reached the proxy, which nobody can tell from one that was taken out.
std::optional<Finding> ClientIds::check(const std::optional<RunFile>& run, bool launched, int turn,
                                        int attempt, const ReplayedExchange& replayed) {
  const std::optional<FranzTurn>& given = replayed.request->turn;
  std::string expected = run ? std::string(id_at(*run, turn)) : adopted_;
  // A client of somebody else's (--no-launch) may have an id of its own, or none.
  if (!launched && given && given->run != expected) {
    if (adopted_.empty() || is_first_after_resume(run, turn)) adopted_ = given->run;
    expected = adopted_;
  }
  if (!launched && !replayed.has_turn_header) return std::nullopt;
  if (given && expected.empty()) expected = adopted_ = given->run;
  if (given && given->run == expected && given->turn == turn) {
    if (given->attempt <= attempt) return std::nullopt;
    return unchecked(turn, "attempt " + std::to_string(attempt) + " is its client's attempt " +
                               std::to_string(given->attempt) +
                               ": one before it did not come, or is not recorded");
  }
  return differs(
      turn, exchange_file(turn, attempt, "request"), "X-Franz-Turn",
      expected + "/" + std::to_string(turn) + "/" + std::to_string(attempt),
      given ? given->run + "/" + std::to_string(given->turn) + "/" + std::to_string(given->attempt)
      : replayed.has_turn_header ? "something else"
                                 : "none");
}
}  // namespace franz::proxy
