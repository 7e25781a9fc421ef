#include "proxy/demo_vlm/screen/find_targets.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <tuple>
#include "common/picture/target_look.h"

namespace franz::demo_vlm {
namespace {
using target_look::Rgb;

constexpr int kNear = 10;         // of 255 in each colour: the same colour
constexpr double kSome = 0.25;    // of a pixel: so much of it is the target's
constexpr int kHealedInCard = 4;  // pixels: the lines of a grid with their rims
constexpr int kRingGap = 4;       // pixels between the parts of one target
constexpr int kMinSide = 3;       // pixels, of a target
constexpr double kWhole = 0.93;   // of what most targets have: less is a part of one

Rgb card_color_at(const Picture& picture, std::size_t at) {
  return {picture.rgb[at * 3], picture.rgb[at * 3 + 1], picture.rgb[at * 3 + 2]};
}

bool is_same_color(Rgb a, Rgb b) {
  return std::abs(a.r - b.r) <= kNear && std::abs(a.g - b.g) <= kNear &&
         std::abs(a.b - b.b) <= kNear;
}

// How much of a pixel is the target's, 0 to 1: red and blue above green is in no other colour of
// the card.
double share_of_target(Rgb color) {
  constexpr double kFull =
      std::min(target_look::kToDo.r, target_look::kToDo.b) - target_look::kToDo.g;
  return std::clamp((std::min(color.r, color.b) - color.g) / kFull, 0.0, 1.0);
}

struct Shares {
  int width = 0, height = 0;
  std::vector<double> share;  // negative: something lies over it
  double at(int x, int y) const {
    return share[static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                 static_cast<std::size_t>(x)];
  }
};

// Fills what lies over short pieces of rows or columns by what is beside it.
void heal_shares(Shares& shares, const std::vector<double>& from, std::size_t first,
                 std::size_t step, int length) {
  const auto at = [&](int i) { return first + step * static_cast<std::size_t>(i); };
  for (int i = 0; i < length; ++i) {
    if (from[at(i)] >= 0) continue;
    const int begin = i;
    while (i + 1 < length && from[at(i + 1)] < 0) ++i;
    if (begin == 0 || i + 1 == length || i - begin + 1 > kHealedInCard) continue;
    const double before = from[at(begin - 1)], behind = from[at(i + 1)];
    for (int k = begin; k <= i; ++k) {
      const double t = static_cast<double>(k - begin + 1) / (i - begin + 2);
      shares.share[at(k)] = before + t * (behind - before);
    }
  }
}

Shares shares_of(const Picture& picture) {
  Shares shares{picture.width, picture.height, std::vector<double>(picture.rgb.size() / 3)};
  for (std::size_t i = 0; i < shares.share.size(); ++i) {
    const Rgb color = card_color_at(picture, i);
    const double share = share_of_target(color);
    // A line over the target takes its red away, and leaves more blue than the ground has.
    const bool is_line = share == 0 && (is_laid_over(color.r, color.g, color.b) ||
                                        (color.b - color.r >= 40 && color.g - color.r >= -8));
    shares.share[i] = is_line ? -1 : share;
  }
  const auto width = static_cast<std::size_t>(picture.width);
  for (int pass = 0; pass < 2; ++pass) {
    const std::vector<double> from = shares.share;
    for (int i = 0; pass == 0 && i < picture.height; ++i)
      heal_shares(shares, from, static_cast<std::size_t>(i) * width, 1, picture.width);
    for (int i = 0; pass == 1 && i < picture.width; ++i)
      heal_shares(shares, from, static_cast<std::size_t>(i), width, picture.height);
  }
  return shares;
}

// The box around each target, whose parts are joined over its ring.
std::vector<PixelBox> boxes_of(const Shares& shares) {
  const auto reaches = [](const PixelBox& a, const PixelBox& b) {
    return a.left - kRingGap <= b.right() && b.left - kRingGap <= a.right() &&
           a.top - kRingGap <= b.bottom() && b.top - kRingGap <= a.bottom();
  };
  std::vector<PixelBox> boxes;
  for (const PixelPatch& patch : patches_where(
           {shares.width, shares.height}, [&](int x, int y) { return shares.at(x, y) >= kSome; }))
    add_box(boxes, patch.box, reaches);
  return boxes;
}

struct Candidate {
  TargetSeen target;
  double weight = 0;  // pixels
  PixelBox box;
};

// The radii of a target at scale 1: those of discs with as many pixels as the card paints.
constexpr double kDisc = 17.92, kRingOut = 10.95, kRingIn = 6.89;
constexpr double kTargetArea =
    std::numbers::pi * (kDisc * kDisc - kRingOut * kRingOut + kRingIn * kRingIn);
constexpr double kMiddle = 1.5;     // pixels at scale 1: of the white one in the middle
constexpr int kForeign = 36;        // of 255 in a colour: farther from all of the card's than that
constexpr double kFinest = 0.0625;  // pixels: the last step of a fit

// How much of the pixel at this distance from the middle is the target's.
double target_at(double distance, double scale) {
  const auto inside = [&](double radius) {
    return std::clamp(radius * scale - distance + 0.5, 0.0, 1.0);
  };
  return inside(kDisc) - inside(kRingOut) + inside(kRingIn);
}

// What a picture shows of one target: pixels that are the card's, and not of a mark, an overlay or
// a pointer, and how much of each is the target's.
struct Evidence {
  struct Pixel {
    double x, y, share;
  };
  std::vector<Pixel> pixels;

  // How far a target there is from what is seen. Each pixel counts alike, so that a few that were
  // taken for the card's by mistake do not pull.
  double misfit(double x, double y, double scale) const {
    double sum = 0;
    for (const Pixel& each : pixels) {
      const double distance = std::hypot(each.x - x, each.y - y);
      if (distance >= kMiddle * scale) sum += std::abs(each.share - target_at(distance, scale));
    }
    return sum;
  }
};

bool is_of_card(Rgb color, double share) {
  const auto is_mixed_with = [&](Rgb ground) {
    const auto off = [share](int seen, int target, int under) {
      return std::abs(seen - (share * target + (1 - share) * under)) > kForeign;
    };
    using target_look::kToDo;
    return !off(color.r, kToDo.r, ground.r) && !off(color.g, kToDo.g, ground.g) &&
           !off(color.b, kToDo.b, ground.b);
  };
  return is_mixed_with(target_look::kGround) || is_mixed_with(target_look::kRing);
}

Evidence evidence_at(const Picture& picture, const PixelBox& box, double scale) {
  Evidence evidence;
  const int around = static_cast<int>(std::ceil(kDisc * scale)) + 2;
  for (int y = std::max(0, box.top - around);
       y <= std::min(picture.height - 1, box.bottom() + around); ++y) {
    for (int x = std::max(0, box.left - around);
         x <= std::min(picture.width - 1, box.right() + around); ++x) {
      const Rgb color = card_color_at(
          picture, static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
                       static_cast<std::size_t>(x));
      const double share = share_of_target(color);
      if (is_of_card(color, share))
        evidence.pixels.push_back({static_cast<double>(x), static_cast<double>(y), share});
    }
  }
  return evidence;
}

// Moves the middle to where a target agrees best with what is seen of it.
void fit(const Picture& picture, double scale, Candidate& candidate) {
  const Evidence evidence = evidence_at(picture, candidate.box, scale);
  TargetSeen& target = candidate.target;
  double best = evidence.misfit(target.x, target.y, scale);
  // A part may lie anywhere in its target.
  double step = candidate.target.is_whole ? 1 : kDisc * scale / 2;
  while (step >= kFinest) {
    bool better = false;
    const double x = target.x, y = target.y;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const double misfit = evidence.misfit(x + dx * step, y + dy * step, scale);
        if (misfit >= best) continue;
        best = misfit;
        target.x = x + dx * step;
        target.y = y + dy * step;
        better = true;
      }
    }
    if (!better) step /= 2;
  }
}

Candidate candidate_in(const Shares& shares, const PixelBox& box) {
  Candidate seen;
  seen.box = box;
  double sum_x = 0, sum_y = 0;
  for (int y = std::max(0, box.top - 1); y <= std::min(shares.height - 1, box.bottom() + 1); ++y) {
    for (int x = std::max(0, box.left - 1); x <= std::min(shares.width - 1, box.right() + 1); ++x) {
      const double share = shares.at(x, y);
      if (share < 0) {
        seen.target.is_whole = false;
        continue;
      }
      seen.weight += share;
      sum_x += share * x;
      sum_y += share * y;
    }
  }
  seen.target.x = sum_x / seen.weight;
  seen.target.y = sum_y / seen.weight;
  return seen;
}

// The ground that most of the picture has; nothing: neither of the card's.
void look_at_ground(const Picture& picture, CardSeen& card) {
  std::size_t ground = 0, finished = 0;
  const std::size_t all = picture.rgb.size() / 3;
  for (std::size_t i = 0; i < all; ++i) {
    const Rgb color = card_color_at(picture, i);
    ground += is_same_color(color, target_look::kGround) ? 1 : 0;
    finished += is_same_color(color, target_look::kFinishedGround) ? 1 : 0;
  }
  card.finished = finished * 4 >= all;
  card.there = card.finished || ground * 4 >= all;
}
}  // namespace

CardSeen find_targets(const Picture& picture) {
  CardSeen card;
  look_at_ground(picture, card);
  if (!card.there || card.finished) return card;
  const Shares shares = shares_of(picture);
  std::vector<Candidate> candidates;
  std::vector<double> weights;
  for (const PixelBox& box : boxes_of(shares)) {
    if (box.width < kMinSide || box.height < kMinSide) continue;
    candidates.push_back(candidate_in(shares, box));
    weights.push_back(candidates.back().weight);
  }
  if (candidates.empty()) return card;
  const auto middle = weights.begin() + static_cast<std::ptrdiff_t>(weights.size() / 2);
  std::ranges::nth_element(weights, middle);
  for (Candidate& each : candidates) {
    // What has no colour of its own, a pointer for example, takes from the disc.
    if (each.weight < kWhole * *middle) each.target.is_whole = false;
    fit(picture, std::sqrt(*middle / kTargetArea), each);
    card.to_do.push_back(each.target);
  }
  std::ranges::stable_sort(card.to_do, [](const TargetSeen& a, const TargetSeen& b) {
    return std::tuple(!a.is_whole, std::lround(a.y), a.x) <
           std::tuple(!b.is_whole, std::lround(b.y), b.x);
  });
  return card;
}
}  // namespace franz::demo_vlm
