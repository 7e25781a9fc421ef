#pragma once
// Where our programs and their settings are.
#include <optional>
#include <string>
#include "common/base/result.h"

namespace franz {
std::string executable_path();    // of this process, absolute
std::string executable_folder();  // its folder

// The program of ours with this name beside the running one: "executor" -> ".../executor[.exe]".
std::string sibling_program(const std::string& name);

// The config folder: `config/` in the working folder, beside the executable, or up to four folders
// above it; nothing when there is none.
std::optional<std::string> find_config_folder();

// The command that a person types for the proxy, for messages that print one: "franz" or "./run" if
// this program was started by that name, else "proxy".
std::string command_name();

long long own_process_id();

std::optional<std::string> environment(const std::string& name);
// For this process and the children that it starts from now on. Not while another thread may read
// or set a variable.
void set_environment(const std::string& name, const std::string& value);
}  // namespace franz
