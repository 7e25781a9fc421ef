#include "orchestrator/pace.h"
#include <algorithm>
#include "common/base/count_text.h"

namespace franz::orchestrator {
void Pace::replied(double ms, const ModelSettings& model) {
  const bool is_slow = model.slow_ms > 0 && ms >= model.slow_ms;
  slow_ = is_slow ? slow_ + 1 : 0;
  failures_ = 0;
}

Settings Pace::applied(Settings settings, int turn, long long least) const {
  SurfaceSettings& surface = settings.surface;
  if (turn > 1 && surface.followup_picture) surface.picture = *surface.followup_picture;
  if (slow_ == 0) return settings;
  if (surface.slow_picture) surface.picture = *surface.slow_picture;
  ModelSettings& model = settings.model;
  const long long share = std::max(least, 1LL * model.max_tokens * model.slow_tokens / 100);
  const long long halved = model.max_tokens >> std::min(slow_, 30);
  model.max_tokens =
      static_cast<int>(std::min<long long>(model.max_tokens, std::max(share, halved)));
  return settings;
}

std::string Pace::why_fall_back(const ModelSettings& model) const {
  const auto reached = [](int count, int limit) { return limit > 0 && count >= limit; };
  if (reached(slow_, model.fallback_slow))
    return count_text(static_cast<std::size_t>(slow_), "reply", "replies") + " in a row took " +
           std::to_string(model.slow_ms) + " ms or more";
  if (reached(failures_, model.fallback_failures))
    return count_text(static_cast<std::size_t>(failures_), "request", "requests") +
           " in a row failed";
  return {};
}
}  // namespace franz::orchestrator
