#include "proxy/offline/doctor/grounding_card.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/picture/named_targets.h"

namespace franz::proxy {
static constexpr int kColumns = 3, kRows = 2;  // one cell per target
static_assert(std::size_t{kColumns} * kRows == kTargetColours.size());

// The two smaller sizes are cheap; only the large one exceeds some servers' limits.
static constexpr std::array kSizes{Size{1272, 714}, Size{1322, 826}, Size{2330, 1306}};

namespace {
// A random sequence that is the same on every system. Source: Numerical Recipes, ranqd1.
class Sequence {
 public:
  explicit Sequence(std::uint32_t seed) : state_(seed) {}
  int below(int limit) {
    state_ = state_ * 1664525U + 1013904223U;
    return static_cast<int>((state_ >> 8U) % static_cast<std::uint32_t>(limit));
  }

 private:
  std::uint32_t state_;
};
}  // namespace

static int radius_of(Size size) { return size.width / 64; }

std::vector<GroundingCard> grounding_cards() {
  std::vector<GroundingCard> cards;
  Sequence random(20'260'131);
  for (const Size size : kSizes) {
    GroundingCard card{size, {}};
    std::array<std::size_t, kTargetColours.size()> order{};
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    for (std::size_t i = order.size() - 1; i > 0; --i)
      std::swap(order[i], order[static_cast<std::size_t>(random.below(static_cast<int>(i) + 1))]);
    const Size cell{size.width / kColumns, size.height / kRows};
    // Circles in neighbouring cells do not touch, and none is cut off.
    const int margin = 2 * radius_of(size);
    for (std::size_t i = 0; i < order.size(); ++i) {
      const int column = static_cast<int>(i) % kColumns, row = static_cast<int>(i) / kColumns;
      const Point middle{column * cell.width + margin + random.below(cell.width - 2 * margin),
                         row * cell.height + margin + random.below(cell.height - 2 * margin)};
      card.targets.push_back({kTargetColours[order[i]].name, middle});
    }
    cards.push_back(std::move(card));
  }
  return cards;
}

static target_look::Rgb rgb_of(std::string_view colour) {
  return std::ranges::find(kTargetColours, colour, &NamedColour::name)->rgb;
}

std::vector<std::uint8_t> draw_card(const GroundingCard& card) {
  const auto width = static_cast<std::size_t>(card.size.width);
  std::vector<std::uint8_t> rgb;
  rgb.reserve(width * static_cast<std::size_t>(card.size.height) * 3);
  for (std::size_t i = 0; i < width * static_cast<std::size_t>(card.size.height); ++i)
    rgb.insert(rgb.end(), {kCardGround.r, kCardGround.g, kCardGround.b});
  const int radius = radius_of(card.size);
  for (const CardTarget& target : card.targets) {
    const target_look::Rgb colour = rgb_of(target.colour);
    for (int y = -radius; y <= radius; ++y) {
      for (int x = -radius; x <= radius; ++x) {
        if (x * x + y * y > radius * radius) continue;
        const std::size_t at = (static_cast<std::size_t>(target.middle.y + y) * width +
                                static_cast<std::size_t>(target.middle.x + x)) *
                               3;
        rgb[at] = colour.r;
        rgb[at + 1] = colour.g;
        rgb[at + 2] = colour.b;
      }
    }
  }
  return rgb;
}

std::string card_question(const CardTarget& target) {
  return std::string(kAskedForTarget) + std::string(target.colour) +
         " circle? Answer with the place only, as [x, y].";
}
}  // namespace franz::proxy
