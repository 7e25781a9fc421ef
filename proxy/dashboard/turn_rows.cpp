#include "proxy/dashboard/turn_rows.h"
#include <algorithm>
#include <utility>

namespace franz::proxy {
void TurnRows::put(TurnRow row) {
  const auto at = std::ranges::lower_bound(rows_, row.turn, {}, &TurnRow::turn);
  if (at != rows_.end() && at->turn == row.turn) {
    *at = std::move(row);
  } else {
    rows_.insert(at, std::move(row));
  }
}

const TurnRow* TurnRows::find(int turn) const {
  const std::span<const TurnRow> found = from_to(turn, turn);
  return found.empty() ? nullptr : &found.front();
}

std::span<const TurnRow> TurnRows::from_to(int from, int to) const {
  if (from > to) return {};
  const auto first = std::ranges::lower_bound(rows_, from, {}, &TurnRow::turn);
  return {first, std::ranges::upper_bound(first, rows_.end(), to, {}, &TurnRow::turn)};
}

RowsOutline TurnRows::outline(int from) const {
  RowsOutline outline;
  if (from > last_turn()) return outline;
  const std::span<const TurnRow> rows = from_to(from, last_turn());
  for (const TurnRow& row : rows) {
    outline.turns.add(row.turn);
    const char letter = turn_outcome_name(row.outcome).front();
    outline.outcomes += row.picture ? static_cast<char>(letter - 'a' + 'A') : letter;
    outline.tokens += row.tokens;
    if (row.latency_ms <= 0) continue;
    outline.latency_ms += row.latency_ms;
    ++outline.timed;
  }
  outline.first_time = rows.front().time;
  outline.last_time = rows.back().time;
  return outline;
}
}  // namespace franz::proxy
