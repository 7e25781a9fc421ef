#pragma once
// The record and the picture of a turn against its attempts, and what a kill or a full disk took of
// them.
//
// Files are written in the order of their numbers: an attempt's request, its reply, its picture,
// its record. A kill cuts this order anywhere; a full disk takes any of them. So a file may be
// missing, and a turn's picture may be that of another attempt than its record. That is told as
// unchecked or as a note, never as bad: whether a missing file was listed in SHA256SUMS is the
// index's to say (run_index.h).
#include <optional>
#include <vector>
#include "common/run/run_file.h"
#include "common/run/turn_record.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/turn_files.h"

namespace franz::proxy {
// Of a turn that was recorded when its reply had come.
std::vector<Finding> check_turn_files(const TurnFiles& files, const TurnRecord& record,
                                      const CheckedAttempts& attempts);

// Of a turn that the run finished with: no reply came in it, and no turn comes behind it. `run`:
// nothing: run.json cannot be read.
std::vector<Finding> check_closing_files(const TurnFiles& files, const TurnRecord& record,
                                         const CheckedAttempts& attempts,
                                         const std::optional<RunFile>& run);

// Of a turn that a client called for: the run is one of calls, there is no exchange, and its
// picture is the record's own.
std::vector<Finding> check_called_files(const TurnFiles& files, const TurnRecord& record,
                                        const CheckedAttempts& attempts,
                                        const std::optional<RunFile>& run);

std::vector<Finding> explain_missing_record(const TurnFiles& files,
                                            const CheckedAttempts& attempts);
}  // namespace franz::proxy
