#pragma once
// The run folder of a program that records itself: the same files that a proxy writes, by a thread
// of their own. Of one thread, but for append().
#include <functional>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/run_folder_app.h"
#include "common/run/run_jobs.h"
#include "common/run/start_run_app.h"

namespace franz {
struct OwnRecordPorts {
  enum class Level { info, warning, error };
  std::function<void(Level, const std::string&)> say;  // for people; any thread
  std::function<std::string(std::string_view)> mask;   // as Secrets::mask()
};

class OwnRecord {
 public:
  // `started`: with run.json as it is to be. `surplus_runs`: folders of old runs, to be removed.
  OwnRecord(StartedRun started, std::vector<std::string> surplus_runs, OwnRecordPorts ports);

  const std::string& folder() const { return started_.claim.folder(); }
  const KnownTurns& known() const { return started_.loaded.known; }
  RunFile& run() { return started_.loaded.run; }
  const RunFile& run() const { return started_.loaded.run; }

  // The run begins: run.json is written from here on, and a folder that was made is kept. Failure:
  // its files cannot be read, or SHA256SUMS not written.
  Status begin();
  // Nothing before begin().
  void save_run();
  void write(std::vector<RecordJob> jobs);
  void append(const std::string& log, const std::string& line);  // without its end; any thread
  // A turn is over: run.json tells what was lost so far.
  void update_lost();
  // What was recorded is in the folder when it returns, where the disk takes it. One that takes
  // nothing is waited for once, for two seconds.
  void catch_up() { folder_.wait_for_jobs(); }

  // All is written and sealed; the seal is told. False: something of the run was lost. Once.
  bool close();

 private:
  using Level = OwnRecordPorts::Level;

  StartedRun started_;  // first: a folder that no run began in goes last
  const std::vector<std::string> surplus_runs_;
  const OwnRecordPorts ports_;
  TurnRanges earlier_lost_;  // before this run was resumed
  int unrecorded_ = 0;       // KnownTurns::unrecorded, until it is made again
  bool begun_ = false;
  RunFolder folder_;
};
}  // namespace franz
