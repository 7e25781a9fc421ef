#pragma once
// A run that is read from its folder, for replay and ?run=K. Its turns come from run.jsonl, line by
// line, even while another proxy is still writing it.
#include <cstdint>
#include <functional>
#include <optional>
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

  // Reads what was added since the last call; the first call reads everything. Returns the events
  // for the watchers. If `wanted` becomes false it stops early, and the next call continues from
  // there. An unreadable part is reported once, in the log and in problems().
  std::vector<std::string> refresh(const std::function<bool()>& wanted);

  // Failure: run.jsonl is missing or does not even identify the run. A log that is damaged later is
  // shown up to the damage.
  Status about() const;

  const std::string& folder() const { return folder_; }
  const RunView& view() const { return view_; }
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  using Events = std::vector<std::string>;
  // A log file that has been read up to `offset`.
  struct Tail {
    std::string file, source;
    std::uint64_t offset = 0;
    bool begun = false, reported = false;  // reported: that it cannot be read
  };
  void apply(const ViewUpdate& update, Events& events);
  void problem(const std::string& text, Events& events);
  void read_log(const RunDir& dir, const std::function<bool()>& wanted, Events& events);
  void report_facts(const RunDir& dir, std::vector<std::string> changes, Events& events);
  void read_logs(const RunDir& dir, Events& events);
  std::vector<LogLine> read_tail(const RunDir& dir, Tail& tail, Events& events);
  // `stopped`: how a person stopped the input of the server that writes it.
  void update_state(bool being_written, const std::optional<std::string>& stopped, Events& events);

  const std::string folder_;
  RunView view_{RunKind::recorded};
  RunLogReader reader_;
  RunStory story_;
  std::string log_problem_;  // problem of run.jsonl; empty: none
  bool loaded_ = false;      // the initial contents were read
  std::vector<Tail> tails_;
  std::string reported_state_;
  std::optional<std::string> reported_stop_;
  std::vector<std::string> problems_;
};
}  // namespace franz::proxy
