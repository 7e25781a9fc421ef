#include "proxy/run/run_app.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>
#include "common/base/printable.h"
#include "common/formats/memories.h"
#include "common/formats/profile_choice.h"
#include "common/net/api_key.h"
#include "common/net/tls.h"
#include "common/os/clock.h"
#include "common/os/console.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/secret_variables.h"
#include "common/os/stop_signals.h"
#include "common/run/recorder_app.h"
#include "common/run/run_files.h"
#include "common/tools/surface_facts.h"
#include "common/wire/handed_settings.h"
#include "proxy/command/bounded_end_app.h"
#include "proxy/command/console_app.h"
#include "proxy/dashboard/ask_again_app.h"
#include "proxy/dashboard/dashboard_app.h"
#include "proxy/relay/relay_app.h"
#include "proxy/run/approval_prompt_app.h"
#include "proxy/run/private_screen_app.h"
#include "proxy/run/run_report_app.h"
#include "proxy/run/run_start_app.h"
#include "proxy/run/run_telemetry_app.h"
#include "proxy/run/run_window_app.h"
#include "proxy/run/started_screen_app.h"
#include "proxy/run/trial_app.h"
#include "proxy/supervisor/ports_app.h"
#include "proxy/supervisor/supervisor_app.h"
#include "proxy/telemetry/trial_score.h"

namespace franz::proxy {
using std::chrono::milliseconds;

static constexpr int kNotRecorded = 1, kWrongSettings = 2;
static constexpr int kDrainMs = 100;  // for other clients' requests in flight at the end
static constexpr milliseconds kEndTimeout{1000};      // for each part that may wait for a disk
static constexpr milliseconds kRecordMayTake{5000};   // before a trial is judged
static constexpr milliseconds kProgramTimeout{3000};  // to end after the run's last action

// The relay's address as a client on this machine reaches it.
static std::string relay_url(const Address& relay, const Upstream& upstream) {
  Address reached = relay;
  if (reached.host == "0.0.0.0") reached.host = "127.0.0.1";
  if (reached.host == "::") reached.host = "::1";
  return "http://" + to_string(reached) + upstream.path;
}

// Calls `start` with `asked`, or with the next free port if the model's server has that address: a
// relay would forward to itself endlessly, and llama-server has the dashboard's usual port.
// Failure: as `start`, or no port is free.
template <typename Listener>
static Result<std::unique_ptr<Listener>> start_beside(
    const Upstream& upstream, const Address& asked,
    const std::function<Result<std::unique_ptr<Listener>>(const Address&)>& start) {
  constexpr int kTriedPorts = 100;
  if (upstream.address.host.empty() || !reaches(upstream.address, asked)) return start(asked);
  auto listener = Result<std::unique_ptr<Listener>>(
      Error{"no port after " + to_string(asked) + ", the model's own, is free"});
  Address next = asked;
  while (!listener.ok() && next.port < std::min(asked.port + kTriedPorts, 65535)) {
    ++next.port;
    listener = start(next);
  }
  return listener;
}

// `has_screen`: a page may use the run's screen.
static ProgramUpdate update_of(const Supervisor& supervisor, bool has_screen) {
  // The supervisor's clock is steady; the page wants the time of day.
  const std::int64_t offset = unix_time_ms() - steady_time_ms();
  ProgramUpdate update;
  update.program = std::string(name_of(supervisor.program()));
  update.why = supervisor.why();
  update.launches = supervisor.launches();
  update.since = utc_text(static_cast<double>(supervisor.since_ms() + offset));
  if (has_screen)
    update.takeover = TakeoverState{supervisor.is_taken_over(), supervisor.no_takeover()};
  if (const auto until = supervisor.until_ms())
    update.until = utc_text(static_cast<double>(*until + offset));
  return update;
}

static SupervisorOptions supervisor_options(const Options& options) {
  const ProxySettings& proxy = options.settings.settings.proxy;
  SupervisorOptions supervised;
  supervised.launch = options.launch;
  supervised.end_when_finished = (options.turns > 0 || options.trial) && !options.stay;
  supervised.stay = options.stay;
  supervised.launch_delay_ms = static_cast<std::int64_t>(proxy.launch_delay_s * 1000);
  supervised.restart_delay_ms = static_cast<std::int64_t>(proxy.restart_delay_s * 1000);
  return supervised;
}

static std::optional<StartFailure> check_upstream(const Options& options) {
  const auto key = read_api_key(options.settings.settings.model.api_key_env);
  if (options.launch && !key.ok())
    return StartFailure{kWrongSettings, within("[model] api_key_env", key.error()).message};
  if (!options.upstream.tls) return std::nullopt;
  const auto trust = TlsTrust::load(options.upstream.ca_file);
  if (trust.ok()) return std::nullopt;
  return StartFailure{kWrongSettings, within(to_string(options.upstream), trust.error()).message};
}

// Completes a finished run that was killed before its seal.
static int finish(StartedRun started) {
  const Result<FinishedRun> finished = finish_run(std::move(started));
  if (!finished.ok()) {
    print_error("proxy: --resume: " + finished.error().message);
    return kNotRecorded;
  }
  Console console;
  console.line("finished   " + finished.value().finish.text);
  RecordEnd end;
  end.seal = finished.value().seal;
  end.lost_turns = finished.value().lost_turns;
  print_end(console, end);
  const int code = exit_code(finished.value().finish.reason);
  return code == 0 && !end.complete() ? kNotRecorded : code;
}

// The log's attempts as rows of the page.
static std::vector<TurnRow> rows_of(const RunStory& story) {
  std::vector<TurnRow> rows;
  for (const auto& [turn, attempts] : story.turns())
    if (const LoggedAttempt* const shown = story.shown(turn)) rows.push_back(shown->row);
  return rows;
}

// The model's last click may end the program; its last output belongs to the run.
static void wait_for_program(const PrivateDisplay& display, const SupervisorApp& supervisor) {
  const std::int64_t until = steady_time_ms() + kProgramTimeout.count();
  while (display.program_end().empty() && !supervisor.stop_was_asked() && steady_time_ms() < until)
    std::this_thread::sleep_for(milliseconds(10));
}

static StartFailure cannot_start(const std::string& why) { return {kCannotStart, why}; }

namespace {
// The parts of a run, in starting order: later parts report events to earlier ones, which outlive
// them.
class Run {
 public:
  Run(const Options& options, RunStart start, SupervisorApp& supervisor)
      : options_(options), supervisor_(supervisor), start_(std::move(start)) {
    if (options.trial)
      trial_.emplace(
          options, [this] { supervisor_.ask_to_stop(); },
          [this] { return supervisor_.stop_was_asked(); });
  }

  int perform() {
    for (const auto part : {&Run::start_page, &Run::start_model, &Run::start_record,
                            &Run::start_relay, &Run::prepare_record, &Run::start_screen}) {
      const std::optional<StartFailure> failure = (this->*part)();
      if (supervisor_.stop_was_asked()) return 0;
      if (failure) return report(*failure);
    }
    if (const std::optional<StartFailure> failure = begin()) return report(*failure);
    const int code = supervisor_.run(supervised(), supervisor_sinks());
    return end(code);
  }

 private:
  using Failure = std::optional<StartFailure>;

  static int report(const StartFailure& failure) {
    print_error_lines("proxy: " + failure.text + "\n");
    return failure.exit_code;
  }

  const Settings& settings() const { return options_.settings.settings; }
  RunFacts& about() { return start_.run.about; }

  Failure start_page() {
    auto page = start_beside<Dashboard>(
        options_.demo ? Upstream() : options_.upstream, options_.dashboard,
        [this](const Address& address) {
          return Dashboard::start({address, options_.expose, no_input()},
                                  [this](const ControlCommand& command, Dashboard::Answer answer) {
                                    supervisor_.command(
                                        command, [this, answer = std::move(answer)](
                                                     const std::optional<ControlRefusal>& refusal) {
                                          if (trial_ && !refusal) trial_->person();
                                          answer(refusal);
                                        });
                                  });
        });
    if (!page.ok())
      return cannot_start(
          explain_taken_port(options_.dashboard, "--dashboard", page.error().message));
    page_ = std::move(page).value();
    return std::nullopt;
  }

  Failure start_model() {
    if (!options_.demo) return std::nullopt;
    demo_ = ChildCommand{sibling_program("demo_vlm"),
                         {"--listen", "127.0.0.1:0"},
                         {},
                         "",
                         key_variables(settings().model.api_key_env)};
    if (trial_) {
      const Result<std::vector<std::string>> agent = trial_->agent_arguments();
      if (!agent.ok()) return cannot_start(agent.error().message);
      agent_ = agent.value();
      demo_.arguments.insert(demo_.arguments.end(), agent_.begin(), agent_.end());
    }
    const Result<Address> address = supervisor_.start_demo(demo_);
    if (!address.ok()) return cannot_start(address.error().message);
    upstream_ = Upstream{false, address.value(), ""};
    demo_.arguments = {"--listen", to_string(address.value())};
    demo_.arguments.insert(demo_.arguments.end(), agent_.begin(), agent_.end());
    return std::nullopt;
  }

  Failure start_record() {
    prompt_.emplace(console_, "http://" + to_string(page_->address()),
                    [this](const ControlCommand& command, const ApprovalPrompt::Answer& answer) {
                      supervisor_.command(
                          command, [answer](const std::optional<ControlRefusal>& refusal) {
                            answer(refusal ? std::optional(refusal->why) : std::nullopt);
                          });
                    });
    RecorderOptions recording;
    recording.observe.run = about().run;
    recording.observe.launch = options_.launch;
    recording.memory = find_memory(settings().agent.memory);
    if (upstream_.tls) recording.own_host = host_header(upstream_);
    add_keys(recording.secrets, settings().model.api_key_env);
    if (options_.bridge)
      recording.secrets.add(options_.bridge->setup.password, Secrets::kShortestKnown);
    auto collector = find_collector(settings());
    if (!collector.ok()) return StartFailure{kWrongSettings, collector.error().message};
    collector_ = std::move(collector).value();
    if (collector_) add_collector_keys(recording.secrets, *collector_);
    auto surplus = runs_to_remove(start_.runs_folder, about().name, settings().proxy.keep_runs);
    if (surplus.ok()) {
      recording.surplus_runs = std::move(surplus).value();
    } else {
      surplus_problem_ = surplus.error().message;
    }
    RecorderSinks sinks;
    sinks.dashboard = [this](ViewUpdate update) {
      if (telemetry_) telemetry_->update(update);
      page_->update(std::move(update));
    };
    sinks.console = sinks.progress = [this](std::string line) { console_.line(std::move(line)); };
    sinks.console_error = [this](std::string line) { console_.error_line(std::move(line)); };
    sinks.notes_taken = [this](const std::vector<int>& notes) { supervisor_.notes_taken(notes); };
    sinks.recorded = [this](int turn) { supervisor_.recorded(turn); };
    sinks.approval = [this](const std::optional<ApprovalAsked>& asked) { prompt_->ask(asked); };
    recorder_.emplace(std::move(recording), std::move(sinks));
    return std::nullopt;
  }

  Failure start_relay() {
    RelayOptions relaying;
    relaying.listen = options_.listen;
    relaying.upstream = upstream_;
    relaying.say = [this](const std::string& text) {
      recorder_->say(LogMessage::Level::warning, text);
    };
    auto relay = start_beside<Relay>(upstream_, options_.listen, [&](const Address& address) {
      relaying.listen = address;
      return Relay::start(
          relaying, [this](const ConnectionEvent& event) { return recorder_->connection(event); });
    });
    if (!relay.ok())
      return cannot_start(explain_taken_port(options_.listen, "--listen", relay.error().message));
    relay_ = std::move(relay).value();
    return std::nullopt;
  }

  // The run stays unchanged until we have its ports; no program of ours changes it before this.
  Failure prepare_record() {
    const Status prepared = prepare_folder(start_.run);
    if (prepared.ok()) return std::nullopt;
    return cannot_start((options_.resume.empty() ? "" : "--resume: ") + prepared.error().message);
  }

  Failure start_screen() {
    if (options_.screen_changed) about().addresses.display.clear();
    const Status started = screen_.start(
        options_, start_.canvas, *recorder_, supervisor_,
        [this](const std::string& text) {
          if (trial_) trial_->display_lost(text);
        },
        [this](const std::string& text) { console_.line(text); });
    if (!started.ok()) return cannot_start(started.error().message);
    if (!screen_.address().empty()) about().addresses.display = screen_.address();
    if (PrivateDisplay* const display = screen_.display()) {
      if (trial_)
        if (const Status ready = trial_->set_up(*display); !ready.ok())
          return cannot_start(ready.error().message);
      about().addresses.program = options_.program;
      if (!options_.resume.empty()) screen_is_new_ = screen_warning(start_.folder, about());
    }
    if (options_.screen_changed) screen_is_new_ = changed_screen_warning(start_.folder);
    const std::string& surface = settings().surface.kind;
    if (options_.launch && is_bounded_to_window(surface)) {
      auto chosen = choose_window(options_, screen_.display(), console_, supervisor_);
      if (!chosen.ok()) return StartFailure{chosen.error().exit_code, chosen.error().text};
      window_ = std::move(chosen).value();
    }
    if (shows_real_screen(surface)) page_->set_screen(screen_.look(settings(), window_));
    if (screen_.page_may_use())
      page_->set_person([this](const ApiPerson& asked, Dashboard::PersonAnswer to_page) {
        auto answer = [this, to_page = std::move(to_page)](
                          const std::optional<ControlRefusal>& refusal, const std::string& text) {
          if (trial_ && !refusal) trial_->person();
          to_page(refusal, text);
        };
        switch (asked.kind) {
          case ApiPerson::Kind::take_over: return supervisor_.take_over(std::move(answer));
          case ApiPerson::Kind::input:
            return supervisor_.person_sent(asked.lease, asked.events, std::move(answer));
          case ApiPerson::Kind::hand_back:
            return supervisor_.hand_back(asked.lease, std::move(answer));
        }
      });
    return std::nullopt;
  }

  // Why no page may use the screen, whatever the run does; empty: one may.
  std::string no_input() const {
    return options_.expose && !options_.expose_input
               ? "the page can be reached from other machines: using the screen there needs "
                 "--expose-input"
               : "";
  }

  // All parts are running: begins the log and prints the greeting.
  Failure begin() {
    about().addresses.upstream = to_string(upstream_);
    about().addresses.relay = to_string(relay_->address());
    about().addresses.dashboard = to_string(page_->address());
    page_->set_model(ask_again_at(upstream_, settings()));
    page_->set_folders(start_.folder, start_.runs_folder);
    page_->update(RunUpdate{about(), {}});
    page_->update(RowsLoaded{rows_of(start_.run.log.story)});
    if (collector_)
      telemetry_ = start_telemetry(
          options_, start_, *collector_, [this](bool is_warning, const std::string& text) {
            if (record_ends_) return console_.line(text);
            recorder_->say(is_warning ? LogMessage::Level::warning : LogMessage::Level::info, text);
          });
    const Status begun = recorder_->begin(start_.run);
    if (!begun.ok()) return cannot_start("--resume: " + begun.error().message);
    start_.run.claim.keep();
    if (trial_)
      if (const Status written = trial_->write_task(start_.folder); !written.ok())
        return cannot_start(written.error().message);
    if (!surplus_problem_.empty()) recorder_->say(LogMessage::Level::warning, surplus_problem_);
    greet(console_, options_, start_, upstream_, window_);
    for (const ServerChoice::Note& choice : options_.choices)
      recorder_->say(choice.is_warning ? LogMessage::Level::warning : LogMessage::Level::info,
                     choice.text);
    if (options_.launch && !shows_real_screen(settings().surface.kind) &&
        is_for_computer_use(settings().agent.profile))
      recorder_->say(LogMessage::Level::info,
                     "this run draws on the built-in canvas; for a real screen add -- PROGRAM or "
                     "--screen own");
    create_first_config(console_, options_);
    if (options_.listen.port != 0 && relay_->address().port != options_.listen.port)
      recorder_->say(LogMessage::Level::warning, "the relay listens at " + about().addresses.relay +
                                                     ": " + to_string(options_.listen) +
                                                     " is the model server's own address");
    if (options_.open) {
      const Status opened = open_page("http://" + about().addresses.dashboard);
      if (!opened.ok()) console_.line("the page was not opened: " + opened.error().message);
    }
    return std::nullopt;
  }

  SupervisorAppOptions supervised() {
    HandedSettings settings{options_.held, options_.settings};
    // Fixed for the run, even if the settings have changed.
    hold(settings, {kRunLog, "surface", "canvas", start_.canvas});
    SupervisorAppOptions made;
    made.supervisor = supervisor_options(options_);
    made.supervisor.last_note = recorder_->last_note();
    if (screen_.page_may_use()) {
      made.supervisor.no_takeover = no_input();
      made.person_input = screen_.executor_for_person("--person", this->settings());
      made.release_screen = screen_.executor_for_person("--release", this->settings());
    }
    made.record_is_empty = [this] { return recorder_->is_empty(); };
    made.upstream = upstream_;
    made.demo = demo_;
    made.orchestrator.program = sibling_program("orchestrator");
    made.orchestrator.withheld = {kCollectorHeaders};
    if (!options_.config.empty()) made.orchestrator.arguments = {"--config", options_.config};
    auto& environment = made.orchestrator.environment;
    environment = {
        {"FRANZ_RUN_DIR", start_.folder},
        {"FRANZ_RUN_ID", about().run},
        {"FRANZ_VLM_URL", relay_url(relay_->address(), upstream_)},
        // Servers behind TLS often share an address; this Host selects one. "": the URL's.
        {"FRANZ_VLM_HOST", upstream_.tls ? host_header(upstream_) : ""},
        {"FRANZ_VLM_SERVER", to_string(upstream_)}};
    screen_.hand_to_orchestrator(settings, environment);
    if (window_) environment.emplace_back("FRANZ_WINDOW", to_json(*window_));
    if (screen_is_new_) environment.emplace_back("FRANZ_WARNING", to_json(*screen_is_new_));
    environment.emplace_back("FRANZ_SETTINGS", to_json(settings));
    return made;
  }

  SupervisorSinks supervisor_sinks() {
    Recorder& recorder = *recorder_;
    SupervisorSinks sinks;
    sinks.loop_line = [this, &recorder](std::string line) {
      if (trial_) trial_->loop_line(line);
      recorder.loop_line(std::move(line));
    };
    sinks.loop_error_line = [&recorder](std::string line) {
      recorder.loop_error_line(std::move(line));
    };
    sinks.demo_error_line = [&recorder](std::string line) {
      recorder.demo_error_line(std::move(line));
    };
    sinks.loop_ended = [&recorder](bool well) { recorder.loop_ended(well); };
    sinks.changed = [this, &recorder](const Supervisor& state) {
      if (trial_) trial_->program_changed(state);
      ProgramUpdate update = update_of(state, screen_.page_may_use());
      update.unseen = options_.unseen;
      recorder.program(std::move(update), state.restarts());
    };
    sinks.person = [&recorder](const PersonReport& report) {
      recorder.person({report.took_over, report.text, report.counts});
      // The orchestrator's pause reports the beginning.
      if (!report.took_over) recorder.say(LogMessage::Level::info, report.text);
    };
    sinks.say = [&recorder](bool warning, const std::string& text) {
      recorder.say(warning ? LogMessage::Level::warning : LogMessage::Level::info, text);
    };
    return sinks;
  }

  // `code`: the supervisor's exit code.
  int end(int code) {
    if (trial_) code = measure();
    if (screen_.display() != nullptr && !options_.program.empty() && code == 0)
      wait_for_program(*screen_.display(), supervisor_);
    screen_.end();
    BoundedEnd relay_end([this] { relay_->stop(kDrainMs); });
    relay_end.over_within(milliseconds(kDrainMs) + kEndTimeout);
    if (const std::string lost = telemetry_ ? telemetry_->losses() : ""; !lost.empty())
      recorder_->say(LogMessage::Level::warning, "telemetry: until now " + lost);
    record_ends_ = true;
    const RecordEnd record_end = recorder_->stop();
    BoundedEnd telemetry_end([this] {
      if (telemetry_) telemetry_->finish(score_);
    });
    const bool discards = is_disposable(record_end);
    if (!record_end.abandoned && !discards) print_exchange_log(console_, start_.folder);
    if (!discards) print_end(console_, record_end);
    const int exit_code = code == 0 && !record_end.complete() ? kNotRecorded : code;
    BoundedEnd page_end([this] { page_->stop(); });  // may be reading a run's files
    BoundedEnd children_end([this] { supervisor_.end_children(); });
    bool ended = telemetry_end.over_within(kTelemetryFlush + kEndTimeout);
    if (const std::string lost = telemetry_ ? telemetry_->losses() : ""; !lost.empty())
      console_.line("telemetry  " + lost);
    ended = ended && relay_end.over_within(kEndTimeout) && page_end.over_within(kEndTimeout) &&
            children_end.over_within(kEndTimeout);
    // If a thread still waits for the disk, any access to the run folder would wait too.
    if (!ended || record_end.abandoned) {
      console_.finish();
      std::_Exit(exit_code);
    }
    if (discards) {
      const Status discarded = start_.run.claim.discard();
      console_.line(discarded.ok() ? "nothing was recorded: " + start_.folder + " was removed"
                                   : "nothing was recorded: " + discarded.error().message);
    }
    return exit_code;
  }

  // Returns the exit code. The score is part of what the run's end lists.
  int measure() {
    const std::int64_t until = steady_time_ms() + kRecordMayTake.count();
    while (!recorder_->is_empty() && steady_time_ms() < until)
      std::this_thread::sleep_for(milliseconds(10));
    const Result<TaskResult> result = trial_->measure(screen_.display(), start_.folder);
    console_.line("task       " + (result.ok() ? task_line(result.value())
                                               : options_.trial->task.id +
                                                     ": not measured: " + result.error().message));
    if (result.ok()) score_ = trial_score(result.value());
    const bool measured = result.ok() && result.value().outcome == TrialOutcome::measured;
    return measured ? 0 : kCannotStart;
  }

  // A new run that was stopped or failed before the first answer of the model's server. Its folder
  // has no turn, and its logs only repeat the console.
  bool is_disposable(const RecordEnd& end) const {
    return options_.launch && !start_.run.resumed && end.complete() && !end.eventful;
  }

  const Options& options_;
  SupervisorApp& supervisor_;
  RunStart start_;
  std::string surplus_problem_;  // why old runs are kept; empty: they are removed
  std::unique_ptr<Dashboard> page_;
  Upstream upstream_ = options_.upstream;  // with --upstream demo: its address once known
  ChildCommand demo_;
  std::vector<std::string> agent_;  // the demo model's further arguments; empty: its own policy
  Console console_;
  std::optional<ApprovalPrompt> prompt_;
  std::optional<Collector> collector_;     // nothing: [telemetry] is off
  std::optional<TrialScore> score_;        // of a measured trial
  std::atomic<bool> record_ends_ = false;  // no more messages for the log
  std::unique_ptr<Telemetry> telemetry_;   // null: none; set before the recorder begins
  std::optional<Recorder> recorder_;
  std::unique_ptr<Relay> relay_;
  StartedScreen screen_;
  std::optional<TurnWarning> screen_is_new_;
  std::optional<WindowTarget> window_;
  std::optional<TaskTrial> trial_;  // of a run with a task; its programs end before the display
};
}  // namespace

int run_loop(const Options& options) {
  const auto owned = std::make_shared<SupervisorApp>();
  SupervisorApp& supervisor = *owned;
  watch_stop_signals([weak = std::weak_ptr(owned)](int count) {
    // The children end with this process in any case.
    if (count > 1) std::_Exit(kStopped);
    if (const auto running = weak.lock()) running->ask_to_stop();
  });
  const auto report = [](const StartFailure& failure) {
    print_error("proxy: " + failure.text);
    return failure.exit_code;
  };
  if (const auto failure = check_upstream(options)) return report(*failure);
  if (options.trial)
    if (const auto failure = refuse_trial(options)) return report(*failure);
  auto prepared = prepare_run(options, [&supervisor] { return !supervisor.stop_was_asked(); });
  if (supervisor.stop_was_asked()) return 0;
  if (!prepared.ok()) return report(prepared.error());
  RunStart& start = prepared.value();
  if (start.run.finished) return finish(std::move(start.run));
  return Run(options, std::move(start), supervisor).perform();
}
}  // namespace franz::proxy
