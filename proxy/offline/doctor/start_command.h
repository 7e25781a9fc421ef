#pragma once
// The one command that doctor prints at its end. Pure.
#include <cstddef>
#include <string>
#include "common/settings/settings.h"

namespace franz::proxy {
// What doctor found out.
struct FoundForStart {
  std::string url;               // of the server that was examined
  bool demo = false;             // that is the demo model
  bool replied = false;          // a model gave a reply
  std::string model;             // that was asked
  std::size_t listed = 0;        // models that the server lists
  bool private_display = false;  // runs may have a screen of their own
};

// ./run --upstream http://127.0.0.1:1234 --profile qwen "your task" -- PROGRAM
// - --upstream unless a file or the environment says where the server is
// - --profile that of the model's family; of an unknown model the one in use, if a flag names it
// - --model where the server lists several and no file or variable names one
// - -- PROGRAM where the settings ask for no screen and a private one may be started
// Empty: there is nothing to start with. A model's name with characters that a shell could read is
// left out: the server wrote it.
std::string start_command(const ResolvedSettings& resolved, const FoundForStart& found);
}  // namespace franz::proxy
