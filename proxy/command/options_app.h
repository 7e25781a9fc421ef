#pragma once
// The proxy's command line and settings.
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/net/model_asking.h"
#include "common/net/server_search.h"
#include "common/settings/settings.h"
#include "proxy/relay/upstream.h"

namespace CLI {
class App;
}

namespace franz::proxy {
struct Options {
  enum class Task {
    run,
    settings,
    scenarios,
    verify,
    replay,
    fork,
    export_page,
    doctor,
    calibrate,
    sandbox,
    mcp
  };
  Task task = Task::run;
  std::string config;  // --config; empty: not given
  ResolvedSettings settings;
  std::vector<std::string> notices;  // of the settings, to be told at start
  // What was chosen for the run, and why: server, model, profile.
  std::vector<ServerChoice::Note> choices;
  bool searched = false;                   // for servers on this machine: none was named
  std::vector<FoundServer> found_servers;  // by that search
  Address listen, dashboard;
  Upstream upstream;  // means nothing with `demo`
  bool demo = false, launch = true, stay = false, open = false, expose = false;
  std::vector<std::string> program;  // behind --, or of the run that goes on; empty: none
  bool private_display = false;      // one is to be started
  bool show = false;                 // and shown in a window
  int turns = 0;                     // 0: no --turns
  std::string resume;  // a run's folder, or its name in [proxy] runs; empty: a new run
  // Of the subcommands.
  std::string recorded;  // verify, replay, fork, export: the run, as find_run() takes it
  bool fast = false;     // verify: without drawing again
  bool strict = false;   // verify: what could not be checked fails
  std::string seal;     // verify: the digest that a proxy printed at the run's end; empty: not said
  int at = 0;           // fork: the last turn of the new run
  std::string file;     // export, sandbox: what is written; sandbox: empty: franz.wsb
  bool redact = false;  // export: without texts
  bool json = false;    // verify, doctor
  bool grounding = false;        // doctor: in which coordinates does the model answer
  std::string calibrated;        // calibrate: the only profile; empty: all that it knows
  int targets = 12;              // calibrate: at random places
  int minutes = 10;              // calibrate: at most, a case
  std::string settings_failure;  // doctor: what keeps other tasks from starting; empty: nothing
  // What flags hold, and what was chosen: the orchestrator has it, too.
  std::vector<FlagValue> held;
};

// Either options, or the exit code of a program that has said all it had to say.
struct ParsedOptions {
  std::optional<Options> options;
  int exit_code = 0;
};
ParsedOptions parse_options(int argument_count, const char* const* arguments);

// Shows all options and subcommands to `visit`; man page and completions are made of them.
void visit_command_line(const std::function<void(const CLI::App&)>& visit);
}  // namespace franz::proxy
