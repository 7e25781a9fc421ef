#pragma once
// How large a run's folder is while its turns are made, without listing it or looking at every file
// each time: the files of turns that are over were looked at once, and those of the newest turns,
// and whatever grows, are looked at by the names that they can have.
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>
#include "common/run/run_dir_app.h"

namespace franz::proxy {
class LiveSize {
 public:
  // Begins with all files there are, as RunDir::files() lists them. `last_turn`: the last recorded.
  void begin(std::vector<std::string> files, int last_turn);
  bool has_begun() const { return begun_; }

  // Looks at what is new, up to the turn behind `last_turn`. False: `go_on` ended it; the next look
  // goes on from there. An attempt at a turn that was over long before, and files that are no
  // run's, count as they were at the beginning.
  bool look(const RunDir& dir, int last_turn, const std::function<bool()>& go_on);

  std::uint64_t bytes() const { return bytes_; }      // after a whole look
  int last_picture() const { return last_picture_; }  // its turn; 0: there is none

 private:
  std::uint64_t size_of(const RunDir& dir, const std::string& name) const;
  std::uint64_t size_of_turn(const RunDir& dir, int turn);

  bool begun_ = false;
  std::vector<std::string> unread_;  // of turns that were over at the beginning
  std::set<std::string> growing_;
  int over_ = 0;               // the last turn whose files do not change any more
  std::uint64_t settled_ = 0;  // bytes of the turns up to it
  std::uint64_t bytes_ = 0;
  int last_picture_ = 0;
};
}  // namespace franz::proxy
