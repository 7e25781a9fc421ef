#include "common/run/recorder_app.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "common/os/secret_variables.h"
#include "common/run/run_events.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
// What waits to be handled, in bytes, each kind in its own lane: no kind can take another's room.
// That of turns is shared with the request bodies that are held to be read.
enum Lane : std::size_t { kTurns, kForeign, kLines, kWords };
static constexpr std::size_t kTurnBytes = 18UL << 20U;
static constexpr std::size_t kForeignBytes = 256UL << 10U;
static constexpr std::size_t kLineBytes = 4UL << 20U;
static constexpr std::size_t kWordBytes = 1UL << 20U;
static constexpr double kSealToldEveryMs = 2000;
static constexpr std::size_t kErrorLines = 20;  // shown on the console when a start fails

static const char* level_name(LogEntry::Level level) {
  switch (level) {
    case LogEntry::Level::info: return "info";
    case LogEntry::Level::warning: return "warning";
    case LogEntry::Level::error: return "error";
  }
  return "";
}

static TurnLogOptions with_secrets(TurnLogOptions options, const Secrets& secrets) {
  options.secrets = &secrets;
  return options;
}

Recorder::Recorder(RecorderOptions options, RecorderSinks sinks)
    : sinks_(std::move(sinks)),
      to_observe_(options.log.run, options.log.launch),
      observer_({kMaxMessage,
                 [this](const HttpRequest& request) { return to_observe_.wants(request); },
                 options.own_host}),
      secrets_(std::move(options.secrets)),
      log_(with_secrets(std::move(options.log), secrets_), std::move(options.known)),
      run_(std::move(options.run)),
      surplus_runs_(std::move(options.surplus_runs)),
      clock_offset_ms_(static_cast<double>(unix_time_ms()) - steady_time_exact_ms()),
      messages_({kTurnBytes, kForeignBytes, kLineBytes, kWordBytes}),
      folder_(RunFolderOptions{
          options.folder,
          [this](const std::string& trouble) {
            const LogEntry entry =
                trouble.empty()
                    ? LogEntry{LogEntry::Level::info, "the run folder can be written again"}
                    : LogEntry{LogEntry::Level::error,
                               trouble + "; the run goes on, but is not recorded now"};
            messages_.post(stamped(Said{entry, false}), entry.text.size(), kWords);
          },
          [this](const std::string& warning) {
            messages_.post(stamped(Said{LogEntry{LogEntry::Level::warning, warning}, true}),
                           warning.size(), kWords);
            return true;
          },
          [this](std::size_t done, std::size_t all) { tell_seal(done, all); }}) {
  thread_ = std::thread([this] { work(); });
}

Recorder::~Recorder() { static_cast<void>(stop()); }

ConnectionState Recorder::connection(const ConnectionEvent& event) {
  observer_.observe(event, [this](HttpEvent each) { return take_http(std::move(each)); });
  return observer_.state(event.id);
}

static std::size_t bytes_of_headers(const std::vector<HttpHeader>& headers) {
  std::size_t bytes = 0;
  for (const HttpHeader& header : headers)
    bytes += sizeof header + header.name.size() + header.value.size();
  return bytes;
}

// Bytes that an event holds, roughly.
static std::size_t bytes_of_event(const HttpEvent& event) {
  constexpr std::size_t kEvent = 1024;
  if (const auto* piece = std::get_if<MessagePiece>(&event))
    return kEvent + piece->wire.size() + piece->body.size() * sizeof(piece->body[0]);
  if (const auto* asked = std::get_if<RequestStarted>(&event))
    return kEvent + bytes_of_headers(asked->headers);
  if (const auto* started = std::get_if<ResponseStarted>(&event))
    return kEvent + bytes_of_headers(started->headers);
  return kEvent;
}

bool Recorder::take_http(HttpEvent event) {
  const std::size_t bytes = bytes_of_event(event);
  const auto* exchange = std::get_if<HttpExchange>(&event);
  const auto* ended = std::get_if<ObservationEnded>(&event);
  if (exchange != nullptr && exchange->request->wanted && !exchange->own_answer &&
      exchange->first_byte_ms > 0)
    answered_ = true;
  const bool foreign =
      (exchange != nullptr && !exchange->request->wanted) || (ended != nullptr && !ended->of_turn);
  if (foreign) {
    if (messages_.try_push(stamped(Http{std::move(event), missed_}), bytes, kForeign)) {
      missed_ = 0;
    } else {
      ++missed_;
    }
    return true;
  }
  if (std::holds_alternative<MessagePiece>(event) || std::holds_alternative<RequestStarted>(event))
    return messages_.try_push(stamped(Http{std::move(event), 0}), bytes, kTurns);
  messages_.post(stamped(Http{std::move(event), 0}), bytes, kTurns);
  return true;
}

void Recorder::loop_line(std::string line) {
  const std::size_t bytes = line.size() + 256;
  messages_.push(stamped(LoopLine{std::move(line)}), bytes, kLines);
}

void Recorder::loop_error_line(std::string line) {
  const std::size_t bytes = line.size() + 256;
  messages_.push(stamped(LoopErrorLine{std::move(line)}), bytes, kLines);
}

void Recorder::demo_error_line(std::string line) {
  const std::size_t bytes = line.size() + 256;
  // Of the model's thread: it must not wait for us.
  messages_.try_push(stamped(DemoErrorLine{std::move(line)}), bytes, kWords);
}

void Recorder::loop_ended(bool well) { messages_.post(stamped(LoopEnded{well}), 1, kWords); }

void Recorder::program(ProgramUpdate update, int restarts) {
  messages_.post(stamped(ProgramChanged{std::move(update), restarts}), 256, kWords);
}

void Recorder::say(LogEntry::Level level, std::string text) {
  messages_.post(stamped(Said{LogEntry{level, std::move(text)}, true}), 256, kWords);
}

void Recorder::begin(const RunFile& run) { messages_.post(stamped(Begin{run}), 256, kWords); }

RecordEnd Recorder::stop() {
  folder_.hurry();
  messages_.close();
  if (thread_.joinable()) thread_.join();
  return end_;
}

double Recorder::now_ms() const { return clock_offset_ms_ + steady_time_exact_ms(); }

void Recorder::work() {
  while (!messages_.closed()) {
    std::optional<std::chrono::milliseconds> wait;
    if (const std::optional<double> due = log_.due_ms()) {
      const double left = std::max(0.0, *due - now_ms());
      wait = std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(left)));
    }
    const std::optional<Message> message = messages_.pop(wait);
    time_ms_ = message ? message->time_ms : now_ms();
    if (message) handle(message->matter);
    // What waits in the queue came before whatever is due by now.
    emit(log_.tick(time_ms_));
  }
  time_ms_ = now_ms();
  emit(log_.finish());
  // What was lost is known before run.json is written for the last time.
  folder_.settle();
  update_lost();
  if (begun_) save_run();
  end_.seal = folder_.close();
  if (const std::string untold = folder_.untold(); !untold.empty()) sinks_.console(untold);
  update_lost();
  end_.lost_turns = run_.lost_turns;
  end_.lost = lost_text();
  end_.abandoned = folder_.abandoned();
  end_.eventful = answered_ || run_.restarts > 0;
}

// Of the folder's thread. Most seals are over before anybody wonders.
void Recorder::tell_seal(std::size_t done, std::size_t all) {
  const double now = steady_time_exact_ms();
  if (!seal_told_ms_) seal_told_ms_ = now;
  if (now - *seal_told_ms_ < kSealToldEveryMs) return;
  seal_told_ms_ = now;
  sinks_.console("sealing the record: " +
                 (all == 0 ? count_text(done, "file") + " found"
                           : std::to_string(done) + " of " + count_text(all, "file")));
}

// Of this run, whoever lost it: the relay's copies, or the disk.
void Recorder::update_lost() {
  TurnRanges lost = earlier_lost_;
  lost.add(log_lost_);
  lost.add(folder_.lost().turns);
  if (lost == run_.lost_turns) return;
  run_.lost_turns = std::move(lost);
  save_run();
  sinks_.dashboard(RunUpdate{run_, {}});
}

std::string Recorder::lost_text() const {
  const LostFiles files = folder_.lost();
  std::string text = to_text(run_.lost_turns);
  // Files and lines beside those of turns.
  LostFiles others = files;
  others.turns = {};
  if (!files.turns.empty() && others.files > 0) others.files = 0;
  if (!others.empty()) text += (text.empty() ? "" : ", ") + to_text(others);
  return text;
}

void Recorder::handle(const Matter& matter) {
  if (const auto* http = std::get_if<Http>(&matter)) {
    if (http->missed > 0) log_.foreign_missed(http->missed);
    for (const HttpEvent& each : mask_.take(http->event, secrets_)) emit(log_.http(each));
    messages_.set_limit(kTurns, kTurnBytes - std::min(kTurnBytes, log_.held_bytes()));
    folder_.wait_for_room();
  } else if (const auto* line = std::get_if<LoopLine>(&matter)) {
    loop_event(secrets_.mask(line->line));
  } else if (const auto* error = std::get_if<LoopErrorLine>(&matter)) {
    const std::string text = secrets_.mask(to_valid_utf8(error->line));
    last_errors_.push_back(text);
    if (last_errors_.size() > kErrorLines) last_errors_.pop_front();
    folder_.append("orchestrator.log", printable(utc_text(time_ms_) + " " + text));
    sinks_.dashboard(log_line_of_child(utc_text(time_ms_), text, "orchestrator"));
  } else if (const auto* demo = std::get_if<DemoErrorLine>(&matter)) {
    const LogLine said = log_line_of_child("", secrets_.mask(demo->line), "demo_vlm");
    const auto level = said.level == "error"     ? LogEntry::Level::error
                       : said.level == "warning" ? LogEntry::Level::warning
                                                 : LogEntry::Level::info;
    log({level, said.text}, said.source, true);
  } else if (const auto* ended = std::get_if<LoopEnded>(&matter)) {
    loop_over(ended->well);
  } else if (const auto* program = std::get_if<ProgramChanged>(&matter)) {
    if (begun_ && program->restarts > run_.restarts) {
      run_.restarts = program->restarts;
      run_.add_change(utc_text(time_ms_), "restart: " + program->update.why);
      save_run();
    }
    ProgramUpdate update = program->update;
    update.why = secrets_.mask(update.why);  // it may be what the model said at the end
    sinks_.dashboard(std::move(update));
  } else if (const auto* said = std::get_if<Said>(&matter)) {
    LogEntry entry = said->entry;
    entry.text = secrets_.mask(entry.text);
    log(entry, "proxy", said->to_folder);
    const bool trouble = entry.level == LogEntry::Level::error;
    if (!said->to_folder) sinks_.dashboard(FolderTrouble{trouble ? entry.text : ""});
    update_lost();  // what the folder says may be about that
    sinks_.console(entry.text);
  } else if (const auto* begin = std::get_if<Begin>(&matter)) {
    run_ = begin->run;
    run_.finish.reset();  // a run that was finished goes on
    earlier_lost_ = run_.lost_turns;
    begun_ = true;
    folder_.begin_marks();
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
  if (event.kind == LoopEvent::Kind::turn_acted && event.note) notes_[event.turn] = *event.note;
  // Before the turn's record, which a note may be waiting for: a kill may come between the two.
  if (add_event(run_, event, utc_text(time_ms_))) {
    if (event.kind == LoopEvent::Kind::config) keep_secrets(event.settings);
    save_run();
    if (event.kind != LoopEvent::Kind::finished) sinks_.dashboard(RunUpdate{run_, event.changes});
  }
  emit(log_.loop(event, time_ms_));
  switch (event.kind) {
    case LoopEvent::Kind::turn_finished: turn_over(event.turn); break;
    case LoopEvent::Kind::state:
      loop_ = {event.state, event.why,   utc_text(time_ms_), event.until,
               event.turn,  event.cause, event.problem};
      sinks_.dashboard(loop_);
      sinks_.approval(std::nullopt);
      state_line(event);
      break;
    case LoopEvent::Kind::config:
      for (const std::string& change : event.changes) sinks_.console(change);
      break;
    case LoopEvent::Kind::warning:
      // Its line in the log came by standard error.
      sinks_.console(event.text);
      break;
    case LoopEvent::Kind::finished:
    case LoopEvent::Kind::approval:
    case LoopEvent::Kind::turn_started:
    case LoopEvent::Kind::turn_acted:
    case LoopEvent::Kind::turn_closed: break;
  }
}

// Of one before it, which did not come to its end, nothing more will be told.
void Recorder::turn_over(int turn) {
  const auto note = notes_.find(turn);
  if (note != notes_.end()) sinks_.note_taken(note->second);
  notes_.erase(notes_.begin(), notes_.upper_bound(turn));
}

// What keeps the loop from its work, once while it lasts: what it does next, which follows the
// reason, may differ each time.
void Recorder::state_line(const LoopEvent& event) {
  if (event.state != "waiting" && event.state != "paused" && event.state != "backing_off") return;
  std::string line = event.state + (event.why.empty() ? "" : ": " + event.why);
  std::string reason = event.state == "paused" ? line : event.why.substr(0, event.why.find("; "));
  if (reason == last_state_line_) return;
  sinks_.console(line);
  last_state_line_ = std::move(reason);
}

void Recorder::loop_over(bool well) {
  emit(log_.loop_ended());
  loop_ = {};
  sinks_.dashboard(loop_);
  sinks_.approval(std::nullopt);
  if (!well)
    for (const std::string& line : last_errors_) sinks_.console("  orchestrator: " + line);
  last_errors_.clear();
}

void Recorder::emit(std::vector<LogOutput> outputs) {
  for (LogOutput& output : outputs) {
    if (auto* file = std::get_if<SaveFile>(&output)) {
      folder_.save(std::move(*file));
    } else if (auto* piece = std::get_if<StreamPiece>(&output)) {
      folder_.stream(std::move(*piece));
    } else if (auto* end = std::get_if<StreamEnd>(&output)) {
      folder_.end_stream(std::move(*end));
    } else if (auto* forgotten = std::get_if<ForgetFiles>(&output)) {
      folder_.forget(std::move(*forgotten));
    } else if (auto* lost = std::get_if<LostTurns>(&output)) {
      log_lost_ = std::move(lost->turns);
      update_lost();
    } else if (const auto* batch = std::get_if<SaveBatch>(&output)) {
      folder_.save_batch(*batch);
    } else if (const auto* finished = std::get_if<TurnsFinished>(&output)) {
      folder_.finish_turns(finished->turn);
    } else if (const auto* reply = std::get_if<ReplyPassed>(&output)) {
      folder_.reply_passed(*reply);
    } else if (auto* opened = std::get_if<TurnOpened>(&output)) {
      sinks_.dashboard(std::move(*opened));
    } else if (auto* delta = std::get_if<ReplyDelta>(&output)) {
      sinks_.dashboard(std::move(*delta));
    } else if (auto* about = std::get_if<ApprovalAsked>(&output)) {
      sinks_.approval(*about);
      sinks_.dashboard(std::move(*about));
    } else if (auto* turn = std::get_if<TurnRecorded>(&output)) {
      last_state_line_.clear();
      turn_line(*turn);
      turn_over(turn->row.turn);
      sinks_.dashboard(std::move(*turn));
    } else if (auto* entry = std::get_if<LogEntry>(&output)) {
      entry->text = secrets_.mask(entry->text);
      log(*entry, "proxy", true);
      if (entry->level == LogEntry::Level::error) sinks_.console_error(entry->text);
      if (entry->level == LogEntry::Level::warning) sinks_.console(entry->text);
    }
  }
}

void Recorder::log(const LogEntry& entry, const std::string& source, bool to_folder) {
  const std::string time = utc_text(time_ms_);
  if (to_folder && begun_) {
    // A server's words come this way too: one line, and nothing that a terminal would obey.
    const std::string from = source == "proxy" ? "" : source + ": ";
    folder_.append("proxy.log", printable(time + " " + level_name(entry.level) + ": " + from +
                                          in_one_line(entry.text)));
  }
  sinks_.dashboard(LogLine{time, level_name(entry.level), source, entry.text});
  if (entry.page_requests > 0) sinks_.dashboard(PageRequests{entry.page_requests});
}

// "turn   7  ok     8 actions   214 tokens   1.24 s"
void Recorder::turn_line(const TurnRecorded& turn) const {
  const TurnRow& row = turn.row;
  std::string acted = turn.error.empty() ? count_text(row.actions, "action")
                                         : turn.error.substr(0, turn.error.find('\n'));
  if (row.outcome == "degraded") acted += " (degraded)";
  constexpr std::size_t kLongest = 90;
  if (acted.size() > kLongest) acted = to_valid_utf8(acted.substr(0, kLongest)) + "…";
  if (!row.finished.empty()) {
    char head[64];
    std::snprintf(head, sizeof head, "turn %3d  %-12s ", row.turn, "finished");
    return sinks_.console(head + acted + "; " + row.finished);
  }
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.2f s", row.latency_ms / 1000);
  char head[64];
  std::snprintf(head, sizeof head, "turn %3d  %-12s ", row.turn, row.verdict.c_str());
  sinks_.console(head + acted + ", " + count_text(row.tokens, "token") + ", " + seconds);
}

// [model] api_key_env may be edited in the middle of a run.
void Recorder::keep_secrets(const std::string& settings) {
  Result<MessageFields> fields = MessageFields::parse(settings);
  if (fields.ok()) add_keys(secrets_, fields.value().text("/model.api_key_env", ""));
}

void Recorder::save_run() {
  if (begun_)
    folder_.save(SaveFile{"run.json", std::make_shared<const std::string>(to_json(run_) + "\n")});
}
}  // namespace franz
