#include "orchestrator/options_app.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include "common/os/print.h"
#include "common/settings/bare_objective.h"
#include "common/wire/control_messages.h"

namespace franz::orchestrator {
std::optional<int> parse_options(int count, const char* const* arguments, Options& options) {
  CLI::App app(
      "FRANZ orchestrator: keeps the story and runs executor, capturer and model in turns.\n"
      "The proxy starts it, and records the run. It also runs alone: then it writes the run "
      "folder\n"
      "itself, goes on with the run that is in --run-dir, and prints the seal at the end.");
  app.allow_windows_style_options(false);  // "/runs/one" is a path, on every system
  app.set_version_flag("--version", std::string("orchestrator ") + FRANZ_VERSION);
  std::string profile, objective, scenario, window, turns;
  bool dry_run = false, yes = false;
  app.add_option("--config", options.config, "settings file (default: config/config.ini)");
  app.add_option("--profile", profile, "settings of config/profiles/NAME.ini")->type_name("NAME");
  app.add_option("--objective", objective,
                 "what the model is to do, in place of [agent] objective");
  app.add_option("--scenario", scenario,
                 "the task of config/scenarios/NAME.json, or its number in `proxy scenarios`")
      ->type_name("NAME");
  app.add_option("--window", window,
                 "bound the run to one window: a part of its title, app:NAME, pid:N or id:N")
      ->type_name("QUERY");
  app.add_option("--vlm", options.vlm,
                 "the model's server (default: FRANZ_VLM_URL, then [proxy] upstream)")
      ->type_name("URL");
  app.add_option("--run-dir", options.run_dir,
                 "run folder (default: FRANZ_RUN_DIR, then a new one under [proxy] runs)")
      ->type_name("DIR");
  app.add_option("--turns", turns, "end after turn N of the run")->type_name("N");
  app.add_flag("--dry-run", dry_run, "send no input to a real screen, and show what would be sent");
  app.add_flag("--yes", yes, "begin at once on a person's screen, without the countdown");
  app.footer(exit_code_help());
  BareArguments bare;
  app.add_option("OBJECTIVE", bare.words, "the same as --objective OBJECTIVE")->type_name("");
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  if (!bare.words.empty()) {
    bare.behind_dashes =
        std::find(arguments, arguments + count, std::string_view("--")) != arguments + count;
    bare.with_flag = app.count("--objective") > 0;
    Result<std::string> given = bare_objective(bare, {});
    if (!given.ok()) {
      print_error("orchestrator: " + given.error().message);
      return 2;
    }
    options.flags.push_back({"--objective", "agent", "objective", std::move(given).value()});
  }
  const auto hold = [&](const char* flag, const char* section, const char* key,
                        const std::string& value) {
    if (app.count(flag) > 0) options.flags.push_back({flag, section, key, value});
  };
  hold("--profile", "agent", "profile", profile);
  hold("--objective", "agent", "objective", objective);
  hold("--scenario", "agent", "scenario", scenario);
  hold("--window", "surface", "window", window);
  hold("--turns", "limits", "max_turns", turns);
  hold("--dry-run", "safety", "dry_run", "on");
  hold("--yes", "safety", "countdown_s", "0");
  return std::nullopt;
}
}  // namespace franz::orchestrator
