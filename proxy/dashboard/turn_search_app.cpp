#include "proxy/dashboard/turn_search_app.h"
#include "common/os/clock.h"
#include "common/run/run_dir_app.h"
#include "common/run/turn_record.h"

namespace franz::proxy {
// False also if the record cannot be read. Adds the size of the read record to `bytes`.
static bool record_matches(const TurnQuery& query, const Result<RunDir>& dir, const TurnRow& row,
                           std::uint64_t& bytes) {
  if (!dir.ok()) return false;
  const Result<std::string> text = dir.value().read(record_file(row.turn, row.attempt));
  if (!text.ok()) return false;
  bytes += text.value().size();
  if (!may_match(query, text.value())) return false;
  const Result<TurnRecord> record = parse_turn_record(text.value());
  return record.ok() && match_record(query, record.value());
}

SearchFound search_turns(const TurnQuery& query, const SearchedRun& run, const SearchLimits& limits,
                         const std::function<bool()>& wanted) {
  const std::int64_t end_ms = steady_time_ms() + limits.time_ms;
  const Result<RunDir> dir = RunDir::open(run.folder);
  std::uint64_t bytes = 0;
  SearchFound found;
  for (const TurnRow& row : run.rows) {
    const RowMatch match = match_row(query, row);
    if (match == RowMatch::no) continue;
    bool selected = match == RowMatch::yes;
    if (!selected) {
      if (!wanted()) return found;
      selected = record_matches(query, dir, row, bytes);
    }
    if (selected) found.rows.push_back(row);
    if (match == RowMatch::yes || (bytes < limits.bytes && steady_time_ms() < end_ms)) continue;
    found.searched_to = row.turn;
    break;
  }
  // After the last turn nothing is left to search.
  if (found.searched_to && *found.searched_to == run.rows.back().turn) found.searched_to.reset();
  return found;
}
}  // namespace franz::proxy
