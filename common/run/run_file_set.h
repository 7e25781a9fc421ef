#pragma once
// A set of the files of a run. Those of a turn and its first attempt take a bit each, so that the
// names of 100,000 turns take a quarter of a megabyte and not twenty; other names are held as they
// are.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace franz {
class RunFileSet {
 public:
  void add(std::string_view name);     // one that is in it already: nothing
  void remove(std::string_view name);  // one that is not in it: nothing

  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  // Each of them: those of a turn's first attempt by ascending turns, then the others by name.
  // `on_name` returns false to end it.
  void each(const std::function<bool(const std::string& name)>& on_name) const;

 private:
  static constexpr int kTurns = 64;  // few enough that a stranger's turn 999999999 is cheap
  using Bits = std::uint8_t;         // of one turn
  std::map<int, std::array<Bits, kTurns>> turns_;  // by turn / kTurns
  std::set<std::string, std::less<>> others_;
  std::size_t size_ = 0;
};
}  // namespace franz
