#include "orchestrator/own_record_app.h"
#include <utility>
#include <vector>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/os/secret_variables.h"
#include "common/run/run_dir_app.h"

namespace franz::orchestrator {
bool has_run(const std::string& run_dir) {
  const Result<RunDir> dir = run_dir.empty() ? Error{"a new one"} : RunDir::open(run_dir);
  return dir.ok() && dir.value().folder().kind(kRunLog).has_value();
}

static Result<StartedRun, StartFailure> start_run(const std::string& run_dir,
                                                  const std::string& runs) {
  if (run_dir.empty()) return start_new_run(runs, "orchestrator");
  if (const Status made = make_folders(run_dir); !made.ok())
    return StartFailure{kNotRecorded, "the run folder: " + made.error().message};
  return resume_run(run_dir, "orchestrator", MissingRun::begin);
}

static void log_seal(const std::string& seal, const TurnRanges& lost_turns, Output& output) {
  const std::string lost = to_text(lost_turns);
  if (!lost.empty())
    output.log(LogLevel::error, "the run is not completely recorded: lost: " + lost);
  output.log(LogLevel::info, "seal " + seal + (lost.empty() ? "" : " of an incomplete record"));
}

// Ends a run whose end a kill prevented. Returns the exit code.
static int finish(StartedRun started, Output& output) {
  const Result<FinishedRun> finished = finish_run(std::move(started));
  if (!finished.ok()) return output.fail(kNotRecorded, finished.error().message);
  output.log(LogLevel::info, "finished: " + finished.value().finish.text);
  log_seal(finished.value().seal, finished.value().lost_turns, output);
  const int code = exit_code(finished.value().finish.reason);
  return code == 0 && !finished.value().lost_turns.empty() ? kNotRecorded : code;
}

// `surplus`: older runs to remove.
static Status prepare(StartedRun& started, const ModelUrl& upstream, const std::string& screen,
                      const ResolvedSettings& settings, std::vector<std::string>& surplus,
                      Output& output) {
  const ProxySettings& proxy = settings.settings.proxy;
  set_in_force(started, settings);
  started.about.addresses = {upstream.text(), "", "", screen, {}};
  output.log(LogLevel::info, "run " + started.claim.folder());
  if (Status prepared = prepare_folder(started); !prepared.ok()) return prepared;
  for (const std::string& note : started.notes) output.log(LogLevel::warning, note);
  if (started.resumed) return Done{};
  Result<std::vector<std::string>> found =
      runs_to_remove(proxy.runs, started.about.name, proxy.keep_runs);
  if (!found.ok()) output.log(LogLevel::warning, found.error().message);
  if (found.ok()) surplus = std::move(found).value();
  return Done{};
}

Result<OwnRecord, StartFailure> claim_record(const std::string& run_dir,
                                             const ResolvedSettings& settings,
                                             const ModelUrl& upstream, const std::string& screen,
                                             const Memory& memory, CommandBox& commands,
                                             Output& output) {
  auto begun = start_run(run_dir, settings.settings.proxy.runs);
  if (!begun.ok()) return begun.error();
  StartedRun started = std::move(begun).value();
  if (started.finished) return StartFailure{finish(std::move(started), output), ""};
  RecorderOptions options;
  if (const Status ready =
          prepare(started, upstream, screen, settings, options.surplus_runs, output);
      !ready.ok())
    return StartFailure{3, ready.error().message};
  options.observe.run = started.about.run;
  options.observe.witness = Witness::self;
  options.memory = &memory;
  options.secrets = output.secrets();
  add_keys(options.secrets, settings.settings.model.api_key_env);
  options.log_file = "";  // begin_record() copies each line
  RecorderSinks sinks;
  sinks.console_error = [&output](const std::string& line) { output.log(LogLevel::error, line); };
  sinks.recorded = [&commands](int turn) {
    ControlCommand command{ControlCommand::Kind::recorded};
    command.turn = turn;
    static_cast<void>(commands.put(std::move(command)));
  };
  return OwnRecord{std::move(started),
                   std::make_unique<Recorder>(std::move(options), std::move(sinks))};
}

Status begin_record(OwnRecord& record, Output& output) {
  if (Status begun = record.recorder->begin(record.started); !begun.ok()) return begun;
  record.started.claim.keep();
  Recorder& recorder = *record.recorder;
  output.copy_to([&recorder](const LoopEvent& event) { recorder.loop_event(event); },
                 [&recorder](const std::string& line) {
                   const std::string time = utc_text(static_cast<double>(unix_time_ms()));
                   recorder.log_line(kOrchestratorLog, printable(time + " " + to_valid_utf8(line)));
                 });
  return Done{};
}

int end_record(OwnRecord& record, int code, Output& output) {
  const RecordEnd end = record.recorder->stop();
  if (end.seal.ok()) {
    log_seal(end.seal.value(), end.lost_turns, output);
  } else {
    output.log(LogLevel::error,
               "no seal: the end could not be recorded: " + end.seal.error().message);
  }
  output.copy_to({}, {});
  record.recorder.reset();
  return code == 0 && !end.complete() ? kNotRecorded : code;
}
}  // namespace franz::orchestrator
