#include "orchestrator/options_app.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <utility>
#include "common/os/print.h"
#include "common/settings/setting_flags_app.h"
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
  SettingFlags given;
  add_setting_flags(app, given);
  app.add_option("--vlm", options.vlm,
                 "the model's server (default: FRANZ_VLM_URL, then [proxy] upstream)")
      ->type_name("URL");
  app.add_option("--run-dir", options.run_dir,
                 "run folder (default: FRANZ_RUN_DIR, then a new one under [proxy] runs)")
      ->type_name("DIR");
  app.footer(exit_code_help());
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return end_of_parsing(app, error);
  }
  const bool dashes =
      std::find(arguments, arguments + count, std::string_view("--")) != arguments + count;
  Result<std::vector<FlagValue>> held = held_by(app, given, {}, dashes);
  if (!held.ok()) {
    print_error("orchestrator: " + held.error().message);
    return 2;
  }
  options.config = given.config;
  options.flags = std::move(held).value();
  return std::nullopt;
}
}  // namespace franz::orchestrator
