#pragma once
// Programs are started with the environment of this process, on a given display.
#include <memory>
#include <string>
#include <vector>
#include "executor/desktop/launcher.h"

namespace franz::executor {
// `display`: DISPLAY of what is started; empty: ours. `prefix`: the words that stand in front of
// each command, as of a program that confines it; the first is looked up in PATH, too.
std::unique_ptr<Launcher> make_launcher(std::string display, std::vector<std::string> prefix);
}  // namespace franz::executor
