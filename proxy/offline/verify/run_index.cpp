#include "proxy/offline/verify/run_index.h"
#include <algorithm>
#include <utility>

namespace franz::proxy {
static constexpr int kOpenTurns = 2;  // at the end of a run: begun, and perhaps not listed yet
// Turns up to the state's of which not all may be listed: who writes the list may be behind.
static constexpr int kBehind = 3;

void RunIndexBuilder::add_file(const std::string& name) {
  IndexedFile& file = files_[name];
  file.there = true;
  file.place = place_of(name);
  const bool of_turn = file.place.kind != RunFilePlace::Kind::batch;
  if (of_turn) index_.last_turn = std::max(index_.last_turn, file.place.turn);
}

void RunIndexBuilder::add_sum(Sum sum) {
  index_.ended = index_.ended || sum.name == kRunFile;
  auto found = files_.find(sum.name);
  if (found == files_.end()) {
    if (missing_ >= RunIndex::kMostMissing) {
      ++index_.missing_left_out;
      return;
    }
    ++missing_;
    found = files_.emplace(sum.name, IndexedFile{}).first;
    found->second.place = place_of(sum.name);
  }
  std::vector<std::string>& sums = found->second.sums;
  const bool is_new = std::ranges::find(sums, sum.sha256) == sums.end();
  if (is_new && sums.size() < 2) sums.push_back(std::move(sum.sha256));
}

RunIndex RunIndexBuilder::finish() {
  for (auto& [name, file] : files_) {
    file.name = name;
    index_.turns[file.place.turn].push_back(std::move(file));
  }
  files_.clear();
  return std::move(index_);
}

// May stand in the folder without a line of its own.
static bool may_be_unlisted(const RunIndex& index, const RunFilePlace& place) {
  if (place.kind == RunFilePlace::Kind::sums || place.kind == RunFilePlace::Kind::marks)
    return true;
  if (place.kind == RunFilePlace::Kind::passing && !index.ended) return true;
  if (index.ended || place.kind == RunFilePlace::Kind::unknown) return false;
  if (place.kind == RunFilePlace::Kind::growing) return true;
  // A batch that is not full was left by a clean end, and is superseded later.
  const bool partial = place.kind == RunFilePlace::Kind::batch && place.turn % kBatchTurns != 0;
  // Turns after the state's are made again.
  const bool is_older = index.state_turn && *index.state_turn < index.last_turn - 1;
  const bool again = is_older && place.turn > *index.state_turn - kBehind;
  return partial || again || place.turn > index.last_turn - kOpenTurns;
}

std::vector<Finding> check_listing(const RunIndex& index, const IndexedFile& file) {
  const int turn = file.place.turn;
  if (!file.there) return {bad(turn, file.name, "", "it is in SHA256SUMS, but it is missing")};
  if (!file.sums.empty() || may_be_unlisted(index, file.place)) return {};
  // Of a run that goes on after a clean end, killed before it had changed the list.
  if (file.name == kLockFile || file.name.starts_with("SHA256SUMS.")) return {};
  if (file.place.kind == RunFilePlace::Kind::unknown)
    return {
        bad(turn, file.name, "", "it is no file of a run, and not in SHA256SUMS: it was added")};
  return {bad(turn, file.name, "", "it is not in SHA256SUMS: it was added, or its line removed")};
}

std::vector<Finding> check_digest(const IndexedFile& file, const std::string& sha256) {
  std::vector<Finding> findings;
  for (const std::string& listed : file.sums)
    if (listed != sha256)
      findings.push_back(differs(file.place.turn, file.name, "sha256", listed, sha256));
  return findings;
}
}  // namespace franz::proxy
