#pragma once
// The run folder of an orchestrator that runs alone: the same files that a proxy writes, by a
// thread of their own. Of the loop's thread, but for line().
#include <atomic>
#include <string>
#include <string_view>
#include <vector>
#include "common/os/http_client.h"
#include "common/run/run_folder_app.h"
#include "common/run/start_run_app.h"
#include "orchestrator/output_app.h"
#include "orchestrator/turn_recorder.h"

namespace franz::orchestrator {
class RunRecord {
 public:
  // `started`: with run.json as it is to be. `surplus_runs`: folders of old runs, to be removed.
  // Memory, API and output outlive the record.
  RunRecord(StartedRun started, std::vector<std::string> surplus_runs, const Memory& memory,
            const Api& api, Output& output);

  const std::string& folder() const { return started_.claim.folder(); }
  const std::string& id() const { return started_.loaded.run.run; }

  // The run begins: run.json is written from here on, and a folder that was made is kept. Failure:
  // its files cannot be read, or SHA256SUMS not written.
  Status begin();

  void event(const LoopEvent& event);
  void line(const std::string& text);  // of the log; any thread
  // What passes of the next request, for this turn. Until answered().
  HttpTap tap(int turn);
  void answered(const ModelAnswer& answer);
  // Before state.json goes on: what was recorded is in the folder first, so that a kill between the
  // two loses no turn. Waits two seconds at most, once for a disk that takes nothing.
  void catch_up() { folder_.wait_for_jobs(); }

  // All is written and sealed; the seal is told. False: something of the run was lost. Once.
  bool close();

 private:
  void write(std::vector<RecordJob> jobs);
  void update_lost();
  void save_run();

  StartedRun started_;  // first: a folder that no run began in goes last
  const std::vector<std::string> surplus_runs_;
  Output& output_;
  TurnRecorder turns_;
  const TurnRanges earlier_lost_;  // before this run was resumed
  int asking_ = 0;                 // the turn of the request under way
  std::string reply_;              // to it, as on the wire
  bool begun_ = false;
  RunFolder folder_;
};
}  // namespace franz::orchestrator
