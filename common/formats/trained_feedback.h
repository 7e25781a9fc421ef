#pragma once
// How a model in a format that it was trained to write is answered. Where everything was done,
// nothing is said: it is shown the screen, as it was trained. Else there is a line for each action
// that was refused, failed or not understood; a call with an id is answered by "OK" or these lines.
// All texts share one budget (feedback_budget.h); when it is used up, lines are counted and calls
// are answered by "OK" or "NOT DONE".
#include <span>
#include "common/formats/dialect.h"

namespace franz {
struct TrainedWords {
  // Answers a call that was not run because one before it failed; empty: a line as for the others.
  std::string_view not_run = {};
};
Told tell_trained(const Reading& reading, std::span<const ItemResult> results,
                  const TurnFacts& facts, const TrainedWords& words);
Told tell_trained(const Reading& reading, std::span<const ItemResult> results,
                  const TurnFacts& facts);
}  // namespace franz
