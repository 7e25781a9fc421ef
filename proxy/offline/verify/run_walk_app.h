#pragma once
// Goes through a recorded run turn by turn: reads each file once, checks it, and draws it again.
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include "common/base/result.h"
#include "common/run/run_file.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/redraw_app.h"
#include "proxy/offline/verify/run_index.h"
#include "proxy/offline/verify/turn_check.h"

namespace franz::proxy {
struct WalkOptions {
  std::string folder;
  bool draw = true;
  int up_to = 0;  // the last turn to look at; 0: all, and what belongs to the run as a whole
  // Each may be empty. on_file: a turn's record, picture, request or response, as it is read;
  // on_turn: a turn that was checked.
  std::function<void(const std::string& name, const std::string& bytes)> on_file;
  std::function<void(int turn, const CheckedTurn& checked)> on_turn;
  std::function<void(int turn, int last_turn)> on_progress;
  std::stop_token stop = {};  // ends the walk early, and the programs that draw
};

struct WalkedRun {
  Findings findings;
  RunIndex index;
  std::optional<RunFile> run;  // nothing: run.json cannot be read
  std::string seal;            // the digest of SHA256SUMS; empty: there is none
  bool being_written = false;  // by a proxy, at the beginning or the end of the walk
  int recorded = 0;            // turns with a record
  int stories = 0, requests = 0;
  int unwitnessed = 0;             // turns that no proxy was in front of
  std::unique_ptr<Redraw> redraw;  // null with draw == false
};

// Failure: no such folder, or the scratch folder for drawing cannot be made. All else is a finding.
Result<WalkedRun> walk_run(const WalkOptions& options);
}  // namespace franz::proxy
