#include "proxy/offline/trajectory/trajectory_app.h"
#include <optional>
#include <set>
#include <string>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/path_parts.h"
#include "common/os/files.h"
#include "common/os/folder.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/run/run_log_app.h"
#include "common/run/start_run_app.h"
#include "proxy/offline/score/ledger.h"
#include "proxy/offline/score/opened_bundle_app.h"
#include "proxy/offline/trajectory/otlp_app.h"
#include "proxy/tasks/task_files_app.h"

namespace franz::proxy {
static std::string text_of(const std::string& token) {
  return token == "null" ? std::string() : decode_json_string(token);
}

static TrajectoryPicture picture_of(const TurnRecord& record) {
  if (!record.picture) return {};
  return {record.picture->file, {record.picture->width, record.picture->height}};
}

static TrajectoryStep step_of(const TurnRecord& record) {
  TrajectoryStep step;
  step.turn = record.turn;
  step.time = record.time;
  step.model = record.model;
  step.reply = text_of(record.response->text.str());
  step.reasoning = text_of(record.response->reasoning);
  step.calls = record.response->calls;
  step.before = picture_of(record);
  step.usage = record.response->usage;
  step.model_ms = record.model_ms;
  step.verdict = verdict_name(record.verdict);
  return step;
}

// `next`: the record of the turn that performed the step's actions.
static void add_result(TrajectoryStep& step, const TurnRecord& next) {
  step.feedback = text_of(next.feedback);
  step.after = picture_of(next);
  const Result<ExecutorReply> acted = recorded_executor_reply(next.executor_out);
  if (acted.ok()) step.actions = acted.value().items;  // none: no executor answered
}

Result<Trajectory> read_trajectory(const RunDir& run) {
  const Result<LoadedLog> log = load_log(run);
  if (!log.ok()) return Error{run.problem_of(kRunLog, log.error()), log.error().code};
  const RunStory& story = log.value().story;
  const RunFacts& facts = story.facts();
  Trajectory trajectory;
  trajectory.run = facts.run;
  trajectory.name = facts.name;
  trajectory.version = facts.version;
  if (facts.imported) {
    trajectory.agent = facts.imported->agent;
    trajectory.version = facts.imported->agent_version;
  }
  trajectory.profile = facts.profile;
  trajectory.objective = objective_of(facts).value_or("");
  trajectory.finish = facts.finish;
  if (const Result<TaskResult> result = read_task_result(run);
      result.ok() && result.value().outcome == TrialOutcome::measured) {
    trajectory.success = result.value().score.success;
    trajectory.partial = result.value().score.partial;
  }
  bool awaits_result = false;  // the last step's actions are in the next turn
  for (const auto& [turn, attempts] : story.turns()) {
    const LoggedAttempt* const shown = story.shown(turn);
    if (shown == nullptr || shown->lost) {
      awaits_result = false;
      continue;
    }
    const Result<TurnRecord> record = read_turn_record(run, turn, shown->attempt);
    if (!record.ok()) return record.error();
    const bool follows = awaits_result && trajectory.steps.back().turn == turn - 1;
    if (follows) add_result(trajectory.steps.back(), record.value());
    awaits_result = record.value().response.has_value();
    if (awaits_result) trajectory.steps.push_back(step_of(record.value()));
  }
  return trajectory;
}

namespace {
struct Exported {
  std::size_t runs = 0, steps = 0, pictures = 0;
  OtlpCounts otlp;
};

struct ExportForm {
  TrajectoryFormat format = TrajectoryFormat::jsonl;
  bool content = false;  // of otlp
};
}  // namespace

static int fail_trajectory(int code, const std::string& text) {
  print_error(command_name() + " export: " + text);
  return code;
}

static Status copy_pictures(const RunDir& run, const Trajectory& trajectory, const Folder& to,
                            std::size_t& copied) {
  std::set<std::string> names;
  for (const TrajectoryStep& step : trajectory.steps)
    for (const std::string& file : {step.before.file, step.after.file})
      if (!file.empty()) names.insert(file);
  for (const std::string& name : names) {
    const Result<std::string> png = run.read(name);
    if (!png.ok()) return Error{run.problem_of(name, png.error())};
    if (name.find('/') != std::string::npos)
      if (const Status made = to.make_folder(folder_above(name)); !made.ok()) return made;
    if (const Status written = to.replace(name, png.value(), Durability::buffered); !written.ok())
      return written;
    ++copied;
  }
  return Done{};
}

static std::optional<TrajectoryFormat> format_of(const std::string& name) {
  static const std::pair<const char*, TrajectoryFormat> kFormats[] = {
      {"atif", TrajectoryFormat::atif},
      {"osworld", TrajectoryFormat::osworld},
      {"agentnet", TrajectoryFormat::agentnet},
      {"otlp", TrajectoryFormat::otlp},
      {"jsonl", TrajectoryFormat::jsonl}};
  for (const auto& [known, format] : kFormats)
    if (name == known) return format;
  return std::nullopt;
}

static Status write_trajectory(const RunDir& run, const Folder& to, TrajectoryFormat format,
                               Exported& exported) {
  const Result<Trajectory> trajectory = read_trajectory(run);
  if (!trajectory.ok()) return trajectory.error();
  if (trajectory.value().steps.empty()) return Error{"the run has no reply of a model"};
  if (const Status copied = copy_pictures(run, trajectory.value(), to, exported.pictures);
      !copied.ok())
    return copied;
  for (const TrajectoryFile& file : trajectory_files(trajectory.value(), format))
    if (const Status written = to.replace(file.name, file.text, Durability::buffered);
        !written.ok())
      return written;
  exported.steps += trajectory.value().steps.size();
  return Done{};
}

static Status write_spans(const RunDir& run, const Folder& to, bool content, Exported& exported) {
  const Result<OtlpCounts> written = write_otlp(run, to, content);
  if (!written.ok()) return written.error();
  exported.otlp.spans += written.value().spans;
  exported.otlp.events += written.value().events;
  return Done{};
}

// Writes one run to a folder that exists and is empty.
static Status write_run(const std::string& run_folder, const std::string& to,
                        const ExportForm& form, Exported& exported) {
  const Result<RunDir> run = RunDir::open(run_folder);
  if (!run.ok()) return run.error();
  const Result<Folder> folder = Folder::open(to);
  if (!folder.ok()) return folder.error();
  const Status written = form.format == TrajectoryFormat::otlp
                             ? write_spans(run.value(), folder.value(), form.content, exported)
                             : write_trajectory(run.value(), folder.value(), form.format, exported);
  if (written.ok()) ++exported.runs;
  return written;
}

// A score: each of its runs in a folder of its own. A trial without a reply is left out.
static Status write_bundle(const std::string& bundle, const std::string& to, const ExportForm& form,
                           Exported& exported) {
  const std::string runs = join_path(bundle, kBundleRuns);
  const Result<std::vector<std::string>> names = list_folder(runs);
  if (!names.ok()) return names.error();
  const Result<Folder> opened = Folder::open(runs);
  if (!opened.ok()) return opened.error();
  for (const std::string& name : names.value()) {
    const std::string folder = join_path(to, name);
    if (opened.value().kind(name) != EntryKind::folder) continue;  // a link leads elsewhere
    const Result<bool> made = make_new_folder(folder);
    if (!made.ok()) return made.error();
    const Status written = write_run(join_path(runs, name), folder, form, exported);
    if (written.ok()) continue;
    print_error("left out: " + name + ": " + written.error().message);
    if (const Status removed = remove_folder(folder); !removed.ok()) return removed;
  }
  return exported.runs > 0 ? Status(Done{}) : Error{"no run could be exported"};
}

static std::string summary_of(const Exported& exported, TrajectoryFormat format) {
  const std::string runs = count_text(exported.runs, "run") + ", ";
  if (format == TrajectoryFormat::otlp)
    return runs + count_text(exported.otlp.spans, "span") + ", " +
           count_text(exported.otlp.events, "event");
  return runs + count_text(exported.steps, "step") + ", " +
         count_text(exported.pictures, "picture");
}

int run_trajectory_export(const Options& options) {
  const ExportForm form{format_of(options.format).value_or(TrajectoryFormat::jsonl),
                        options.content};
  if (form.content && form.format != TrajectoryFormat::otlp)
    return fail_trajectory(2, "--content is for --format otlp: other formats have all texts");
  const std::string& runs = options.settings.settings.proxy.runs;
  const Result<OpenedBundle> opened = open_named_bundle(runs, options.recorded);
  if (!opened.ok()) return fail_trajectory(2, opened.error().message);
  const std::string& bundle = opened.value().path;
  const Result<std::string> run =
      bundle.empty() ? find_run(runs, options.recorded) : Result<std::string>(bundle);
  if (!run.ok()) return fail_trajectory(2, run.error().message);
  const Result<bool> made = make_new_folder(options.file);
  if (!made.ok()) return fail_trajectory(1, made.error().message);
  if (!made.value()) return fail_trajectory(2, options.file + " is there already");
  Exported exported;
  const Status written = bundle.empty() ? write_run(run.value(), options.file, form, exported)
                                        : write_bundle(bundle, options.file, form, exported);
  if (!written.ok()) {
    // The folder is ours and incomplete.
    static_cast<void>(remove_folder(options.file));
    return fail_trajectory(1, written.error().message);
  }
  const Status printed = print_line(options.file + ": " + summary_of(exported, form.format));
  return printed.ok() ? 0 : 1;
}
}  // namespace franz::proxy
