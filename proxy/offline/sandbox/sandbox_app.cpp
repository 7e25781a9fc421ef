#include "proxy/offline/sandbox/sandbox_app.h"
#include <optional>
#include <string>
#include <system_error>
#include "common/desktop/private_display_app.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/settings/setting_rows.h"
#include "proxy/command/replaceable_file_app.h"
#include "proxy/offline/sandbox/windows_sandbox.h"

namespace franz::proxy {
static int fail_sandbox(int code, const std::string& text) {
  print_error(command_name() + " sandbox: " + text);
  return code;
}

static std::string shown_path(const std::string& path) {
  return without_long_path_prefix(absolute_path(path));
}

// The flags with settings of the run, as environment variables. The run sees the sandbox's own
// screen.
static void add_flags(const Options& options, WindowsSandbox& sandbox) {
  for (const FlagValue& flag : options.held) {
    if (flag.section == "proxy" || flag.section == "surface") continue;
    sandbox.settings.emplace_back(environment_name(flag.section, flag.key), flag.value);
  }
}

int run_sandbox(const Options& options) {
  if (!options.config.empty())
    return fail_sandbox(2,
                        "--config: programs in the sandbox read config.ini in the config folder");
  const std::string file = options.file.empty() ? "franz.wsb" : options.file;
  const Status target = check_replaceable(file, kSandboxMark, "sandbox file");
  if (!target.ok()) return fail_sandbox(2, target.error().message);

  const std::optional<std::string> config = find_config_folder();
  if (!config) return fail_sandbox(2, "there is no config folder here or next to the programs");
  WindowsSandbox sandbox;
  sandbox.programs = shown_path(executable_folder());
  sandbox.config = shown_path(*config);
  if (sandbox.config == shown_path(join_path(sandbox.programs, "config"))) sandbox.config = "";
  sandbox.runs = shown_path(options.settings.settings.proxy.runs);
  for (const FlagValue& flag : options.held)
    if (flag.section == "proxy" && flag.key == "upstream") sandbox.upstream = flag.value;
  add_flags(options, sandbox);

  const Result<std::string> text = windows_sandbox_file(sandbox);
  if (!text.ok()) return fail_sandbox(2, text.error().message);
  // The sandbox does not start if a mapped folder is missing.
  if (const Status made = make_folders(sandbox.runs); !made.ok())
    return fail_sandbox(1, made.error().message);
  if (const Status written = replace_file(file, text.value(), Durability::buffered); !written.ok())
    return fail_sandbox(1, written.error().message);
  for (const std::string& line : how_to_use(sandbox, shown_path(file), display_facts(true).windows))
    if (!print_line(line).ok()) return 1;
  return 0;
}
}  // namespace franz::proxy
