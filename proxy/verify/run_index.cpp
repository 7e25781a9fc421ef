#include "proxy/verify/run_index.h"
#include <algorithm>

namespace franz::proxy {
using Kind = RunFilePlace::Kind;

static constexpr int kOpenTurns = 2;  // at the end of a run: begun, and perhaps not listed yet

RunIndex index_run(const std::vector<std::string>& names, const std::vector<Sum>& sums) {
  std::map<std::string, IndexedFile> files;
  RunIndex index;
  for (const std::string& name : names) {
    IndexedFile& file = files[name];
    file.there = true;
    file.place = place_of(name);
    const bool of_turn = file.place.kind != Kind::batch;
    if (of_turn) index.last_turn = std::max(index.last_turn, file.place.turn);
  }
  for (const Sum& sum : sums) {
    IndexedFile& file = files[sum.name];
    file.place = place_of(sum.name);
    file.sums.push_back(sum.sha256);
    index.ended = index.ended || sum.name == "run.json";
  }
  for (auto& [name, file] : files) {
    file.name = name;
    index.turns[file.place.turn].push_back(std::move(file));
  }
  return index;
}

// May stand in the folder without a line of its own.
static bool may_be_unlisted(const RunIndex& index, const RunFilePlace& place) {
  if (place.kind == Kind::sums) return true;
  if (place.kind == Kind::passing && !index.ended) return true;
  if (index.ended || place.kind == Kind::unknown) return false;
  if (place.kind == Kind::growing) return true;
  // A batch that is not full was left by a clean end, and is superseded later.
  const bool partial = place.kind == Kind::batch && place.turn % kBatchTurns != 0;
  return partial || place.turn > index.last_turn - kOpenTurns;
}

std::vector<Finding> check_listing(const RunIndex& index, const IndexedFile& file) {
  const int turn = file.place.turn;
  if (!file.there) return {bad(turn, file.name, "", "it is in SHA256SUMS, but it is missing")};
  if (!file.sums.empty() || may_be_unlisted(index, file.place)) return {};
  // Of a run that goes on after a clean end, killed before it had changed the list.
  if (file.name == "proxy.lock" || file.name.starts_with("SHA256SUMS.")) return {};
  if (file.place.kind == Kind::unknown)
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
