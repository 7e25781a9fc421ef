#include "proxy/offline/score/verify_bundle_app.h"
#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/path_parts.h"
#include "common/base/printable.h"
#include "common/os/files.h"
#include "common/run/run_claim_app.h"
#include "common/run/run_log_app.h"
#include "proxy/offline/score/bundle_app.h"
#include "proxy/offline/score/ledger_file_app.h"
#include "proxy/offline/score/slice_files_app.h"
#include "proxy/offline/score/table.h"
#include "proxy/offline/score/trial_end_app.h"
#include "proxy/offline/verify/verify_run_app.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
static constexpr std::size_t kFindingsOfARun = 3;  // shown

namespace {
class BundleCheck {
 public:
  BundleCheck(Folder folder, const VerifyBundleOptions& options)
      : folder_(std::move(folder)), options_(options) {
    found_.name = last_part(options.path);
  }

  Result<VerifiedBundle> perform() {
    std::uint64_t torn = 0;
    const Status read = read_ledger(folder_, ledger_, torn);
    if (!read.ok() && read.error().code == ErrorCode::missing) return read.error();
    if (!read.ok()) bad(read.error().message);
    if (torn > 0) not_checked(std::string(kLedgerFile) + ": the end of an interrupted line");
    if (!ledger_.has_plan()) return std::move(found_);
    check_end();
    check_files();
    check_trials();
    check_superseded();
    check_slices();
    check_run_folders();
    check_table();
    return std::move(found_);
  }

 private:
  void bad(const std::string& text) { add(text, found_.bad, found_.more_bad); }
  void not_checked(const std::string& text) {
    add(text, found_.not_checked, found_.more_not_checked);
  }
  // Names in a bundle are a stranger's.
  static void add(const std::string& text, std::vector<std::string>& list, std::size_t& more) {
    if (list.size() < kMostBundleFindings) {
      list.push_back(printable(text));
    } else {
      ++more;
    }
  }

  void check_end() {
    found_.trials = ledger_.trials().size();
    if (ledger_.ended()) found_.seal = ledger_.last_sha256();
    if (!ledger_.ended()) not_checked("the score has not ended: it has no seal");
    if (options_.seal.empty()) return;
    found_.seal_given = options_.seal == found_.seal;
    if (!found_.seal_given)
      bad("the seal is not " + options_.seal + ", but " +
          (found_.seal.empty() ? "there is none" : found_.seal));
  }

  void check_files() {
    const Result<std::vector<LoggedFile>> there = bundle_files(folder_, runs_without_seal(ledger_));
    if (!there.ok()) return bad(there.error().message);
    std::map<std::string, LoggedFile> left;
    for (const LoggedFile& file : there.value()) left[file.name] = file;
    for (const LoggedFile& listed : ledger_.files()) {
      const auto found = left.find(listed.name);
      if (found == left.end()) {
        bad(listed.name + ": it is missing");
      } else if (found->second != listed) {
        bad(listed.name + ": its bytes differ from those that the ledger lists");
      }
      if (found != left.end()) left.erase(found);
    }
    if (!ledger_.ended()) return;
    for (const auto& [name, file] : left) not_checked(name + ": the ledger does not list it");
    check_others();
  }

  // What does not belong to a bundle.
  void check_others() {
    static const std::set<std::string> kOurs{kLedgerFile, kTableFile,  kBundleRuns,  "tasks",
                                             "prompts",   kBundleLock, kSliceFolder, kSlurmFolder};
    const Result<std::vector<FolderEntry>> entries = folder_.list();
    if (!entries.ok()) return bad(entries.error().message);
    for (const FolderEntry& entry : entries.value())
      if (!kOurs.contains(entry.name)) not_checked(entry.name + ": not a part of the score");
  }

  void check_trials() {
    const ScorePlan& plan = ledger_.plan();
    const std::vector<Trial> trials = all_trials(plan);
    std::size_t done = 0;
    for (const Trial& trial : trials) {
      if (options_.stop.stop_requested()) return;
      if (options_.on_progress) options_.on_progress(done++, trials.size());
      const std::string name = trial_name(plan, trial);
      const TrialState& state = ledger_.state(trial);
      if (state.result() != nullptr) ++found_.results;
      for (int attempt = 1; attempt <= state.tries; ++attempt) {
        const std::string folder = ledger_.folder(name, attempt);
        expected_.insert(folder);
        const auto end = state.ends.find(attempt);
        if (end == state.ends.end()) {
          check_interrupted(folder, state.running && attempt == state.tries);
        } else {
          check_ended(trial, folder, end->second);
        }
      }
    }
  }

  std::string path_of(const std::string& run) const {
    return join_path(join_path(options_.path, kBundleRuns), run);
  }

  // A link would lead out of the bundle.
  Result<RunDir> open_run(const std::string& run) const {
    const auto kind = folder_.kind(std::string(kBundleRuns) + "/" + run);
    if (kind && *kind != EntryKind::folder)
      return Error{"it is not a folder", ErrorCode::not_a_file};
    return RunDir::open(path_of(run));
  }

  // A try that has no result in the ledger must not have one in its folder: it would be left out.
  void check_interrupted(const std::string& run, bool running) {
    const auto opened = open_run(run);
    if (opened.ok() && !running && read_trial_end(opened.value()).outcome == TrialOutcome::measured)
      return bad("runs/" + run + ": it has a result that the ledger does not have");
    not_checked("runs/" + run + (running ? ": it has not ended" : ": it was interrupted"));
  }

  void check_ended(const Trial& trial, const std::string& run, const TrialEnd& end) {
    const std::string at = "runs/" + run + ": ";
    const auto opened = open_run(run);
    if (!opened.ok()) {
      // A skipped trial has no run, and one that could not start.
      if (opened.error().code == ErrorCode::missing && end.run_seal.empty() &&
          end.outcome != TrialOutcome::measured)
        return not_checked(at + "there is no run: " + end.why);
      return bad(at + "it cannot be read: " + opened.error().message);
    }
    // One good run must not be counted for several trials.
    if (!end.run_seal.empty() && !seals_.insert(end.run_seal).second)
      bad(at + "another trial has the same run");
    const TrialEnd read = read_trial_end(opened.value());
    if (to_json(read) != to_json(end))
      bad(at + "the ledger has " + to_json(end) + ", the run has " + to_json(read));
    check_task(trial, opened.value(), at);
    verify_by_its_rules(run, at);
  }

  // The run must be of the task and of the settings that the plan says.
  void check_task(const Trial& trial, const RunDir& run, const std::string& at) {
    const PlannedTask& task = ledger_.plan().tasks[static_cast<std::size_t>(trial.task)];
    const Result<TaskResult> result = read_task_result(run);
    if (result.ok() && result.value().digest != task.sha256)
      bad(at + "it is a run of another task than " + task.id);
    const Result<LoadedLog> log = load_log(run);
    if (!log.ok()) return;  // verify_run() reports it
    if (const std::string& name = log.value().story.facts().name; name != last_part(run.path()))
      bad(at + "it was recorded as " + name);
    const Result<SettingsInForce> settings = settings_of(run, log.value().story.facts().in_force);
    if (!settings.ok()) return;
    Result<MessageFields> fields = MessageFields::parse(settings.value().settings);
    if (!fields.ok()) return bad(at + "its settings cannot be read");
    SettingValues planned = arm_values(ledger_.plan(), trial.arm);
    const SettingValues& fixed = ledger_.plan().fixed;
    planned.insert(planned.end(), fixed.begin(), fixed.end());
    for (const auto& [key, value] : planned)
      if (!is_set_by_task(key) && !has_value(fields.value(), key, value))
        bad(at + "its setting " + key + " is not " + value + ", as the plan says");
  }

  // What a task or an agent decides itself, whatever the plan says.
  bool is_set_by_task(const std::string& key) const {
    static const std::set<std::string> kOfTasks{
        "surface.kind",   "surface.display", "surface.window",   "surface.canvas",
        "safety.approve", "safety.dry_run",  "limits.unattended"};
    static const std::set<std::string> kOfAgents{"agent.profile", "agent.max_steps",
                                                 "proxy.upstream"};
    return kOfTasks.contains(key) || key.starts_with("tools.") ||
           (!ledger_.plan().agent.empty() && kOfAgents.contains(key));
  }

  // A prompt is a path on the computer that measured, and its text is in the run's requests.
  static bool has_value(MessageFields& fields, const std::string& key, const std::string& value) {
    const std::string pointer = "/" + pointer_segment(key);
    if (key == kPromptKey || !fields.has(pointer)) return true;
    if (fields.is_text(pointer)) return fields.text(pointer, "") == value;
    const std::string raw = fields.raw(pointer);
    if (raw == "true" || raw == "false") {
      const bool on = value == "on" || value == "true" || value == "yes" || value == "1";
      return on == (raw == "true");
    }
    if (!fields.is_number(pointer)) return true;
    const Result<JsonDocument> number = JsonDocument::read(value);
    return !number.ok() ||
           number.value().number(JsonDocument::kRoot) == fields.number(pointer, -1e300, 1e300);
  }

  void verify_by_its_rules(const std::string& run, const std::string& at) {
    VerifyRunOptions verify;
    verify.folder = path_of(run);
    verify.draw = options_.draw;
    verify.stop = options_.stop;
    const Result<VerifiedRun> verified = verify_run(verify);
    if (!verified.ok()) return bad(at + verified.error().message);
    ++found_.runs;
    if (verified.value().imported) bad(at + "it was imported: nothing of it was witnessed");
    const Findings& findings = verified.value().findings;
    std::size_t shown = 0;
    for (const Finding& finding : findings.bad()) {
      if (++shown > kFindingsOfARun) break;
      bad(at + to_line(finding));
    }
    for (const Findings::Unchecked& unchecked : findings.unchecked())
      not_checked(at + to_line(unchecked));
    if (findings.bad_count() > kFindingsOfARun)
      bad(at + std::to_string(findings.bad_count() - kFindingsOfARun) + " more differences");
  }

  // Runs that slices measured beside the one that counts.
  void check_superseded() {
    for (const SupersededLine& line : ledger_.superseded()) {
      if (options_.stop.stop_requested()) return;
      expected_.insert(line.folder);
      if (line.run_seal.empty()) continue;
      const std::string at = std::string(kBundleRuns) + "/" + line.folder + ": ";
      const auto opened = open_run(line.folder);
      if (!opened.ok()) {
        bad(at + "it cannot be read: " + opened.error().message);
        continue;
      }
      if (read_trial_end(opened.value()).run_seal != line.run_seal)
        bad(at + "it is another run than the ledger says");
      if (!seals_.insert(line.run_seal).second) bad(at + "another trial has the same run");
      verify_by_its_rules(line.folder, at);
    }
  }

  // The ledger must have what the slices wrote. A result that was written after the score's end,
  // and that would not count, changes nothing.
  void check_slices() {
    ReadSlices slices;
    if (const Status read = read_slices(folder_, -1, slices); !read.ok())
      return bad(read.error().message);
    std::map<SlicePlace, SliceEnd> written;
    for (const auto& [process, slice] : slices) {
      if (!slice.problem.empty()) not_checked(slice_file(process) + ": " + slice.problem);
      if (!slice.belongs_to(process, ledger_.plan_sha256())) {
        not_checked(slice_file(process) + ": it is of another process or plan");
        continue;
      }
      for (const SliceEnd& end : slice.log.ends()) {
        const SlicePlace place{slice_file(process), end.line};
        written[place] = end;
        if (ledger_.has(place) || end.end.outcome == TrialOutcome::infrastructure) continue;
        const std::string text =
            place.file + ": the ledger does not have its result of " + end.trial;
        const auto trial = ledger_.trials().find(end.trial);
        const bool counts = trial != ledger_.trials().end() && trial->second.counts();
        counts || !ledger_.ended() ? not_checked(text) : bad(text);
      }
    }
    for (const auto& [name, state] : ledger_.trials())
      for (const auto& [attempt, started] : state.of_slices) {
        const auto end = state.ends.find(attempt);
        const auto found = written.find(started.from);
        if (end == state.ends.end()) continue;
        if (found == written.end() || found->second.trial != name ||
            to_json(found->second.end) != to_json(end->second))
          bad(started.from.file + ": it has another result of " + name + " than the ledger");
      }
    for (const SupersededLine& line : ledger_.superseded()) {
      const auto found = written.find(line.from);
      if (found == written.end() || found->second.trial != line.trial ||
          found->second.end.run_seal != line.run_seal)
        bad(line.from.file + ": it has another result of " + line.trial + " than the ledger");
    }
  }

  // Folders that no try has.
  void check_run_folders() {
    const Result<std::vector<FolderEntry>> entries = folder_.list(kBundleRuns);
    if (!entries.ok()) {
      if (entries.error().code != ErrorCode::missing) bad(entries.error().message);
      return;
    }
    for (const FolderEntry& entry : entries.value())
      if (!expected_.contains(entry.name))
        not_checked("runs/" + entry.name + ": not a part of the score");
  }

  void check_table() {
    if (!ledger_.ended()) return;
    const Result<std::string> table = folder_.read(kTableFile, kMaxTable);
    if (!table.ok()) return bad(table.error().message);
    if (table.value() != table_json(make_table(ledger_), ledger_.plan()) + "\n")
      bad(std::string(kTableFile) + ": it differs from the table of the ledger's results");
  }

  Folder folder_;
  const VerifyBundleOptions& options_;
  Ledger ledger_;
  VerifiedBundle found_;
  std::set<std::string> expected_;  // the run folders of the tries
  std::set<std::string> seals_;     // of the results' runs
};
}  // namespace

Result<VerifiedBundle> verify_bundle(const VerifyBundleOptions& options) {
  Result<Folder> folder = Folder::open(options.path);
  if (!folder.ok()) return folder.error();
  return BundleCheck(std::move(folder).value(), options).perform();
}

static std::string more_of(std::size_t count) {
  return count == 0 ? "" : "  and " + std::to_string(count) + " more\n";
}

std::string bundle_report(const VerifiedBundle& verified) {
  std::string text;
  if (!verified.not_checked.empty()) text += "not checked:\n";
  for (const std::string& line : verified.not_checked) text += "  " + line + "\n";
  text += more_of(verified.more_not_checked);
  if (!verified.bad.empty()) text += "different:\n";
  for (const std::string& line : verified.bad) text += "  " + line + "\n";
  text += more_of(verified.more_bad);
  text += verified.name + ": " + count_text(verified.results, "result") + " of " +
          count_text(verified.trials, "planned trial") + ", " + count_text(verified.runs, "run") +
          " checked\n";
  if (!verified.ok()) return text + "NOT VERIFIED\n";
  if (verified.seal_given)
    return text +
           "verified: nothing was changed since the score ended (that a model was asked is not "
           "proven)\n";
  return text +
         "no contradiction found; only the seal (--seal) proves that nothing was changed\n"
         "seal    " +
         (verified.seal.empty() ? "none" : verified.seal) + "\n";
}

std::string bundle_json(const VerifiedBundle& verified) {
  JsonObject object;
  object.text("bundle", verified.name).boolean("verified", verified.ok());
  object.boolean("seal_given", verified.seal_given);
  object.text_or_null("seal", verified.seal.empty() ? std::nullopt : std::optional(verified.seal));
  object.number("trials", static_cast<long long>(verified.trials));
  object.number("results", static_cast<long long>(verified.results));
  object.number("runs", static_cast<long long>(verified.runs));
  object.raw("findings", json_text_array(verified.bad));
  object.number("more_findings", static_cast<long long>(verified.more_bad));
  object.raw("not_checked", json_text_array(verified.not_checked));
  object.number("more_not_checked", static_cast<long long>(verified.more_not_checked));
  return object.finish();
}
}  // namespace franz::proxy
