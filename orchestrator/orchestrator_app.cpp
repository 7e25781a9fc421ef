#include "orchestrator/orchestrator_app.h"
#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/desktop/bridge_setup_app.h"
#include "common/desktop/bridge_start_app.h"
#include "common/desktop/private_display_app.h"
#include "common/desktop/screen_bridge_app.h"
#include "common/desktop/window_asking_app.h"
#include "common/formats/memories.h"
#include "common/net/api_key.h"
#include "common/os/detached_thread.h"
#include "common/os/open_files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/secret_variables.h"
#include "common/os/stdio.h"
#include "common/os/stop_signals.h"
#include "common/run/start_run_app.h"
#include "common/settings/held_settings.h"
#include "common/settings/scenario_files_app.h"
#include "common/settings/settings_reader_app.h"
#include "common/tools/surface_facts.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/model_url.h"
#include "common/wire/turn_warning.h"
#include "orchestrator/loop_ports_app.h"
#include "orchestrator/open_run_app.h"
#include "orchestrator/options_app.h"
#include "orchestrator/own_record_app.h"
#include "orchestrator/turn_loop.h"

namespace franz::orchestrator {
static constexpr std::size_t kNeededFiles = 32;  // a turn takes some 15
static constexpr std::size_t kMaxCommandLine = 64UL << 10U;

namespace {
// What is settled before the run folder is opened.
struct Start {
  bool under_proxy = false;
  std::shared_ptr<Stopping> stopping = std::make_shared<Stopping>();
  Options options;
  std::string run_dir;  // empty: a new one
  SettingsReader reader{"", {}};
  FromProxy given;
  DisplayFacts displays;
  std::unique_ptr<ScreenBridge> bridge;  // null: the proxy has it, or the screen needs none
  std::string screen_address;            // of a screen behind our bridge; empty: none
  RunScreen screen;
  bool screen_changed = false;  // a resumed run was on another one

  const Settings& settings() const { return reader.current().settings; }
};
}  // namespace

// Reports a failure unless its text is empty, which means: reported already. Returns the exit code.
static int report(const StartFailure& failure, Output& output) {
  return failure.text.empty() ? failure.exit_code : output.fail(failure.exit_code, failure.text);
}

// Failure: exit 2.
static Status read_start_settings(Start& start, Output& output) {
  Options& options = start.options;
  SettingsReader& reader = start.reader;
  if (Status named = name_scenarios(options.config, options.flags); !named.ok()) return named;
  Result<FromProxy> given = read_environment();
  if (!given.ok()) return std::move(given).error();
  start.given = std::move(given).value();
  start.run_dir =
      options.run_dir.empty() ? environment("FRANZ_RUN_DIR").value_or("") : options.run_dir;
  if (!start.under_proxy && !start.run_dir.empty()) {
    hold_canvas(start.run_dir, options.flags);
    if (Status kept = hold_choices(start.run_dir, options.flags); !kept.ok()) return kept;
  }
  std::optional<ResolvedSettings> before;
  if (const std::optional<HandedSettings>& handed = start.given.settings) {
    options.flags.insert(options.flags.end(), handed->flags.begin(), handed->flags.end());
    before = handed->in_force;
  }
  reader = SettingsReader(options.config, options.flags, std::move(before));
  if (Status read = reader.start(BadFile::refuse); !read.ok()) return read;
  if (start.under_proxy) return Done{};
  if (Status settled = settle_surface(reader); !settled.ok()) return settled;
  if (!has_run(start.run_dir))
    if (Status chosen = choose_by_server(options, reader, output); !chosen.ok()) return chosen;
  return settle_objective(start.run_dir, reader);
}

// Asks which window the run is bounded to, unless the proxy says. Failure: the exit code; the
// reason is reported already.
static Result<Done, StartFailure> choose_window(Start& start, Output& output) {
  const Settings& settings = start.settings();
  if (!is_bounded_to_window(settings.surface.kind)) return Done{};
  start.screen.window = start.given.window;
  if (start.screen.window) return Done{};
  auto chosen = ask_for_window(
      {settings.surface.window, start.screen.display, "", settings.model.api_key_env, 0, {}, {}});
  if (!chosen.ok()) {
    print_error_lines(output.mask("orchestrator: " + chosen.error().text + "\n"));
    return StartFailure{chosen.error().exit_code, ""};
  }
  const WindowTarget& window = start.screen.window.emplace(std::move(chosen).value());
  output.log(LogLevel::info, "the window is id:" + window.id + " \"" + window.title + "\"");
  return Done{};
}

// Connects to the screen. Failure: the exit code.
static Result<Done, StartFailure> start_bridge(Start& start, Output& output) {
  Result<ScreenBridgeOptions> options = bridge_options(start.settings().surface, start.displays);
  if (!options.ok()) return StartFailure{2, options.error().message};
  add_panic_key(options.value(), start.reader.current(), start.displays);
  output.add_secret(options.value().setup.password);
  options.value().secrets = key_variables(start.settings().model.api_key_env);
  start.screen_address = screen_address(options.value().setup);
  BridgeStartPorts ports;
  ports.say = [&output](bool is_warning, const std::string& text) {
    output.log(is_warning ? LogLevel::warning : LogLevel::info, text);
  };
  ports.command = [stopping = start.stopping](const ControlCommand& command) {
    static_cast<void>(stopping->commands.put(command));  // only notes find no room
  };
  auto bridge = start_screen_bridge(options.value(), ports);
  if (!bridge.ok()) return StartFailure{3, bridge.error().message};
  start.bridge = std::move(bridge).value();
  return Done{};
}

// Whether a run that is resumed without a proxy goes on on its screen. Failure: as keeps_screen().
static Status check_resumed_screen(Start& start) {
  if (!has_run(start.run_dir)) return Done{};
  const Result<bool> kept = keeps_screen(start.reader.current(), start.displays, start.run_dir,
                                         remote_screen_of(start.run_dir));
  if (!kept.ok()) return within("--run-dir", kept.error());
  start.screen_changed = !kept.value();
  return Done{};
}

// Refuses what the screen cannot keep, says what is not seen there, and switches off the tools that
// cannot work. Failure: names the setting.
static Status limit_to_screen(Start& start, Output& output) {
  const Result<ScreenLimits> limits = screen_limits(start.reader.current(), start.displays);
  if (!limits.ok()) return limits.error();
  if (!limits.value().unseen.empty()) output.log(LogLevel::warning, limits.value().unseen);
  std::vector<FlagValue> flags;
  for (const ToolOff& off : limits.value().tools) {
    if (!off.why.empty()) output.log(LogLevel::info, off.why);
    flags.push_back(off.flag);
  }
  return start.reader.start_with(flags, BadFile::refuse);
}

// Finds the screen of the run, and holds the settings that a person's screen needs. Failure: the
// exit code; an empty text: the reason is reported already.
static Result<Done, StartFailure> choose_screen(Start& start, Output& output) {
  start.displays = display_facts(false);  // the proxy names a display that it started
  const Settings& settings = start.settings();
  if (const Status display = check_display(settings.surface, start.displays); !display.ok())
    return StartFailure{2, display.error().message};
  output.add_key(settings.model.api_key_env);
  // The proxy has done this for its orchestrators.
  if (!start.under_proxy) {
    if (const Status named = check_resumed_screen(start); !named.ok())
      return StartFailure{2, named.error().message};
    if (const Status limited = limit_to_screen(start, output); !limited.ok())
      return StartFailure{2, limited.error().message};
  }
  std::string& started_display = start.given.started_display;
  if (!start.under_proxy && needs_bridge(settings.surface, start.displays)) {
    if (auto begun = start_bridge(start, output); !begun.ok()) return begun;
    started_display = start.bridge->name();
  }
  start.screen = screen_of_run(settings.surface, start.displays, started_display);
  if (auto window = choose_window(start, output); !window.ok()) return window;
  if (!start.screen.person) return Done{};
  const Status held = start.reader.start_with(held_on_a_persons_screen(start.reader.current()),
                                              BadFile::keep_going);
  if (!held.ok()) return StartFailure{2, held.error().message};
  return Done{};
}

// The address of the model's server. Failure: it cannot be asked (exit 2).
static Result<ModelUrl> check_server(const ModelServer& server, const Start& start) {
  if (server.url == "demo")
    return Error{"the demo model is started by the proxy; name a running server with --vlm URL"};
  Result<ModelUrl> url = parse_model_url(server.url);
  if (!url.ok()) return within("the model's address", url.error());
  if (url.value().tls && !http_client_speaks_tls())
    return Error{server.url + ": this build has no TLS; it needs an http:// address"};
  // Under the proxy the loop pauses and reports it: the setting may be an edit during the run.
  if (const auto key = read_api_key(start.settings().model.api_key_env);
      !key.ok() && !start.under_proxy)
    return within("[model] api_key_env", key.error());
  return url;
}

static void stop_on_signals(const std::shared_ptr<Stopping>& stopping) {
  watch_stop_signals([stopping](int count) {
    if (count > 1) std::_Exit(kStopped);
    static_cast<void>(stopping->commands.put({ControlCommand::Kind::stop, ""}));
  });
}

// On a thread that blocks in read until the program ends.
static void read_commands(std::shared_ptr<Stopping> stopping, Output& output) {
  start_detached_thread([stopping, &output] {
    read_input_lines(kMaxCommandLine, [&](std::string_view line) {
      if (line.empty()) return;
      Result<ControlCommand> command = parse_control_command(line);
      const Status taken =
          command.ok() ? stopping->commands.put(std::move(command).value()) : command.error();
      if (taken.ok()) return;
      output.log(LogLevel::warning, "a command was refused: " + taken.error().message);
    });
  });
}

// Runs the loop to its end. Returns its exit code.
static int run_loop(AppParts& parts, const Start& start, OpenRun& run, const Memory& memory,
                    const Api& api) {
  start_feeds(parts, start.settings(), start.displays.windows);
  TurnLoop loop(loop_ports(parts), memory, api, std::move(run.state), start.run_dir,
                std::move(run.steps));
  const Finish finish = loop.run();
  parts.watch.reset();
  parts.status.reset();
  parts.output.log(LogLevel::info, "finished: " + finish.text);
  if (const std::string place = parts.exchange_log.place(); !place.empty())
    parts.output.log(LogLevel::info, "exchange log: " + place);
  return exit_code(finish.reason);
}

// Opens the run, runs it and exits. Returns the exit code only if the run cannot begin.
static int run(Start& start, ModelServer server, const ModelUrl& url, Output& output) {
  // The settings accept only names that are found.
  const Memory& memory = *find_memory(start.settings().agent.memory);
  const Api& api = *find_api(start.settings().model.api);
  const std::shared_ptr<Stopping>& stopping = start.stopping;
  stop_on_signals(stopping);
  std::optional<OwnRecord> record;  // nothing: the proxy records the run
  if (!start.under_proxy) {
    auto claimed = claim_record(start.run_dir, start.reader.current(), url, start.screen_address,
                                memory, stopping->commands, output);
    if (!claimed.ok()) return report(claimed.error(), output);
    record.emplace(std::move(claimed).value());
    start.run_dir = record->started.claim.folder();
  }
  auto opened = open_run(start.run_dir, memory.need, output);
  if (!opened.ok()) return report(opened.error(), output);
  std::optional<OpenRun> run(std::move(opened).value());
  if (start.screen_changed) start.given.warning = screen_changed(run->state.turn + 1);
  const std::optional<Acting>& acting = run->state.acting;
  // Without a result, the process that acted may have ended with a button or key down.
  if (!start.screen.display.empty() && acting && !acting->result)
    release_input(start.screen.display, start.settings().model.api_key_env, output);
  SettingsSource source(start.reader, output);
  if (const Status read = source.start(run->state.turn + 1); !read.ok())
    return output.fail(2, read.error().message);
  if (record)
    if (const Status begun = begin_record(*record, output); !begun.ok())
      return output.fail(3, begun.error().message);
  read_commands(stopping, output);
  const std::string run_id =
      record ? record->started.about.run : environment("FRANZ_RUN_ID").value_or("");
  AppParts parts{start.reader,
                 output,
                 *stopping,
                 run->dir,
                 record ? record->recorder.get() : nullptr,
                 start.given,
                 start.screen,
                 std::move(server),
                 run_id,
                 std::move(source),
                 ExchangeLog(start.run_dir, api, output),
                 PictureDump(output)};
  int code = run_loop(parts, start, *run, memory, api);
  if (record) code = end_record(*record, code, output);
  run->lock.reset();
  record.reset();  // the folder is free again
  start.bridge.reset();
  // The input thread still reads: exit without waiting for it.
  std::_Exit(code);
}

int run_orchestrator_app(int argument_count, const char* const* arguments) {
  Start start;
  start.under_proxy = environment("FRANZ_RUN_ID").has_value();
  Output output(start.under_proxy ? Output::Copies::none : Output::Copies::kept);
  if (const auto code = parse_options(argument_count, arguments, start.options)) return *code;
  if (const Status files = require_open_files(kNeededFiles); !files.ok())
    return output.fail(3, files.error().message);
  if (const Status read = read_start_settings(start, output); !read.ok())
    return output.fail(2, read.error().message);
  if (const auto screen = choose_screen(start, output); !screen.ok())
    return report(screen.error(), output);
  ModelServer server = model_server(start.options, start.settings());
  const Result<ModelUrl> url = check_server(server, start);
  if (!url.ok()) return output.fail(2, url.error().message);
  return run(start, std::move(server), url.value(), output);
}
}  // namespace franz::orchestrator
