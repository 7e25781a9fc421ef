#include "common/run/turn_ranges.h"
#include <algorithm>

namespace franz {
void TurnRanges::add(int first, int last) {
  if (last < first) return;
  // The first range that touches or follows the new one.
  const auto begin =
      std::lower_bound(ranges_.begin(), ranges_.end(), first,
                       [](const auto& range, int turn) { return range.second < turn - 1; });
  auto end = begin;
  while (end != ranges_.end() && end->first - 1 <= last) {
    first = std::min(first, end->first);
    last = std::max(last, end->second);
    ++end;
  }
  ranges_.insert(ranges_.erase(begin, end), {first, last});
}

void TurnRanges::add(const TurnRanges& others) {
  for (const auto& [first, last] : others.ranges_) add(first, last);
}

void TurnRanges::remove(int turn) {
  const auto found =
      std::lower_bound(ranges_.begin(), ranges_.end(), turn,
                       [](const auto& range, int wanted) { return range.second < wanted; });
  if (found == ranges_.end() || found->first > turn) return;
  const auto [first, last] = *found;
  const auto at = ranges_.erase(found);
  std::vector<std::pair<int, int>> left;
  if (first < turn) left.emplace_back(first, turn - 1);
  if (turn < last) left.emplace_back(turn + 1, last);
  ranges_.insert(at, left.begin(), left.end());
}

bool TurnRanges::contains(int turn) const {
  const auto found =
      std::lower_bound(ranges_.begin(), ranges_.end(), turn,
                       [](const auto& range, int wanted) { return range.second < wanted; });
  return found != ranges_.end() && found->first <= turn;
}

TurnRanges TurnRanges::missing(int first, int last) const {
  TurnRanges gaps;
  for (const auto& [from, to] : ranges_) {
    if (to < first) continue;
    if (from > last) break;
    gaps.add(first, from - 1);
    if (to >= last) return gaps;
    first = to + 1;
  }
  gaps.add(first, last);
  return gaps;
}

long long TurnRanges::count() const {
  long long turns = 0;
  for (const auto& [first, last] : ranges_) turns += static_cast<long long>(last) - first + 1;
  return turns;
}

std::string to_text(const TurnRanges& turns) {
  if (turns.empty()) return "";
  std::string text = turns.count() == 1 ? "turn " : "turns ";
  for (const auto& [first, last] : turns.ranges()) {
    if (!text.ends_with(' ')) text += ", ";
    text += std::to_string(first);
    if (last > first) text += "-" + std::to_string(last);
  }
  return text;
}

std::string to_json(const TurnRanges& turns) {
  std::string json = "[";
  for (const auto& [first, last] : turns.ranges()) {
    if (json.size() > 1) json += ',';
    json += "[" + std::to_string(first) + "," + std::to_string(last) + "]";
  }
  return json + "]";
}
}  // namespace franz
