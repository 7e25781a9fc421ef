#pragma once
// Decides what to omit from a run to keep the page below a size: first pictures, then the ends of
// long texts, then the last turns.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace franz::proxy {
// The text limits by level; each is tried if the previous one is not enough.
inline constexpr std::array<std::size_t, 4> kTextLevels = {SIZE_MAX, 65536, 8192, 1024};  // bytes

struct TurnCost {
  std::array<std::uint64_t, kTextLevels.size()> text{};  // bytes of the part without its picture
  std::uint64_t picture = 0;                             // of its data URI; 0: not shown
};

struct ExportPlan {
  std::size_t level = 0;          // index into kTextLevels
  std::size_t picture_every = 1;  // 3: the 1st, 4th, 7th picture and so on; 0: none
  std::size_t turns = 0;          // the number of turns kept, from the first
  bool operator==(const ExportPlan&) const = default;
};

// `frame`: bytes of head and foot. Always returns a plan, even if no turn fits.
ExportPlan plan_export(std::uint64_t frame, const std::vector<TurnCost>& costs,
                       std::uint64_t max_bytes);

// The omissions, one sentence each; empty: none.
std::vector<std::string> left_out_by(const ExportPlan& plan, const std::vector<TurnCost>& costs,
                                     std::uint64_t max_bytes);

// "200 MiB", "64 KiB", "900 bytes": whole units.
std::string size_text(std::uint64_t bytes);
}  // namespace franz::proxy
