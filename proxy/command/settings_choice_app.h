#pragma once
// The settings in force for a proxy, from its flags and the run it resumes, with automatic choices
// for those that were not given.
#include <cstddef>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/desktop/display_choice.h"
#include "common/settings/settings_reader_app.h"
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Each step may add settings to Options::held, which the orchestrator gets too, and then reads the
// files again. Failure of each: the error in the settings, or the flag that cannot be satisfied, by
// name.
class SettingsChoice {
 public:
  // Both outlive this object. `flags`: from the command line.
  SettingsChoice(Options& options, std::vector<FlagValue>& flags, BadFile bad_file);

  SettingsReader& reader() { return reader_; }
  Status start() { return reader_.start(bad_file_); }

  // A resumed run keeps its initial settings. The code that opens it reports a missing run.
  Status keep_choices_of_run();
  // The surface, and the program that the run starts or started.
  Status choose_surface();
  // Chooses the model's server if none is named. `demo`: prefer the built-in model (--demo), except
  // for a new run on a real screen when exactly one server is found. Otherwise takes the server at
  // the default address, or the only one found on this machine (Options::found_servers). A run that
  // used the demo model resumes with it; for another server run.json is not trusted, because a
  // stranger may have written it: a person names the server, or this search finds it. Failure:
  // several servers were found; lists them.
  Status choose_server(bool demo);
  // Chooses the model, and the profile of a new run unless a person set it, from the server's model
  // list. The addresses must have been read. If the profile depends on the list, a run waits until
  // a server answers. Records its choices in Options::choices. Failure: a person has to choose a
  // model or set a key.
  Status choose_by_server();
  // The objective of the new or resumed run; may ask a person for it.
  Status settle_objective();

 private:
  // Reads the settings again, with the automatic choices added to the flags; the orchestrator gets
  // both.
  Status read_again(std::size_t given);
  // Whether the screen of the run is available and can keep the settings. Switches off the tools
  // that cannot work there.
  Status limit_to_screen(const DisplayFacts& displays);
  Status check_resumed_screen(const DisplayFacts& displays);
  Status choose_screen();
  Status hold_server(const FoundServer& server, const std::string& why);
  Status hold_demo();

  Options& options_;
  std::vector<FlagValue>& flags_;
  BadFile bad_file_;
  SettingsReader reader_;
  std::string resumed_;  // the folder of the resumed run; empty: none
};
}  // namespace franz::proxy
