#include "proxy/proxy_app.h"
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include "common/base/printable.h"
#include "common/os/api_key.h"
#include "common/os/clock.h"
#include "common/os/console.h"
#include "common/os/files.h"
#include "common/os/first_config.h"
#include "common/os/open_files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/scenario_files.h"
#include "common/os/secret_variables.h"
#include "common/os/stop_signals.h"
#include "common/os/tls.h"
#include "common/run/finish_run_app.h"
#include "common/run/run_files.h"
#include "common/run/start_run_app.h"
#include "common/settings/picture_cost.h"
#include "common/settings/setting_rows.h"
#include "common/settings/setting_values.h"
#include "common/tools/surface_facts.h"
#include "common/wire/flag_values.h"
#include "proxy/approval_prompt_app.h"
#include "proxy/command/bounded_end_app.h"
#include "proxy/command/console_app.h"
#include "proxy/command/options_app.h"
#include "proxy/dashboard/dashboard_app.h"
#include "proxy/live_screen_app.h"
#include "proxy/offline/calibrate/calibrate_app.h"
#include "proxy/offline/doctor/doctor_app.h"
#include "proxy/offline/export/export_app.h"
#include "proxy/offline/fork/fork_app.h"
#include "proxy/offline/replay/replay_app.h"
#include "proxy/offline/sandbox/sandbox_app.h"
#include "proxy/offline/verify/verify_app.h"
#include "proxy/private_screen_app.h"
#include "proxy/record/recorder_app.h"
#include "proxy/relay/relay_app.h"
#include "proxy/run_window_app.h"
#include "proxy/supervisor/ports_app.h"
#include "proxy/supervisor/supervisor_app.h"

namespace franz::proxy {
using std::chrono::milliseconds;

static constexpr int kNotRecorded = 1;
static constexpr int kCannotStart = 3;
static constexpr std::size_t kNeededFiles = 64;  // a run with its page and programs takes some 40
static constexpr int kDrainMs = 100;  // for foreign requests that are under way at the end
static constexpr milliseconds kEndMayTake{1000};  // of a part of the program that a disk may hold

static int fail(int code, const std::string& text) {
  print_error("proxy: " + text);
  return code;
}

namespace {
// What is known of a run before its ports are.
struct RunStart {
  StartedRun run;
  std::string folder, runs_folder;
  std::string canvas;  // "1920x1080": the run keeps the one that it began with
};
}  // namespace

static Result<StartedRun, StartFailure> start_run(const Options& options,
                                                  const std::function<bool()>& go_on) {
  const std::string& runs = options.settings.settings.proxy.runs;
  if (options.resume.empty()) return start_new_run(runs, "proxy");
  const Result<std::string> folder = find_run(runs, options.resume);
  if (!folder.ok()) return StartFailure{2, "--resume: " + folder.error().message};
  auto resumed = resume_run(folder.value(), "proxy", MissingRun::refuse, go_on);
  if (!resumed.ok())
    return StartFailure{resumed.error().exit_code, "--resume: " + resumed.error().text};
  return resumed;
}

static Result<RunStart, StartFailure> prepare_run(const Options& options,
                                                  const std::function<bool()>& go_on) {
  auto started = start_run(options, go_on);
  if (!started.ok()) return started.error();
  const Size& canvas = options.settings.settings.surface.canvas;
  RunStart start{std::move(started).value(), "", options.settings.settings.proxy.runs,
                 std::to_string(canvas.width) + "x" + std::to_string(canvas.height)};
  start.folder = start.run.claim.folder();
  LoadedRun& loaded = start.run.loaded;
  if (!options.resume.empty()) start.canvas = canvas_of(loaded.run).value_or(start.canvas);
  if (!loaded.finished) set_in_force(loaded, options.settings);
  return start;
}

// The relay's address as a client on this machine reaches it.
static std::string relay_url(const Address& relay, const Upstream& upstream) {
  Address reached = relay;
  if (reached.host == "0.0.0.0") reached.host = "127.0.0.1";
  if (reached.host == "::") reached.host = "::1";
  return "http://" + to_string(reached) + upstream.path;
}

// A relay in front of itself would ask itself for ever: where the model's server has the relay's
// address, the relay takes the next free port. Failure: its own address cannot be listened at.
static Result<std::unique_ptr<Relay>> start_relay(RelayOptions& relaying,
                                                  const Relay::Observe& observe) {
  constexpr int kTriedPorts = 100;
  const Address asked = relaying.listen;
  if (!reaches(relaying.upstream.address, asked)) return Relay::start(relaying, observe);
  auto relay = Result<std::unique_ptr<Relay>>(
      Error{"no port after " + to_string(asked) + ", the model's own, is free"});
  while (!relay.ok() && relaying.listen.port < std::min(asked.port + kTriedPorts, 65535)) {
    ++relaying.listen.port;
    relay = Relay::start(relaying, observe);
  }
  return relay;
}

static ProgramUpdate update_of(const Supervisor& supervisor) {
  // The supervisor's clock is steady; the page wants the time of day.
  const std::int64_t offset = unix_time_ms() - steady_time_ms();
  ProgramUpdate update;
  update.program = std::string(name_of(supervisor.program()));
  update.why = supervisor.why();
  update.since = utc_text(static_cast<double>(supervisor.since_ms() + offset));
  if (const auto until = supervisor.until_ms())
    update.until = utc_text(static_cast<double>(*until + offset));
  return update;
}

static SupervisorOptions supervisor_options(const Options& options) {
  const ProxySettings& proxy = options.settings.settings.proxy;
  SupervisorOptions supervised;
  supervised.launch = options.launch;
  supervised.end_when_finished = options.turns > 0 && !options.stay;
  supervised.stay = options.stay;
  supervised.launch_delay_ms = static_cast<std::int64_t>(proxy.launch_delay_s * 1000);
  supervised.restart_delay_ms = static_cast<std::int64_t>(proxy.restart_delay_s * 1000);
  return supervised;
}

// The size of what the run sees, where that is known before a picture is taken.
static std::optional<Size> known_size(const Options& options, const RunStart& start) {
  const SurfaceSettings& surface = options.settings.settings.surface;
  if (is_bounded_to_window(surface.kind)) return std::nullopt;
  if (shows_real_screen(surface.kind) && !options.private_display) return std::nullopt;
  Settings of_run;
  const SettingRow& canvas = *find_setting("surface", "canvas");
  if (!store_setting(canvas, start.canvas, of_run).ok()) return surface.canvas;
  return of_run.surface.canvas;
}

static void tell_picture(Console& console, const Options& options, const RunStart& start) {
  const Settings& settings = options.settings.settings;
  const SurfaceSettings& surface = settings.surface;
  const std::optional<Size> seen = known_size(options, start);
  const Size picture = usual_picture(surface, seen.value_or(surface.canvas));
  const std::string& model =
      options.served_model.empty() ? settings.model.name : options.served_model;
  // A picture that is fitted has as many tokens on every screen.
  const std::string size = !seen && surface.picture.fit
                               ? print_setting(*find_setting("surface", "picture"), settings)
                               : size_text(picture);
  if (options.demo) return console.line("picture    " + size);
  const auto advice = too_small_picture(model, picture, shows_real_screen(surface.kind));
  if (!advice) return console.line("picture    " + size + token_words(model, picture));
  console.line("picture    " + advice->found);
  for (std::size_t at = 0, end = 0; at < advice->mend.size(); at = end + 1) {
    end = std::min(advice->mend.find('\n', at), advice->mend.size());
    console.line("           -> " + advice->mend.substr(at, end - at));
  }
}

static void greet(Console& console, const Options& options, const RunStart& start,
                  const Upstream& upstream, const std::optional<WindowTarget>& window) {
  const RunFile& run = start.run.loaded.run;
  console.line("relay      http://" + run.relay + "  ->  " +
               (options.demo ? "the demo model at " : "") + to_string(upstream));
  console.line("dashboard  http://" + run.dashboard);
  console.line("run        " + start.folder);
  if (!options.resume.empty())
    console.line("resuming after turn " + std::to_string(start.run.loaded.known.last));
  if (!run.display.empty())
    console.line("display    " + run.display +
                 (run.program.empty() ? "" : ", with " + printable(run.program.front())) +
                 (options.show ? ", in a window" : ""));
  if (window)
    console.line("window     \"" + window->title + "\" (" + window->app + ", process " +
                 std::to_string(window->pid) + ", id:" + window->id + ")");
  if (options.launch) tell_picture(console, options, start);
  if (options.expose)
    console.line(
        "exposed: whoever reaches these ports can use the model, read this run and stop it");
  for (const std::string& notice : options.notices) console.line(notice);
  for (const std::string& problem : start.run.loaded.problems) console.line("not read: " + problem);
}

// A settings file where nobody has one yet.
static void tell_first_config(Console& console, const Options& options) {
  const std::optional<std::string> folder = find_config_folder();
  if (!options.config.empty() || !folder) return;
  const Result<std::optional<std::string>> written = write_first_config(*folder);
  if (!written.ok()) {
    console.line("settings   no file was written: " + written.error().message);
  } else if (const std::optional<std::string>& path = written.value()) {
    console.line("settings   " + *path + " is new: every setting with its default, commented out");
  }
}

// The newest of the orchestrator's exchange logs, if it wrote any.
static void tell_exchange_log(Console& console, const std::string& folder) {
  const Result<std::vector<std::string>> names = list_folder(folder);
  if (!names.ok()) return console.line("exchanges  " + names.error().message);
  std::string newest;
  for (const std::string& name : names.value())
    if (is_exchange_log(name)) newest = std::max(newest, name);
  if (!newest.empty()) console.line("exchanges  " + join_path(folder, newest));
}

static void tell_end(Console& console, const RecordEnd& end) {
  if (!end.lost.empty()) console.line("the run is not completely recorded: lost: " + end.lost);
  if (!end.seal.ok()) {
    console.line("the run has no seal: " + end.seal.error().message);
  } else {
    console.line("seal       " + end.seal.value() +
                 (end.lost.empty() ? "" : " of an incomplete record: without " + end.lost));
  }
}

// A run that a kill kept from its seal.
static int finish(StartedRun started) {
  const Result<FinishedRun> finished = finish_run(std::move(started));
  if (!finished.ok()) return fail(kNotRecorded, "--resume: " + finished.error().message);
  Console console;
  console.line("finished   " + finished.value().finish.text);
  console.line("seal       " + finished.value().seal);
  return exit_code(finished.value().finish.reason);
}

static int run(const Options& options) {
  const auto owned = std::make_shared<SupervisorApp>();
  SupervisorApp& supervisor = *owned;
  watch_stop_signals([weak = std::weak_ptr(owned)](int count) {
    // Children end with this thread's process whatever happens to it.
    if (count > 1) std::_Exit(kStopped);
    if (const auto running = weak.lock()) running->ask_to_stop();
  });

  if (options.launch) {
    const auto key = read_api_key(options.settings.settings.model.api_key_env);
    if (!key.ok()) return fail(2, within("[model] api_key_env", key.error()).message);
  }
  if (options.upstream.tls) {
    const auto trust = TlsTrust::load(options.upstream.ca_file);
    if (!trust.ok()) return fail(2, within(to_string(options.upstream), trust.error()).message);
  }
  // The environment stays as it is for as long as this process lives.
  const auto key = read_api_key(options.settings.settings.model.api_key_env);
  if (!key.ok() && options.launch)
    return fail(2, within("[model] api_key_env", key.error()).message);
  const auto not_stopped = [&supervisor] { return !supervisor.stop_was_asked(); };
  Result<RunStart, StartFailure> prepared = prepare_run(options, not_stopped);
  if (supervisor.stop_was_asked()) return 0;
  if (!prepared.ok()) return fail(prepared.error().exit_code, prepared.error().text);
  RunStart& start = prepared.value();
  if (start.run.loaded.finished) return finish(std::move(start.run));

  auto dashboard =
      Dashboard::start({options.dashboard, options.expose},
                       [&supervisor](const ControlCommand& c, Dashboard::Answer answer) {
                         supervisor.command(c, std::move(answer));
                       });
  if (!dashboard.ok())
    return fail(kCannotStart,
                explain_taken_port(options.dashboard, "--dashboard", dashboard.error().message));
  Dashboard& page = *dashboard.value();

  Upstream upstream = options.upstream;
  ChildCommand demo{sibling_program("demo_vlm"),
                    {"--listen", "127.0.0.1:0"},
                    {},
                    "",
                    key_variables(options.settings.settings.model.api_key_env)};
  if (options.demo) {
    const Result<Address> address = supervisor.start_demo(demo);
    if (supervisor.stop_was_asked()) return 0;
    if (!address.ok()) return fail(kCannotStart, address.error().message);
    upstream = Upstream{false, address.value(), ""};
    demo.arguments = {"--listen", to_string(address.value())};
  }

  Console console;
  RecorderOptions recording;
  recording.log.run = start.run.loaded.run.run;
  recording.log.launch = options.launch;
  recording.log.memory = find_memory(options.settings.settings.agent.memory);
  recording.known = start.run.loaded.known;
  recording.run = start.run.loaded.run;
  recording.folder = start.folder;
  add_keys(recording.secrets, options.settings.settings.model.api_key_env);
  const Result<std::vector<std::string>> surplus = runs_to_remove(
      start.runs_folder, start.run.loaded.run.name, options.settings.settings.proxy.keep_runs);
  if (surplus.ok()) recording.surplus_runs = surplus.value();
  RecorderSinks sinks;
  sinks.dashboard = [&page](ViewUpdate update) { page.update(std::move(update)); };
  sinks.console = [&console](std::string line) { console.line(std::move(line)); };
  sinks.note_taken = [&supervisor](const std::string& note) { supervisor.note_taken(note); };
  ApprovalPrompt prompt(
      console, "http://" + to_string(page.address()),
      [&supervisor](const ControlCommand& command, const ApprovalPrompt::Answer& answer) {
        supervisor.command(command, [answer](const std::optional<ControlRefusal>& refusal) {
          answer(refusal ? std::optional(refusal->why) : std::nullopt);
        });
      });
  sinks.approval = [&prompt](const std::optional<ApprovalAsked>& asked) { prompt.ask(asked); };
  Recorder recorder(std::move(recording), std::move(sinks));

  RelayOptions relaying;
  relaying.listen = options.listen;
  relaying.upstream = upstream;
  relaying.say = [&recorder](const std::string& text) {
    recorder.say(LogEntry::Level::warning, text);
  };
  auto relay = start_relay(
      relaying, [&recorder](const ConnectionEvent& event) { return recorder.connection(event); });
  if (!relay.ok())
    return fail(kCannotStart,
                explain_taken_port(relaying.listen, "--listen", relay.error().message));

  // Nothing of the run is changed before its ports are ours, nor by a program of ours before this.
  if (!options.resume.empty())
    if (const Status resumed = recorder.resume(start.run.loaded.known.last, not_stopped);
        !resumed.ok())
      return supervisor.stop_was_asked()
                 ? 0
                 : fail(kCannotStart, "--resume: " + resumed.error().message);
  RunFile& about = start.run.loaded.run;
  std::unique_ptr<PrivateDisplay> display;
  std::optional<TurnWarning> screen_is_new;
  if (options.private_display) {
    auto started = start_private_display(options, start.canvas, recorder, supervisor);
    if (!started.ok()) return fail(kCannotStart, started.error().message);
    display = std::move(started).value();
    about.display = kPrivateDisplay;
    about.program = options.program;
    if (!options.resume.empty()) screen_is_new = screen_warning(start.folder, about);
  }
  const Settings& settings = options.settings.settings;
  std::optional<WindowTarget> window;
  if (options.launch && is_bounded_to_window(settings.surface.kind)) {
    auto chosen = choose_window(options, display.get(), console, supervisor);
    if (supervisor.stop_was_asked()) return 0;
    if (!chosen.ok()) {
      print_error_lines("proxy: " + chosen.error().text + "\n");
      return chosen.error().exit_code;
    }
    window = std::move(chosen).value();
  }
  if (shows_real_screen(settings.surface.kind))
    page.set_screen([screen = live_screen(settings, display.get(), window)](
                        const std::stop_token& stop) { return look_at(screen, stop); });
  start.run.claim.keep();
  about.upstream = to_string(upstream);
  about.relay = to_string(relay.value()->address());
  about.dashboard = to_string(page.address());
  page.set_folders(start.folder, start.runs_folder);
  page.update(RunUpdate{about, {}});
  page.update(RowsLoaded{std::move(start.run.loaded.rows)});
  recorder.begin(about);
  if (!surplus.ok()) recorder.say(LogEntry::Level::warning, surplus.error().message);
  greet(console, options, start, upstream, window);
  if (!options.profile_choice.empty()) recorder.say(LogEntry::Level::info, options.profile_choice);
  tell_first_config(console, options);
  if (relaying.listen.port != options.listen.port)
    recorder.say(LogEntry::Level::warning, "the relay listens at " + about.relay + ": " +
                                               to_string(options.listen) +
                                               " is the model server's own address");
  if (options.open) {
    const Status opened = open_page("http://" + about.dashboard);
    if (!opened.ok()) console.line("the page was not opened: " + opened.error().message);
  }

  std::vector<FlagValue> held = options.own_flags;
  // Fixed for the run, whatever the settings say now.
  held.push_back({kRunFile, "surface", "canvas", start.canvas});
  SupervisorAppOptions supervised;
  supervised.supervisor = supervisor_options(options);
  supervised.upstream = upstream;
  supervised.demo = demo;
  supervised.orchestrator.program = sibling_program("orchestrator");
  supervised.orchestrator.arguments = options.shared_arguments;
  supervised.orchestrator.environment = {
      {"FRANZ_RUN_DIR", start.folder},
      {"FRANZ_RUN_ID", about.run},
      {"FRANZ_VLM_URL", relay_url(relay.value()->address(), upstream)},
      // A server behind TLS is often one of many at its address, told apart by this. "": the URL's.
      {"FRANZ_VLM_HOST", upstream.tls ? host_header(upstream) : ""}};
  if (display) tell_orchestrator(*display, held, supervised.orchestrator.environment);
  if (window) supervised.orchestrator.environment.emplace_back("FRANZ_WINDOW", to_json(*window));
  if (screen_is_new)
    supervised.orchestrator.environment.emplace_back("FRANZ_WARNING", to_json(*screen_is_new));
  supervised.orchestrator.environment.emplace_back("FRANZ_FLAGS", to_json(held));
  SupervisorSinks events;
  events.loop_line = [&recorder](std::string line) { recorder.loop_line(std::move(line)); };
  events.loop_error_line = [&recorder](std::string line) {
    recorder.loop_error_line(std::move(line));
  };
  events.demo_error_line = [&recorder](std::string line) {
    recorder.demo_error_line(std::move(line));
  };
  events.loop_ended = [&recorder](bool well) { recorder.loop_ended(well); };
  events.changed = [&recorder](const Supervisor& state) {
    recorder.program(update_of(state), state.restarts());
  };
  events.say = [&](bool warning, const std::string& text) {
    recorder.say(warning ? LogEntry::Level::warning : LogEntry::Level::info, text);
  };
  const int code = supervisor.run(std::move(supervised), std::move(events));

  display.reset();  // it tells nothing any more
  BoundedEnd relay_end([&relay] { relay.value()->stop(kDrainMs); });
  relay_end.over_within(milliseconds(kDrainMs) + kEndMayTake);
  const RecordEnd end = recorder.stop();
  if (!end.abandoned) tell_exchange_log(console, start.folder);
  tell_end(console, end);
  const int exit_code = code == 0 && !end.complete() ? kNotRecorded : code;
  BoundedEnd page_end([&page] { page.stop(); });  // it may be reading a run's files
  BoundedEnd children_end([&supervisor] { supervisor.end_children(); });
  const bool ended = relay_end.over_within(kEndMayTake) && page_end.over_within(kEndMayTake) &&
                     children_end.over_within(kEndMayTake);
  // Where a thread still waits for the disk, whatever touches the run folder would wait too.
  if (!ended || end.abandoned) {
    console.finish();
    std::_Exit(exit_code);
  }
  return exit_code;
}

static int print_settings(const Options& options) {
  for (const std::string& notice : options.notices) print_error(notice);
  return print_lines(settings_report(options.settings)).ok() ? 0 : 1;
}

static int print_scenarios(const Options& options) {
  const Result<std::vector<ListedScenario>> listed = list_scenarios(options.config);
  if (!listed.ok()) return fail(1, listed.error().message);
  bool sound = true;
  for (const ListedScenario& scenario : listed.value()) {
    for (const std::string& problem : scenario.problems) print_error("proxy: " + problem);
    sound = sound && scenario.problems.empty();
  }
  return print_lines(scenarios_table(listed.value())).ok() && sound ? 0 : 1;
}

// `clicked`: started by a double-click, which shows the dashboard.
static int perform(int argument_count, const char* const* arguments, bool clicked) {
  ParsedOptions parsed = parse_options(argument_count, arguments);
  if (!parsed.options) return parsed.exit_code;
  Options& options = *parsed.options;
  options.open = options.open || clicked;
  if (const Status files = require_open_files(kNeededFiles); !files.ok())
    return fail(kCannotStart, files.error().message);
  switch (options.task) {
    case Options::Task::run: return run(options);
    case Options::Task::settings: return print_settings(options);
    case Options::Task::scenarios: return print_scenarios(options);
    case Options::Task::verify: return run_verify(options);
    case Options::Task::replay: return run_replay(options);
    case Options::Task::fork: return run_fork(options);
    case Options::Task::export_page: return run_export(options);
    case Options::Task::doctor: return run_doctor(options);
    case Options::Task::calibrate: return run_calibrate(options);
    case Options::Task::sandbox: return run_sandbox(options);
  }
  return 2;
}

int run_proxy_app(int argument_count, const char* const* arguments) {
  const bool clicked = console_closes_with_us();
  const int code = perform(argument_count, arguments, clicked);
  if (clicked && code != 0) wait_for_enter("\nPress Enter to close this window. ");
  return code;
}
}  // namespace franz::proxy
