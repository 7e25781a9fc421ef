#pragma once
// A set of turns as ranges, for turns that are missing from a record.
#include <string>
#include <utility>
#include <vector>

namespace franz {
class TurnRanges {
 public:
  void add(int turn) { add(turn, turn); }
  void add(int first, int last);  // both included; nothing if last < first
  void add(const TurnRanges& others);
  void remove(int turn);

  bool contains(int turn) const;
  TurnRanges missing(int first, int last) const;  // those of first..last that are not in it
  bool empty() const { return ranges_.empty(); }
  long long count() const;  // turns
  // Ascending, first and last included; at least one turn between two ranges is not in the set.
  const std::vector<std::pair<int, int>>& ranges() const { return ranges_; }
  bool operator==(const TurnRanges&) const = default;

 private:
  std::vector<std::pair<int, int>> ranges_;
};

std::string to_text(const TurnRanges& turns);  // "turn 37", "turns 12-14, 37"; "" for none
std::string to_json(const TurnRanges& turns);  // [[12,14],[37,37]]
}  // namespace franz
