#include "proxy/dashboard/turn_rows.h"
#include <algorithm>
#include <optional>

namespace franz::proxy {
TurnRows::Word TurnRows::word(const std::string& text) {
  const auto [at, fresh] = known_words_.emplace(text, static_cast<Word>(words_.size()));
  if (fresh) words_.push_back(text);
  return at->second;
}

TurnRows::Packed TurnRows::pack(const TurnRow& row) {
  Packed packed;
  packed.tokens = row.tokens;
  packed.latency_ms = row.latency_ms;
  const std::optional<long long> ms = read_utc_text(row.time);
  packed.time_is_word = !ms;
  packed.time = ms ? *ms : std::int64_t{word(row.time)};
  packed.turn = row.turn;
  packed.attempt = row.attempt;
  packed.actions = row.actions;
  packed.outcome = word(row.outcome);
  packed.verdict = word(row.verdict);
  packed.finish_reason = word(row.finish_reason);
  packed.finished = word(row.finished);
  packed.picture = row.picture;
  return packed;
}

TurnRow TurnRows::unpack(const Packed& packed) const {
  TurnRow row;
  row.turn = packed.turn;
  row.attempt = packed.attempt;
  row.time = packed.time_is_word ? words_[static_cast<std::size_t>(packed.time)]
                                 : utc_text(static_cast<double>(packed.time));
  row.outcome = words_[packed.outcome];
  row.actions = packed.actions;
  row.verdict = words_[packed.verdict];
  row.tokens = packed.tokens;
  row.latency_ms = packed.latency_ms;
  row.finish_reason = words_[packed.finish_reason];
  row.picture = packed.picture;
  row.finished = words_[packed.finished];
  return row;
}

std::deque<TurnRows::Packed>::const_iterator TurnRows::find(int turn) const {
  return std::lower_bound(rows_.begin(), rows_.end(), turn,
                          [](const Packed& row, int wanted) { return row.turn < wanted; });
}

void TurnRows::put(const TurnRow& row) {
  const Packed packed = pack(row);
  const auto at = rows_.begin() + (find(row.turn) - rows_.begin());
  if (at != rows_.end() && at->turn == row.turn) {
    *at = packed;
  } else {
    rows_.insert(at, packed);
  }
}

int TurnRows::attempt_of(int turn) const {
  const auto found = find(turn);
  return found != rows_.end() && found->turn == turn ? found->attempt : 0;
}

std::vector<TurnRow> TurnRows::from_to(int from, int to) const {
  std::vector<TurnRow> rows;
  each(from, to, [&rows](const TurnRow& row) { rows.push_back(row); });
  return rows;
}

void TurnRows::each(int from, int to, const std::function<void(const TurnRow&)>& on_row) const {
  for (auto row = find(from); row != rows_.end() && row->turn <= to; ++row) on_row(unpack(*row));
}

RowsOutline TurnRows::outline(int from) const {
  RowsOutline outline;
  const auto begin = find(from);
  if (begin == rows_.end()) return outline;
  std::string letters;  // of words_
  for (const std::string& each : words_) letters += each.empty() ? 'n' : each.front();
  for (auto row = begin; row != rows_.end(); ++row) {
    outline.turns.add(row->turn);
    const char letter = letters[row->outcome];
    outline.outcomes += row->picture ? static_cast<char>(letter - 'a' + 'A') : letter;
    outline.tokens += row->tokens;
    if (row->latency_ms <= 0) continue;
    outline.latency_ms += row->latency_ms;
    ++outline.timed;
  }
  outline.first_time = unpack(*begin).time;
  outline.last_time = unpack(rows_.back()).time;
  return outline;
}

std::optional<TurnRow> TurnRows::last() const {
  if (rows_.empty()) return std::nullopt;
  return unpack(rows_.back());
}

std::vector<std::string> TurnRows::verdicts() const {
  std::vector<bool> is_verdict(words_.size());
  for (const Packed& row : rows_) is_verdict[row.verdict] = true;
  std::vector<std::string> verdicts;
  for (std::size_t i = 0; i < words_.size(); ++i)
    if (is_verdict[i]) verdicts.push_back(words_[i]);
  return verdicts;
}

std::vector<TurnRow> TurnRows::all() const {
  return rows_.empty() ? std::vector<TurnRow>() : from_to(rows_.front().turn, rows_.back().turn);
}
}  // namespace franz::proxy
