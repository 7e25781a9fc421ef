#pragma once
// Loads the lines of a run's log and their files in order. Threads read ahead and check the
// digests.
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>
#include "common/base/result.h"
#include "common/run/log_entry.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_log_app.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/loaded_line.h"

namespace franz::proxy {
// The bytes of a listed file. Adds its findings. Nothing: it is missing or unreadable.
std::optional<std::string> load_listed(const RunDir& dir, const LoggedFile& file, int turn,
                                       std::vector<Finding>& findings);

class LineLoader {
 public:
  // `dir` outlives this object. `up_to`: the last line to read, by its seq; 0: all.
  LineLoader(const RunDir& dir, long long up_to, std::stop_token stop);
  ~LineLoader();
  LineLoader(const LineLoader&) = delete;
  LineLoader& operator=(const LineLoader&) = delete;

  // Nothing: there are no more lines, or `stop` was asked.
  std::optional<LoadedLine> next();

  // ---- Valid after the last line
  const Status& failure() const { return failure_; }  // why the log could not be read to its end
  const LogChain& chain() const { return log_.chain(); }
  std::uint64_t torn() const { return log_.torn(); }

 private:
  // Consecutive lines that one thread loads.
  struct Row {
    std::deque<std::pair<LoadedLine, std::size_t>> loaded;  // with their sizes in bytes
    bool done = false;
  };

  void work();
  std::vector<LoadedLine> take_lines(std::size_t& row);
  void load(LoadedLine& line) const;
  bool is_stopped() const { return stop_.stop_requested() || ended_.stop_requested(); }

  const RunDir& dir_;
  const long long up_to_;
  const std::stop_token stop_;
  std::stop_source ended_;

  std::mutex log_mutex_;  // guards the next five
  RunLogReader log_;
  std::deque<LoadedLine> read_;  // lines without their files
  bool is_read_ = false;         // read to its end
  Status failure_ = Done{};
  std::size_t rows_ = 0;  // taken
  std::string version_;   // of FRANZ, in force at the last taken line

  std::mutex mutex_;  // guards the next four
  std::condition_variable changed_;
  std::map<std::size_t, Row> loading_;   // from next_row_ on
  std::size_t next_row_ = 0, held_ = 0;  // held_: bytes of the loaded lines
  int working_ = 0;
  std::vector<std::thread> threads_;
};
}  // namespace franz::proxy
