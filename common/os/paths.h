#pragma once
// Paths of our programs and their settings.
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"

namespace franz {
std::string executable_path();    // of this process, absolute
std::string executable_folder();  // its folder

// Our program of this name beside the running one: "executor" -> ".../executor[.exe]".
std::string sibling_program(const std::string& name);

// The config folder: `config/` in the working folder, beside the executable, or up to four folders
// above it; nothing if there is none. For an installed program it is the user's own folder,
// $XDG_CONFIG_HOME/franz or ~/.config/franz, even if it does not exist: the working folder may then
// be any folder, with an unrelated `config/`. A program is installed if `config/` beside it
// contains a file `installed` (config/package.sh, docs/install.md).
std::optional<std::string> find_config_folder();
// The same for a program that is not installed.
std::optional<std::string> nearby_config_folder();

// The path of a file or folder of the config folder: "profiles/qwen.ini". If the user's folder of
// an installed program lacks it, the folder that the program came with is used.
std::string config_path(const std::string& config_folder, const std::string& name);

// The names in a folder of the config folder, "profiles", sorted, each once. For an installed
// program they include the names that it came with. Failure: as list_folder().
Result<std::vector<std::string>> list_config_folder(const std::string& config_folder,
                                                    const std::string& name);

// The default of [proxy] runs: `panel_log` in the working folder; for an installed program
// $XDG_DATA_HOME/franz/runs or ~/.local/share/franz/runs.
// Source of both variables: the XDG Base Directory Specification, 0.8.
std::string default_runs_folder();

// The folder for what a user's programs remember: $XDG_STATE_HOME/franz or ~/.local/state/franz,
// even if it does not exist. Nothing: neither variable has an absolute path.
std::optional<std::string> user_state_folder();

// The absolute form of a path, without "." and ".." parts; links are not resolved. The path itself
// if the system names no working folder.
std::string absolute_path(const std::string& path);

// The command that a person types for the proxy, for messages: "franz" or "./run" if this program
// was started by that name, otherwise "proxy".
std::string command_name();

long long own_process_id();

std::optional<std::string> environment(const std::string& name);
// Affects this process and children started from now on. Do not call while another thread may read
// or set a variable.
void set_environment(const std::string& name, const std::string& value);
}  // namespace franz
