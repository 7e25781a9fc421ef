#pragma once
// What a model that writes Python reads about its turn. All words that it is told are here, in the
// tool table and in the call grammar.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/call_grammar.h"
#include "common/wire/child_failure.h"

namespace franz::executor {
// One turn, as it went.
struct TurnAccount {
  int blocks = 0;
  std::size_t actions = 0;                  // calls that were executed or noted
  bool no_calls = false;                    // the block held none
  std::vector<std::string> clamped;         // calls with coordinates outside 0..1000
  std::vector<std::string> without_effect;  // calls of tools that do nothing here
  std::vector<std::string> unchanged;       // calls around which nothing changed
  std::vector<std::string> outcomes;        // as from outcome_line(); may be empty texts
  std::optional<CallError> error;           // what ended the calls early
  bool cut_off = false;                     // the error is in what stands at the cut end
  std::string surface = "the sandbox";      // where they do nothing
  std::vector<std::string> warnings;        // the capturer's
  std::optional<ChildFailure> capture_failure;
  std::string tools_help;  // as from tools_help()
};

// The error of a call that could not be performed; `canonical` is its canonical text.
CallError no_visible_effect(std::string_view canonical, int line);

// Lines without a newline at the end, valid UTF-8. What is said about the reply has a budget
// (feedback_budget.h); the capturer's lines and the help do not depend on the reply.
std::string python_feedback(const TurnAccount& account);
}  // namespace franz::executor
