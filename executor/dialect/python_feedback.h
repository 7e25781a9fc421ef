#pragma once
// The feedback for a model that writes Python. All its texts are here, in the tool table and in the
// call grammar.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/call_grammar.h"
#include "common/wire/child_failure.h"

namespace franz::executor {
// The results of a turn.
struct TurnAccount {
  int blocks = 0;
  std::size_t actions = 0;                  // calls that were executed or noted
  bool no_calls = false;                    // the block contained no calls
  std::vector<std::string> clamped;         // calls with coordinates outside 0..1000
  std::vector<std::string> without_effect;  // calls of tools that the surface does not support
  std::vector<std::string> unchanged;       // calls around which nothing changed
  std::vector<std::string> outcomes;        // as from outcome_line(); may be empty texts
  std::optional<CallError> error;           // the error that ended the turn
  bool cut_off = false;                     // the error is in the cut-off end of the reply
  std::string surface = "the sandbox";      // the surface's name in messages
  std::vector<std::string> warnings;        // the capturer's
  std::optional<ChildFailure> capture_failure;
  std::string tools_help;  // as from tools_help()
};

// The error of a call that could not be performed; `canonical` is its canonical text.
CallError no_visible_effect(std::string_view canonical, int line);

// UTF-8, no newline at the end. The part about the reply has a budget (feedback_budget.h); the
// capturer's lines and the help do not depend on the reply.
std::string python_feedback(const TurnAccount& account);
}  // namespace franz::executor
