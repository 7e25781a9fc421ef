#include "common/run/recorder_app.h"
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <utility>
#include "common/base/count_text.h"
#include "common/base/overload.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "common/os/secret_variables.h"
#include "common/run/load_attempts_app.h"
#include "common/run/run_state_app.h"
#include "common/run/step_json.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
// Queue lanes with a byte limit each, so that no kind of message can take another's room. Turns
// share theirs with the held messages.
enum Lane : std::size_t { kTurns, kForeign, kLines, kMessages };
static constexpr std::size_t kTurnBytes = 18UL << 20U;
static constexpr std::size_t kForeignBytes = 256UL << 10U;
static constexpr std::size_t kLineBytes = 4UL << 20U;
static constexpr std::size_t kWordBytes = 1UL << 20U;
static constexpr std::size_t kErrorLines = 20;  // printed on the console when a start fails
// Time to write or drop a unit of a client that cannot be paused, if the disk answers at all.
static constexpr std::chrono::seconds kUnitMayTake{7};
static constexpr double kMostAtEndMs = 2000;  // for writing the queue before the end

static const char* level_name(LogMessage::Level level) {
  switch (level) {
    case LogMessage::Level::info: return "info";
    case LogMessage::Level::warning: return "warning";
    case LogMessage::Level::error: return "error";
  }
  return "";
}

// ---- Messages

double Recorder::Inbox::now_ms() const { return clock_offset_ms + steady_time_exact_ms(); }

void Recorder::Inbox::post(Payload payload, std::size_t bytes, std::size_t lane) {
  if (lane != kForeign) ++under_way;
  messages.post({now_ms(), std::move(payload)}, bytes, lane);
}

void Recorder::push(Payload payload, std::size_t bytes, std::size_t lane) {
  ++inbox_->under_way;
  inbox_->messages.push({inbox_->now_ms(), std::move(payload)}, bytes, lane);
}

bool Recorder::try_push(Payload payload, std::size_t bytes, std::size_t lane) {
  if (lane != kForeign) ++inbox_->under_way;
  const bool taken = inbox_->messages.try_push({inbox_->now_ms(), std::move(payload)}, bytes, lane);
  if (!taken && lane != kForeign) --inbox_->under_way;
  return taken;
}

Recorder::Recorder(RecorderOptions options, RecorderSinks sinks)
    : sinks_(std::move(sinks)),
      options_(std::move(options)),
      to_observe_(options_.observe.run, options_.observe.launch),
      observer_({kMaxMessage,
                 [this](const HttpRequest& request) {
                   if (!own_id_ || request.turn) return to_observe_.wants(request);
                   HttpRequest own = request;
                   own.turn = own_id_;
                   return to_observe_.wants(own);
                 },
                 options_.own_host}),
      inbox_(std::make_shared<Inbox>(
          std::vector<std::size_t>{kTurnBytes, kForeignBytes, kLineBytes, kWordBytes})) {
  inbox_->clock_offset_ms = static_cast<double>(unix_time_ms()) - steady_time_exact_ms();
  options_.observe.secrets = &options_.secrets;
}

Recorder::~Recorder() { static_cast<void>(stop()); }

// ---- The beginning

std::unique_ptr<RunLogWriter> Recorder::make_writer(const StartedRun& started) {
  LogWriterOptions writing;
  writing.folder = started.claim.folder();
  writing.chain = started.log.chain;
  writing.story = started.log.story;
  writing.end = started.log.end;
  writing.before_write = options_.before_write;
  writing.trouble_after = options_.trouble_after;
  const std::shared_ptr<Inbox> inbox = inbox_;
  writing.trouble = [inbox](const std::string& text) {
    inbox->post(Trouble{text}, text.size(), kMessages);
  };
  writing.warning = [inbox](const std::string& text) {
    inbox->post(Said{{LogMessage::Level::warning, text}}, text.size(), kMessages);
  };
  writing.wrote = [inbox](const RunLine& line) { inbox->post(Wrote{line}, 1024, kMessages); };
  return std::make_unique<RunLogWriter>(std::move(writing));
}

// Registers a turn that a kill kept from the log and that is written now.
static void add_lost_unit(const LogUnit& unit, KnownAttempts& known) {
  const auto* const lost = std::get_if<LostEntry>(&unit.entry);
  if (lost == nullptr) return;
  std::optional<Step> step;
  if (lost->file && !unit.files.empty() && unit.files.front().bytes) {
    Result<Step> read = parse_step(*unit.files.front().bytes);
    if (read.ok()) step = std::move(read).value();
  }
  known.add_lost(lost->turn, lost->attempt, lost->request, step);
}

Status Recorder::begin(const StartedRun& started) {
  LoadedAttempts loaded{KnownAttempts(options_.memory), {}, 0};
  if (started.resumed) {
    Result<LoadedAttempts> read =
        load_attempts(started.claim.folder(), started.log.story, options_.memory);
    if (!read.ok()) return read.error();
    loaded = std::move(read).value();
  }
  last_note_ = loaded.last_note;
  for (const LogUnit& unit : started.units) add_lost_unit(unit, loaded.known);
  const RunFacts& about = started.about;
  options_.observe.settings = about.in_force.settings;
  options_.observe.sources = about.in_force.sources;
  if (options_.observe.launch)
    options_.observe.state = [folder = started.claim.folder()]() -> std::optional<LoopState> {
      const Result<RunDir> dir = RunDir::open(folder);
      if (!dir.ok()) return std::nullopt;
      Result<LoopState> state = read_run_state(dir.value());
      return state.ok() ? std::optional(std::move(state).value()) : std::nullopt;
    };
  facts_ = started.log.story.facts();
  next_seq_ = started.log.chain.next_seq();
  observe_.emplace(options_.observe, std::move(loaded.known), std::move(loaded.pictures));
  writer_ = make_writer(started);
  time_ms_ = inbox_->now_ms();
  RunEntry first = BeginEntry{about.run,     about.name,      about.version, about.profile,
                              about.made_by, about.addresses, about.in_force};
  if (started.resumed)
    first = ResumedEntry{"resumed after turn " + std::to_string(started.log.story.last_turn()),
                         about.version, about.addresses, about.in_force};
  put({time_ms_, std::move(first)}, nullptr);
  for (const LogUnit& unit : started.units) {
    ++next_seq_;
    writer_->put(unit);
  }
  thread_ = std::thread([this] { work(); });
  if (options_.surplus_runs.empty()) return Done{};
  for (const std::string& folder : options_.surplus_runs)
    say(LogMessage::Level::info, "[proxy] keep_runs: removes " + folder);
  writer_->remove_runs(options_.surplus_runs);
  return Done{};
}

// ---- Observed traffic

ConnectionState Recorder::connection(const ConnectionEvent& event) {
  observer_.observe(event, [this](HttpEvent each) { return take_http(std::move(each)); });
  return observer_.state(event.id);
}

void Recorder::own(ConnectionEvent::Kind kind, std::string bytes) {
  ConnectionEvent event;
  event.id = own_connection_;
  event.kind = kind;
  event.bytes = std::move(bytes);
  event.time_ms = inbox_->now_ms();
  static_cast<void>(connection(event));
}

void Recorder::sent(const FranzTurn& id, std::string_view whole) {
  answered(false);
  own_id_ = id;
  ++own_connection_;
  own(ConnectionEvent::Kind::opened, "");
  own(ConnectionEvent::Kind::client_bytes, std::string(whole));
}

void Recorder::received(std::string_view piece) {
  if (own_id_) own(ConnectionEvent::Kind::server_bytes, std::string(piece));
}

void Recorder::answered(bool whole) {
  if (!own_id_) return;
  if (whole) own(ConnectionEvent::Kind::server_end, "");
  own(ConnectionEvent::Kind::closed, "");
  own_id_.reset();
}

static bool is_foreign(const HttpEvent& event) {
  const auto* const exchange = std::get_if<HttpExchange>(&event);
  const auto* const ended = std::get_if<ObservationEnded>(&event);
  return (exchange != nullptr && !exchange->request->wanted) ||
         (ended != nullptr && !ended->of_turn);
}

static std::size_t bytes_of_headers(const std::vector<HttpHeader>& headers) {
  std::size_t bytes = 0;
  for (const HttpHeader& header : headers)
    bytes += sizeof header + header.name.size() + header.value.size();
  return bytes;
}

// Approximate number of bytes that an event holds.
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

// Sets the id that sent() was given, whether or not the request's head has it.
static void set_id(HttpEvent& event, const FranzTurn& id) {
  const auto set = [&id](std::shared_ptr<const HttpRequest>& request) {
    if (request->turn) return;
    HttpRequest with_id = *request;
    with_id.turn = id;
    request = std::make_shared<const HttpRequest>(std::move(with_id));
  };
  std::visit(Overload{[&](RequestStarted& started) { set(started.request); },
                      [&](RequestRead& read) { set(read.request); },
                      [&](HttpExchange& exchange) { set(exchange.request); }, [](MessagePiece&) {},
                      [](ResponseStarted&) {}, [](ObservationEnded&) {}},
             event);
}

bool Recorder::take_http(HttpEvent event) {
  if (own_id_) set_id(event, *own_id_);
  const std::size_t bytes = bytes_of_event(event);
  const auto* exchange = std::get_if<HttpExchange>(&event);
  if (exchange != nullptr && exchange->request->wanted && !exchange->own_answer &&
      exchange->first_byte_ms > 0)
    answered_ = true;
  if (is_foreign(event)) {
    missed_ = try_push(Http{std::move(event), missed_}, bytes, kForeign) ? 0 : missed_ + 1;
    return true;
  }
  const bool may_be_lost =
      std::holds_alternative<MessagePiece>(event) || std::holds_alternative<RequestStarted>(event);
  if (may_be_lost && own_id_) {  // only the loop waits
    push(Http{std::move(event), 0}, bytes, kTurns);
  } else if (may_be_lost) {
    return try_push(Http{std::move(event), 0}, bytes, kTurns);
  } else {
    inbox_->post(Http{std::move(event), 0}, bytes, kTurns);
  }
  return true;
}

void Recorder::loop_line(std::string line) {
  const std::size_t bytes = line.size() + 256;
  push(LoopLine{std::move(line)}, bytes, kLines);
}

void Recorder::loop_event(const LoopEvent& event) { loop_line(to_json(event)); }

void Recorder::loop_error_line(std::string line) {
  const std::size_t bytes = line.size() + 256;
  push(LoopErrorLine{std::move(line)}, bytes, kLines);
}

void Recorder::demo_error_line(std::string line) {
  const std::size_t bytes = line.size() + 256;
  // Called on the model's thread, which must not wait for the recorder.
  try_push(DemoErrorLine{std::move(line)}, bytes, kMessages);
}

void Recorder::loop_ended(bool well) { inbox_->post(LoopEnded{well}, 1, kMessages); }

void Recorder::program(ProgramUpdate update, int restarts) {
  inbox_->post(ProgramChanged{std::move(update), restarts}, 256, kMessages);
}

void Recorder::say(LogMessage::Level level, std::string text) {
  inbox_->post(Said{{level, std::move(text)}}, 256, kMessages);
}

void Recorder::change(const std::string& text) {
  inbox_->post(Changed{text}, text.size(), kMessages);
}

void Recorder::person(const PersonEntry& entry) { inbox_->post(Person{entry}, 256, kMessages); }

void Recorder::log_line(const std::string& file, std::string line) {
  if (writer_) writer_->append_log(file, std::move(line));
}

bool Recorder::call(const RecordedCall& call) {
  const auto written = std::make_shared<std::promise<bool>>();
  std::future<bool> is_written = written->get_future();
  inbox_->post(Called{call, written}, 1, kMessages);
  return is_written.wait_for(kUnitMayTake) == std::future_status::ready && is_written.get();
}

bool Recorder::is_empty() {
  return inbox_->under_way == 0 && settled_ && (!writer_ || writer_->is_empty());
}

// ---- The thread

// Returns false if no message came.
bool Recorder::handle_next(std::optional<std::chrono::milliseconds> wait) {
  std::optional<Message> message = inbox_->messages.pop(wait);
  time_ms_ = message ? message->time_ms : inbox_->now_ms();
  const auto* const http = message ? std::get_if<Http>(&message->payload) : nullptr;
  const bool is_counted = message && (http == nullptr || !is_foreign(http->event));
  if (message) handle(message->payload);
  // Queued messages came before anything that is due now.
  emit(observe_->tick(time_ms_));
  settled_ = observe_->is_settled();
  if (is_counted) --inbox_->under_way;
  return message.has_value();
}

void Recorder::work() {
  while (!ended_) {
    std::optional<std::chrono::milliseconds> wait;
    if (const std::optional<double> due = observe_->due_ms()) {
      const double left = std::max(0.0, *due - inbox_->now_ms());
      wait = std::chrono::milliseconds(static_cast<std::int64_t>(std::ceil(left)));
    }
    handle_next(wait);
  }
  end_log();
}

// Shows what is still being written before it writes the end, unless the disk fails.
void Recorder::end_log() {
  constexpr std::chrono::milliseconds kLookEvery{20};
  emit(observe_->finish(time_ms_));
  const double until_ms = inbox_->now_ms() + kMostAtEndMs;
  while (!writer_->is_empty() && !in_trouble_ && inbox_->now_ms() < until_ms)
    handle_next(kLookEvery);
  end_.seal = writer_->end(finish_, utc_text(inbox_->now_ms()));
  end_.abandoned = writer_->abandoned();
  while (handle_next(std::chrono::milliseconds(0))) continue;
  end_.lost_turns = facts_.lost_turns;
  end_.eventful = answered_ || facts_.last_turn > 0 || restarts_ > 0;
}

RecordEnd Recorder::stop() {
  if (!thread_.joinable()) return end_;
  inbox_->post(Ended{}, 1, kMessages);
  thread_.join();
  inbox_->messages.close();
  return end_;
}

void Recorder::handle(Payload& payload) {
  std::visit(Overload{[this](const Http& http) { on_http(http); },
                      [this](const LoopLine& line) { on_event(options_.secrets.mask(line.line)); },
                      [this](const LoopErrorLine& line) { on_error_line(line.line); },
                      [this](const DemoErrorLine& line) {
                        const LogLine said =
                            log_line_of_child("", options_.secrets.mask(line.line), "demo_vlm");
                        const auto level = said.level == "error"     ? LogMessage::Level::error
                                           : said.level == "warning" ? LogMessage::Level::warning
                                                                     : LogMessage::Level::info;
                        log({level, said.text}, said.source);
                      },
                      [this](const LoopEnded& ended) { on_loop_ended(ended.well); },
                      [this](const ProgramChanged& changed) { on_program(changed); },
                      [this](const Said& said) {
                        log(said.message);
                        sinks_.console(options_.secrets.mask(said.message.text));
                      },
                      [this](const Trouble& trouble) { on_trouble(trouble.text); },
                      [this](const Changed& changed) {
                        put({time_ms_, WarningEntry{options_.secrets.mask(changed.text)}}, nullptr);
                      },
                      [this](const Person& person) {
                        put({time_ms_, person.entry}, nullptr);
                      },
                      [this](Called& called) {
                        mask(called.call);
                        emit(observe_->called(called.call, time_ms_), called.written);
                      },
                      [this](const Wrote& wrote) { on_wrote(wrote.line); },
                      [this](const UnitDone& done) { on_done(done); },
                      [this](const Ended&) { ended_ = true; }},
             payload);
}

void Recorder::mask(RecordedCall& call) const {
  const Secrets& secrets = options_.secrets;
  if (secrets.empty()) return;
  call.call = {secrets.mask(call.call.id), secrets.mask(call.call.name),
               secrets.mask(call.call.arguments)};
  call.answer = secrets.mask(call.answer);
  call.executor_in = secrets.mask(call.executor_in.str());
  call.executor_out = secrets.mask(call.executor_out.str());
  for (std::string& what : call.degraded) what = secrets.mask(what);
}

void Recorder::on_http(const Http& http) {
  if (http.missed > 0) observe_->foreign_missed(http.missed);
  for (const HttpEvent& each : mask_.take(http.event, options_.secrets)) emit(observe_->http(each));
  inbox_->messages.set_limit(kTurns, kTurnBytes - std::min(kTurnBytes, observe_->held_bytes()));
}

void Recorder::on_error_line(const std::string& line) {
  const std::string text = options_.secrets.mask(to_valid_utf8(line));
  last_errors_.push_back(text);
  if (last_errors_.size() > kErrorLines) last_errors_.pop_front();
  log_line(kOrchestratorLog, printable(utc_text(time_ms_) + " " + text));
  sinks_.dashboard(log_line_of_child(utc_text(time_ms_), text, "orchestrator"));
}

void Recorder::on_program(const ProgramChanged& changed) {
  if (changed.restarts > restarts_)
    put({time_ms_, RestartEntry{options_.secrets.mask("restart: " + changed.update.why)}}, nullptr);
  restarts_ = std::max(restarts_, changed.restarts);
  ProgramUpdate update = changed.update;
  update.why = options_.secrets.mask(update.why);  // it may contain the model's final text
  sinks_.dashboard(std::move(update));
}

void Recorder::on_event(const std::string& line) {
  const Result<LoopEvent> parsed = parse_loop_event(line);
  if (!parsed.ok())
    return log({LogMessage::Level::warning,
                "an event of the orchestrator could not be read: " + parsed.error().message});
  const LoopEvent& event = parsed.value();
  if (event.kind == LoopEvent::Kind::config) keep_secrets(event.settings);
  emit(observe_->loop(event, time_ms_));
  switch (event.kind) {
    case LoopEvent::Kind::state:
      loop_ = {event.state, event.why,   utc_text(time_ms_), event.until,
               event.turn,  event.cause, event.problem};
      sinks_.dashboard(loop_);
      sinks_.approval(std::nullopt);
      state_line(event);
      break;
    case LoopEvent::Kind::config:
      for (const std::string& change : event.changes) sinks_.progress(change);
      break;
    case LoopEvent::Kind::warning:
      // The log already has this line from standard error.
      sinks_.progress(event.text);
      break;
    case LoopEvent::Kind::finished:
      // The log gets its end with the program's, which may stay long after the run.
      finish_ = facts_.finish = event.finish;
      sinks_.dashboard(RunUpdate{facts_, {}});
      break;
    case LoopEvent::Kind::approval:
    case LoopEvent::Kind::turn_started:
    case LoopEvent::Kind::turn_acted:
    case LoopEvent::Kind::turn_closed:
    case LoopEvent::Kind::turn_finished: break;
  }
}

// Reports what blocks the loop once per reason; the planned reaction after it may differ each time.
void Recorder::state_line(const LoopEvent& event) {
  if (event.state != "waiting" && event.state != "paused" && event.state != "backing_off") return;
  std::string line = event.state + (event.why.empty() ? "" : ": " + event.why);
  std::string reason = event.state == "paused" ? line : event.why.substr(0, event.why.find("; "));
  if (reason == last_state_line_) return;
  sinks_.progress(line);
  last_state_line_ = std::move(reason);
}

void Recorder::on_loop_ended(bool well) {
  emit(observe_->loop_ended(time_ms_));
  loop_ = {};
  sinks_.dashboard(loop_);
  sinks_.approval(std::nullopt);
  if (!well)
    for (const std::string& line : last_errors_) sinks_.progress("  orchestrator: " + line);
  last_errors_.clear();
}

// ---- Outputs

void Recorder::emit(std::vector<Observed> outputs,
                    const std::shared_ptr<std::promise<bool>>& written) {
  for (Observed& output : outputs)
    std::visit(Overload{[&](EntryMade& made) { put(std::move(made), written); },
                        [this](SpilledBytes& piece) { spill(std::move(piece)); },
                        [this](const SpilledGone& gone) {
                          if (const auto found = spilled_.find(gone.key); found != spilled_.end()) {
                            writer_->drop_spill(found->second);
                            spilled_.erase(found);
                          }
                        },
                        [this](TurnOpened& opened) { sinks_.dashboard(std::move(opened)); },
                        [this](ReplyDelta& delta) { sinks_.dashboard(std::move(delta)); },
                        [this](ApprovalAsked& asked) {
                          sinks_.approval(asked);
                          sinks_.dashboard(std::move(asked));
                        },
                        [this](const NotesTaken& taken) { sinks_.notes_taken(taken.numbers); },
                        [this](LogMessage& message) {
                          log(message);
                          const std::string text = options_.secrets.mask(message.text);
                          if (message.level == LogMessage::Level::error) sinks_.console_error(text);
                          if (message.level == LogMessage::Level::warning) sinks_.console(text);
                        }},
               output);
}

void Recorder::spill(SpilledBytes piece) {
  std::string& name = spilled_[piece.key];
  if (name.empty()) name = writer_->begin_spill();
  writer_->spill(name, std::move(piece.bytes));
}

// Settings that are too long for a line go into a file that the line lists.
static void move_to_file(SettingsInForce& in_force, long long seq, std::vector<MadeFile>& files) {
  if (const auto bytes = franz::move_to_file(in_force, seq))
    files.push_back({in_force.file->name, bytes});
}

void Recorder::put(EntryMade made, const std::shared_ptr<std::promise<bool>>& written) {
  if (auto* const begin = std::get_if<BeginEntry>(&made.entry))
    move_to_file(begin->in_force, next_seq_, made.files);
  if (auto* const resumed = std::get_if<ResumedEntry>(&made.entry))
    move_to_file(resumed->in_force, next_seq_, made.files);
  if (auto* const settings = std::get_if<SettingsEntry>(&made.entry))
    move_to_file(settings->in_force, next_seq_, made.files);
  ++next_seq_;
  LogUnit unit;
  unit.time = utc_text(made.time_ms);
  unit.entry = made.entry;
  for (MadeFile& file : made.files) {
    NewFile to_write{file.name, std::move(file.bytes)};
    if (file.spilled) {
      to_write.spilled = spilled_[*file.spilled];
      spilled_.erase(*file.spilled);
    }
    unit.files.push_back(std::move(to_write));
  }
  made.files.clear();
  const auto* const attempt = std::get_if<AttemptEntry>(&made.entry);
  const bool unpausable =
      attempt != nullptr && (!options_.observe.launch || attempt->witness == Witness::client);
  if (attempt != nullptr) waiting_turns_.push_back(attempt->turn);
  unit.may_be_lost = unpausable;
  const bool waits = unpausable && !written;
  const auto over = waits ? std::make_shared<std::promise<bool>>() : written;
  std::future<bool> is_over;
  if (waits) is_over = over->get_future();
  const auto shared = std::make_shared<const EntryMade>(std::move(made));
  unit.done = [inbox = inbox_, shared, over](bool is_written) {
    inbox->post(UnitDone{shared, is_written}, 1024, kMessages);
    if (over) over->set_value(is_written);
  };
  writer_->put(std::move(unit));
  // The next attempt is checked with the outcome of this one.
  if (waits && is_over.wait_for(kUnitMayTake) == std::future_status::ready && !is_over.get())
    observe_->lost(std::get<AttemptEntry>(shared->entry).turn,
                   std::get<AttemptEntry>(shared->entry).attempt);
}

void Recorder::on_done(const UnitDone& done) {
  const EntryMade& made = *done.made;
  if (const auto* const lost = std::get_if<LostEntry>(&made.entry))
    return sinks_.recorded(lost->turn);
  const auto* const attempt = std::get_if<AttemptEntry>(&made.entry);
  if (attempt == nullptr) return;
  std::erase(waiting_turns_, attempt->turn);
  if (!done.written) return observe_->lost(attempt->turn, attempt->attempt);
  last_state_line_.clear();
  // A failed attempt already has a line of its own.
  if (made.shown->is_story || attempt->usable) turn_line(*made.shown);
  sinks_.dashboard(*made.shown);
  if (made.shown->is_story) sinks_.recorded(attempt->turn);
}

void Recorder::on_wrote(const RunLine& line) {
  take(facts_, line);
  std::vector<std::string> changes;
  const bool is_news = std::visit(
      Overload{[](const AttemptEntry&) { return false; }, [](const PersonEntry&) { return false; },
               [](const NoteEntry&) { return false; },
               [&](const SettingsEntry& settings) {
                 changes.push_back(settings.text);
                 return true;
               },
               [&](const LostEntry& lost) {
                 const std::string text =
                     "turn " + std::to_string(lost.turn) + " is not recorded: " + lost.why;
                 log({LogMessage::Level::warning, text});
                 sinks_.console(text);
                 return true;
               },
               [](const auto&) { return true; }},
      line.entry);
  if (is_news) sinks_.dashboard(RunUpdate{facts_, std::move(changes)});
}

void Recorder::on_trouble(const std::string& text) {
  in_trouble_ = !text.empty();
  std::string said = text;
  if (!text.empty() && !waiting_turns_.empty())
    said += "; turn " + std::to_string(waiting_turns_.front()) + " is not recorded yet";
  sinks_.dashboard(FolderTrouble{said});
  sinks_.disk(said);
  const bool over = text.empty();
  const LogMessage message{over ? LogMessage::Level::info : LogMessage::Level::error,
                           over ? "the run folder can be written again" : said};
  sinks_.dashboard(LogLine{utc_text(time_ms_), level_name(message.level), "proxy", message.text});
  (over ? sinks_.console : sinks_.console_error)(message.text);
}

void Recorder::log(LogMessage message, const std::string& source) {
  message.text = options_.secrets.mask(message.text);
  const std::string time = utc_text(time_ms_);
  if (!options_.log_file.empty()) {
    // The text may come from a server: print one line without terminal control sequences.
    const std::string from = source == "proxy" ? "" : source + ": ";
    log_line(options_.log_file, printable(time + " " + level_name(message.level) + ": " + from +
                                          in_one_line(message.text)));
  }
  sinks_.dashboard(LogLine{time, level_name(message.level), source, message.text});
  if (message.page_requests > 0) sinks_.dashboard(PageRequests{message.page_requests});
}

// "turn   7  ok     8 actions   214 tokens   1.24 s"
void Recorder::turn_line(const TurnRecorded& turn) const {
  const TurnRow& row = turn.row;
  std::string acted = turn.error.empty() ? count_text(row.actions, "action")
                                         : turn.error.substr(0, turn.error.find('\n'));
  if (row.outcome == TurnOutcome::degraded) acted += " (degraded)";
  constexpr std::size_t kLongest = 90;
  if (acted.size() > kLongest) acted = to_valid_utf8(acted.substr(0, kLongest)) + "…";
  const std::string verdict =
      row.finished.empty() ? std::string(verdict_name(row.verdict)) : "finished";
  char head[64];
  std::snprintf(head, sizeof head, "turn %3d  %-12s ", row.turn, verdict.c_str());
  if (!row.finished.empty()) return sinks_.progress(head + acted + "; " + row.finished);
  char seconds[32];
  std::snprintf(seconds, sizeof seconds, "%.2f s", row.latency_ms / 1000);
  sinks_.progress(head + acted + ", " + count_text(row.tokens, "token") + ", " + seconds);
}

// [model] api_key_env may be edited during a run.
void Recorder::keep_secrets(const std::string& settings) {
  Result<MessageFields> fields = MessageFields::parse(settings);
  if (fields.ok()) add_keys(options_.secrets, fields.value().text("/model.api_key_env", ""));
}
}  // namespace franz
