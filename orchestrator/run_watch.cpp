#include "orchestrator/run_watch.h"
#include <algorithm>
#include "common/wire/warning_codes.h"

namespace franz::orchestrator {
static bool failed(const ExecutorReply& acted) {
  return acted.error.has_value() && count_executed(acted.items) == 0;
}

RunWatch::Finding RunWatch::turn_over(const ExecutorReply& acted, const Reply& reply,
                                      const Limits& limits) {
  Finding finding;
  failures_ = failed(acted) ? failures_ + 1 : 0;
  if (limits.pause_after_failures > 0 && failures_ >= limits.pause_after_failures) {
    finding.pause = std::to_string(failures_) +
                    " turns in a row failed without one action ([limits] pause_after_failures)";
  }

  equal_replies_ = reply == last_reply_ ? equal_replies_ + 1 : 1;
  last_reply_ = reply;
  const bool same_picture = !acted.plain_sha256.empty() && acted.plain_sha256 == last_picture_;
  equal_pictures_ = same_picture ? equal_pictures_ + 1 : 1;
  last_picture_ = acted.plain_sha256;

  const int loop = limits.pause_after_repeats > 0 ? limits.pause_after_repeats : kLoopTurns;
  const auto look_at = [&](int count, const std::string& what) {
    if (count == loop)
      finding.warnings.push_back("loop: " + what + std::to_string(count) + " turns in a row");
    if (limits.pause_after_repeats > 0 && count >= loop && finding.pause.empty())
      finding.pause =
          what + std::to_string(count) + " turns in a row ([limits] pause_after_repeats)";
  };
  look_at(equal_replies_, "the same reply ");
  look_at(equal_pictures_, "an unchanged picture ");

  const auto foreign = std::ranges::find(acted.warnings, kForeignForm, &Warning::code);
  const std::string form = foreign == acted.warnings.end() ? "" : foreign->text;
  if (!form.empty() && form != foreign_form_) finding.warnings.push_back(form);
  foreign_form_ = form;
  return finding;
}

void RunWatch::begin_again() {
  failures_ = 0;
  equal_replies_ = equal_pictures_ = 1;
}
}  // namespace franz::orchestrator
