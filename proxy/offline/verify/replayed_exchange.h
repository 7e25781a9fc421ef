#pragma once
// One stored exchange read again, by the very readers that the proxy used when it recorded it.
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/memory/memory.h"
#include "common/run/known_steps.h"
#include "common/run/record_parts.h"
#include "common/run/turn_record.h"
#include "common/http/exchange.h"

namespace franz::proxy {
// The files of one attempt, as bytes; nothing: there is no such file.
struct StoredAttempt {
  int attempt = 1;
  std::optional<std::string> request, response;
};

struct ReplayedExchange {
  std::shared_ptr<const HttpRequest> request;  // null: the file holds no whole request
  std::string request_body;
  // What is wrong with each file as an HTTP message; empty: nothing. A reply that was cut on its
  // way is no trouble: it has no record.
  std::string request_trouble, response_trouble;
  bool has_turn_header = false;                // X-Franz-Turn, right or wrong
  std::optional<TurnRecord> record;            // nothing: the reply is not whole
  std::shared_ptr<const std::string> picture;  // in the request; null: none
};

// What the replies in a request are judged against.
struct RepliesBefore {
  const Memory* memory = nullptr;  // of the run; null: not known, no verdict
  std::optional<Reply> last;       // to the turn before; nothing: not known
  const KnownSteps& steps;
};

// `told`: what does not come from the exchange; the orchestrator told it, and only the record keeps
// it.
ReplayedExchange replay_exchange(const StoredAttempt& stored, int turn, const ToldTurn& told,
                                 const RepliesBefore& replies);
}  // namespace franz::proxy
