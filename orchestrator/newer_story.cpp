#include "orchestrator/newer_story.h"

namespace franz::orchestrator {
bool log_is_newer(const RunStory& story, const LoopState& state) {
  const LoggedAttempt* const newest = story.newest_reply();
  if (newest == nullptr) return false;
  if (newest->turn != state.turn) return newest->turn > state.turn;
  const LoggedAttempt* const known = state.request.empty() ? nullptr : story.find(state.request);
  return known != nullptr && known->attempt < newest->attempt;
}
}  // namespace franz::orchestrator
