#include "proxy/command/options_app.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/run/log_entry.h"
#include "common/settings/scenario_files_app.h"
#include "common/settings/setting_flags_app.h"
#include "common/wire/control_messages.h"
#include "proxy/command/settings_choice_app.h"
#include "proxy/command/task_choice_app.h"
#include "proxy/tasks/agent_script.h"

namespace franz::proxy {
// Four numbers: X,Y,WIDTH,HEIGHT.
static PictureRectangle read_rectangle(const std::string& text) {
  PictureRectangle read;
  int* const numbers[] = {&read.x, &read.y, &read.width, &read.height};
  const char* at = text.data();
  const char* const end = at + text.size();
  for (int* const number : numbers) {
    const auto [next, failure] = std::from_chars(at, end, *number);
    const bool is_last = number == &read.height;
    if (failure != std::errc() || *number < (number == &read.x || number == &read.y ? 0 : 1) ||
        (is_last ? next != end : next == end || *next != ','))
      throw CLI::ValidationError("--redact-rect",
                                 text + ": expected X,Y,WIDTH,HEIGHT in pixels of the picture");
    at = is_last ? end : next + 1;
  }
  return read;
}

static ParsedOptions refuse(const std::string& text) {
  print_error_lines(command_name() + ": " + text + "\n");
  return {std::nullopt, 2};
}

// The addresses in the settings, checked. Failure: which key and why.
static Status read_addresses(Options& options) {
  const ProxySettings& proxy = options.settings.settings.proxy;
  options.demo = proxy.upstream == "demo";
  if (!options.demo) {
    const Result<Upstream> upstream = parse_upstream(proxy.upstream);
    if (!upstream.ok()) return within("[proxy] upstream", upstream.error());
    options.upstream = upstream.value();
    options.upstream.ca_file = proxy.ca_file;
  }
  const Result<Address> listen = parse_address(proxy.listen);
  if (!listen.ok()) return within("[proxy] listen", listen.error());
  const Result<Address> dashboard = parse_address(proxy.dashboard);
  if (!dashboard.ok()) return within("[proxy] dashboard", dashboard.error());
  options.listen = listen.value();
  options.dashboard = dashboard.value();
  if (options.expose) return Done{};
  for (const Address& address : {options.listen, options.dashboard}) {
    if (!is_loopback(address.host))
      return Error{to_string(address) + " can be reached from other machines; that needs --expose"};
  }
  return Done{};
}

using Subcommands = std::vector<std::pair<const CLI::App*, Options::Task>>;

static Subcommands add_subcommands(CLI::App& app, Options& options) {
  Subcommands all;
  app.fallthrough();  // subcommands inherit it when they are created
  const auto add = [&](const char* name, const char* help, Options::Task task) {
    CLI::App* const made = app.add_subcommand(name, help);
    // Replaces the app's description, which is about a run.
    made->footer("The flags of `" + command_name() +
                 " --help` that set settings also work here: --config, --runs, "
                 "--upstream, --set …");
    all.emplace_back(made, task);
    return made;
  };
  const auto add_recorded = [&](const char* name, const char* help, Options::Task task) {
    CLI::App* const made = add(name, help, task);
    made->add_option("RUN", options.recorded,
                     "a run's folder, its name in the folder of runs, or: latest")
        ->required();
    return made;
  };
  CLI::App* const verify =
      add_recorded("verify", "check a recorded run: digests, memory, and every picture drawn again",
                   Options::Task::verify);
  CLI::Option* const fast =
      verify->add_flag("--fast", options.fast, "do not draw the pictures again");
  verify
      ->add_flag("--strict", options.strict,
                 "fail also for what could not be checked: turns not recorded or not drawn again")
      ->excludes(fast);
  verify->add_flag("--json", options.json, "the findings as JSON");
  verify->add_option("--seal", options.seal, "the seal that was printed when the run ended")
      ->type_name("DIGEST");
  add_recorded("replay",
               "show a recorded run in the dashboard; --upstream names a model for its questions",
               Options::Task::replay);
  CLI::App* const fork =
      add_recorded("fork", "begin a new run from a turn of a recorded one", Options::Task::fork);
  fork->add_option("--at", options.at, "the last turn to keep")
      ->type_name("N")
      ->required()
      ->check(CLI::Range(1, 999'999'999));
  CLI::App* const diff = add_recorded(
      "diff", "compare two recorded runs turn by turn, for example a fork and its origin",
      Options::Task::diff);
  diff->add_option("OTHER", options.other, "the run to compare it with, given in the same way")
      ->required();
  diff->add_flag("--json", options.json, "the differences as JSON");
  CLI::App* const page =
      add_recorded("export", "write the dashboard with a recorded run inside as one HTML file",
                   Options::Task::export_page);
  page->add_option("FILE", options.file, "the page to write")->required();
  page->add_flag("--redact", options.redact, "omit what model and operator wrote");
  page->add_option("--redact-text", options.remove,
                   "show [removed] instead of each text that matches; finds nothing in pictures")
      ->type_name("REGEX");
  page->add_option_function<std::vector<std::string>>(
          "--redact-rect",
          [&options](const std::vector<std::string>& texts) {
            for (const std::string& text : texts) options.black.push_back(read_rectangle(text));
          },
          "paint this rectangle black in every picture; may be repeated")
      ->type_name("X,Y,WIDTH,HEIGHT")
      ->allow_extra_args(false)
      ->take_all();
  CLI::Option* const gif =
      page->add_flag("--gif", options.gif, "write its pictures as an animation; needs ffmpeg");
  CLI::Option* const format =
      page->add_option_function<std::string>(
              "--format", [&options](const std::string& name) { options.format = name; },
              "write a folder FILE in the format of other tools, with the pictures except for otlp")
          ->type_name("atif|osworld|agentnet|otlp|jsonl")
          ->check(CLI::IsMember({"atif", "osworld", "agentnet", "otlp", "jsonl"}))
          ->excludes(gif)
          ->excludes("--redact")
          ->excludes("--redact-text")
          ->excludes("--redact-rect");
  page->add_flag("--content", options.content,
                 "with --format otlp: also the texts of prompts, replies and arguments")
      ->needs(format);
  CLI::App* const imported =
      add("import", "make a run to look at from the trajectory of another program (ATIF)",
          Options::Task::import_run);
  imported->add_option("FILE", options.file, "the trajectory, with its pictures beside it")
      ->required();
  imported
      ->add_option("--name", options.run_name, "the name of the new run's folder (from the time)")
      ->type_name("NAME");
  CLI::App* const calibrate =
      add("calibrate",
          "measure how far a model's clicks are off: targets on private displays, or on --screen",
          Options::Task::calibrate);
  calibrate->add_option("PROFILE", options.calibrated, "only this one")
      ->check(CLI::IsMember({"franz", "narrative", "toolcall", "pilot"}));
  calibrate
      ->add_option("--targets", options.targets, "at random places, in addition to nine fixed ones")
      ->capture_default_str()
      ->check(CLI::Range(0, 200));
  calibrate->add_option("--minutes", options.minutes, "for each screen, at most")
      ->capture_default_str()
      ->check(CLI::Range(1, 1440));
  CLI::App* const sandbox =
      add("sandbox", "write a file that starts a run in Windows Sandbox, without network",
          Options::Task::sandbox);
  sandbox->add_option("FILE", options.file, "the file to write (franz.wsb)");
  CLI::App* const task =
      add("task", "check task files, or list the tasks that --task takes", Options::Task::task);
  task->add_option("ACTION", options.action, "check or list")
      ->required()
      ->check(CLI::IsMember({"check", "list"}));
  task->add_option("FILE", options.files, "check: task files, or names of tasks");
  add("scenarios", "list the tasks that --scenario takes", Options::Task::scenarios);
  add("settings", "print the settings in force and where each comes from", Options::Task::settings);
  CLI::App* const doctor = add(
      "doctor", "check model, ports, folders, programs and screens, and print how to fix problems",
      Options::Task::doctor);
  doctor->add_flag("--json", options.json, "the findings as JSON");
  doctor->add_flag(
      "--grounding", options.grounding,
      "find the coordinates in which the model answers, by asking for places in pictures");
  CLI::App* const score = add("score", "run tasks several times and report how often they succeed",
                              Options::Task::score);
  add_score_options(*score, options.score);
  score->add_flag("--json", options.json, "the table as JSON");
  CLI::App* const compare =
      add("compare", "the difference of two scores, with its interval", Options::Task::compare);
  compare->add_option("A", options.recorded, "a score's folder; with several arms FOLDER:ARM")
      ->required();
  compare->add_option("B", options.other, "the score to compare it with")->required();
  compare->add_flag("--json", options.json, "the difference as JSON");
  add("mcp", "give a client of the Model Context Protocol a window: starts mcp_server",
      Options::Task::mcp);
  app.require_subcommand(0, 1);
  return all;
}

namespace {
// The arguments' values, before any file is read.
struct CommandLine {
  Options options;
  std::vector<FlagValue> flags;
  Status scenario = Done{};  // why a number names no scenario
  bool has_turns = false;
  bool demo = false;  // --demo
  std::string task;   // --task
};
}  // namespace

// Returns the exit code if the program ends here. With `visit`, parses nothing and shows it the
// options.
static std::optional<int> read_command_line(
    int argument_count, const char* const* arguments, CommandLine& line,
    const std::function<void(const CLI::App&)>& visit = nullptr) {
  CLI::App app(
      "FRANZ: lets a vision-language model see, draw and remember, and shows it.\n"
      "Relays the model's traffic unchanged, records the run, serves the dashboard, and starts "
      "the\n"
      "orchestrator.");
  app.allow_windows_style_options(false);  // "/runs/one" is a path on every system
  app.set_version_flag("--version", command_name() + " " + FRANZ_VERSION);
  Options& options = line.options;
  SettingFlags given;
  std::string listen, upstream, dashboard, runs;
  bool no_launch = false;
  // The last of several equal flags counts: a script may pass one before the user does.
  app.option_defaults()->take_last();
  add_setting_flags(app, given);
  app.add_option("--listen", listen, "the relay's address (127.0.0.1:1234)")->type_name("ADDR");
  app.add_option("--upstream", upstream,
                 "the model's server, or demo for the built-in one (http://127.0.0.1:1235; where "
                 "there is none, the one that is found at 1234, 8000, 8080 or 11434)")
      ->type_name("demo|URL");
  app.add_flag("--demo", line.demo,
               "the built-in demo model, unless flags, environment or settings name an upstream");
  app.add_option("--dashboard", dashboard, "the dashboard's address (127.0.0.1:8080)")
      ->type_name("ADDR");
  app.add_option("--runs", runs,
                 "where run folders are made, named by the time in UTC (panel_log; installed: "
                 "~/.local/share/franz/runs)")
      ->type_name("DIR");
  app.add_option("--run-name", options.run_name, "the name of the new run's folder (from the time)")
      ->type_name("NAME");
  app.add_option("--resume", options.resume, "resume this run in its folder")->type_name("RUN");
  CLI::Option* const launch = app.add_flag("--no-launch", no_launch,
                                           "start no orchestrator: another client uses the relay");
  app.get_option("--turns")->excludes(launch);
  app.add_option("--task", line.task,
                 "perform this task, a name from `task list` or a file, and score the result")
      ->type_name("TASK")
      ->excludes(launch);
  app.add_option("--agent", options.agent,
                 "who performs a task instead of a model: solution, the task's own; or nothing")
      ->check(CLI::IsMember({std::string(kSolutionAgent), std::string(kNothingAgent)}));
  app.add_option("--yes-tasks", options.yes_tasks,
                 "run the commands of somebody else's tasks, which have this digest")
      ->type_name("DIGEST");
  app.add_flag("--stay", options.stay, "keep the dashboard when the run is over");
  app.add_flag("--open", options.open, "open the dashboard in the browser");
  CLI::Option* const expose =
      app.add_flag("--expose", options.expose, "let other machines reach the ports");
  app.add_flag("--expose-input", options.expose_input,
               "with --expose: a page may also take a private display over")
      ->needs(expose);
  app.add_flag("--show", options.show, "also show the run's private display in a window");
  app.footer(
      command_name() +
      " [OPTIONS] [OBJECTIVE] -- PROGRAM [ARGUMENTS]\n"
      "  shows the program on a private display, a screen of the run's own, and the model works "
      "there.\n\n" +
      exit_code_help());
  const Subcommands subcommands = add_subcommands(app, options);
  if (visit) {
    visit(app);
    return 0;
  }
  // A program follows --; its arguments are not ours.
  const char* const* const end = arguments + argument_count;
  const char* const* const dashes = std::find(arguments, end, std::string_view("--"));
  if (dashes != end) options.program.assign(dashes + 1, end);
  try {
    app.parse(static_cast<int>(dashes - arguments), arguments);
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error);
  }

  if (dashes != end && options.program.empty())
    return refuse("-- must be followed by the program to show").exit_code;
  if (const Status may = check_program(options.program); !may.ok())
    return refuse("the program after --: " + may.error().message).exit_code;
  if (!options.program.empty() && !app.get_subcommands().empty())
    return refuse(app.get_subcommands().front()->get_name() + ": it starts no program: -- " +
                  options.program.front())
        .exit_code;
  std::vector<std::string_view> commands;
  for (const auto& [subcommand, task] : subcommands) {
    if (subcommand->parsed()) {
      options.task = task;
      if (!given.words.empty())
        return refuse(subcommand->get_name() + ": the argument " + given.words.front() +
                      " was not expected")
            .exit_code;
    }
    commands.emplace_back(subcommand->get_name());
  }
  Result<std::vector<FlagValue>> held = held_by(app, given, commands, false);
  if (!held.ok()) return refuse(held.error().message).exit_code;
  line.flags = std::move(held).value();
  const auto hold = [&](const char* flag, const char* key, const std::string& value) {
    if (app.count(flag) > 0) line.flags.push_back({flag, "proxy", key, value});
  };
  hold("--listen", "listen", listen);
  hold("--upstream", "upstream", upstream);
  if (options.score.upstreams.size() == 1)
    line.flags.push_back({"--upstream", "proxy", "upstream", options.score.upstreams.front()});
  hold("--dashboard", "dashboard", dashboard);
  hold("--runs", "runs", runs);
  line.scenario = name_scenarios(given.config, line.flags);
  options.held = line.flags;
  options.config = given.config;
  options.launch = !no_launch;
  line.has_turns = app.count("--turns") > 0;
  return std::nullopt;
}

void visit_command_line(const std::function<void(const CLI::App&)>& visit) {
  CommandLine line;
  static_cast<void>(read_command_line(0, nullptr, line, visit));
}

ParsedOptions parse_options(int argument_count, const char* const* arguments) {
  CommandLine line;
  if (const auto code = read_command_line(argument_count, arguments, line))
    return {std::nullopt, *code};
  Options& options = line.options;
  // Viewing a recorded run and importing one work with any settings.
  const bool recorded = !options.recorded.empty() || options.task == Options::Task::import_run;
  // Doctor reports wrong settings and continues with the valid ones.
  const bool examined = options.task == Options::Task::doctor;
  if (!line.scenario.ok() && !examined && !recorded) return refuse(line.scenario.error().message);
  if (options.task == Options::Task::run && line.task.empty() &&
      !(options.agent.empty() && options.yes_tasks.empty()))
    return refuse("--agent and --yes-tasks are for a task: give --task TASK");
  if (!line.task.empty() && options.task == Options::Task::run)
    if (const Status held = hold_task(line.task, options, line.flags); !held.ok())
      return refuse(held.error().message);
  SettingsChoice settings(line.options, line.flags,
                          recorded || examined ? BadFile::keep_going : BadFile::refuse);
  const Status started = settings.start();
  if (!started.ok() && !examined) return refuse(started.error().message);
  if (const Status kept = settings.keep_choices_of_run(); !kept.ok())
    return refuse(kept.error().message);
  if (options.task == Options::Task::run)
    if (const Status chosen = settings.choose_surface(); !chosen.ok())
      return refuse(chosen.error().message);
  const bool asks_model =
      options.task == Options::Task::run || options.task == Options::Task::settings ||
      options.task == Options::Task::score || options.task == Options::Task::calibrate || examined;
  if (asks_model)
    if (const Status chosen = settings.choose_server(line.demo); !chosen.ok())
      return refuse(chosen.error().message);
  options.settings = settings.reader().current();
  options.turns = line.has_turns ? options.settings.settings.limits.max_turns : 0;
  Status addresses = read_addresses(options);
  if (!addresses.ok() && !examined) return refuse(addresses.error().message);
  if ((options.task == Options::Task::run && options.launch) || (examined && addresses.ok())) {
    if (const Status chosen = settings.choose_by_server(); !chosen.ok())
      return refuse(chosen.error().message);
    options.settings = settings.reader().current();
    // Some profiles take an address from environment variables of other tools.
    addresses = read_addresses(options);
    if (!addresses.ok() && !examined) return refuse(addresses.error().message);
  }
  if (options.task == Options::Task::run && options.launch) {
    if (const Status settled = settings.settle_objective(); !settled.ok())
      return refuse(settled.error().message);
    options.settings = settings.reader().current();
  }
  for (const SettingsNotice& notice : settings.reader().first_notices())
    options.notices.push_back(notice.text);
  if (examined) {
    const auto tell = [&options](const std::string& failure) {
      options.settings_failure += (options.settings_failure.empty() ? "" : "\n") + failure;
    };
    const Result<std::string> prompt = settings.reader().read_system_prompt();
    if (!started.ok()) {
      tell(started.error().message);
    } else if (!prompt.ok()) {
      tell(prompt.error().message);
    }
    if (!addresses.ok()) tell(addresses.error().message);
  }
  return {std::move(options), 0};
}
}  // namespace franz::proxy
