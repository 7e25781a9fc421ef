#pragma once
// News of a run, for the parts that display it.
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
// Whether a page may take the run's screen over.
struct TakeoverState {
  bool held = false;    // a person has it, or is about to
  std::string refused;  // why no page may; empty: one may
};
// The supervisor's state.
struct ProgramUpdate {
  std::string program, why, since;
  std::optional<std::string> until;
  bool launches = true;  // false: --no-launch, so only a stop can be commanded
  // Nothing: the run has no screen that a page may use (ScreenFacts::page_takeover).
  std::optional<TakeoverState> takeover = std::nullopt;
  std::string unseen = {};  // what is not noticed on the run's screen, for people; empty: nothing
};
// The orchestrator's state, from its event `state`; an empty state: no orchestrator.
struct LoopUpdate {
  std::string state, why, since;
  std::optional<std::string> until;
  int turn = 0;  // 0: not reported
  PauseCause cause = PauseCause::other;
  std::optional<ModelProblem> problem = {};
};
// What the run is, according to its log now.
struct RunUpdate {
  RunFacts run;
  std::vector<std::string> changes;  // new ones, for an event `config`
};
struct RowsLoaded {  // from the log, before this recorder resumed it
  std::vector<TurnRow> rows;
};
struct RowsFound {  // in a folder that another recorder writes: shown like our own turns
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
// The operator is asked to approve what a turn will do.
struct ApprovalAsked {
  ActionPlan plan;
  std::string plan_sha256;
  std::optional<std::string> until;            // a time; nothing: not reported
  std::shared_ptr<const std::string> picture;  // PNG; null: none
};
// An attempt is in the log, with all its files.
struct TurnRecorded {
  TurnRow row;
  bool is_story = false;  // delivered and usable, or the closing turn: the story continues from it
  std::shared_ptr<const std::string> record;
  std::shared_ptr<const std::string> picture;
  std::optional<std::string> note;
  std::string error;  // of the turn's actions; empty: none
};
// Requests that may come from a web page passed through the relay.
struct PageRequests {
  int count = 0;
};
// The run folder cannot be written, and why; an empty text: writing works again.
struct FolderTrouble {
  std::string text;
};
using ViewUpdate =
    std::variant<ProgramUpdate, LoopUpdate, RunUpdate, RowsLoaded, RowsFound, TurnOpened,
                 ReplyDelta, ApprovalAsked, TurnRecorded, LogLine, PageRequests, FolderTrouble>;
}  // namespace franz
