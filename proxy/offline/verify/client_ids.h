#pragma once
// The ids of a run's requests, X-Franz-Turn: RUN/TURN/ATTEMPT, against the run that they belong to.
#include <optional>
#include <string>
#include "common/run/run_file.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/replayed_exchange.h"

namespace franz::proxy {
class ClientIds {
 public:
  // `run`: nothing: run.json cannot be read. `launched`: an orchestrator of ours told of this turn
  // or one before it; any other client may have an id of its own, or none. To be called with
  // ascending turns.
  std::optional<Finding> check(const std::optional<RunFile>& run, bool launched, int turn,
                               int attempt, const ReplayedExchange& replayed);

 private:
  std::string adopted_;  // the id of a client that the proxy did not start
};
}  // namespace franz::proxy
