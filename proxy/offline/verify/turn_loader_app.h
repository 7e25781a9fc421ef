#pragma once
// The files of each turn, read, compared with their digests and made whole, and its record checked
// as far as it goes alone: on other threads, ahead of whoever checks the turns in their order.
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>
#include "common/os/mailbox.h"
#include "proxy/offline/verify/finding.h"
#include "proxy/offline/verify/listed_files_app.h"
#include "proxy/offline/verify/read_record.h"
#include "proxy/offline/verify/replayed_exchange.h"
#include "proxy/offline/verify/turn_files.h"
#include "proxy/offline/verify/turn_sequence.h"

namespace franz::proxy {
struct LoadedTurn {
  TurnFiles files;  // but for `last` and `ended`, which the run as a whole tells
  // Ascending. A turn of many attempts, or of long ones, has only the first of them here.
  std::vector<StoredAttempt> attempts;
  std::map<int, ListedFiles::Attempt> unread;  // the others: to be loaded one by one
  std::vector<Finding> findings;               // of all that was read
  std::vector<Finding> batch_findings;         // of the batches that end with the turn
  std::optional<ReadRecord> read;              // of the files' record
};

class TurnLoader {
 public:
  // `threads`: 0: next() reads what it gives. `files`, whose index was read, outlives this.
  // `same_version`: of a turn, as read_record() has it; empty: no record is read.
  TurnLoader(const ListedFiles& files, int up_to, std::size_t threads, std::stop_token stop,
             std::function<bool(int turn)> same_version = {});
  ~TurnLoader();  // whatever was not taken is dropped
  TurnLoader(const TurnLoader&) = delete;
  TurnLoader& operator=(const TurnLoader&) = delete;

  // The turns of a TurnSequence one after the other, without its gaps. Nothing: `stop` asked.
  std::optional<LoadedTurn> next();

 private:
  struct Reader;

  LoadedTurn load(int turn) const;
  void read(std::size_t reader);
  bool is_stopped() const { return stop_.stop_requested() || ended_.stop_requested(); }

  const ListedFiles& files_;
  const int up_to_;
  const std::stop_token stop_;
  const std::function<bool(int turn)> same_version_;
  std::stop_source ended_;
  TurnSequence turns_;    // of those that next() reads
  std::size_t next_ = 0;  // how many turns were given
  // Each reads some turns in a row and leaves the next ones to the others, so that taking as many
  // of each in rotation gives them in order.
  std::vector<std::unique_ptr<Reader>> readers_;
};

// How many threads read ahead on this machine: one for each core, for most of the work is theirs,
// and the check waits for them or they for it. With `draws`, one for each core that neither checks
// nor draws: where there are only two, the drawing has one of them to itself, for it is what takes
// longest.
std::size_t loading_threads(bool draws);
}  // namespace franz::proxy
