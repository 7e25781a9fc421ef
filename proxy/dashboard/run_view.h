#pragma once
// The state that the dashboard shows. It is a value that is changed by updates; each update returns
// the events for the stream's readers. Owned by the dashboard's thread; others send it updates.
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/log_lines.h"
#include "common/run/run_story.h"
#include "common/run/run_update.h"
#include "proxy/dashboard/turn_rows.h"

namespace franz::proxy {
// live: our own run. recorded: a run in its folder.
enum class RunKind { live, recorded };

// In the form of /api/turns.
std::string rows_to_json(std::span<const TurnRow> rows);

class RunView {
 public:
  explicit RunView(RunKind kind = RunKind::live) : kind_(kind) {}

  // Changes the view; returns the events for the stream, as JSON.
  std::vector<std::string> apply(const ViewUpdate& update);

  // ---- As JSON
  std::string connected() const;  // the stream's first event
  std::string run() const;        // GET /api/run; `folder` is added by set_folder
  std::string rows(int from, int to) const;
  std::string outline(int from) const;  // GET /api/outline
  std::string log_after(std::uint64_t id) const;
  std::string health() const;

  // A turn that is not in the log yet; null: it is in the log or has not begun.
  const TurnOpened* opened(int turn) const;
  // The pending question to the operator; null: none.
  const ApprovalAsked* approval() const { return approval_ ? &*approval_ : nullptr; }
  // The attempt that is shown for a turn in the log; 0: no such turn.
  int attempt_of(int turn) const;
  const TurnRows& all_rows() const { return rows_; }

  RunKind kind() const { return kind_; }
  const std::string& program() const { return program_.program; }
  // Our own run has ended, but the proxy still runs.
  bool is_over() const;
  // A server of MCP clients writes it, whose input can be stopped (docs/mcp.md#watch-and-stop-it).
  bool takes_stop() const {
    return kind_ == RunKind::recorded && program_.program == "running" &&
           run_.made_by == kMadeByServer;
  }
  // A person has the screen, or is about to.
  bool is_taken_over() const { return program_.takeover && program_.takeover->held; }
  // How the run ended; nothing: it has not, or that is not known.
  const std::optional<Finish>& finish() const { return run_.finish; }
  const std::string& name() const { return run_.name; }
  void set_folder(std::string folder) { folder_ = std::move(folder); }

 private:
  int last_turn() const { return rows_.last_turn(); }
  void add_state(JsonObject& object) const;
  std::string state_event() const;
  void open_turn(const TurnOpened& opened);
  std::string put_recorded(const TurnRecorded& recorded);

  RunKind kind_;
  RunFacts run_;
  std::string folder_;
  ProgramUpdate program_{"starting", "", "", std::nullopt};
  LoopUpdate loop_;
  std::optional<ApprovalAsked> approval_;  // until the next state of the loop
  int turn_ = 0;                           // the current turn of the loop
  TurnRows rows_;
  int story_turn_ = 0;  // the newest turn whose row is an attempt that the run continues from
  std::map<int, TurnOpened> opened_;  // by turn: not in the log yet
  std::deque<LogLine> log_;
  std::uint64_t log_end_ = 0;  // id of the newest line; ids count from 1
  int page_requests_ = 0;
  std::string folder_trouble_;
};
}  // namespace franz::proxy
