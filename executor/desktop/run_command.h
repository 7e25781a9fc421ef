#pragma once
// Parses a command as the Run dialog of Windows does. Pure: the caller reports which files exist.
#include <functional>
#include <string>
#include <string_view>
#include "common/base/result.h"

namespace franz::executor {
struct RunCommand {
  std::string file;        // a program, document, folder or address
  std::string parameters;  // as written
  friend bool operator==(const RunCommand&, const RunCommand&) = default;
};

// If the command starts with a quote, the file is the quoted part. An address (https://…,
// ms-settings:…) is used whole. Otherwise the file is the shortest prefix, up to a blank or the
// end, that `is_there`; if none exists, the part before the first blank, which the system looks up
// itself (PATH, "App Paths"). Variables (%WINDIR%) are already expanded. Failure: an empty command,
// an unclosed quote, a control character, or more than kMaxCommand bytes (command_words.h).
// Source: ShellExecuteEx, "Launching Applications" (Win32).
Result<RunCommand> run_command(std::string_view command,
                               const std::function<bool(const std::string&)>& is_there);
}  // namespace franz::executor
