#pragma once
// The attempts of a run that the log has so far, as far as later requests are checked with them:
// which there are, which the story may go on from, and what the memory makes of them. Pure; live
// and in `verify` it is fed in the order of the log's lines.
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/shared_text.h"
#include "common/memory/memory.h"
#include "common/run/attempt_index.h"
#include "common/run/known_steps.h"
#include "common/run/turn_record.h"

namespace franz {
struct KnownAttempt {
  int turn = 0, attempt = 0;
  std::string request, after;  // ids; empty: none
  bool counts = false;         // delivered and usable, or lost with a reply
  bool lost = false;           // there is no record
  // The reply's token. Nothing: it was not usable, or its turn is far back (kRememberedTurns).
  std::optional<SharedText> text = std::nullopt;
  // What a memory is given of it; null: the memory needs the last reply alone.
  std::shared_ptr<const KnownStep> step = nullptr;
};

class KnownAttempts {
 public:
  // Texts of replies may be large: they are kept of so many turns up to the newest.
  static constexpr int kRememberedTurns = 2;

  // `memory`: of the run; null: not known.
  explicit KnownAttempts(const Memory* memory) : memory_(memory) {}

  const Memory* memory() const { return memory_; }
  bool needs_all_steps() const;

  // In the order of the log's lines, which is that of turns and attempts where only some count.
  void add(KnownAttempt attempt);
  // An attempt with a record. Its step is not known where nothing was said about
  // the turn, or its executor.out cannot be read.
  void add(const TurnRecord& record, bool delivered, bool usable);
  // One that is lost; `step`: with the reply that state.json had. Nothing: not known.
  void add_lost(int turn, int attempt, std::string request, const std::optional<Step>& step);
  // An attempt that was added could not be written: it is lost, without a reply.
  void lose(int turn, int attempt);

  int count(int turn) const;  // of the attempts at the turn
  int last_turn() const { return turns_.empty() ? 0 : turns_.rbegin()->first; }
  // Null: there is none.
  const KnownAttempt* find(std::string_view request) const;
  const KnownAttempt* newest(int turn) const;  // that counts
  const KnownAttempt* newest() const;          // that counts, of all turns

  // The steps that end with that attempt, along AFTER; of a memory that needs the last reply alone,
  // that one. Null: none.
  KnownSteps along(const KnownAttempt* last) const;

 private:
  struct Attempts {
    std::vector<KnownAttempt> all;
    int highest = 0;                    // number of an attempt
    std::optional<std::size_t> newest;  // in `all`: that counts
  };

  const Memory* memory_;
  std::map<int, Attempts> turns_;
  AttemptIndex by_request_;
  int newest_turn_ = 0;  // the last one with an attempt that counts
};
}  // namespace franz
