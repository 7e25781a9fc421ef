#include "proxy/dashboard/run_size_app.h"
#include <algorithm>
#include <optional>
#include "common/run/log_rotation_app.h"
#include "common/run/run_files.h"
#include "common/run/steps_file.h"
#include "common/run/sums.h"
#include "common/wire/limits.h"

namespace franz::proxy {
using FileKind = RunFilePlace::Kind;

// A turn is written when its reply has come, is listed when the next one begins, and a picture may
// be cut from its request until then.
static constexpr int kOpenTurns = 3;
static constexpr std::size_t kMostOthers = 1000;  // a run has some twenty

// What a run has beside the files of its turns.
static std::set<std::string> growing_files() {
  std::set<std::string> names = {kRunFile,          kStateFile, kStepsFile, kCanvasFile,
                                 kSandboxStateFile, kSumsFile,  kLockFile,  kReplyMarksFile};
  for (const std::string log : {kOrchestratorLog, kProxyLog}) {
    names.insert(log);
    for (int i = 1; i <= kOldLogs; ++i) names.insert(log + "." + std::to_string(i));
  }
  return names;
}

void RunSize::set_files(const std::vector<std::string>& names) {
  others_ = growing_files();
  for (const std::string& name : names) {
    if (others_.size() >= kMostOthers) return;
    const RunFilePlace place = place_of(name);
    const bool partial =
        place.kind == FileKind::batch && !is_full_batch(name);  // superseded one day
    if (place.turn == 0 || partial) others_.insert(name);
  }
}

// One that is not there, or vanishes meanwhile, does not count.
static std::uint64_t size_of_file(const RunDir& dir, const std::string& name) {
  const std::optional<FileStamp> stamp = dir.folder().stamp(name);
  return stamp ? stamp->bytes : 0;
}

std::uint64_t RunSize::size_of_turn(const RunDir& dir, int turn) {
  const std::uint64_t picture = size_of_file(dir, picture_file(turn));
  if (picture > 0) last_picture_ = std::max(last_picture_, turn);
  std::uint64_t bytes =
      picture + size_of_file(dir, record_file(turn)) + size_of_file(dir, plan_file(turn));
  for (int attempt = 1; attempt <= kMaxAttempt; ++attempt) {
    std::uint64_t sides = 0;
    for (const char* side : {"request", "response", "cuts"})
      sides += size_of_file(dir, exchange_file(turn, attempt, side));
    if (sides == 0) break;
    bytes += sides;
  }
  const std::string batch = batch_file(first_of_batch(turn), turn);
  return is_full_batch(batch) ? bytes + size_of_file(dir, batch) : bytes;
}

int next_turn(const std::vector<int>& thousands, int turn) {
  const auto found = std::ranges::lower_bound(thousands, (turn + 1) / kTurnsInAFolder);
  if (found == thousands.end()) return turn + 1;  // the first of a thousand that begins
  return std::max(turn + 1, *found * kTurnsInAFolder);
}

bool RunSize::look(const RunDir& dir, const std::vector<int>& thousands, int last_turn,
                   const std::function<bool()>& go_on) {
  const int end = last_turn - kOpenTurns;
  for (int turn = next_turn(thousands, over_); turn <= end; turn = next_turn(thousands, turn)) {
    if (!go_on()) return false;
    settled_ += size_of_turn(dir, turn);
    bytes_ = settled_;
    over_ = turn;
  }
  over_ = std::max(over_, end);
  if (!go_on()) return false;
  std::uint64_t bytes = settled_;
  for (int turn = over_ + 1; turn <= last_turn + 1; ++turn) bytes += size_of_turn(dir, turn);
  for (const std::string& name : others_) bytes += size_of_file(dir, name);
  bytes_ = bytes;
  return true;
}
}  // namespace franz::proxy
