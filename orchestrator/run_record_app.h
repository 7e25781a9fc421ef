#pragma once
// The run folder of an orchestrator that runs alone: the same files that a proxy writes, by a
// thread of their own. Of the loop's thread, but for line().
#include <atomic>
#include <string>
#include <string_view>
#include <vector>
#include "common/net/http_client.h"
#include "common/run/own_record_app.h"
#include "orchestrator/output_app.h"
#include "orchestrator/turn_recorder.h"

namespace franz::orchestrator {
class RunRecord {
 public:
  // `started`: with run.json as it is to be. `surplus_runs`: folders of old runs, to be removed.
  // Memory, API and output outlive the record.
  RunRecord(StartedRun started, std::vector<std::string> surplus_runs, const Memory& memory,
            const Api& api, Output& output);

  const std::string& folder() const { return record_.folder(); }
  const std::string& id() const { return record_.run().run; }

  // As OwnRecord::begin().
  Status begin() { return record_.begin(); }

  void event(const LoopEvent& event);
  void line(const std::string& text);  // of the log; any thread
  // What passes of the next request, for this turn. Until answered().
  HttpTap tap(int turn);
  void answered(const ModelAnswer& answer);
  // Before state.json goes on: what was recorded is in the folder first, so that a kill between the
  // two loses no turn. Waits two seconds at most, once for a disk that takes nothing.
  void catch_up() { record_.catch_up(); }

  // As OwnRecord::close().
  bool close();

 private:
  Output& output_;
  OwnRecord record_;
  TurnRecorder turns_;
  int asking_ = 0;     // the turn of the request under way
  std::string reply_;  // to it, as on the wire
};
}  // namespace franz::orchestrator
