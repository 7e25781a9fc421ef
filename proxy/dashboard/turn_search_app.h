#pragma once
// Searches a run's records (GET /api/turns?q=), within limits of time and size.
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "proxy/dashboard/turn_query.h"

namespace franz::proxy {
// What is searched, as it was when the question came.
struct SearchedRun {
  std::string folder;
  std::vector<TurnRow> rows;  // ascending; only these are searched
};

struct SearchLimits {
  std::int64_t time_ms = 5000;
  std::uint64_t bytes = 1ULL << 30U;  // of records
};

struct SearchFound {
  std::vector<TurnRow> rows;
  std::optional<int> searched_to;  // the last turn looked at, when a limit cut it off
};

// Stops when `wanted` turns false: nobody waits for the answer any more. A record that cannot be
// read matches nothing.
SearchFound search_turns(const TurnQuery& query, const SearchedRun& run, const SearchLimits& limits,
                         const std::function<bool()>& wanted);
}  // namespace franz::proxy
