#pragma once
// The runs beside the proxy's own, for GET /api/runs and ?run=K: numbered, summed up, and a few of
// them loaded. Lives on one thread; what it takes long for is never on the server's.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "proxy/dashboard/recorded_run_app.h"
#include "proxy/dashboard/run_summary.h"

namespace franz::proxy {
class RunLibrary {
 public:
  // `own`: the folder of the proxy's run; `replayed`: that run, if it is a recorded one.
  RunLibrary(std::string runs_folder, std::string own, std::shared_ptr<RecordedRun> replayed);

  // All runs as a JSON array, the oldest first. Of our own live run `live` says what is recorded,
  // and by `writing` whether turns are being made. The logs are read, that of the newest run first,
  // as far as they are new. `go_on` is asked between lines, and ends that by false: such runs are
  // not complete, and read_on() reads the rest.
  std::string list(const std::optional<RunSummary>& live, const std::function<bool()>& go_on);
  // Reads what the last list() left. True: all of it is read.
  bool read_on(const std::function<bool()>& go_on);

  // Of a number, 0 meaning our own run.
  bool is_own(int run);
  // The run, read up to now; null: no such number, or its folder is gone.
  RecordedRun* open(int run, const std::function<bool()>& wanted);
  int own() const { return own_id_; }

  // A run with watchers stays loaded, and follow() looks for news of it.
  void pin(int run);
  void unpin(int run);
  void follow(const std::function<bool()>& wanted);

  // Events for the watchers of runs, in order, since the last call.
  std::vector<std::pair<int, std::string>> take_events();

 private:
  struct Tallied {  // what is known of a run's log
    RunLogReader reader;
    RunTally tally;
    std::string problem;
    std::uint64_t working = 0;  // bytes of the files that lines do not list as evidence
    bool complete = false;
  };
  int id_of(const std::string& folder);
  void find_runs();
  void read(int id, Tallied& tallied, const std::function<bool()>& go_on);
  RunSummary summary_of(int id) const;
  std::vector<int> newest_first() const;  // the runs that are still there
  void drop_unused();

  const std::string runs_folder_, own_folder_;
  std::map<std::string, int> ids_;      // by folder
  std::map<int, std::string> folders_;  // by id
  int own_id_ = 0;
  std::map<int, Tallied> tallied_;
  std::optional<RunSummary> live_;  // as list() was told last
  struct Loaded {
    std::shared_ptr<RecordedRun> run;
    int pins = 0;
    std::uint64_t used = 0;  // when it was last asked for, in calls
  };
  std::map<int, Loaded> loaded_;
  std::uint64_t calls_ = 0;
  std::vector<std::pair<int, std::string>> events_;
};
}  // namespace franz::proxy
