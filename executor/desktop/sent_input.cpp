#include "executor/desktop/sent_input.h"
#include <algorithm>

namespace franz::executor {
void SentInput::sent(const InputEvent& event) { awaited_.push_back(event); }

bool SentInput::is_somebody_else(const InputEvent& arrived, InputSource source) {
  if (source == InputSource::programs) {
    const auto ours = std::ranges::find(awaited_, arrived);
    if (ours != awaited_.end()) {
      // Our skipped events may arrive later and then count as somebody else's.
      awaited_.erase(awaited_.begin(), ours + 1);
      return false;
    }
  }
  return arrived.kind == InputEvent::Kind::motion || arrived.down;
}
}  // namespace franz::executor
