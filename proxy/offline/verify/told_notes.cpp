#include "proxy/offline/verify/told_notes.h"
#include <algorithm>
#include "common/base/sha256.h"

namespace franz::proxy {
ToldNotes::ToldNotes(const RunFile& run) : told_from_(run.told_from) {
  for (const RunChange& change : run.changes)
    if (change.note) told_[change.note->turn].push_back(change.note->sha256);
}

std::vector<Finding> ToldNotes::check(const TurnRecord& record) const {
  if (!record.note) return {};
  const auto found = told_.find(record.turn);
  if (found != told_.end() &&
      std::ranges::find(found->second, sha256_hex(*record.note)) != found->second.end())
    return {};
  if (record.turn < told_from_)
    return {unchecked(record.turn, "run.json does not tell the operator's note")};
  return {bad(record.turn, record_file(record.turn), "note",
              "run.json does not tell it: it was added or changed")};
}
}  // namespace franz::proxy
