#include "proxy/command/options_app.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include "common/os/print.h"
#include "common/settings/bare_objective.h"
#include "common/settings/scenario_files_app.h"
#include "common/wire/control_messages.h"
#include "proxy/command/settings_choice_app.h"

namespace franz::proxy {
static ParsedOptions refuse(const std::string& text) {
  print_error("proxy: " + text);
  return {std::nullopt, 2};
}

// Help, or what is wrong with the arguments, which may be names that a shell found: 0 or 2.
static int end_of_parsing(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream output, errors;
  const int code = app.exit(error, output, errors);
  const Status told = print_lines(output.str());
  print_error_lines(errors.str());
  if (code != 0) return 2;
  return told.ok() ? 0 : 1;
}

// The addresses that the settings name, checked. Failure: which key and why.
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
  app.fallthrough();  // subcommands take it from the app when they are made
  const auto add = [&](const char* name, const char* help, Options::Task task) {
    CLI::App* const made = app.add_subcommand(name, help);
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
  using Task = Options::Task;
  CLI::App* const verify =
      add_recorded("verify", "check a recorded run: digests, memory, and every picture drawn again",
                   Task::verify);
  CLI::Option* const fast =
      verify->add_flag("--fast", options.fast, "do not draw the pictures again");
  verify
      ->add_flag("--strict", options.strict,
                 "fail also for what could not be checked: turns not recorded or not drawn again")
      ->excludes(fast);
  verify->add_flag("--json", options.json, "the findings as JSON");
  verify->add_option("--seal", options.seal, "the seal that was printed when the run ended")
      ->type_name("DIGEST");
  add_recorded("replay", "show a recorded run in the dashboard, without a model", Task::replay);
  CLI::App* const fork =
      add_recorded("fork", "begin a new run from a turn of a recorded one", Task::fork);
  fork->add_option("--at", options.at, "the last turn that is taken over")
      ->type_name("N")
      ->required()
      ->check(CLI::Range(1, 999'999'999));
  CLI::App* const page = add_recorded(
      "export", "write a recorded run as one HTML file that needs nothing else", Task::export_page);
  page->add_option("FILE", options.file, "the page to write")->required();
  page->add_flag("--redact", options.redact, "without what model and operator wrote");
  CLI::App* const calibrate =
      add("calibrate",
          "measure how far a model's clicks are off: targets on private displays, in four dialects",
          Task::calibrate);
  calibrate->add_option("PROFILE", options.calibrated, "only this one")
      ->check(CLI::IsMember({"franz", "narrative", "toolcall", "pilot"}));
  calibrate->add_option("--targets", options.targets, "at random places, besides nine fixed ones")
      ->capture_default_str()
      ->check(CLI::Range(0, 200));
  calibrate->add_option("--minutes", options.minutes, "for each screen, at most")
      ->capture_default_str()
      ->check(CLI::Range(1, 1440));
  CLI::App* const sandbox =
      add("sandbox", "write a file that starts a run in Windows Sandbox, without network",
          Task::sandbox);
  sandbox->add_option("FILE", options.file, "the file to write (franz.wsb)");
  add("scenarios", "list the tasks that --scenario takes", Task::scenarios);
  add("settings", "print the settings in force and where each comes from", Task::settings);
  CLI::App* const doctor =
      add("doctor", "check model, ports, folders and programs, and say how to mend what is wrong",
          Task::doctor);
  doctor->add_flag("--json", options.json, "the findings as JSON");
  doctor->add_flag("--grounding", options.grounding,
                   "ask the model for places in a few pictures, and tell in which coordinates it "
                   "answers");
  app.require_subcommand(0, 1);
  return all;
}

// The objective, if there is no subcommand.
static Result<std::string> read_bare(const BareArguments& bare, const Subcommands& subcommands) {
  std::vector<std::string> names;
  for (const auto& [subcommand, task] : subcommands) {
    if (subcommand->parsed())
      return Error{subcommand->get_name() + ": the argument " + bare.words.front() +
                   " was not expected"};
    names.push_back(subcommand->get_name());
  }
  return bare_objective(bare, std::vector<std::string_view>(names.begin(), names.end()));
}

namespace {
// What the arguments say, before any file is read.
struct CommandLine {
  Options options;
  std::vector<FlagValue> flags;
  Status scenario = Done{};  // why a number is that of no scenario
  bool has_turns = false;
  bool demo = false;  // --demo
};
}  // namespace

// The exit code, if the program ends here.
static std::optional<int> read_command_line(int argument_count, const char* const* arguments,
                                            CommandLine& line) {
  CLI::App app(
      "FRANZ: lets a vision-language model see, draw and remember, and shows it.\n"
      "Relays the model's traffic unchanged, records the run, serves the dashboard, and starts "
      "the\n"
      "orchestrator.");
  app.allow_windows_style_options(false);  // "/runs/one" is a path, on every system
  app.set_version_flag("--version", std::string("proxy ") + FRANZ_VERSION);
  Options& options = line.options;
  std::string config, profile, objective, scenario, window, listen, upstream, dashboard, runs,
      turns;
  bool no_launch = false;
  // A script may give a flag before the user does: the last one counts.
  app.option_defaults()->take_last();
  app.add_option("--config", config, "settings file (default: config/config.ini)")
      ->type_name("FILE");
  app.add_option("--profile", profile,
                 "settings of config/profiles/NAME.ini; auto, the default on a real screen: by the "
                 "model that is served")
      ->type_name("NAME");
  app.add_option("--objective", objective, "what the model is to do, in place of [agent] objective")
      ->type_name("TEXT");
  app.add_option("--scenario", scenario,
                 "the task of config/scenarios/NAME.json, or its number in `proxy scenarios`")
      ->type_name("NAME");
  app.add_option("--window", window,
                 "bound the run to one window: a part of its title, app:NAME, pid:N or id:N")
      ->type_name("QUERY");
  app.add_option("--listen", listen, "the relay's address (127.0.0.1:1234)")->type_name("ADDR");
  app.add_option("--upstream", upstream,
                 "the model's server (http://127.0.0.1:1235), or demo for the built-in one")
      ->type_name("demo|URL");
  app.add_flag("--demo", line.demo,
               "the built-in demo model, unless flags, environment or settings name an upstream");
  app.add_option("--dashboard", dashboard, "the dashboard's address (127.0.0.1:8080)")
      ->type_name("ADDR");
  app.add_option("--runs", runs, "where run folders are made (panel_log), named by the time in UTC")
      ->type_name("DIR");
  app.add_option("--resume", options.resume, "go on with this run, in its folder")
      ->type_name("RUN");
  CLI::Option* const launch = app.add_flag("--no-launch", no_launch,
                                           "start no orchestrator: another client uses the relay");
  app.add_option("--turns", turns, "end after turn N of the run")->type_name("N")->excludes(launch);
  bool dry_run = false, yes = false;
  app.add_flag("--dry-run", dry_run, "send no input to a real screen, and show what would be sent");
  app.add_flag("--yes", yes, "begin at once on a person's screen, without the countdown");
  app.add_flag("--stay", options.stay, "keep the dashboard when the run is over");
  app.add_flag("--open", options.open, "open the dashboard in the browser");
  app.add_flag("--expose", options.expose, "let other machines reach the ports");
  app.add_flag("--show", options.show,
               "show the run's private display in a window, not on the dashboard only");
  app.footer(
      "proxy [OPTIONS] [OBJECTIVE] -- PROGRAM [ARGUMENTS]\n"
      "  shows the program on a private display, a screen of the run's own, and the model works "
      "there.\n\n" +
      exit_code_help());
  BareArguments bare;
  app.add_option("OBJECTIVE", bare.words, "the same as --objective OBJECTIVE")
      ->type_name("")
      ->take_all();
  const Subcommands subcommands = add_subcommands(app, options);
  // Behind -- stands a program; whatever its arguments are, they are not ours.
  const char* const* const end = arguments + argument_count;
  const char* const* const dashes = std::find(arguments, end, std::string_view("--"));
  if (dashes != end) options.program.assign(dashes + 1, end);
  try {
    app.parse(static_cast<int>(dashes - arguments), arguments);
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error);
  }

  if (dashes != end && options.program.empty())
    return refuse("nothing stands behind --, where the program is named that is to be shown")
        .exit_code;
  if (!options.program.empty() && !app.get_subcommands().empty())
    return refuse(app.get_subcommands().front()->get_name() + ": it starts no program: -- " +
                  options.program.front())
        .exit_code;
  if (!bare.words.empty()) {
    bare.with_flag = app.count("--objective") > 0;
    Result<std::string> given = read_bare(bare, subcommands);
    if (!given.ok()) return refuse(given.error().message).exit_code;
    objective = std::move(given).value();
  }
  std::vector<FlagValue>& flags = line.flags;
  const auto hold = [&](const char* flag, const char* section, const char* key,
                        const std::string& value) {
    if (app.count(flag) > 0) flags.push_back({flag, section, key, value});
  };
  hold("--profile", "agent", "profile", profile);
  const bool has_objective = !bare.words.empty() || app.count("--objective") > 0;
  if (has_objective) flags.push_back({"--objective", "agent", "objective", objective});
  hold("--scenario", "agent", "scenario", scenario);
  hold("--window", "surface", "window", window);
  hold("--listen", "proxy", "listen", listen);
  hold("--upstream", "proxy", "upstream", upstream);
  hold("--dashboard", "proxy", "dashboard", dashboard);
  hold("--runs", "proxy", "runs", runs);
  hold("--turns", "limits", "max_turns", turns);
  hold("--dry-run", "safety", "dry_run", "on");
  hold("--yes", "safety", "countdown_s", "0");
  line.scenario = name_scenarios(config, flags);
  for (const FlagValue& flag : flags)
    if (flag.key == "scenario") scenario = flag.value;  // a number has become a name
  const auto share = [&](const char* flag, const std::string& value) {
    if (app.count(flag) == 0) return;
    options.shared_arguments.emplace_back(flag);
    options.shared_arguments.push_back(value);
  };
  share("--config", config);
  share("--profile", profile);
  if (has_objective)
    options.shared_arguments.insert(options.shared_arguments.end(), {"--objective", objective});
  share("--scenario", scenario);
  share("--window", window);
  share("--turns", turns);
  if (dry_run) options.shared_arguments.emplace_back("--dry-run");
  if (yes) options.shared_arguments.emplace_back("--yes");

  for (const FlagValue& flag : flags)
    if (flag.section == "proxy") options.own_flags.push_back(flag);
  options.config = config;
  options.launch = !no_launch;
  line.has_turns = app.count("--turns") > 0;
  for (const auto& [subcommand, task] : subcommands)
    if (subcommand->parsed()) options.task = task;
  return std::nullopt;
}

ParsedOptions parse_options(int argument_count, const char* const* arguments) {
  CommandLine line;
  if (const auto code = read_command_line(argument_count, arguments, line))
    return {std::nullopt, *code};
  Options& options = line.options;
  // A recorded run can be looked at whatever the settings are now.
  const bool recorded = !options.recorded.empty();
  // Doctor tells what is wrong with them, and goes on with what is sound.
  const bool examined = options.task == Options::Task::doctor;
  if (!line.scenario.ok() && !examined && !recorded) return refuse(line.scenario.error().message);
  SettingsChoice settings(line.options, line.flags,
                          recorded || examined ? BadFile::keep_going : BadFile::refuse);
  const Status started = settings.start();
  if (!started.ok() && !examined) return refuse(started.error().message);
  if (const Status kept = settings.keep_choices_of_run(); !kept.ok())
    return refuse(kept.error().message);
  using Task = Options::Task;
  const bool asks_model = options.task == Task::run || options.task == Task::settings ||
                          options.task == Task::calibrate;
  if (line.demo && asks_model)
    if (const Status chosen = settings.choose_demo(); !chosen.ok())
      return refuse(chosen.error().message);
  if (options.task == Task::run)
    if (const Status chosen = settings.choose_surface(); !chosen.ok())
      return refuse(chosen.error().message);
  options.settings = settings.reader().current();
  options.turns = line.has_turns ? options.settings.settings.limits.max_turns : 0;
  const Status addresses = read_addresses(options);
  if (!addresses.ok() && !examined) return refuse(addresses.error().message);
  if (options.task == Options::Task::run) {
    if (const Status chosen = settings.choose_profile(); !chosen.ok())
      return refuse(chosen.error().message);
    options.settings = settings.reader().current();
    // Some profiles take an address from other tools' variables.
    if (const Status again = read_addresses(options); !again.ok())
      return refuse(again.error().message);
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
