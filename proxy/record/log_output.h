#pragma once
// What follows from what happened in a run: jobs of the run folder, and news for those who watch.
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include "common/run/run_jobs.h"
#include "common/run/turn_ranges.h"
#include "common/run/turn_record.h"
#include "common/wire/approval.h"

namespace franz::proxy {
// Turns that passed the relay and of which something was not recorded: all of them so far.
struct LostTurns {
  TurnRanges turns;
};
// The turn's request has left: its record so far, without the reply.
struct TurnOpened {
  int turn = 0, attempt = 0;
  std::shared_ptr<const std::string> record;   // null: nobody writes it (TurnLogOptions)
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
struct TurnRecorded {
  TurnRow row;
  std::shared_ptr<const std::string> record;  // null: as TurnOpened has it
  std::shared_ptr<const std::string> picture;
  std::optional<std::string> note;
  std::string error;                                 // of the actions before it; empty: none
  std::shared_ptr<const TurnRecord> turn = nullptr;  // what `record` is of
};
struct LogEntry {
  enum class Level { info, warning, error };
  Level level = Level::info;
  std::string text;
  int page_requests = 0;  // how many requests it tells of that a web page may have sent
};
using LogOutput = std::variant<SaveFile, StreamPiece, StreamEnd, ForgetFiles, SaveBatch,
                               TurnsFinished, ReplyPassed, TurnOpened, ReplyDelta, ApprovalAsked,
                               TurnRecorded, LostTurns, LogEntry>;
}  // namespace franz::proxy
