#pragma once
// A run read from its folder, as replay and ?run=K show it; also of one that another proxy still
// writes: each look reads only what is new.
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/run/run_dir_app.h"
#include "proxy/dashboard/run_view.h"

namespace franz::proxy {
class RecordedRun {
 public:
  explicit RecordedRun(std::string folder);

  // Reads what came since the last time; the first time everything. Returns the events for those
  // who watch. When `wanted` turns false it stops early, and the next time goes on from there.
  // A file that cannot be read is told once, in the log and in problems(), and does not stop it.
  std::vector<std::string> refresh(const std::function<bool()>& wanted);

  // Failure: run.json is not there or cannot be read. All else can be shown without it.
  Status about() const;

  const std::string& folder() const { return folder_; }
  const RunView& view() const { return view_; }
  const RunFile& run() const { return run_; }
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
  void cannot_be_read(const std::string& why, Events& events);
  void read_about(const RunDir& dir, Events& events);
  void read_records(const RunDir& dir, const std::function<bool()>& wanted, Events& events);
  std::vector<int> turns_to_look_at(const RunDir& dir, Events& events);
  void read_logs(const RunDir& dir, Events& events);
  std::vector<LogLine> read_tail(const RunDir& dir, Tail& tail, Events& events);
  void tell_state(bool being_written, Events& events);

  const std::string folder_;
  RunView view_{RunKind::recorded};
  RunFile run_;
  std::string run_problem_ = "it was not looked at";
  std::optional<FileStamp> run_stamp_;  // as it was last read
  RunDir::RecordStamps folder_stamps_;  // as they were last listed
  std::map<int, FileStamp> known_;      // record files that were read
  bool loaded_ = false;                 // all that was there at first was read
  std::int64_t listed_ms_ = 0;          // when the folders were last listed
  std::vector<Tail> tails_;
  std::string told_state_;
  std::vector<std::string> problems_;
};
}  // namespace franz::proxy
