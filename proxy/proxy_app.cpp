#include "proxy/proxy_app.h"
#include <string>
#include <string_view>
#include "common/os/console.h"
#include "common/os/open_files.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/os/process_start.h"
#include "common/settings/scenario_files_app.h"
#include "proxy/command/options_app.h"
#include "proxy/dashboard/export/export_app.h"
#include "proxy/offline/calibrate/calibrate_app.h"
#include "proxy/offline/diff/diff_app.h"
#include "proxy/offline/doctor/doctor_app.h"
#include "proxy/offline/fork/fork_app.h"
#include "proxy/offline/replay/replay_app.h"
#include "proxy/offline/sandbox/sandbox_app.h"
#include "proxy/offline/score/compare_app.h"
#include "proxy/offline/score/score_app.h"
#include "proxy/offline/tasks/task_app.h"
#include "proxy/offline/trajectory/import_app.h"
#include "proxy/offline/trajectory/trajectory_app.h"
#include "proxy/offline/verify/verify_app.h"
#include "proxy/run/run_app.h"

namespace franz::proxy {
static constexpr std::size_t kNeededFiles = 64;  // a run with its page and programs needs about 40

static int fail(int code, const std::string& text) {
  print_error(command_name() + ": " + text);
  return code;
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
    for (const std::string& problem : scenario.problems)
      print_error(command_name() + ": " + problem);
    sound = sound && scenario.problems.empty();
  }
  return print_lines(scenarios_table(listed.value())).ok() && sound ? 0 : 1;
}

// mcp_server replaces this program and inherits its standard streams, which the client reads and
// writes. It parses its own options.
static int run_mcp_server(const char* const* first, const char* const* end) {
  const std::string program = sibling_program("mcp_server");
  return fail(kCannotStart, become_program(program, {first, end}).message);
}

// `clicked`: a double-click started the program, so the dashboard is opened.
static int perform(int argument_count, const char* const* arguments, bool clicked) {
  if (argument_count > 1 && arguments[1] == std::string_view("mcp"))
    return run_mcp_server(arguments + 2, arguments + argument_count);
  ParsedOptions parsed = parse_options(argument_count, arguments);
  if (!parsed.options) return parsed.exit_code;
  Options& options = *parsed.options;
  options.open = options.open || clicked;
  if (const Status files = require_open_files(kNeededFiles); !files.ok())
    return fail(kCannotStart, files.error().message);
  switch (options.task) {
    case Options::Task::run: return run_loop(options);
    case Options::Task::settings: return print_settings(options);
    case Options::Task::scenarios: return print_scenarios(options);
    case Options::Task::verify: return run_verify(options);
    case Options::Task::replay: return run_replay(options);
    case Options::Task::fork: return run_fork(options);
    case Options::Task::diff: return run_diff(options);
    case Options::Task::export_page:
      return options.format.empty() ? run_export(options) : run_trajectory_export(options);
    case Options::Task::import_run: return run_import(options);
    case Options::Task::doctor: return run_doctor(options);
    case Options::Task::calibrate: return run_calibrate(options);
    case Options::Task::sandbox: return run_sandbox(options);
    case Options::Task::score: return run_score(options);
    case Options::Task::compare: return run_compare(options);
    case Options::Task::task: return run_task(options);
    case Options::Task::mcp:
      return fail(2, "mcp must be the first argument; mcp_server's options follow it");
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
