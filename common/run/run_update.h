#pragma once
// What is new in a run, for those who show it.
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>
#include "common/run/log_lines.h"
#include "common/run/run_story.h"
#include "common/run/turn_record.h"
#include "common/wire/approval.h"
#include "common/wire/control_messages.h"

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
// What the run is, as its log has it now.
struct RunUpdate {
  RunFacts run;
  std::vector<std::string> changes;  // new ones, for an event `config`
};
struct RowsLoaded {  // of the log, before this recorder went on with it
  std::vector<TurnRow> rows;
};
struct RowsFound {  // in a folder that another recorder writes: shown like turns of our own
  std::vector<TurnRow> rows;
};
// A turn's request has been read: its record so far, without the reply.
struct TurnOpened {
  int turn = 0, attempt = 0;
  std::shared_ptr<const std::string> record;
  std::shared_ptr<const std::string> picture;  // PNG; null: none
};
// Text of the reply as it streams, for display.
struct ReplyDelta {
  int turn = 0, attempt = 0;
  std::string text, reasoning;
  std::size_t offset = 0;  // characters of `text` before this piece
};
// The operator is asked about what a turn is to do.
struct ApprovalAsked {
  ActionPlan plan;
  std::string plan_sha256;
  std::optional<std::string> until;            // a time; nothing: not said
  std::shared_ptr<const std::string> picture;  // PNG; null: none
};
// An attempt is in the log, with all its files.
struct TurnRecorded {
  TurnRow row;
  bool is_story = false;  // delivered and usable, or the closing turn: the run goes on from it
  std::shared_ptr<const std::string> record;
  std::shared_ptr<const std::string> picture;
  std::optional<std::string> note;
  std::string error;  // of the actions before it; empty: none
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
