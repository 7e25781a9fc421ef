#include "common/run/run_file_set.h"
#include "common/run/run_files.h"

namespace franz {
using Kind = RunFilePlace::Kind;

// Of a turn's bits, in this order.
static constexpr std::array kBits = {Kind::request, Kind::response, Kind::cuts, Kind::picture,
                                     Kind::plan,    Kind::record,   Kind::batch};

// Which bit stands for the file; 0: none, its name is held.
static std::uint8_t bit_of(const RunFilePlace& place, std::string_view name) {
  if (place.attempt > 1 || (place.kind == Kind::batch && !is_full_batch(name))) return 0;
  for (std::size_t i = 0; i < kBits.size(); ++i)
    if (kBits[i] == place.kind) return static_cast<std::uint8_t>(1U << i);
  return 0;
}

static std::string name_of(Kind kind, int turn) {
  switch (kind) {
    case Kind::request: return exchange_file(turn, 1, "request");
    case Kind::response: return exchange_file(turn, 1, "response");
    case Kind::cuts: return exchange_file(turn, 1, "cuts");
    case Kind::picture: return picture_file(turn);
    case Kind::plan: return plan_file(turn);
    case Kind::record: return record_file(turn);
    case Kind::batch: return batch_file(turn - kBatchTurns + 1, turn);
    case Kind::sums:
    case Kind::growing:
    case Kind::passing:
    case Kind::marks:
    case Kind::unknown: break;
  }
  return "";
}

void RunFileSet::add(std::string_view name) {
  const RunFilePlace place = place_of(name);
  const std::uint8_t bit = bit_of(place, name);
  if (bit == 0) {
    size_ += others_.emplace(name).second ? 1 : 0;
    return;
  }
  Bits& bits = turns_[place.turn / kTurns][static_cast<std::size_t>(place.turn % kTurns)];
  size_ += (bits & bit) == 0 ? 1 : 0;
  bits |= bit;
}

void RunFileSet::remove(std::string_view name) {
  const RunFilePlace place = place_of(name);
  const std::uint8_t bit = bit_of(place, name);
  if (bit == 0) {
    const auto found = others_.find(name);
    if (found == others_.end()) return;
    others_.erase(found);
    --size_;
    return;
  }
  const auto found = turns_.find(place.turn / kTurns);
  if (found == turns_.end()) return;
  Bits& bits = found->second[static_cast<std::size_t>(place.turn % kTurns)];
  size_ -= (bits & bit) == 0 ? 0 : 1;
  bits = static_cast<Bits>(bits & ~bit);
}

void RunFileSet::each(const std::function<bool(const std::string& name)>& on_name) const {
  for (const auto& [chunk, turns] : turns_)
    for (int i = 0; i < kTurns; ++i)
      for (std::size_t bit = 0; bit < kBits.size(); ++bit)
        if ((turns[static_cast<std::size_t>(i)] >> bit & 1) != 0 &&
            !on_name(name_of(kBits[bit], chunk * kTurns + i)))
          return;
  for (const std::string& name : others_)
    if (!on_name(name)) return;
}
}  // namespace franz
