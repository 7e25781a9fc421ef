#pragma once
// The attempts that the log has so far, with what is needed to check later requests: which attempts
// exist, which ones the run may continue from, and what the memory makes of them. Pure. The live
// recorder and `verify` both feed it in the order of the log's lines.
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
  // The reply's token. Nothing: not usable, or its turn is too old (kRememberedTurns).
  std::optional<SharedText> text = std::nullopt;
  // What a memory receives of it; null: the memory needs only the last reply.
  std::shared_ptr<const KnownStep> step = nullptr;
};

class KnownAttempts {
 public:
  // Reply texts may be large: they are kept only for this many of the newest turns.
  static constexpr int kRememberedTurns = 2;

  // `memory`: the run's; null: unknown.
  explicit KnownAttempts(const Memory* memory) : memory_(memory) {}

  const Memory* memory() const { return memory_; }
  bool needs_all_steps() const;

  // Call in the order of the log's lines; attempts that count are in the order of turns and
  // attempts.
  void add(KnownAttempt attempt);
  // Adds an attempt with a record. Its step is unknown if no event reported the turn or if its
  // executor.out cannot be read.
  void add(const TurnRecord& record, bool delivered, bool usable);
  // Adds a lost attempt. `step`: with the reply from state.json; nothing: unknown.
  void add_lost(int turn, int attempt, std::string request, const std::optional<Step>& step);
  // An attempt that was added could not be written: marks it as lost, without a reply.
  void lose(int turn, int attempt);

  int count(int turn) const;  // number of attempts at the turn
  int last_turn() const { return turns_.empty() ? 0 : turns_.rbegin()->first; }
  // Null: none.
  const KnownAttempt* find(std::string_view request) const;
  const KnownAttempt* newest(int turn) const;  // the newest that counts
  const KnownAttempt* newest() const;          // the newest that counts, of all turns

  // The steps that lead to `last` along its AFTER ids, or `last` alone if the memory needs only the
  // last reply. Null: no steps.
  KnownSteps along(const KnownAttempt* last) const;

 private:
  struct Attempts {
    std::vector<KnownAttempt> all;
    int highest = 0;                    // highest attempt number
    std::optional<std::size_t> newest;  // index in `all` of the newest that counts
  };

  const Memory* memory_;
  std::map<int, Attempts> turns_;
  AttemptIndex by_request_;
  int newest_turn_ = 0;  // the newest turn with an attempt that counts
};
}  // namespace franz
