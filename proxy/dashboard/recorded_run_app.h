#pragma once
// A run read from its folder, as replay and ?run=K show it: its turns from run.jsonl, line by line,
// also while another proxy still writes it.
#include <cstdint>
#include <functional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_log_app.h"
#include "common/run/run_story.h"
#include "proxy/dashboard/run_view.h"

namespace franz::proxy {
class RecordedRun {
 public:
  explicit RecordedRun(std::string folder);

  // Reads what came since the last time; the first time everything. Returns the events for those
  // who watch. When `wanted` turns false it stops early, and the next time goes on from there.
  // What cannot be read is reported once, in the log and in problems().
  std::vector<std::string> refresh(const std::function<bool()>& wanted);

  // Failure: run.jsonl is not there, or says not even what the run is. A log that is damaged later
  // is shown up to there.
  Status about() const;

  const std::string& folder() const { return folder_; }
  const RunView& view() const { return view_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  using Events = std::vector<std::string>;
  // A log file, read up to `offset`.
  struct Tail {
    std::string file, source;
    std::uint64_t offset = 0;
    bool begun = false, told = false;  // told: that it cannot be read
  };
  void tell(const ViewUpdate& update, Events& events);
  void problem(const std::string& text, Events& events);
  void read_log(const RunDir& dir, const std::function<bool()>& wanted, Events& events);
  void tell_facts(const RunDir& dir, std::vector<std::string> changes, Events& events);
  void read_logs(const RunDir& dir, Events& events);
  std::vector<LogLine> read_tail(const RunDir& dir, Tail& tail, Events& events);
  void tell_state(bool being_written, Events& events);

  const std::string folder_;
  RunView view_{RunKind::recorded};
  RunLogReader reader_;
  RunStory story_;
  std::string log_problem_;  // of run.jsonl; empty: none
  bool loaded_ = false;      // all that was there at first was read
  std::vector<Tail> tails_;
  std::string told_state_;
  std::vector<std::string> problems_;
};
}  // namespace franz::proxy
