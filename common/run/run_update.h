#pragma once
// What is new in a run, for those who show it.
#include <optional>
#include <string>
#include <variant>
#include <vector>
#include "common/run/run_file.h"
#include "common/wire/control_messages.h"
#include "common/run/log_lines.h"
#include "proxy/record/log_output.h"

namespace franz {
// The supervisor's state.
struct ProgramUpdate {
  std::string program, why, since;
  std::optional<std::string> until;
};
// The orchestrator's, from its event `state`; an empty state: there is no orchestrator.
struct LoopUpdate {
  std::string state, why, since;
  std::optional<std::string> until;
  int turn = 0;  // 0: not said
  PauseCause cause = PauseCause::other;
  std::optional<ModelProblem> problem = {};
};
struct RunUpdate {
  RunFile run;
  std::vector<std::string> changes;  // new ones, for a `config` event
};
struct RowsLoaded {  // from an earlier proxy's records
  std::vector<TurnRow> rows;
};
struct RowsFound {  // in a folder that another proxy writes: told like turns of our own
  std::vector<TurnRow> rows;
};
// Requests that a web page may have sent passed through the relay.
struct PageRequests {
  int count = 0;
};
// The run folder cannot be written, and why; an empty text: it can again.
struct FolderTrouble {
  std::string text;
};
using ViewUpdate =
    std::variant<ProgramUpdate, LoopUpdate, RunUpdate, RowsLoaded, RowsFound, TurnOpened,
                 ReplyDelta, ApprovalAsked, TurnRecorded, LogLine, PageRequests, FolderTrouble>;
}  // namespace franz
