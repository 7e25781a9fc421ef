#pragma once
// What of a run is left out so that the page stays below a size: pictures first, then the ends of
// long texts, then the last turns.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace franz::proxy {
// The longest texts, by level: each is tried when the one before is not enough.
inline constexpr std::array<std::size_t, 4> kTextLevels = {SIZE_MAX, 65536, 8192, 1024};  // bytes

struct TurnCost {
  std::array<std::uint64_t, kTextLevels.size()> text{};  // bytes of the piece without its picture
  std::uint64_t picture = 0;                             // of its data URI; 0: none is shown
};

struct ExportPlan {
  std::size_t level = 0;          // in kTextLevels
  std::size_t picture_every = 1;  // 3: of the pictures in order, the 1st, 4th, 7th …; 0: none
  std::size_t turns = 0;          // as many of the costs, from the first
  bool operator==(const ExportPlan&) const = default;
};

// `frame`: bytes of head and foot. Something of it always comes out, if only a page without turns.
ExportPlan plan_export(std::uint64_t frame, const std::vector<TurnCost>& costs,
                       std::uint64_t max_bytes);

// What the plan leaves out, a sentence each; empty: nothing.
std::vector<std::string> left_out_by(const ExportPlan& plan, const std::vector<TurnCost>& costs,
                                     std::uint64_t max_bytes);

// "200 MiB", "64 KiB", "900 bytes": whole units.
std::string size_text(std::uint64_t bytes);
}  // namespace franz::proxy
