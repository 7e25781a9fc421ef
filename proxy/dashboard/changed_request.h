#pragma once
// The request of a recorded turn with some of it changed, so that a model can be asked the turn
// again: POST /api/ask (docs/http-api.md#asking-a-turn-again).
#include <optional>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/api/api.h"

namespace franz::proxy {
// Nothing: as recorded.
struct RequestChanges {
  std::optional<std::string> model;
  std::optional<double> temperature;  // 0..2, as [model] temperature
  std::optional<std::string> system;  // the text of the system message
};

// What a person asks: {"turn":7,"model":"…","temperature":0.2,"system":"…"}; all but the turn may
// be missing or null.
struct TurnQuestion {
  int turn = 0;
  RequestChanges changes;
};
// Failure: the wrong field by name.
Result<TurnQuestion> parse_turn_question(std::string_view json);

// A request body for `api` with these changes; all other bytes stay the same. A temperature that
// the body lacks is added. Failure: the body cannot be read, or it has no system message of one
// text.
Result<std::string> change_request(const Api& api, const std::string& body,
                                   const RequestChanges& changes);
}  // namespace franz::proxy
