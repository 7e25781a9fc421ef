#pragma once
// A command as the Run dialog of Windows reads it. Pure; what exists is asked of the caller.
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

// "in quotes" rest: the file is what stands in the quotes. An address (https://…, ms-settings:…) is
// one whole. Otherwise the file is the shortest beginning, up to a blank or the end, that
// `is_there`; if none is, what stands before the first blank, which the system looks up by its own
// ways (PATH, "App Paths"). Variables (%WINDIR%) are expanded before. Failure: nothing in it, a
// quote without its end, a control character, or more than kMaxCommand bytes (command_words.h).
// Source: ShellExecuteEx, "Launching Applications" (Win32).
Result<RunCommand> run_command(std::string_view command,
                               const std::function<bool(const std::string&)>& is_there);
}  // namespace franz::executor
