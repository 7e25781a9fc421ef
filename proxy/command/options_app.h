#pragma once
// The proxy's command line and settings.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/desktop/screen_bridge_app.h"
#include "common/net/model_asking.h"
#include "common/net/server_search.h"
#include "common/settings/settings.h"
#include "proxy/command/score_options_app.h"
#include "proxy/relay/upstream.h"
#include "proxy/tasks/task_files_app.h"

namespace CLI {
class App;
}

namespace franz::proxy {
// In a picture, from its top left, in pixels.
struct PictureRectangle {
  int x = 0, y = 0, width = 0, height = 0;
};

struct Options {
  enum class Task {
    run,
    settings,
    scenarios,
    verify,
    replay,
    fork,
    diff,
    export_page,
    import_run,
    doctor,
    calibrate,
    sandbox,
    score,
    compare,
    task,
    mcp
  };
  Task task = Task::run;
  std::string config;  // --config; empty: not given
  ResolvedSettings settings;
  std::vector<std::string> notices;  // warnings about the settings, printed at start
  // What was chosen for the run and why: server, model, profile.
  std::vector<ServerChoice::Note> choices;
  bool searched = false;                   // for servers on this machine, because none was named
  std::vector<FoundServer> found_servers;  // found by that search
  Address listen, dashboard;
  Upstream upstream;  // unused with `demo`
  bool demo = false, launch = true, stay = false, open = false, expose = false,
       expose_input = false;
  std::vector<std::string> program;  // after --, or of the resumed run; empty: none
  bool private_display = false;      // start a private display
  // Start this screen bridge; nothing: the run's screen needs none.
  std::optional<ScreenBridgeOptions> bridge;
  bool show = false;            // show it in a window
  bool screen_changed = false;  // the resumed run was on another screen, and a flag names this one
  std::string unseen;           // unseen_text() of the run's screen; empty: nothing is missing
  int turns = 0;                // 0: --turns was not given
  std::string resume;           // a run's folder, or its name in [proxy] runs; empty: a new run
  // For a trial.
  std::shared_ptr<const LoadedTask> trial;  // the task; null: the run is no trial
  std::string agent;                        // kSolutionAgent, kNothingAgent; empty: the model
  std::string yes_tasks;  // --yes-tasks: the digest of the tasks that the person agreed to
  std::string run_name;   // of a new run's folder; empty: from the time
  // For the subcommands.
  std::string action;              // task: check or list
  std::vector<std::string> files;  // task check
  std::string recorded;  // verify, replay, fork, diff, export: the run, as find_run() takes it
  std::string other;     // diff: the second run
  bool fast = false;     // verify: do not draw the turns again
  bool strict = false;   // verify: unchecked items count as failures
  std::string seal;  // verify: the digest that a proxy printed at the run's end; empty: not given
  int at = 0;        // fork: the last turn of the new run
  // export, sandbox: the output file; sandbox: empty: franz.wsb. import: the trajectory
  std::string file;
  bool redact = false;                  // export: omit texts
  std::vector<PictureRectangle> black;  // export: painted black in every picture
  std::string remove;                   // export: a pattern of texts to remove; empty: none
  std::string format;      // export: atif, osworld, agentnet, otlp or jsonl; empty: the page
  bool content = false;    // export: texts in otlp
  bool gif = false;        // export: an animation instead of a page
  bool json = false;       // verify, doctor
  bool grounding = false;  // doctor: find the model's coordinates
  ScoreOptions score;
  std::string calibrated;        // calibrate: the only profile; empty: all known ones
  int targets = 12;              // calibrate: at random places
  int minutes = 10;              // calibrate: limit per case
  std::string settings_failure;  // doctor: the error that stops other tasks; empty: none
  // Settings from flags and from automatic choices; the orchestrator gets them too.
  std::vector<FlagValue> held;
};

// Either options, or the exit code of a program that has already printed its output.
struct ParsedOptions {
  std::optional<Options> options;
  int exit_code = 0;
};
ParsedOptions parse_options(int argument_count, const char* const* arguments);

// Passes all options and subcommands to `visit`, which generates man page and completions.
void visit_command_line(const std::function<void(const CLI::App&)>& visit);
}  // namespace franz::proxy
