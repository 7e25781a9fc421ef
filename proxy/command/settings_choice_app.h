#pragma once
// The settings of a proxy as they are in force for its flags and for a run that goes on: what such
// a run keeps, and what is chosen where nobody said it.
#include <cstddef>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/settings/settings_reader_app.h"
#include "proxy/command/options_app.h"

namespace franz::proxy {
// Each step may hold further settings, which go to the orchestrator, too (Options::held), and
// reads the files again then. Failure of each: what is wrong with them, or a flag that asks for
// what cannot be, in words that name it.
class SettingsChoice {
 public:
  // Both outlive it. `flags`: what the command line holds.
  SettingsChoice(Options& options, std::vector<FlagValue>& flags, BadFile bad_file);

  SettingsReader& reader() { return reader_; }
  Status start() { return reader_.start(bad_file_); }

  // A run that goes on keeps what it began with. Whoever opens it tells why it is not found.
  Status keep_choices_of_run();
  // What the run sees and acts on, with the program that it is started with or was.
  Status choose_surface();
  // The model's server, where nothing says which one. `demo`: the built-in model is preferred
  // (--demo), but for a new run on a real screen beside the only server that is found. Else what
  // listens at the default address, or the only server that is found on this machine
  // (Options::found_servers). A run goes on with the demo model if that played it; where another
  // server is now, only a person or this search knows, for run.json may be a stranger's. Failure:
  // several were found; lists them.
  Status choose_server(bool demo);
  // Which model is asked, and the profile of a new run that no person has set, by what the server
  // lists; the addresses are read. Where the profile depends on it, a run waits until a server
  // answers. What was chosen is in Options::choices. Failure: a person has to choose a model, or to
  // set a key.
  Status choose_by_server();
  // The objective of the run that is to begin or to go on; a person may be asked for it.
  Status settle_objective();

 private:
  // With what is held besides the flags that were given, which goes to the orchestrator, too.
  Status read_again(std::size_t given);
  Status hold_server(const FoundServer& server, const std::string& why);
  Status hold_demo();

  Options& options_;
  std::vector<FlagValue>& flags_;
  BadFile bad_file_;
  SettingsReader reader_;
  std::string resumed_;  // the folder of a run that goes on; empty: none
};
}  // namespace franz::proxy
