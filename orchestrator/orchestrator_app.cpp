#include "orchestrator/orchestrator_app.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <random>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/desktop/private_display_app.h"
#include "common/desktop/window_asking_app.h"
#include "common/formats/memories.h"
#include "common/formats/profile_choice.h"
#include "common/net/api_key.h"
#include "common/net/model_client.h"
#include "common/os/ask_child.h"
#include "common/os/clock.h"
#include "common/os/detached_thread.h"
#include "common/os/file_lock.h"
#include "common/os/files.h"
#include "common/os/open_files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/release_input.h"
#include "common/os/screen_watch.h"
#include "common/os/secret_variables.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/run/recorder_app.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_log_app.h"
#include "common/run/start_run_app.h"
#include "common/settings/held_settings.h"
#include "common/settings/scenario_files_app.h"
#include "common/settings/settings_reader_app.h"
#include "common/tools/surface_facts.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/model_url.h"
#include "common/wire/turn_warning.h"
#include "orchestrator/command_box_app.h"
#include "orchestrator/exchange_log_app.h"
#include "orchestrator/load_state_app.h"
#include "orchestrator/options_app.h"
#include "orchestrator/output_app.h"
#include "orchestrator/picture_dump_app.h"
#include "orchestrator/settings_source_app.h"
#include "orchestrator/start_settings_app.h"
#include "orchestrator/status_feed_app.h"
#include "orchestrator/turn_loop.h"
#include "orchestrator/turn_request.h"

namespace franz::orchestrator {
static constexpr std::size_t kNeededFiles = 32;  // a turn takes some 15
static constexpr int kNotRecorded = 1;
static constexpr std::size_t kMaxCommandLine = 64UL << 10U;

// Lets go of what an executor that did not come to its end holds down on a real screen.
static void release_input(const std::string& display, const std::string& api_key_env,
                          Output& output) {
  if (const Status released = franz::release_input(display, api_key_env); !released.ok())
    output.log(LogLevel::warning, released.error().message);
}

// The run folder of an orchestrator that runs alone, claimed. `run_dir` empty: a new one.
static Result<StartedRun, StartFailure> start_run(const std::string& run_dir,
                                                  const std::string& runs) {
  if (run_dir.empty()) return start_new_run(runs, "orchestrator");
  if (const Status made = make_folders(run_dir); !made.ok())
    return StartFailure{kNotRecorded, "the run folder: " + made.error().message};
  return resume_run(run_dir, "orchestrator", MissingRun::begin);
}

// Whether there is a run in that folder: it has chosen, whatever can be read of it now.
static bool goes_on(const std::string& run_dir) {
  const Result<RunDir> dir = run_dir.empty() ? Error{"a new one"} : RunDir::open(run_dir);
  return dir.ok() && dir.value().folder().kind(kRunLog).has_value();
}

static void log_seal(const std::string& seal, const TurnRanges& lost_turns, Output& output) {
  const std::string lost = to_text(lost_turns);
  if (!lost.empty())
    output.log(LogLevel::error, "the run is not completely recorded: lost: " + lost);
  output.log(LogLevel::info, "seal " + seal + (lost.empty() ? "" : " of an incomplete record"));
}

// A run that a kill kept from its end. The exit code.
static int finish(StartedRun started, Output& output) {
  const Result<FinishedRun> finished = finish_run(std::move(started));
  if (!finished.ok()) return output.fail(kNotRecorded, finished.error().message);
  output.log(LogLevel::info, "finished: " + finished.value().finish.text);
  log_seal(finished.value().seal, finished.value().lost_turns, output);
  const int code = exit_code(finished.value().finish.reason);
  return code == 0 && !finished.value().lost_turns.empty() ? kNotRecorded : code;
}

// Makes a run that begins or goes on ready for its recorder. `surplus`: older ones that make room.
static Status prepare(StartedRun& started, const ModelUrl& upstream,
                      const ResolvedSettings& settings, std::vector<std::string>& surplus,
                      Output& output) {
  const ProxySettings& proxy = settings.settings.proxy;
  set_in_force(started, settings);
  started.about.addresses = {upstream.text(), "", "", "", {}};
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

// The recorder of a run without a proxy.
static std::unique_ptr<Recorder> make_recorder(const StartedRun& started,
                                               std::vector<std::string> surplus,
                                               const Memory& memory, const std::string& api_key_env,
                                               CommandBox& commands, Output& output) {
  RecorderOptions options;
  options.observe.run = started.about.run;
  options.observe.witness = Witness::self;
  options.memory = &memory;
  add_keys(options.secrets, api_key_env);
  options.surplus_runs = std::move(surplus);
  options.log_file = "";  // what is said has its line by log_line()
  RecorderSinks sinks;
  sinks.console_error = [&output](const std::string& line) { output.log(LogLevel::error, line); };
  sinks.recorded = [&commands](int turn) {
    ControlCommand command{ControlCommand::Kind::recorded};
    command.turn = turn;
    static_cast<void>(commands.put(std::move(command)));
  };
  return std::make_unique<Recorder>(std::move(options), std::move(sinks));
}

// One orchestrator at a time goes on with a run, whoever started it.
static Result<std::unique_ptr<FileLock>> lock_state(const RunDir& run) {
  auto lock = FileLock::take(run.folder(), kStateLockFile,
                             "orchestrator, process " + std::to_string(own_process_id()));
  if (lock.ok()) return std::move(lock).value();
  if (!lock.error().by_other) return Error{lock.error().text};
  const std::string& owner = lock.error().text;
  return Error{"another orchestrator goes on with " + run.path() +
               (owner.empty() ? "" : " (" + owner + ")")};
}

namespace {
// What ends the run from outside.
struct Stopping {
  ModelClient client;
  TurnCut cut{[this] { client.stop(); }, [this] { client.go_on(); }};
  CommandBox commands{cut};
};
}  // namespace

int run_orchestrator_app(int argument_count, const char* const* arguments) {
  Options options;
  const bool under_proxy = environment("FRANZ_RUN_ID").has_value();
  Output output(under_proxy ? Output::Copies::none : Output::Copies::kept);
  if (const auto code = parse_options(argument_count, arguments, options)) return *code;
  if (const Status files = require_open_files(kNeededFiles); !files.ok())
    return output.fail(3, files.error().message);

  if (const Status named = name_scenarios(options.config, options.flags); !named.ok())
    return output.fail(2, named.error().message);
  const Result<FromProxy> given = read_environment();
  if (!given.ok()) return output.fail(2, given.error().message);
  std::string run_dir =
      options.run_dir.empty() ? environment("FRANZ_RUN_DIR").value_or("") : options.run_dir;
  if (!under_proxy && !run_dir.empty()) {
    hold_canvas(run_dir, options.flags);
    if (const Status kept = hold_choices(run_dir, options.flags); !kept.ok())
      return output.fail(2, kept.error().message);
  }
  std::optional<ResolvedSettings> before;
  if (const std::optional<HandedSettings>& handed = given.value().settings) {
    options.flags.insert(options.flags.end(), handed->flags.begin(), handed->flags.end());
    before = handed->in_force;
  }
  SettingsReader reader(options.config, options.flags, std::move(before));
  if (const Status started = reader.start(BadFile::refuse); !started.ok())
    return output.fail(2, started.error().message);
  if (!under_proxy) {
    if (const Status settled = settle_surface(reader); !settled.ok())
      return output.fail(2, settled.error().message);
    if (!goes_on(run_dir))
      if (const Status chosen = choose_by_server(options, reader, output); !chosen.ok())
        return output.fail(2, chosen.error().message);
    if (const Status held = settle_objective(run_dir, reader); !held.ok())
      return output.fail(2, held.error().message);
  }
  const Settings& at_start = reader.current().settings;
  // The proxy names the display that it started.
  const DisplayFacts displays = display_facts(false);
  if (const Status display = check_display(at_start.surface, displays); !display.ok())
    return output.fail(2, display.error().message);
  output.add_key(at_start.model.api_key_env);
  RunScreen screen = screen_of_run(at_start.surface, displays, given.value().private_display);
  if (is_bounded_to_window(at_start.surface.kind)) {
    screen.window = given.value().window;
    if (!screen.window) {
      auto chosen = ask_for_window(
          {at_start.surface.window, screen.display, "", at_start.model.api_key_env, 0, {}, {}});
      if (!chosen.ok()) {
        print_error_lines(output.mask("orchestrator: " + chosen.error().text + "\n"));
        return chosen.error().exit_code;
      }
      screen.window = std::move(chosen).value();
      output.log(LogLevel::info,
                 "the window is id:" + screen.window->id + " \"" + screen.window->title + "\"");
    }
  }
  if (screen.person) {
    const Status held =
        reader.start_with(held_on_a_persons_screen(reader.current()), BadFile::keep_going);
    if (!held.ok()) return output.fail(2, held.error().message);
  }
  // The settings take no other name than a row's.
  const Memory& memory = *find_memory(at_start.agent.memory);
  const Api& api = *find_api(at_start.model.api);

  ModelServer server = model_server(options, at_start);
  if (server.url == "demo")
    return output.fail(
        2, "the demo model is started by the proxy; name a running server with --vlm URL");
  const Result<ModelUrl> url = parse_model_url(server.url);
  if (!url.ok()) return output.fail(2, "the model's address: " + url.error().message);
  if (url.value().tls && !http_client_speaks_tls())
    return output.fail(2, server.url + ": this build has no TLS; it needs an http:// address");
  // Under the proxy the loop pauses and says so: the setting may have been edited in mid-run.
  if (const auto key = read_api_key(at_start.model.api_key_env); !key.ok() && !under_proxy)
    return output.fail(2, within("[model] api_key_env", key.error()).message);

  // Shared with the threads of signals and input, which outlive this function.
  const auto stopping = std::make_shared<Stopping>();
  ModelClient& client = stopping->client;
  CommandBox& commands = stopping->commands;
  watch_stop_signals([stopping](int count) {
    if (count > 1) std::_Exit(kStopped);
    static_cast<void>(stopping->commands.put({ControlCommand::Kind::stop, ""}));
  });

  std::optional<StartedRun> started;   // nothing: the proxy records the run
  std::unique_ptr<Recorder> recorder;  // likewise
  if (!under_proxy) {
    auto begun = start_run(run_dir, at_start.proxy.runs);
    if (!begun.ok()) return output.fail(begun.error().exit_code, begun.error().text);
    if (begun.value().finished) return finish(std::move(begun).value(), output);
    started.emplace(std::move(begun).value());
    std::vector<std::string> surplus;
    if (const Status ready = prepare(*started, url.value(), reader.current(), surplus, output);
        !ready.ok())
      return output.fail(3, ready.error().message);
    recorder = make_recorder(*started, std::move(surplus), memory, at_start.model.api_key_env,
                             commands, output);
    run_dir = started->claim.folder();
  }
  Result<Folder> folder = Folder::make(run_dir);
  if (!folder.ok()) return output.fail(1, "the run folder: " + folder.error().message);
  const RunDir run(std::move(folder).value());
  auto lock = lock_state(run);
  if (!lock.ok()) return output.fail(3, lock.error().message);
  Result<LoadedLog> log = load_log(run);
  if (!log.ok() && log.error().code != ErrorCode::missing)
    return output.fail(1, log.error().message);
  const RunStory story = log.ok() ? std::move(log.value().story) : RunStory();
  Result<LoopState> state = load_state(run, story, output);
  if (!state.ok()) return output.fail(1, state.error().message);
  // Whoever began to act has left no result: it may have ended with a button or key down.
  if (!screen.display.empty() && state.value().acting && !state.value().acting->result)
    release_input(screen.display, at_start.model.api_key_env, output);
  std::vector<Step> steps;
  if (memory.need == Need::all_steps) {
    Result<std::vector<Step>> loaded = load_steps(run, story, state.value());
    if (!loaded.ok()) return output.fail(3, loaded.error().message);
    steps = std::move(loaded).value();
  }

  SettingsSource settings(reader, output);
  if (const Status read = settings.start(state.value().turn + 1); !read.ok())
    return output.fail(2, read.error().message);
  if (recorder) {
    if (const Status begun = recorder->begin(*started); !begun.ok())
      return output.fail(3, begun.error().message);
    started->claim.keep();
    output.copy_to([&](const LoopEvent& event) { recorder->loop_event(event); },
                   [&](const std::string& line) {
                     recorder->log_line(kOrchestratorLog,
                                        printable(utc_text(static_cast<double>(unix_time_ms())) +
                                                  " " + to_valid_utf8(line)));
                   });
  }
  start_detached_thread([&] {
    read_input_lines(kMaxCommandLine, [&](std::string_view line) {
      if (line.empty()) return;
      Result<ControlCommand> command = parse_control_command(line);
      const Status taken =
          command.ok() ? commands.put(std::move(command).value()) : command.error();
      if (taken.ok()) return;
      output.log(LogLevel::warning, "a command was refused: " + taken.error().message);
    });
  });  // blocks in read until the program ends

  ExchangeLog exchange_log(run_dir, api, output);
  PictureDump dump(output);
  const std::string run_id =
      started ? started->about.run : environment("FRANZ_RUN_ID").value_or("");
  std::mt19937 random{std::random_device{}()};
  std::unique_ptr<StatusFeed> status;  // null: no window
  if (screen.person && displays.windows && at_start.safety.status_window)
    status = std::make_unique<StatusFeed>(
        status_window_command(at_start.model.api_key_env),
        StatusFeedPorts{
            [&output](std::string_view text) { return output.mask(text); },
            [&output](const std::string& text) { output.log(LogLevel::warning, text); }});
  std::unique_ptr<ScreenWatch> watch;  // null: nobody sits at the screen
  LoopPorts ports;
  ports.read_settings = [&](int turn) {
    LoopSettings now = settings.read_again(turn);
    now.screen = screen;  // [surface] display works on restart only
    output.add_key(now.settings.model.api_key_env);
    server.api_key_env = now.settings.model.api_key_env;
    exchange_log.set_on(now.settings.agent.exchange_log);
    output.set_exchange_log(exchange_log.place());
    return now;
  };
  ports.screen_size = [&](const Settings& now, const RunScreen& seen) -> Result<Size> {
    const int deadline_ms = executor_deadline_ms(now);
    const auto looked = ask_child("executor", to_json(size_request(now, seen)), deadline_ms,
                                  parse_executor_reply, stopping->cut.token(), server.api_key_env);
    if (!looked.ok()) return Error{"the executor " + describe(looked.error())};
    const ExecutorReply& reply = looked.value();
    if (reply.screen.width > 0 && reply.screen.height > 0)
      return Size{reply.screen.width, reply.screen.height};
    return Error{reply.degraded.empty() ? "there is no picture of it" : reply.degraded.front()};
  };
  ports.dump_file = [&](const Settings& now) { return dump.next_file(now.agent.dump_dir); };
  ports.execute = [&](const ExecutorRequest& asked, int deadline_ms) {
    ExecutorRequest request = asked;
    request.desktop.launch_prefix = given.value().launch_prefix;
    const bool real = !is_repeatable(request.options.surface);
    const std::stop_token cut = stopping->cut.token();
    if (cut.stop_requested())
      return Result<ExecutorReply, ChildFailure>(
          ChildFailure{ChildFailure::Kind::ended, deadline_ms, "stopped before it began"});
    if (real && request.mode == ActingMode::interrupted)
      release_input(request.options.display, server.api_key_env, output);
    auto acted = ask_child("executor", to_json(request), deadline_ms, parse_executor_reply, cut,
                           server.api_key_env);
    if (!acted.ok() && real) {
      if (watch) watch->release();  // it is there already
      release_input(request.options.display, server.api_key_env, output);
    }
    if (acted.ok()) dump.save(request.dump_file, acted.value().screenshot_b64);
    return acted;
  };
  ports.ask = [&](const Question& question) {
    const Settings& now = *question.settings;
    server.first_byte_ms = static_cast<int>(std::lround(now.limits.first_byte_s * 1000));
    server.idle_ms = static_cast<int>(std::lround(now.limits.idle_s * 1000));
    const ModelRequest request{question.body, FranzTurn{run_id, question.turn, "", question.after},
                               question.max_tokens};
    exchange_log.request(question.body);
    ModelTap tap;
    if (recorder)
      tap = {[&](const FranzTurn& id, std::string_view whole) { recorder->sent(id, whole); },
             [&](std::string_view piece) { recorder->received(piece); }};
    ModelAnswer answer = client.ask(server, request, tap);
    exchange_log.response(answer);
    if (recorder) recorder->answered(answer.transport == ServerAnswer::Transport::whole);
    if (const std::string place = exchange_log.place();
        !place.empty() && (answer.transport != ServerAnswer::Transport::whole ||
                           answer.reply.kind != ModelReply::Kind::reply))
      output.log(LogLevel::info, "the failed exchange is in " + place);
    return answer;
  };
  ports.choose_model = [&](const std::string& model) {
    reader.hold({"the dashboard", "model", "name", model});
  };
  ports.other_model = [&](std::span<const std::string> listed) -> std::optional<std::string> {
    const Settings& now = reader.current().settings;
    if (model_is_settled(reader.current())) return std::nullopt;
    const auto other = choose_model(now.model.name, now.agent.profile, listed);
    if (!other) return std::nullopt;
    reader.hold({"--model auto", "model", "name", other->name, true});
    return other->name;
  };
  ports.list_models = [&] { return client.list_models(server); };
  ports.context_length = [&](const std::string& model, const Question& asked) {
    return client.ask_context(server, model, FranzTurn{run_id, asked.turn, "", asked.after});
  };
  ports.store = [&](const LoopState& now, LoopPorts::Storing storing) -> Status {
    // One that was moved away is not made again: the run waits until it is back.
    if (!run.folder().is_still_there()) return Error{run.path() + ": the run folder is gone"};
    return run.folder().replace(
        kStateFile, to_json(now),
        storing == LoopPorts::Storing::safe ? Durability::synced : Durability::buffered);
  };
  ports.load_picture = [&](int turn, const PictureRef& picture) {
    return load_picture(run, turn, picture);
  };
  ports.emit = [&](const LoopEvent& event) {
    output.emit(event);
    if (status) status->tell(event);
  };
  ports.log = [&](LogLevel level, const std::string& text) { output.log(level, text); };
  ports.next_command = [&](int wait_ms) { return commands.next(wait_ms); };
  ports.warning = [&](int turn) -> std::optional<Warning> {
    const std::optional<TurnWarning>& warning = given.value().warning;
    if (!warning || warning->turn != turn) return std::nullopt;
    return warning->warning;
  };
  ports.unix_ms = unix_time_ms;
  ports.steady_ms = steady_time_exact_ms;
  ports.utc = utc_time;
  ports.random = [&] { return std::uniform_real_distribution<double>()(random); };

  if (screen.person)
    watch = std::make_unique<ScreenWatch>(
        screen.display, at_start.safety.panic_key, at_start.model.api_key_env,
        ScreenWatchPorts{
            [&commands](ControlCommand command) {
              static_cast<void>(commands.put(std::move(command)));  // only notes find no room
            },
            [&output](const std::string& text) { output.log(LogLevel::warning, text); }});
  TurnLoop loop(std::move(ports), memory, api, std::move(state).value(), run_dir, std::move(steps));
  const Finish finish = loop.run();
  watch.reset();
  status.reset();
  output.log(LogLevel::info, "finished: " + finish.text);
  if (const std::string place = exchange_log.place(); !place.empty())
    output.log(LogLevel::info, "exchange log: " + place);
  int code = exit_code(finish.reason);
  if (recorder) {
    const RecordEnd end = recorder->stop();
    if (end.seal.ok()) log_seal(end.seal.value(), end.lost_turns, output);
    if (!end.seal.ok())
      output.log(LogLevel::error,
                 "no seal: the end could not be recorded: " + end.seal.error().message);
    if (code == 0 && !end.complete()) code = kNotRecorded;
    output.copy_to({}, {});
    recorder.reset();
  }
  lock.value().reset();
  started.reset();  // the folder is free again
  // The input thread still reads: leave without waiting for it.
  std::_Exit(code);
}
}  // namespace franz::orchestrator
