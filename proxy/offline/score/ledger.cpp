#include "proxy/offline/score/ledger.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/overload.h"
#include "common/base/printable.h"
#include "common/base/sha256.h"
#include "common/base/utf8.h"
#include "proxy/tasks/task.h"

namespace franz::proxy {
static constexpr std::array<std::string_view, 7> kFailures{
    "none", "loop", "malformed", "refused", "limit", "wrong_result", "other"};
static constexpr std::int64_t kMaxCount = 1'000'000'000'000;
static constexpr double kMaxSeconds = 1e9;
static constexpr std::size_t kMaxFiles = 100'000;

std::string_view failure_name(TrialFailure failure) {
  return kFailures[static_cast<std::size_t>(failure)];
}

void add_end(JsonObject& object, const TrialEnd& end) {
  object.text("outcome", trial_outcome_name(end.outcome)).boolean("person", end.person);
  object.text("why", cut_text(printable(end.why), kMaxShownText));
  object.boolean("success", end.success).number("partial", end.partial);
  object.text("failure", failure_name(end.failure));
  object.number("turns", static_cast<long long>(end.turns));
  object.number("input_tokens", end.input_tokens).number("output_tokens", end.output_tokens);
  object.number("seconds", end.seconds).text("run_seal", end.run_seal);
  object.text("upstream", cut_text(printable(end.upstream), kMaxShownText));
  object.number("requests", static_cast<long long>(end.requests)).number("waited", end.waited);
}

std::string to_json(const TrialEnd& end) {
  JsonObject object;
  add_end(object, end);
  return object.finish();
}

static TrialOutcome read_outcome(MessageFields& fields) {
  static constexpr std::array kAll{TrialOutcome::measured, TrialOutcome::infrastructure,
                                   TrialOutcome::skipped};
  std::vector<std::string> names;
  for (const TrialOutcome outcome : kAll) names.emplace_back(trial_outcome_name(outcome));
  const std::string name = fields.choice("/outcome", names);
  const auto found = std::ranges::find(kAll, name, trial_outcome_name);
  return found == kAll.end() ? TrialOutcome::infrastructure : *found;
}

static TrialFailure read_failure(MessageFields& fields) {
  const std::string name = fields.choice("/failure", {kFailures.begin(), kFailures.end()});
  const auto found = std::ranges::find(kFailures, name);
  return static_cast<TrialFailure>(found == kFailures.end() ? 0 : found - kFailures.begin());
}

TrialEnd read_end(MessageFields& fields) {
  TrialEnd end;
  end.outcome = read_outcome(fields);
  end.person = fields.boolean("/person");
  end.why = fields.text("/why");
  end.success = fields.boolean("/success");
  end.partial = fields.number("/partial", 0, 1);
  end.failure = read_failure(fields);
  end.turns = static_cast<int>(fields.integer("/turns", 0, 1'000'000'000));
  end.input_tokens = fields.integer("/input_tokens", 0, kMaxCount);
  end.output_tokens = fields.integer("/output_tokens", 0, kMaxCount);
  end.seconds = fields.number("/seconds", 0, kMaxSeconds);
  end.run_seal = fields.text("/run_seal");
  if (!end.run_seal.empty() && !is_sha256_hex(end.run_seal))
    fields.fail("/run_seal", "64 hexadecimal digits, or empty");
  end.upstream = fields.text("/upstream");
  end.requests = static_cast<int>(fields.integer("/requests", 0, 1'000'000'000));
  end.waited = fields.number("/waited", 0, kMaxSeconds);
  return end;
}

std::string read_trial_of(MessageFields& fields, int& attempt) {
  attempt = static_cast<int>(fields.integer("/try", 1, 1'000'000));
  return fields.text("/trial");
}

static void add_place(JsonObject& object, const SlicePlace& from, const std::string& folder) {
  object.text("file", from.file).number("line", from.line).text("folder", folder);
}

// A name of another folder would lead out of the bundle.
static std::string read_folder(MessageFields& fields) {
  std::string folder = fields.text("/folder");
  if (!is_task_name(folder, kMaxRunFolder)) fields.fail("/folder", "the name of a run's folder");
  return folder;
}

static SlicePlace read_place(MessageFields& fields) {
  return {fields.text("/file"), fields.integer("/line", 1, kMaxCount)};
}

static std::vector<LoggedFile> read_files(MessageFields& fields) {
  std::vector<LoggedFile> files;
  const std::size_t count = fields.size("/files");
  if (count > kMaxFiles) fields.fail("/files", "at most " + std::to_string(kMaxFiles));
  for (std::size_t i = 0; i < count && fields.failure().empty(); ++i)
    files.push_back(read_logged_file(fields, "/files/" + std::to_string(i), kMaxCount));
  return files;
}

std::string Ledger::line(const std::string& time, const LedgerEntry& entry) const {
  JsonObject object;
  object.number("seq", chain_.next_seq()).text("time", time);
  std::visit(
      Overload{
          [&](const ScorePlan& plan) { object.text("kind", "plan").raw("plan", to_json(plan)); },
          [&](const StartedLine& started) {
            object.text("kind", "started").text("trial", started.trial);
            object.number("try", static_cast<long long>(started.attempt));
            if (started.from.line > 0) add_place(object, started.from, started.folder);
          },
          [&](const EndedLine& ended) {
            object.text("kind", "ended").text("trial", ended.trial);
            object.number("try", static_cast<long long>(ended.attempt));
            add_end(object, ended.end);
          },
          [&](const ResumedLine&) { object.text("kind", "resumed"); },
          [&](const SupersededLine& superseded) {
            object.text("kind", "superseded").text("trial", superseded.trial);
            add_place(object, superseded.from, superseded.folder);
            object.text("run_seal", superseded.run_seal);
          },
          [&](const EndLine& end) { object.text("kind", "end").raw("files", to_json(end.files)); },
      },
      entry);
  return object.text("previous", chain_.last_sha256()).finish();
}

Status Ledger::take_plan(MessageFields& fields, std::string_view text) {
  ScorePlan plan = read_score_plan(fields, "/plan");
  if (!fields.failure().empty()) return fields.error();
  plan_ = std::move(plan);
  plan_sha256_ = sha256_hex(text);
  for (const Trial& trial : all_trials(plan_)) trials_[trial_name(plan_, trial)];
  has_plan_ = true;
  return Done{};
}

Status Ledger::take_started(MessageFields& fields) {
  StartedLine started;
  started.trial = read_trial_of(fields, started.attempt);
  if (fields.has("/file")) {
    started.from = read_place(fields);
    started.folder = read_folder(fields);
  }
  if (!fields.failure().empty()) return fields.error();
  const std::string& trial = started.trial;
  const auto found = trials_.find(trial);
  if (found == trials_.end()) return Error{"/trial: not in the plan"};
  TrialState& state = found->second;
  if (started.attempt != state.tries + 1)
    return Error{"/try: expected " + std::to_string(state.tries + 1)};
  if (state.running) return Error{"/trial: its last try has not ended"};
  // Otherwise a trial could be repeated until its result is good.
  if (state.counts()) return Error{"/trial: it has a result"};
  if (has(started.from)) return Error{"/file: this result was collected before"};
  if (started.from.line > 0) state.of_slices[started.attempt] = started;
  ++state.tries;
  state.running = true;
  running_.insert(trial);
  return Done{};
}

Status Ledger::take_ended(MessageFields& fields) {
  int attempt = 1;
  const std::string trial = read_trial_of(fields, attempt);
  TrialEnd end = read_end(fields);
  if (!fields.failure().empty()) return fields.error();
  const auto found = trials_.find(trial);
  if (found == trials_.end()) return Error{"/trial: not in the plan"};
  TrialState& state = found->second;
  if (!state.running || attempt != state.tries) return Error{"/try: it has not begun"};
  state.running = false;
  running_.erase(trial);
  state.ends[attempt] = std::move(end);
  if (const auto slice = state.of_slices.find(attempt); slice != state.of_slices.end())
    collected_.insert(slice->second.from);
  return Done{};
}

Status Ledger::take_superseded(MessageFields& fields) {
  SupersededLine line{fields.text("/trial"), read_place(fields), read_folder(fields),
                      fields.text("/run_seal")};
  if (!fields.failure().empty()) return fields.error();
  const auto found = trials_.find(line.trial);
  if (found == trials_.end()) return Error{"/trial: not in the plan"};
  // Otherwise a result could be left out by calling it superseded.
  if (!found->second.counts()) return Error{"/trial: it has no result"};
  if (!collected_.insert(line.from).second) return Error{"/file: this result was collected before"};
  superseded_.push_back(std::move(line));
  return Done{};
}

Status Ledger::take(std::string_view text) {
  if (text.size() > kMaxLedgerLine) return Error{"longer than a line may be"};
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  const std::int64_t seq = fields.integer("/seq", 1, kMaxCount);
  const std::string previous = fields.text("/previous");
  static_cast<void>(fields.text("/time"));
  const std::string kind =
      fields.choice("/kind", {"plan", "started", "ended", "resumed", "superseded", "end"});
  if (!fields.failure().empty()) return fields.error();
  if (const Status follows = chain_.check_follows(seq, previous); !follows.ok()) return follows;
  if ((kind == "plan") != (seq == 1))
    return Error{"/kind: the first line, and no other, is \"plan\""};
  Status taken = Done{};
  if (kind == "plan") {
    taken = take_plan(fields, text);
  } else if (kind == "started") {
    taken = take_started(fields);
  } else if (kind == "ended") {
    taken = take_ended(fields);
  } else if (kind == "superseded") {
    taken = take_superseded(fields);
  } else if (kind == "resumed") {
    // A try that was interrupted stays without a result.
    for (const std::string& name : running_) trials_[name].running = false;
    running_.clear();
  } else {
    std::vector<LoggedFile> files = read_files(fields);
    if (!fields.failure().empty()) return fields.error();
    files_ = std::move(files);
  }
  if (!taken.ok()) return taken;
  ended_ = kind == "end";
  chain_.take(text);
  return Done{};
}

std::string Ledger::folder(const std::string& trial, int attempt) const {
  const auto& slices = trials_.at(trial).of_slices;
  const auto found = slices.find(attempt);
  return found == slices.end() ? trial_folder(trial, attempt) : found->second.folder;
}

const TrialState& Ledger::state(const Trial& trial) const {
  return trials_.at(trial_name(plan_, trial));
}
}  // namespace franz::proxy
