#include "proxy/calibration_card/card.h"
#include <algorithm>
#include <string>
#include <utility>
#include "common/picture/target_look.h"

namespace franz::calibration_card {
namespace {
namespace look = target_look;

constexpr int kMargin = look::kRadius + 3;  // from the edge to a target's middle, pixels
constexpr int kTries = 200;                 // per place

// SplitMix64: the same numbers on every system.
// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  // From 0 to end - 1; `end` is at least 1.
  int below(int end) {
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return static_cast<int>((z ^ (z >> 31U)) % static_cast<std::uint64_t>(end));
  }

 private:
  std::uint64_t state_;
};

long long squared_distance(Point a, Point b) {
  const long long x = a.x - b.x, y = a.y - b.y;
  return x * x + y * y;
}

bool is_free(Point at, const std::vector<Point>& places) {
  return std::ranges::all_of(places, [&](Point each) {
    return squared_distance(at, each) >= 1LL * look::kSpacing * look::kSpacing;
  });
}

// The colour of a pixel at this squared distance from a target's middle; nothing: outside.
std::optional<look::Rgb> color_of(long long squared, bool ticked) {
  const auto within = [&](int radius) { return squared <= 1LL * radius * radius; };
  if (!within(look::kRadius)) return std::nullopt;
  const bool is_ring = within(look::kRingOuter) && !within(look::kRingInner - 1);
  if (is_ring || squared == 0) return look::kRing;
  return ticked ? look::kTicked : look::kToDo;
}
}  // namespace

Result<std::vector<Point>> target_places(Size card, int random, std::uint64_t seed) {
  if (card.width < kMinSide || card.height < kMinSide)
    return Error{"a card of " + std::to_string(card.width) + "x" + std::to_string(card.height) +
                 " pixels is too small: each side has at least " + std::to_string(kMinSide)};
  const int right = card.width - 1 - kMargin, bottom = card.height - 1 - kMargin;
  const int middle_x = card.width / 2, middle_y = card.height / 2;
  std::vector<Point> places{{kMargin, kMargin},  {right, kMargin},    {kMargin, bottom},
                            {right, bottom},     {middle_x, kMargin}, {middle_x, bottom},
                            {kMargin, middle_y}, {right, middle_y},   {middle_x, middle_y}};
  Random numbers(seed);
  for (int i = 0; i < random; ++i) {
    for (int tries = 0; tries < kTries; ++tries) {
      // In two statements, because the evaluation order of arguments is not fixed.
      const int x = kMargin + numbers.below(card.width - 2 * kMargin);
      const int y = kMargin + numbers.below(card.height - 2 * kMargin);
      if (!is_free({x, y}, places)) continue;
      places.push_back({x, y});
      break;
    }
  }
  return places;
}

Card::Card(Size size, std::vector<Point> targets)
    : size_(size), targets_(std::move(targets)), ticked_(targets_.size()) {}

std::size_t Card::to_do() const {
  return static_cast<std::size_t>(std::ranges::count(ticked_, false));
}

std::optional<Hit> Card::click(Point at) {
  const auto nearest = std::ranges::min_element(
      targets_, {}, [&](Point target) { return squared_distance(at, target); });
  if (nearest == targets_.end() ||
      squared_distance(at, *nearest) > 1LL * look::kRadius * look::kRadius)
    return std::nullopt;
  const auto index = static_cast<std::size_t>(nearest - targets_.begin());
  const bool is_first = !ticked_[index];
  ticked_[index] = true;
  return Hit{index, is_first};
}

std::vector<std::uint8_t> Card::paint() const {
  const auto width = static_cast<std::size_t>(size_.width);
  std::vector<std::uint8_t> bgrx(width * static_cast<std::size_t>(size_.height) * 4);
  const auto set = [&](std::size_t pixel, look::Rgb color) {
    bgrx[pixel * 4] = color.b;
    bgrx[pixel * 4 + 1] = color.g;
    bgrx[pixel * 4 + 2] = color.r;
  };
  const look::Rgb ground = is_finished() ? look::kFinishedGround : look::kGround;
  for (std::size_t pixel = 0; pixel < bgrx.size() / 4; ++pixel) set(pixel, ground);
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    for (int y = -look::kRadius; y <= look::kRadius; ++y) {
      for (int x = -look::kRadius; x <= look::kRadius; ++x) {
        const Point at{targets_[i].x + x, targets_[i].y + y};
        if (at.x < 0 || at.y < 0 || at.x >= size_.width || at.y >= size_.height) continue;
        if (const auto color = color_of(1LL * x * x + 1LL * y * y, ticked_[i]))
          set(static_cast<std::size_t>(at.y) * width + static_cast<std::size_t>(at.x), *color);
      }
    }
  }
  return bgrx;
}
}  // namespace franz::calibration_card
