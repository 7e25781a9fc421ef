#pragma once
// Programs that continue after we end: in their own session, without standard input and output.
// `end_patience` and `asked_when_we_die` do not apply. Linux only. Failure: the system's reason.
#include <chrono>
#include <optional>
#include <string_view>
#include "common/base/result.h"
#include "common/os/child_process.h"

namespace franz {
// Starts a program and watches it for a while. Returns how it ended in that time, with its standard
// error; nothing if it still runs. Later output there is dropped. Blocks for that time.
Result<std::optional<ChildOutcome>> start_watched_program(const ChildCommand& command,
                                                          std::chrono::milliseconds watched);

// Starts a program that reads `input` to its end. Blocks until it has read all of it, or has ended.
Status start_free_reader(const ChildCommand& command, std::string_view input);
}  // namespace franz
