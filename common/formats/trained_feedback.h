#pragma once
// The answers to a model in a format that it was trained on. If everything was done, there is no
// message: the model sees the screen, as in its training. Otherwise there is a line for each action
// that was refused, failed or not understood; a call with an id is answered by "OK" or these lines.
// All texts share one budget (feedback_budget.h); when it is used up, lines are counted and calls
// are answered by "OK" or "NOT DONE".
#include <span>
#include "common/formats/dialect.h"

namespace franz {
struct TrainedWords {
  // The answer to a call that was not run because an earlier one failed; empty: a line as usual.
  std::string_view not_run = {};
};
TurnReport report_trained(const Reading& reading, std::span<const ItemResult> results,
                          const TurnFacts& facts, const TrainedWords& words);
TurnReport report_trained(const Reading& reading, std::span<const ItemResult> results,
                          const TurnFacts& facts);
}  // namespace franz
