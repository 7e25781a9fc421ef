#pragma once
// The names of very many files, in little more memory than their bytes, and which of them were
// met.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace franz {
class NameList {
 public:
  void add(std::string_view name);  // no NUL in it; each name once
  // Once, behind the last add() and before what follows.
  void sort();

  std::size_t size() const { return begins_.size(); }
  std::string_view operator[](std::size_t at) const { return text_.data() + begins_[at]; }

  // Notes that the name was met, if it is in the list.
  void meet(std::string_view name);
  bool is_met(std::size_t at) const { return met_[at]; }

 private:
  std::string text_;  // each name behind the other, with a NUL
  std::vector<std::size_t> begins_;
  std::vector<bool> met_;
};
}  // namespace franz
