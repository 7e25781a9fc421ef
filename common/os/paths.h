#pragma once
// Where our programs and their settings are.
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz {
std::string executable_path();    // of this process, absolute
std::string executable_folder();  // its folder

// The program of ours with this name beside the running one: "executor" -> ".../executor[.exe]".
std::string sibling_program(const std::string& name);

// The config folder: `config/` in the working folder, beside the executable, or up to four folders
// above it; nothing when there is none. Of an installed program it is the user's own,
// $XDG_CONFIG_HOME/franz or ~/.config/franz, whether it exists or not: the working folder is then
// any folder of the user's, and its `config/` may belong to anything. A program is installed if
// `config/` beside it holds a file `installed` (config/package.sh, docs/install.md).
std::optional<std::string> find_config_folder();
// The same, of a program that is not installed.
std::optional<std::string> nearby_config_folder();

// The path of a file or folder of the config folder: "profiles/qwen.ini". What the folder of an
// installed program's user does not hold is taken from the folder that the program came with.
std::string config_path(const std::string& config_folder, const std::string& name);

// The names in a folder of the config folder, "profiles", sorted, each once: of an installed
// program also those that it came with. Failure: as list_folder().
Result<std::vector<std::string>> list_config_folder(const std::string& config_folder,
                                                    const std::string& name);

// What [proxy] runs is where nothing sets it: `panel_log` in the working folder; of an installed
// program $XDG_DATA_HOME/franz/runs or ~/.local/share/franz/runs.
// Source of both variables: the XDG Base Directory Specification, 0.8.
std::string default_runs_folder();

// The command that a person types for the proxy, for messages that print one: "franz" or "./run" if
// this program was started by that name, else "proxy".
std::string command_name();

long long own_process_id();

std::optional<std::string> environment(const std::string& name);
// For this process and the children that it starts from now on. Not while another thread may read
// or set a variable.
void set_environment(const std::string& name, const std::string& value);
}  // namespace franz
