#pragma once
// What an earlier proxy left in a run folder, as far as one that goes on with it has to know.
#include <map>
#include "common/run/known_steps.h"
#include "common/wire/reply.h"

namespace franz {
// What an earlier proxy left in the run folder (--resume).
struct KnownTurns {
  std::map<int, int> attempts;   // turn → the highest attempt there is
  std::map<int, Reply> replies;  // by turn; the last few suffice
  KnownSteps steps;              // of turns whose memory needs all steps, with their replies
  int last = 0;                  // the last recorded turn
  // The turn whose reply passed last, where no record has it: lost, unless it is made again. 0:
  // there is none.
  int unrecorded = 0;
};
}  // namespace franz
