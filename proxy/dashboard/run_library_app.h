#pragma once
// The other runs next to the proxy's own, for GET /api/runs and ?run=K: numbered, summarised, and a
// few of them loaded. Used on one thread, not the server's, because reading may take long.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/run/run_labels.h"
#include "proxy/dashboard/recorded_run_app.h"
#include "proxy/dashboard/run_summary.h"

namespace franz::proxy {
class RunLibrary {
 public:
  // `own`: the folder of the proxy's run, empty: it has none; `replayed`: that run if it is a
  // recorded one.
  RunLibrary(std::string runs_folder, std::string own, std::shared_ptr<RecordedRun> replayed);

  // All runs as a JSON array, oldest first. For our live run, `live` is the summary from the
  // recorder; its `writing` says whether turns are running. Reads new lines of the logs, starting
  // with the newest run. `go_on` is called between lines; if it returns false, reading stops, the
  // remaining runs are marked as not complete, and read_on() reads the rest.
  std::string list(const std::optional<RunSummary>& live, const std::function<bool()>& go_on);
  // Reads what the last list() left. True: everything is read.
  bool read_on(const std::function<bool()>& go_on);

  // Stores what a person calls the run, instead of an earlier label. Failure: missing: there is no
  // such run; otherwise the file with the labels cannot be read or written.
  Status label(int run, const RunLabel& label);

  // `run`: a number; 0 is our own run.
  bool is_own(int run);
  // The run, read up to the present; null: unknown number, or its folder is gone.
  RecordedRun* open(int run, const std::function<bool()>& wanted);
  int own() const { return own_id_; }
  // The run's folder; empty: unknown number.
  std::string folder_of(int run);

  // A run with watchers stays loaded, and follow() reads its new lines.
  void pin(int run);
  void unpin(int run);
  void follow(const std::function<bool()>& wanted);

  // The events for the watchers of runs, in order, since the last call.
  std::vector<std::pair<int, std::string>> take_events();

 private:
  struct Tallied {  // the summary of a run's log
    RunLogReader reader;
    RunTally tally;
    std::string problem;
    std::uint64_t working = 0;  // bytes of files that the log does not list as evidence
    bool complete = false;
  };
  int id_of(const std::string& folder);
  void find_runs();
  void read(int id, Tallied& tallied, const std::function<bool()>& go_on);
  RunSummary summary_of(int id) const;
  std::vector<int> newest_first() const;  // the runs that still exist
  void drop_unused();

  const std::string runs_folder_, own_folder_;
  std::map<std::string, int> ids_;      // by folder
  std::map<int, std::string> folders_;  // by id
  int own_id_ = 0;
  std::map<int, Tallied> tallied_;
  std::optional<RunSummary> live_;  // from the last list()
  RunLabels labels_;                // also from the last list()
  std::string labels_problem_;      // why there are none; empty: none is wrong
  struct Loaded {
    std::shared_ptr<RecordedRun> run;
    int pins = 0;
    std::uint64_t used = 0;  // number of the last call that used it
  };
  std::map<int, Loaded> loaded_;
  std::uint64_t calls_ = 0;
  std::vector<std::pair<int, std::string>> events_;
};
}  // namespace franz::proxy
