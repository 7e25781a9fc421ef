#pragma once
// A warning from the proxy that the orchestrator adds to one turn, in the environment variable
// FRANZ_WARNING:
//   {"turn":8,"code":"display_restarted","text":"the screen was started anew"}
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "common/wire/turn_options.h"

namespace franz {
struct TurnWarning {
  int turn = 0;
  Warning warning;
};

// The code of a run that goes on on another screen: nothing of the last reply is performed there.
inline constexpr std::string_view kScreenChanged = "screen_changed";
TurnWarning screen_changed(int turn);

std::string to_json(const TurnWarning& warning);

// Failure: names the wrong field.
Result<TurnWarning> parse_turn_warning(std::string_view json);
}  // namespace franz
