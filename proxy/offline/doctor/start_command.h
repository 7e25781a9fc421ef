#pragma once
// The command that doctor prints at its end. Pure.
#include <cstddef>
#include <string>
#include "common/settings/settings.h"

namespace franz::proxy {
// Doctor's findings.
struct FoundForStart {
  std::string url;                // of the examined server
  bool demo = false;              // the server is the demo model
  bool replied = false;           // a model gave a reply
  std::string model;              // the model that was asked
  std::size_t listed = 0;         // number of models that the server lists
  bool private_display = false;   // private displays are available
  std::string program = "./run";  // how doctor was started: command_name()
};

// ./run "your task" -- PROGRAM, with the options that a run would not choose by itself:
// - --upstream if a flag names one, and always on the canvas, where ./run uses the demo model
// - --profile of the model's family instead of a different one that a person set; for an unknown
//   model the profile that a flag names
// - --model if a flag names one, or if the server lists several and none is chosen
// - -- PROGRAM if the settings name no screen and a private one may be started
// Empty: there is nothing to start with. Omits a model's name with characters that a shell could
// interpret: the server wrote it.
std::string start_command(const ResolvedSettings& resolved, const FoundForStart& found);
}  // namespace franz::proxy
