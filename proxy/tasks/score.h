#pragma once
// Judges the final state of a trial by what the getters returned. Pure: the same results always
// give the same score.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "proxy/tasks/task.h"

namespace franz::proxy {
inline constexpr std::size_t kMaxCommandOutput = 1UL << 20U;  // bytes
inline constexpr std::size_t kMaxGetterFile = 64UL << 20U;    // bytes
inline constexpr std::size_t kMaxResults = 256UL << 20U;      // bytes, of all results of a trial

// What a getter returned.
struct GetterResult {
  enum class Kind {
    stored,   // `bytes`
    missing,  // there is no such file or answer
    refused,  // no result was taken: a link, a FIFO, too large, no end within the time limit
  };
  std::string getter;  // Getter::key()
  Kind kind = Kind::stored;
  std::string bytes = {};
  std::string why = {};  // unless stored; for people
};

struct CheckpointScore {
  std::string name;
  double weight = 1;
  bool must_not = false;
  bool reached = false;  // must_not: it happened
  std::string why;       // the first check that failed; for people, valid UTF-8, at most 300 bytes
  friend bool operator==(const CheckpointScore&, const CheckpointScore&) = default;
};

struct Score {
  bool success = false;  // every checkpoint is reached, and no must_not
  double partial = 0;    // reached weights / all weights, 0..1; 0 if a must_not is reached
  std::vector<CheckpointScore> checkpoints;
  friend bool operator==(const Score&, const Score&) = default;
};

// `results`: of Task::getters(); one that is absent counts as missing. A must_not checkpoint also
// counts as reached if a result that it needs was refused, because it cannot be ruled out. Failure:
// this build cannot perform a check (no RE2, no xlsx).
Result<Score> check_results(const Task& task, const std::vector<GetterResult>& results);
}  // namespace franz::proxy
