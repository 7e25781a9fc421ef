#pragma once
// Goes through a recorded run turn by turn: reads each file once, checks it, and draws it again.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "proxy/log/run_file.h"
#include "proxy/verify/finding.h"
#include "proxy/verify/redraw_app.h"
#include "proxy/verify/run_index.h"
#include "proxy/verify/turn_check.h"

namespace franz::proxy {
// One turn that was gone through; valid during the call only.
struct WalkedTurn {
  int turn = 0;
  const std::vector<std::pair<std::string, std::string>>& files;  // names and bytes
  const CheckedTurn& checked;
};

struct WalkOptions {
  std::string folder;
  bool draw = true;
  int up_to = 0;  // the last turn to look at; 0: all, and what belongs to the run as a whole
  std::function<void(const WalkedTurn&)> on_turn;            // may be empty
  std::function<void(int turn, int last_turn)> on_progress;  // may be empty
  std::function<bool()> stopped;                             // may be empty; ends the walk early
};

struct WalkedRun {
  Findings findings;
  RunIndex index;
  std::optional<RunFile> run;  // nothing: run.json cannot be read
  std::string seal;            // the digest of SHA256SUMS; empty: there is none
  bool being_written = false;  // by a proxy, now
  int recorded = 0;            // turns with a record
  int stories = 0, requests = 0;
  std::unique_ptr<Redraw> redraw;  // null with draw == false
};

// Failure: the scratch folder for drawing cannot be made. All else is a finding.
Result<WalkedRun> walk_run(const WalkOptions& options);
}  // namespace franz::proxy
