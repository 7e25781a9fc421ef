#include "common/settings/setting_flags_app.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>
#include "common/formats/profile_choice.h"
#include "common/os/print.h"
#include "common/settings/bare_objective.h"
#include "common/settings/scenario_files_app.h"
#include "common/tools/suggestions.h"

namespace franz {
void add_setting_flags(CLI::App& app, SettingFlags& flags) {
  app.add_option(
         "--config", flags.config,
         "settings file (default: config/config.ini; installed: ~/.config/franz/config.ini)")
      ->type_name("FILE");
  app.add_option("--profile", flags.profile,
                 "settings of config/profiles/NAME.ini; also a model's name, for its family "
                 "(default: the profile for the served model)")
      ->type_name("NAME");
  app.add_option("--model", flags.model,
                 "the model's name, as its server lists it (default: the profile's or the only "
                 "one)")
      ->type_name("NAME");
  app.add_option("--objective", flags.objective, "the model's task, instead of [agent] objective")
      ->type_name("TEXT");
  app.add_option("--scenario", flags.scenario,
                 "the task of config/scenarios/NAME.json, or its number in `proxy scenarios`")
      ->type_name("NAME");
  app.add_option("--screen", flags.screen,
                 "what the model sees: sandbox, the canvas; private, a screen of the run's own; "
                 "own, yours; another of this machine, :5 or wayland-1; or the screen of a VNC "
                 "server, vnc://HOST:PORT")
      ->type_name("NAME");
  app.add_option("--window", flags.window,
                 "bound the run to one window: a part of its title, app:NAME, pid:N or id:N")
      ->type_name("QUERY");
  app.add_option("--turns", flags.turns, "end after turn N of the run")->type_name("N");
  app.add_option("--set", flags.sets,
                 "any setting of config.ini, as model.temperature=0.2; may be given several times")
      ->type_name("SECTION.KEY=VALUE")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->allow_extra_args(false);  // the next word is the objective
  app.add_flag("--dry-run", flags.dry_run,
               "send no input to a real screen, and show what would be sent");
  app.add_flag("--yes", flags.yes, "begin on a person's screen without the countdown");
  app.add_flag("--insecure", flags.insecure,
               "accept a VNC server on another machine that does not prove who it is or does not "
               "encrypt");
  app.add_option("OBJECTIVE", flags.words, "the same as --objective OBJECTIVE")
      ->type_name("")
      ->take_all();
}

Result<FlagValue> read_set(const std::string& text) {
  const std::size_t equals = text.find('=');
  const std::size_t dot = text.find('.');
  if (equals == std::string::npos || dot == std::string::npos || dot > equals)
    return Error{"--set " + text +
                 ": expected SECTION.KEY=VALUE, as in --set model.temperature=0.2"};
  return FlagValue{"--set", text.substr(0, dot), text.substr(dot + 1, equals - dot - 1),
                   text.substr(equals + 1)};
}

// `in_window`: --window is given, which decides the kind of surface.
static void hold_screen(const std::string& screen, bool in_window, std::vector<FlagValue>& held) {
  const bool is_real = screen != "sandbox";
  if (!is_real || !in_window)
    held.push_back({"--screen", "surface", "kind", is_real ? "desktop" : "sandbox"});
  if (is_real) held.push_back({"--screen", "surface", "display", screen});
}

Result<std::vector<FlagValue>> held_by(const CLI::App& app, const SettingFlags& flags,
                                       std::span<const std::string_view> commands, bool dashes) {
  std::vector<FlagValue> held;
  // First, so that a specific flag overrides --set.
  for (const std::string& set : flags.sets) {
    Result<FlagValue> read = read_set(set);
    if (!read.ok()) return read.error();
    held.push_back(std::move(read).value());
  }
  const auto hold = [&](const char* flag, const char* section, const char* key,
                        const std::string& value) {
    if (app.count(flag) > 0) held.push_back({flag, section, key, value});
  };
  std::string profile = flags.profile;
  if (const auto names = profile_names(config_folder_of(flags.config)); names.ok())
    profile = meant_profile(profile, names.value()).value_or(profile);
  hold("--profile", "agent", "profile", profile);
  hold("--model", "model", "name", flags.model);
  hold("--objective", "agent", "objective", flags.objective);
  if (!flags.words.empty()) {
    const BareArguments bare{flags.words, dashes, app.count("--objective") > 0};
    Result<std::string> objective = bare_objective(bare, commands);
    if (!objective.ok()) return objective.error();
    held.push_back({"--objective", "agent", "objective", std::move(objective).value()});
  }
  hold("--scenario", "agent", "scenario", flags.scenario);
  if (app.count("--screen") > 0) hold_screen(flags.screen, app.count("--window") > 0, held);
  hold("--window", "surface", "window", flags.window);
  hold("--turns", "limits", "max_turns", flags.turns);
  hold("--dry-run", "safety", "dry_run", "on");
  hold("--yes", "safety", "countdown_s", "0");
  hold("--insecure", "surface", "vnc_insecure", "on");
  return held;
}

// The flag that `word` may have been meant for; empty: none is similar.
static std::string nearest_flag(const CLI::App& app, std::string word) {
  word = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const CLI::App* each = &app; each != nullptr; each = each->get_parent())
    for (const CLI::Option* const option : each->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  return std::string(nearest_name(word, candidates));
}

int end_of_parsing(const CLI::App& app, const CLI::ParseError& error) {
  std::ostringstream output, errors;
  const int code = app.exit(error, output, errors);
  const Status printed = print_lines(output.str());
  print_error_lines(errors.str());
  if (code == 0) return printed.ok() ? 0 : 1;
  const auto subcommands = app.get_subcommands();
  for (const std::string& word : app.remaining(true)) {
    if (!word.starts_with("-")) continue;
    const std::string flag = nearest_flag(subcommands.empty() ? app : *subcommands.front(), word);
    if (!flag.empty()) print_error("Did you mean " + flag + " instead of " + word + "?");
  }
  return 2;
}
}  // namespace franz
