#pragma once
// A turn in lists: the log's lines, /api/turns, the SSE event `turn`.
#include <cstddef>
#include <string>
#include "common/run/verdict.h"

namespace franz {
class JsonObject;
class MessageFields;

// Maximum bytes of a text that a log line shows.
inline constexpr std::size_t kMaxShownText = 300;

struct TurnRow {
  int turn = 0, attempt = 0;
  std::string time;  // when its request left, as utc_text() writes it
  TurnOutcome outcome = TurnOutcome::none;
  int actions = 0;  // calls executed or noted
  Verdict verdict = Verdict::not_applicable;
  long long tokens = 0;       // of the reply
  double latency_ms = 0;      // of the model; 0: not known
  std::string finish_reason;  // empty: not reported
  bool picture = false;       // the record has one
  std::string finished;       // why the run finished with this turn; empty: it did not
  friend bool operator==(const TurnRow&, const TurnRow&) = default;
};

// {"turn":7,"attempt":1,"time":"…","outcome":"actions",…}, as sent to the page.
std::string to_json(const TurnRow& row);
// The same without turn and attempt, as in a line of the log.
std::string row_members_json(const TurnRow& row);
// Reads that object at `pointer`. `fields` remembers failures.
TurnRow read_row(MessageFields& fields, const std::string& pointer, int turn, int attempt);
}  // namespace franz
