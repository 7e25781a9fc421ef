#pragma once
// Searches a run's records (GET /api/turns?q=), with limits for time and size.
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "proxy/dashboard/turn_query.h"

namespace franz::proxy {
// The searched run at the time of the request.
struct SearchedRun {
  std::string folder;
  std::vector<TurnRow> rows;  // ascending; only these are searched
};

struct SearchLimits {
  std::int64_t time_ms = 5000;
  std::uint64_t bytes = 1ULL << 30U;  // size of the read records
};

struct SearchFound {
  std::vector<TurnRow> rows;
  std::optional<int> searched_to;  // the last searched turn if a limit was reached
};

// Stops when `wanted` becomes false because the client is gone. An unreadable record does not
// match.
SearchFound search_turns(const TurnQuery& query, const SearchedRun& run, const SearchLimits& limits,
                         const std::function<bool()>& wanted);
}  // namespace franz::proxy
