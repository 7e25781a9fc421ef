#pragma once
// How large a run's folder is, without listing all of it: the files of a turn are looked at by the
// names that they can have, those of turns that are over once, those of the newest turns, and
// whatever grows, each time.
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>
#include "common/run/run_dir_app.h"

namespace franz::proxy {
// The turn behind `turn` of which there may be files.
int next_turn(const std::vector<int>& thousands, int turn);

class RunSize {
 public:
  // `names`: of the files in the run folder itself; what is no turn's among them counts, whatever
  // it is. They may be named again.
  void set_files(const std::vector<std::string>& names);

  // Looks at what is new, up to the turn behind `last_turn`, the last recorded. `thousands`: as
  // RunDir tells them. False: `go_on` ended it; the next look goes on from there. An attempt at a
  // turn that was over long before is not seen.
  bool look(const RunDir& dir, const std::vector<int>& thousands, int last_turn,
            const std::function<bool()>& go_on);

  std::uint64_t bytes() const { return bytes_; }      // so far
  int last_picture() const { return last_picture_; }  // its turn; 0: none was met

 private:
  std::uint64_t size_of_turn(const RunDir& dir, int turn);

  std::set<std::string> others_;  // files of no turn, or of a batch that is not full
  int over_ = 0;                  // the last turn whose files do not change any more
  std::uint64_t settled_ = 0;     // bytes of the turns up to it
  std::uint64_t bytes_ = 0;
  int last_picture_ = 0;
};
}  // namespace franz::proxy
