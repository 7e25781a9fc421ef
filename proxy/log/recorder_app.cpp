#include "proxy/log/recorder_app.h"
#include <cmath>
#include <cstdio>
#include <utility>
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "proxy/printable.h"

namespace franz::proxy {
static constexpr std::size_t kQueued = 16UL << 20U;
static constexpr std::size_t kErrorLines = 20;  // shown on the console when a start fails

static const char* name_of(LogEntry::Level level) {
  switch (level) {
    case LogEntry::Level::info: return "info";
    case LogEntry::Level::warning: return "warning";
    case LogEntry::Level::error: return "error";
  }
  return "";
}

Recorder::Recorder(RecorderOptions options, RecorderSinks sinks)
    : sinks_(std::move(sinks)),
      log_(std::move(options.log), std::move(options.known)),
      run_(std::move(options.run)),
      resumed_(options.resumed),
      surplus_runs_(std::move(options.surplus_runs)),
      clock_offset_ms_(static_cast<double>(unix_time_ms()) - steady_time_exact_ms()),
      messages_(kQueued),
      folder_(
          options.folder,
          [this](const std::string& trouble) {
            const LogEntry entry =
                trouble.empty()
                    ? LogEntry{LogEntry::Level::info, "the run folder can be written again"}
                    : LogEntry{LogEntry::Level::error,
                               trouble + "; the run goes on, but is not recorded now"};
            // The recorder may be waiting for this very thread: it is told only if there is room.
            messages_.try_push(Said{entry, false}, entry.text.size());
          },
          [this](const std::string& warning) {
            return messages_.try_push(Said{LogEntry{LogEntry::Level::warning, warning}, true},
                                      warning.size());
          }) {
  thread_ = std::thread([this] { work(); });
}

Recorder::~Recorder() { static_cast<void>(stop()); }

void Recorder::connection(ConnectionEvent event) {
  const std::size_t bytes = event.bytes.size() + 256;
  messages_.push(std::move(event), bytes);
}

void Recorder::loop_line(std::string line) {
  const std::size_t bytes = line.size() + 256;
  messages_.push(LoopLine{std::move(line)}, bytes);
}

void Recorder::loop_error_line(std::string line) {
  const std::size_t bytes = line.size() + 256;
  messages_.push(LoopErrorLine{std::move(line)}, bytes);
}

void Recorder::demo_error_line(std::string line) {
  const std::size_t bytes = line.size() + 256;
  // Of the model's thread: it must not wait for us.
  messages_.try_push(DemoErrorLine{std::move(line)}, bytes);
}

void Recorder::loop_ended(bool well) { messages_.push(LoopEnded{well}, 1); }

void Recorder::program(ProgramUpdate update, int restarts) {
  messages_.push(ProgramChanged{std::move(update), restarts}, 256);
}

void Recorder::say(LogEntry::Level level, std::string text) {
  messages_.push(Said{LogEntry{level, std::move(text)}, true}, 256);
}

void Recorder::begin(const RunFile& run) { messages_.push(Begin{run}, 256); }

Result<std::string> Recorder::stop() {
  messages_.close();
  if (thread_.joinable()) thread_.join();
  return seal_;
}

double Recorder::now_ms() const { return clock_offset_ms_ + steady_time_exact_ms(); }

void Recorder::work() {
  while (!messages_.closed()) {
    std::optional<std::chrono::milliseconds> wait;
    if (const std::optional<double> due = log_.due_ms()) {
      const double left = std::max(0.0, *due - now_ms());
      wait = std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(left)));
    }
    if (const std::optional<Message> message = messages_.pop(wait)) handle(*message);
    emit(log_.tick(now_ms()));
  }
  emit(log_.finish());
  if (begun_) save_run();
  seal_ = folder_.close();
  if (const std::string lost = folder_.lost(); !lost.empty()) sinks_.console(lost);
}

void Recorder::handle(const Message& message) {
  if (const auto* event = std::get_if<ConnectionEvent>(&message)) {
    for (const HttpEvent& each : observer_.observe(*event)) emit(log_.http(each));
  } else if (const auto* line = std::get_if<LoopLine>(&message)) {
    loop_event(line->line);
  } else if (const auto* error = std::get_if<LoopErrorLine>(&message)) {
    const std::string text = to_valid_utf8(error->line);
    last_errors_.push_back(text);
    if (last_errors_.size() > kErrorLines) last_errors_.pop_front();
    folder_.append("orchestrator.log", printable(utc_text(now_ms()) + " " + text));
    constexpr std::string_view kFinished = "info: finished: ";
    if (text.starts_with(kFinished)) finished_why_ = text.substr(kFinished.size());
    sinks_.dashboard(log_line_of_child(utc_text(now_ms()), text, "orchestrator"));
  } else if (const auto* demo = std::get_if<DemoErrorLine>(&message)) {
    const LogLine said = log_line_of_child("", demo->line, "demo_vlm");
    const auto level = said.level == "error"     ? LogEntry::Level::error
                       : said.level == "warning" ? LogEntry::Level::warning
                                                 : LogEntry::Level::info;
    log({level, said.text}, said.source, true);
  } else if (const auto* ended = std::get_if<LoopEnded>(&message)) {
    loop_over(ended->well);
  } else if (const auto* program = std::get_if<ProgramChanged>(&message)) {
    if (begun_ && program->restarts > run_.restarts) {
      run_.restarts = program->restarts;
      run_.add_change(utc_text(now_ms()), "restart: " + program->update.why);
      save_run();
    }
    ProgramUpdate update = program->update;
    // The orchestrator's own words say more than that it has finished.
    if (update.program == "finished" && !finished_why_.empty()) update.why = finished_why_;
    sinks_.dashboard(std::move(update));
  } else if (const auto* said = std::get_if<Said>(&message)) {
    log(said->entry, "proxy", said->to_folder);
    const bool trouble = said->entry.level == LogEntry::Level::error;
    if (!said->to_folder) sinks_.dashboard(FolderTrouble{trouble ? said->entry.text : ""});
    sinks_.console(said->entry.text);
  } else if (const auto* begin = std::get_if<Begin>(&message)) {
    run_ = begin->run;
    begun_ = true;
    if (resumed_) folder_.resume(log_.last_turn());
    save_run();
    if (surplus_runs_.empty()) return;
    folder_.remove_runs(surplus_runs_);
    for (const std::string& folder : surplus_runs_)
      log({LogEntry::Level::info, "[proxy] keep_runs: removes " + folder}, "proxy", true);
  }
}

void Recorder::loop_event(const std::string& line) {
  const Result<LoopEvent> parsed = parse_loop_event(line);
  if (!parsed.ok()) {
    log({LogEntry::Level::warning,
         "an event of the orchestrator could not be read: " + parsed.error().message},
        "proxy", true);
    return;
  }
  const LoopEvent& event = parsed.value();
  emit(log_.loop(event, now_ms()));
  switch (event.kind) {
    case LoopEvent::Kind::state:
      loop_ = {event.state, event.why, utc_text(now_ms()), event.until, event.turn};
      sinks_.dashboard(loop_);
      state_line(event);
      break;
    case LoopEvent::Kind::config:
      run_.settings = event.settings;
      for (const std::string& change : event.changes) {
        run_.add_change(utc_text(now_ms()), change);
        sinks_.console(change);
      }
      save_run();
      sinks_.dashboard(RunUpdate{run_, event.changes});
      break;
    case LoopEvent::Kind::warning:
      // Its line in the log came by standard error.
      run_.add_change(utc_text(now_ms()), event.text);
      save_run();
      sinks_.dashboard(RunUpdate{run_, {}});
      sinks_.console(event.text);
      break;
    default: break;
  }
}

// What keeps the loop from its work, once while it lasts.
void Recorder::state_line(const LoopEvent& event) {
  if (event.state != "waiting" && event.state != "paused" && event.state != "backing_off") return;
  std::string line = event.state + (event.why.empty() ? "" : ": " + event.why);
  if (line == last_state_line_) return;
  sinks_.console(line);
  last_state_line_ = std::move(line);
}

void Recorder::loop_over(bool well) {
  emit(log_.loop_ended());
  loop_ = {};
  sinks_.dashboard(loop_);
  if (!well)
    for (const std::string& line : last_errors_) sinks_.console("  orchestrator: " + line);
  last_errors_.clear();
}

void Recorder::emit(std::vector<LogOutput> outputs) {
  for (LogOutput& output : outputs) {
    if (auto* file = std::get_if<SaveFile>(&output)) {
      folder_.save(std::move(*file));
    } else if (const auto* batch = std::get_if<SaveBatch>(&output)) {
      folder_.save_batch(*batch);
    } else if (const auto* finished = std::get_if<TurnsFinished>(&output)) {
      folder_.finish_turns(finished->turn);
    } else if (auto* opened = std::get_if<TurnOpened>(&output)) {
      sinks_.dashboard(std::move(*opened));
    } else if (auto* delta = std::get_if<ReplyDelta>(&output)) {
      sinks_.dashboard(std::move(*delta));
    } else if (auto* turn = std::get_if<TurnRecorded>(&output)) {
      last_state_line_.clear();
      turn_line(*turn);
      if (turn->note) sinks_.note_recorded(*turn->note);
      sinks_.dashboard(std::move(*turn));
    } else if (const auto* entry = std::get_if<LogEntry>(&output)) {
      log(*entry, "proxy", true);
      if (entry->level != LogEntry::Level::info) sinks_.console(entry->text);
    }
  }
}

void Recorder::log(const LogEntry& entry, const std::string& source, bool to_folder) {
  const std::string time = utc_text(now_ms());
  if (to_folder && begun_) {
    // A server's words come this way too: one line, and nothing that a terminal would obey.
    const std::string from = source == "proxy" ? "" : source + ": ";
    folder_.append("proxy.log",
                   printable(time + " " + name_of(entry.level) + ": " + from + entry.text));
  }
  sinks_.dashboard(LogLine{time, name_of(entry.level), source, entry.text});
  if (entry.of_page) sinks_.dashboard(PageRequest{});
}

static std::string count(long long number, const char* what) {
  return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

// "turn   7  ok     8 actions   214 tokens   1.24 s"
void Recorder::turn_line(const TurnRecorded& turn) const {
  const TurnRow& row = turn.row;
  std::string acted = turn.error.empty() ? count(row.actions, "action")
                                         : turn.error.substr(0, turn.error.find('\n'));
  if (row.outcome == "degraded") acted += " (degraded)";
  constexpr std::size_t kLongest = 90;
  if (acted.size() > kLongest) acted = to_valid_utf8(acted.substr(0, kLongest)) + "…";
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.2f s", row.latency_ms / 1000);
  char head[64];
  std::snprintf(head, sizeof head, "turn %3d  %-12s ", row.turn, row.verdict.c_str());
  sinks_.console(head + acted + ", " + count(row.tokens, "token") + ", " + seconds);
}

void Recorder::save_run() {
  if (begun_)
    folder_.save(SaveFile{"run.json", std::make_shared<const std::string>(to_json(run_) + "\n")});
}
}  // namespace franz::proxy
