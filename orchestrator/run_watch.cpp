#include "orchestrator/run_watch.h"
#include <algorithm>
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/sha256.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/wire/says_finished.h"

namespace franz::orchestrator {
static constexpr std::size_t kMaxShown = 200;  // bytes of what the model wrote
// A blinking cursor or a check box alternates between several pictures after the same acts.
static constexpr std::size_t kMaxDeeds = 12;

static std::string text_of(const Reply& reply) {
  return decode_json_string(without_thoughts(reply.text, LineEnds::dropped));
}

static std::string shown(std::string_view text) { return printable(cut_text(text, kMaxShown)); }

// What the model wrote, for the person: its text or, if empty, its calls.
static std::string quoted(const Reply& reply) {
  std::string text = text_of(reply);
  for (const ReplyCall& call : reply.calls) {
    if (text.size() > kMaxShown) break;
    text += text.empty() ? "" : "; ";
    text += decode_json_string(call.name) + " " + decode_json_string(call.arguments);
  }
  return "\"" + shown(text) + "\"";
}

static std::string in_a_row(int turns) { return " " + std::to_string(turns) + " turns in a row"; }

static std::string cut_advice(int max_tokens) {
  return "ended at max_tokens (" + std::to_string(max_tokens) + "): raise [model] max_tokens";
}

// A reply without actions is a failure unless it ends the run.
static bool is_failed(const RunWatch::Turn& turn) {
  const ExecutorReply& acted = turn.acted;
  if (count_executed(acted.items) > 0) return false;
  if (acted.error) return true;
  const bool is_idle = std::ranges::none_of(
      acted.items, [](const ActionItem& item) { return item.call.has_value(); });
  return turn.before != nullptr && is_idle && !acted.done && acted.degraded.empty();
}

void RunWatch::look_for_failures(const Turn& turn, const Limits& limits, Finding& finding) {
  failures_ = is_failed(turn) ? failures_ + 1 : 0;
  if (limits.pause_after_failures == 0 || failures_ < limits.pause_after_failures) return;
  finding.pause =
      (failures_ == 1 ? "the last reply" : "the last " + std::to_string(failures_) + " replies") +
      " led to no action ([limits] pause_after_failures). ";
  const std::optional<CallFailure>& error = turn.acted.error;
  if (cuts_ >= failures_) {
    finding.pause += "Each of them " + cut_advice(limits.max_tokens);
  } else if (turn.before != nullptr && says_finished(text_of(*turn.before))) {
    finding.pause += "The last one says that the task is finished; end the run if that is so: " +
                     quoted(*turn.before);
  } else {
    if (turn.before != nullptr) finding.pause += "The last one: " + quoted(*turn.before);
    if (error)
      finding.pause +=
          (turn.before != nullptr ? "; the error: " : "The error: ") + shown(error->text);
  }
}

// Acts that differ only in wording or blanks are equal.
RunWatch::Deed RunWatch::deed_of(const Reply& reply, const ExecutorReply& acted) {
  std::string acts;
  for (const ActionItem& item : acted.items)
    acts += (acts.empty() ? "" : "; ") + item.call.value_or(item.written);
  if (acted.items.empty()) {
    bool is_apart = false;
    for (const char c : text_of(reply)) {
      const bool is_blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';
      if (!is_blank && is_apart && !acts.empty()) acts += ' ';
      if (!is_blank) acts += c;
      is_apart = is_blank;
    }
    if (!reply.calls.empty()) acts += calls_json(reply.calls);
  }
  return {sha256_hex(acts), acted.plain_sha256, shown(acts)};
}

// Whether the same acts led to this picture before. As long as pictures are new, acts make
// progress.
bool RunWatch::is_known(const Deed& deed) const {
  return std::ranges::any_of(deeds_, [&](const Deed& each) {
    const bool is_same =
        each.picture == deed.picture || each.picture.empty() || deed.picture.empty();
    return is_same && each.acts == deed.acts;
  });
}

void RunWatch::count_repeats(const Turn& turn) {
  equal_replies_ = turn.before != nullptr && turn.reply == *turn.before ? equal_replies_ + 1 : 1;
  const std::string& picture = turn.acted.plain_sha256;
  equal_pictures_ = !picture.empty() && picture == last_picture_ ? equal_pictures_ + 1 : 1;
  last_picture_ = picture;

  if (turn.before == nullptr) return;
  Deed deed = deed_of(*turn.before, turn.acted);
  const bool is_old = is_known(deed);
  for (std::size_t i = 0; i < repeats_.size(); ++i) {
    const bool is_equal = is_old && i < deeds_.size() && deeds_[i].acts == deed.acts;
    repeats_[i] = is_equal ? repeats_[i] + 1 : 0;
  }
  deeds_.push_front(std::move(deed));
  if (deeds_.size() > kMaxDeeds) deeds_.pop_back();
}

// `times`: as pause_after_repeats. A cycle must occur at least twice.
std::optional<RunWatch::Loop> RunWatch::find_loop(const Reply& reply, int times) const {
  const int turns = times > 0 ? times : kLoopTurns;
  const int cycles = times > 0 ? std::max(times, 2) : kLoopCycles;
  if (equal_replies_ >= turns)
    return Loop{equal_replies_, "the same reply" + in_a_row(equal_replies_), quoted(reply)};
  if (repeats_[0] + 1 >= std::max(turns, 2))
    return Loop{repeats_[0] + 1, "the same action" + in_a_row(repeats_[0] + 1), deeds_[0].shown};
  for (std::size_t length = 2; length <= kMaxCycle; ++length) {
    const std::size_t covered = static_cast<std::size_t>(repeats_[length - 1]) + length;
    const std::size_t seen = covered / length;
    if (repeats_[length - 1] == 0 || seen < static_cast<std::size_t>(cycles)) continue;
    Loop loop{
        static_cast<int>(covered),
        "the same " + std::to_string(length) + " turns " + std::to_string(seen) + " times in a row",
        ""};
    for (std::size_t i = length; i-- > 0;) loop.shown += deeds_[i].shown + (i > 0 ? " / " : "");
    return loop;
  }
  return std::nullopt;
}

void RunWatch::look_for_loops(const Reply& reply, const Limits& limits, Finding& finding) {
  const int times = limits.pause_after_repeats;
  const auto pause = [&](const std::string& what, const std::string& why) {
    if (times == 0 || !finding.pause.empty()) return;
    finding.pause = what + " ([limits] pause_after_repeats)" + why;
    finding.reason = FinishReason::repeats;
  };
  const std::optional<Loop> loop = find_loop(reply, times);
  if (loop) {
    if (!in_loop_) finding.warnings.push_back("loop: " + loop->what + ": " + loop->shown);
    const bool is_finished = says_finished(loop->shown);
    pause(loop->what, cuts_ >= loop->turns ? "; each " + cut_advice(limits.max_tokens)
                      : is_finished        ? "; it says that the task is finished: " + loop->shown
                                           : ": " + loop->shown);
  }
  in_loop_ = loop.has_value();
  const int turns = times > 0 ? times : kLoopTurns;
  if (equal_pictures_ < turns) return;
  const std::string what = "an unchanged picture" + in_a_row(equal_pictures_);
  if (equal_pictures_ == turns) finding.warnings.push_back("loop: " + what);
  pause(what, "; the last reply: " + quoted(reply));
}

void RunWatch::look_at_notices(const ExecutorReply& acted, Finding& finding) {
  for (Notice& notice : notices_) {
    const auto warning = std::ranges::find(acted.warnings, notice.code, &Warning::code);
    if (warning == acted.warnings.end()) {
      notice.count = 0;
      notice.reported.clear();
      continue;
    }
    const bool is_new =
        notice.reported.empty() || (notice.has_variants && notice.reported != warning->text);
    if (++notice.count < notice.turns || !is_new) continue;
    finding.warnings.push_back(warning->text);
    notice.reported = warning->text;
  }
}

RunWatch::Finding RunWatch::turn_over(const Turn& turn, const Limits& limits) {
  Finding finding;
  if (turn.was_cut) cuts_ = std::max(cuts_, 1);  // of a run that goes on
  look_for_failures(turn, limits, finding);
  cuts_ = turn.is_cut ? cuts_ + 1 : 0;
  if (turn.is_cut && !turn.was_cut)
    finding.warnings.push_back("the model's reply is cut off: it " + cut_advice(limits.max_tokens));
  count_repeats(turn);
  look_for_loops(turn.reply, limits, finding);
  look_at_notices(turn.acted, finding);
  return finding;
}

void RunWatch::begin_again() {
  failures_ = 0;
  equal_replies_ = equal_pictures_ = 1;
  repeats_.fill(0);
  in_loop_ = false;
}
}  // namespace franz::orchestrator
