#include "proxy/offline/score/slurm_app.h"
#include <chrono>
#include <map>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/last_lines.h"
#include "common/base/path_parts.h"
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/find_program.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/wire/message_fields.h"
#include "proxy/offline/score/bundle_archive_app.h"
#include "proxy/offline/score/slice_run_app.h"

namespace franz::proxy {
using namespace std::chrono_literals;
static constexpr std::chrono::milliseconds kSlurmMayTake = 60s;
static constexpr std::chrono::milliseconds kCancelMayTake = 5s;  // a second Ctrl-C waits for it
static constexpr std::int64_t kVisibleAfterMs = 60'000;
static constexpr std::int64_t kAskEveryMs = 2000;  // squeue
static constexpr auto kLookEvery = 500ms;          // at the ledger's folder
static constexpr const char* kJobsFile = "slurm/jobs.json";
static constexpr std::size_t kMaxSmallFile = 64UL << 10U;

// Runs one of Slurm's programs. Failure: its message.
static Result<std::string> ask_slurm(const std::string& program, std::vector<std::string> arguments,
                                     std::chrono::milliseconds deadline = kSlurmMayTake) {
  const std::string path = find_program(program);
  if (path.empty()) return Error{program + " is not installed here (Slurm's commands are needed)"};
  const ChildOutcome outcome = run_child({path, std::move(arguments), {}, ""}, "", deadline);
  if (outcome.end.ok()) return outcome.output;
  LastLines last;
  last.add_all(outcome.errors);
  return Error{program + ": it " + last.after(describe(outcome.end, deadline))};
}

static Status check_upstream(const std::string& url) {
  if (url == "demo") return Done{};
  const Result<Upstream> upstream = parse_upstream(url);
  if (!upstream.ok()) return within("--upstream " + url, upstream.error());
  if (is_loopback(upstream.value().address.host))
    return Error{"--slurm: " + url +
                 " is this machine's own address, and other nodes cannot reach the server there: "
                 "give its address in the cluster with --upstream"};
  return Done{};
}

Status check_slurm(const Options& options) {
  if (options.score.out.empty() || options.score.out.ends_with(kArchiveEnd))
    return Error{"--slurm needs --out FOLDER, in a folder that all nodes share"};
  if (options.agent.empty()) {
    const auto& several = options.score.upstreams;
    const std::vector<std::string> single{options.settings.settings.proxy.upstream};
    for (const std::string& url : several.size() > 1 ? several : single)
      if (const Status reachable = check_upstream(url); !reachable.ok()) return reachable;
  }
  if (options.score.dry_run) return Done{};
  for (const char* const program : {"sbatch", "squeue", "scontrol", "scancel"})
    if (find_program(program).empty())
      return Error{std::string("--slurm: ") + program + " is not installed here"};
  return Done{};
}

static SlurmLimits limits_of_cluster() {
  const Result<std::string> config = ask_slurm("scontrol", {"show", "config"});
  return config.ok() ? read_slurm_limits(config.value()) : SlurmLimits{};
}

namespace {
// Both jobs of a submission.
struct Submitted {
  std::string check, array;
  int per_slice = 1;
  std::string ids() const { return array.empty() ? check : check + "," + array; }
};

class SlurmScore {
 public:
  SlurmScore(const Options& options, LedgerFile& file)
      : options_(options), file_(file), bundle_(absolute_path(file.bundle().path())) {
    trials_ = all_trials(file.ledger().plan());
    limits_ = limits_of_cluster();
    per_slice_ = fitting_slice(trials_.size(), options.score.per_task, limits_);
    for (const auto& [name, state] : file.ledger().trials()) before_[name] = state.ends.size();
  }

  Result<std::string> dry_run() const {
    const std::vector<int> open = open_slices();
    if (open.empty()) return std::string("# nothing is left to measure\n");
    return "# " + std::string(kSlurmFolder) + "/check.sh\n" + check_script() + "\n# " +
           std::string(kSlurmFolder) + "/slices.sh, after the check has ended with 0 (afterok)\n" +
           slices_script(open);
  }

  Status perform(Collector& collector, const SlurmProgress& progress, const std::stop_token& stop) {
    if (const Status done = collector.collect(); !done.ok()) return done;
    std::optional<Submitted> jobs = earlier_jobs();
    // Cancels at once, because the process ends a second after Ctrl-C.
    const std::stop_callback cancelled(stop, [this] { cancel(); });
    while (!stop.stop_requested() && !enough_ && (jobs || !open_slices().empty())) {
      if (!jobs && !progress({})) return Done{};
      const bool ours = !jobs;
      const std::size_t before = results();
      if (ours) {
        Result<Submitted> submitted = submit();
        if (!submitted.ok()) return submitted.error();
        jobs = std::move(submitted).value();
        print_error(submission_text(*jobs));
      }
      set_current(*jobs);
      if (stop.stop_requested()) cancel();
      if (const Status done = watch(*jobs, collector, progress, stop); !done.ok())
        return Error{done.error().message + "; job array " + jobs->array +
                     " goes on, and the same command attaches to it"};
      if (ours && !stop.stop_requested() && !enough_)
        if (const Status came = wait_for_results(*jobs, before, collector, stop); !came.ok())
          return came;
      jobs.reset();
    }
    return Done{};
  }

 private:
  std::size_t results() const {
    std::size_t count = 0;
    for (const auto& [name, state] : file_.ledger().trials()) count += state.ends.size();
    return count;
  }

  // A trial that this call has tried is tried again only after a failure that is not the agent's.
  bool is_left(const Trial& trial) const {
    const std::string name = trial_name(file_.ledger().plan(), trial);
    const TrialState& state = file_.ledger().state(trial);
    if (state.ends.size() == before_.at(name)) return state.is_open(options_.score.retry_failed);
    return state.is_open(false) && state.result()->outcome == TrialOutcome::infrastructure;
  }

  std::string submission_text(const Submitted& jobs) const {
    return "job array " + jobs.array + ": " + count_text(open_slices().size(), "slice") +
           " of at most " + count_text(per_slice_, "trial") + ", after the check by job " +
           jobs.check + "; the trials of a dead node begin again after " +
           std::to_string(limits_.dead_s) + " s (SlurmdTimeout)";
  }

  // Files of another machine may become visible late: NFS clients keep what they know of a folder
  // for up to 60 s (nfs(5), acdirmax).
  Status wait_for_results(const Submitted& jobs, std::size_t before, Collector& collector,
                          const std::stop_token& stop) {
    const std::int64_t until = steady_time_ms() + kVisibleAfterMs;
    while (results() == before && !open_slices().empty() && !stop.stop_requested()) {
      const Result<std::string> check = file_.bundle().read(kCheckFile, kMaxSmallFile);
      const bool failed = check.ok() && check.value() != "ok\n";
      if (failed || steady_time_ms() > until) return Error{why_nothing_came(jobs)};
      std::this_thread::sleep_for(kLookEvery);
      if (const Status done = collector.collect(); !done.ok()) return done;
    }
    return Done{};
  }

  std::vector<int> open_slices() const {
    std::vector<int> open;
    const auto count = static_cast<int>(slice_count(trials_.size(), per_slice_));
    for (int slice = 0; slice < count; ++slice)
      for (const Trial& trial : slice_trials(trials_, slice, per_slice_))
        if (is_left(trial)) {
          open.push_back(slice);
          break;
        }
    return open;
  }

  std::vector<std::string> words() const {
    std::vector<std::string> words{sibling_program("proxy"),    "score", "--out", bundle_, "--plan",
                                   file_.ledger().plan_sha256()};
    if (!options_.config.empty())
      words.insert(words.end(), {"--config", absolute_path(options_.config)});
    if (options_.score.retry_failed) words.emplace_back("--retry-failed");
    if (options_.score.upstreams.size() > 1)
      for (const std::string& url : options_.score.upstreams)
        words.insert(words.end(), {"--upstream", url});
    return words;
  }

  SlurmScript script() const {
    SlurmScript script;
    script.name = "franz-" + last_part(bundle_);
    script.folder = absolute_path(".");
    script.partition = options_.score.partition;
    script.time = options_.score.time;
    script.more = options_.score.sbatch;
    script.words = words();
    return script;
  }

  std::string check_script() const {
    SlurmScript check = script();
    check.log = join_path(bundle_, std::string(kSlurmFolder) + "/check-%j.log");
    check.words.emplace_back("--check-node");
    return slurm_script(check);
  }

  std::string slices_script(const std::vector<int>& open) const {
    SlurmScript slices = script();
    slices.log = join_path(bundle_, std::string(kSlurmFolder) + "/slices-%A_%a.log");
    slices.array = array_text(open);
    slices.words.insert(slices.words.end(), {"--per-task", std::to_string(per_slice_), "--slice"});
    slices.last_word = "\"$SLURM_ARRAY_TASK_ID\"";
    return slurm_script(slices);
  }

  Result<std::string> submit_script(const std::string& name, const std::string& text,
                                    std::vector<std::string> arguments) const {
    const std::string file = std::string(kSlurmFolder) + "/" + name;
    if (const Status written = file_.bundle().replace(file, text, Durability::synced);
        !written.ok())
      return written.error();
    arguments.insert(arguments.begin(), "--parsable");
    arguments.push_back(join_path(bundle_, file));
    const Result<std::string> printed = ask_slurm("sbatch", std::move(arguments));
    if (!printed.ok()) return printed.error();
    std::string id = read_job_id(printed.value());
    if (id.empty()) return Error{"sbatch printed no job id: " + printed.value()};
    return id;
  }

  // The check is one job; the array begins if it succeeds, and is dropped if it fails.
  Result<Submitted> submit() {
    for (const char* const folder : {kSlurmFolder, kSliceFolder, kBundleRuns})
      if (const Status made = file_.bundle().make_folder(folder); !made.ok()) return made.error();
    if (const Status gone = file_.bundle().remove(kCheckFile); !gone.ok()) return gone.error();
    Submitted jobs;
    jobs.per_slice = per_slice_;
    const Result<std::string> check = submit_script("check.sh", check_script(), {});
    if (!check.ok()) return check.error();
    jobs.check = check.value();
    // Without the check the array does not begin, so it is enough to know the check.
    set_current(jobs);
    if (const Status written = write_jobs(jobs); !written.ok()) return written.error();
    const Result<std::string> array =
        submit_script("slices.sh", slices_script(open_slices()),
                      {"--dependency=afterok:" + jobs.check, "--kill-on-invalid-dep=yes"});
    if (!array.ok()) {
      cancel();
      return array.error();
    }
    jobs.array = array.value();
    if (const Status written = write_jobs(jobs); !written.ok()) return written.error();
    return jobs;
  }

  Status write_jobs(const Submitted& jobs) const {
    const std::string json = JsonObject()
                                 .text("check", jobs.check)
                                 .text("array", jobs.array)
                                 .number("per_task", static_cast<long long>(per_slice_))
                                 .finish();
    return file_.bundle().replace(kJobsFile, json + "\n", Durability::synced);
  }

  // The jobs of an earlier call, if Slurm still has one of them.
  std::optional<Submitted> earlier_jobs() {
    const Result<std::string> text = file_.bundle().read(kJobsFile, kMaxSmallFile);
    if (!text.ok()) return std::nullopt;
    Result<MessageFields> fields = MessageFields::parse(text.value());
    if (!fields.ok()) return std::nullopt;
    Submitted jobs{read_job_id(fields.value().text("/check", "")),
                   read_job_id(fields.value().text("/array", "")),
                   static_cast<int>(fields.value().integer("/per_task", 1, 1'000'000))};
    if (!fields.value().failure().empty() || jobs.check.empty()) return std::nullopt;
    const auto state = state_of(jobs);
    if (!state || !state->any()) return std::nullopt;
    per_slice_ = jobs.per_slice;
    return jobs;
  }

  // Nothing: Slurm does not answer. Jobs that it has forgotten have ended.
  static std::optional<SlurmJobs> state_of(const Submitted& jobs) {
    const Result<std::string> states =
        ask_slurm("squeue", {"--noheader", "--array", "--format=%T %r", "--jobs=" + jobs.ids()});
    if (states.ok()) return read_squeue(states.value());
    if (states.error().message.find("Invalid job id") != std::string::npos) return SlurmJobs{};
    return std::nullopt;
  }

  Status watch(const Submitted& jobs, Collector& collector, const SlurmProgress& progress,
               const std::stop_token& stop) {
    std::int64_t ask_at = 0;
    bool silent = false;
    SlurmJobs state{0, 1};
    while (state.any()) {
      if (stop.stop_requested()) return Done{};
      if (steady_time_ms() >= ask_at) {
        const auto answer = state_of(jobs);
        if (!answer && !silent)
          print_error(command_name() + " score: Slurm does not answer; waiting");
        silent = !answer;
        if (answer) state = *answer;
        ask_at = steady_time_ms() + kAskEveryMs;
      }
      if (!state.held.empty() && std::exchange(held_, state.held) != state.held)
        print_error(command_name() + " score: a job does not begin: " + state.held);
      if (const Status done = collector.collect(); !done.ok()) return done;
      if (!progress(state) && !std::exchange(enough_, true)) cancel();
      if (state.any()) std::this_thread::sleep_for(kLookEvery);
    }
    return collector.collect();
  }

  void set_current(const Submitted& jobs) {
    const std::lock_guard lock(mutex_);
    current_ = jobs;
  }

  // Any thread.
  void cancel() {
    const std::lock_guard lock(mutex_);
    if (!current_) return;
    std::vector<std::string> ids{current_->check};
    if (!current_->array.empty()) ids.push_back(current_->array);
    const Result<std::string> done = ask_slurm("scancel", ids, kCancelMayTake);
    if (!done.ok()) print_error(command_name() + " score: " + done.error().message);
    current_.reset();
  }

  std::string why_nothing_came(const Submitted& jobs) const {
    const Result<std::string> check = file_.bundle().read(kCheckFile, kMaxSmallFile);
    const std::string logs = join_path(bundle_, kSlurmFolder);
    if (check.ok() && check.value() != "ok\n")
      return "the check of a node failed: " + std::string(trimmed(check.value()));
    if (!check.ok())
      return "job " + jobs.check + ", the check of a node, ended without a result: see " + logs +
             "/check-" + jobs.check + ".log";
    return "job array " + jobs.array + " ended without a result: see " + logs + "/slices-" +
           jobs.array + "_*.log";
  }

  const Options& options_;
  LedgerFile& file_;
  const std::string bundle_;  // absolute
  std::vector<Trial> trials_;
  SlurmLimits limits_;
  int per_slice_ = 1;
  std::map<std::string, std::size_t> before_;  // ends of each trial when this call began
  std::string held_;                           // the last reason that was printed
  bool enough_ = false;                        // no further trial is to begin
  std::mutex mutex_;
  std::optional<Submitted> current_;  // guarded by it; nothing: no jobs to cancel
};
}  // namespace

Result<std::string> slurm_dry_run(const Options& options, LedgerFile& file) {
  return SlurmScore(options, file).dry_run();
}

Status perform_on_slurm(const Options& options, LedgerFile& file, Collector& collector,
                        const SlurmProgress& progress, const std::stop_token& stop) {
  return SlurmScore(options, file).perform(collector, progress, stop);
}
}  // namespace franz::proxy
