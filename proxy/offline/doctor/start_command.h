#pragma once
// The one command that doctor prints at its end. Pure.
#include <cstddef>
#include <string>
#include "common/settings/settings.h"

namespace franz::proxy {
// What doctor found out.
struct FoundForStart {
  std::string url;                // of the server that was examined
  bool demo = false;              // that is the demo model
  bool replied = false;           // a model gave a reply
  std::string model;              // that was asked
  std::size_t listed = 0;         // models that the server lists
  bool private_display = false;   // runs may have a screen of their own
  std::string program = "./run";  // as doctor was started: command_name()
};

// ./run "your task" -- PROGRAM, with what a run would not choose by itself:
// - --upstream that a flag names, and any on the canvas, where ./run keeps the demo model
// - --profile that of the model's family, in place of another one that a person has set; of an
//   unknown model the one that a flag names
// - --model that a flag names, or where the server lists several and none is chosen
// - -- PROGRAM where the settings ask for no screen and a private one may be started
// Empty: there is nothing to start with. A model's name with characters that a shell could read is
// left out: the server wrote it.
std::string start_command(const ResolvedSettings& resolved, const FoundForStart& found);
}  // namespace franz::proxy
