#include "proxy/demo_vlm/screen/find_targets.h"
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <tuple>

namespace franz::demo_vlm {
namespace {
using target_look::kToDo;
using target_look::Rgb;

constexpr int kNear = 10;         // of 255 in each colour: the same colour
constexpr int kForeign = 36;      // of 255 in a colour: farther from all of the card's than that
constexpr double kSome = 0.25;    // of a pixel: so much of it is the target's
constexpr int kHealedInCard = 4;  // pixels: the lines of a grid with their rims
constexpr int kRingGap = 4;       // pixels between the parts of one target
constexpr int kMinSide = 3;       // pixels, of a target
constexpr double kWhole = 0.93;   // of what most targets have: less is a part of one

// The radii of a target at scale 1: those of discs with as many pixels as the card paints.
constexpr double kDisc = 17.92, kRingOut = 10.95, kRingIn = 6.89;
constexpr double kTargetArea =
    std::numbers::pi * (kDisc * kDisc - kRingOut * kRingOut + kRingIn * kRingIn);
constexpr double kMiddle = 1.5;     // pixels at scale 1: of the white one in the middle
constexpr double kFinest = 0.0625;  // pixels: the last step of a fit

// How much of a pixel is the target's, 0 to 1: red and blue above green is in no other colour of
// the card.
double share_of_target(PixelColor color) {
  constexpr double kFull = std::min(kToDo.r, kToDo.b) - kToDo.g;
  return std::clamp((std::min(color.r, color.b) - color.g) / kFull, 0.0, 1.0);
}

struct Shares {
  Size size;
  std::vector<double> share;  // negative: something lies over it
  double at(int x, int y) const {
    return share[static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                 static_cast<std::size_t>(x)];
  }
};

Shares shares_of(const Picture& picture) {
  Shares shares{size_of(picture), {}};
  for_pixels(whole(picture), [&](int x, int y) {
    const PixelColor color = color_at(picture, x, y);
    const double of_target = share_of_target(color);
    // A line over the target takes its red away, and leaves more blue than the ground has.
    const bool is_line = of_target == 0 && (is_laid_over(color) ||
                                            (color.b - color.r >= 40 && color.g - color.r >= -8));
    shares.share.push_back(is_line ? -1 : of_target);
  });
  std::vector<double>& share = shares.share;
  heal_runs(
      shares.size, share, kHealedInCard, [](double each) { return each < 0; },
      [&](std::size_t before, std::size_t behind, std::size_t at, double t) {
        share[at] = share[before] + t * (share[behind] - share[before]);
      });
  return shares;
}

// The box around each target, whose parts are joined over its ring.
std::vector<PixelBox> boxes_of(const Shares& shares) {
  const auto reaches = [](const PixelBox& a, const PixelBox& b) {
    return a.left - kRingGap <= b.right() && b.left - kRingGap <= a.right() &&
           a.top - kRingGap <= b.bottom() && b.top - kRingGap <= a.bottom();
  };
  std::vector<PixelBox> boxes;
  for (const PixelPatch& patch :
       patches_where(shares.size, [&](int x, int y) { return shares.at(x, y) >= kSome; }))
    add_box(boxes, patch.box, reaches);
  return boxes;
}

struct Candidate {
  TargetSeen target;
  double weight = 0;  // pixels
  PixelBox box;
};

Candidate candidate_in(const Shares& shares, const PixelBox& box) {
  Candidate seen{{}, 0, box};
  double sum_x = 0, sum_y = 0;
  for_pixels(box.grown(1, shares.size), [&](int x, int y) {
    const double share = shares.at(x, y);
    seen.target.is_whole = seen.target.is_whole && share >= 0;
    if (share < 0) return;
    seen.weight += share;
    sum_x += share * x;
    sum_y += share * y;
  });
  seen.target.x = sum_x / seen.weight;
  seen.target.y = sum_y / seen.weight;
  return seen;
}

// What a picture shows of one target: a pixel that is the card's, and not of a mark, an overlay or
// a pointer, and how much of it is the target's.
struct Evidence {
  double x, y, share;
};

bool is_of_card(PixelColor color, double share) {
  const auto is_mixed_with = [&](Rgb ground) {
    const auto is_near = [share](int seen, int target, int under) {
      return std::abs(seen - (share * target + (1 - share) * under)) <= kForeign;
    };
    return is_near(color.r, kToDo.r, ground.r) && is_near(color.g, kToDo.g, ground.g) &&
           is_near(color.b, kToDo.b, ground.b);
  };
  return is_mixed_with(target_look::kGround) || is_mixed_with(target_look::kRing);
}

// How far a target there is from what is seen. Each pixel counts alike, so that a few that were
// taken for the card's by mistake do not pull.
double misfit(const std::vector<Evidence>& evidence, double x, double y, double scale) {
  double sum = 0;
  for (const Evidence& each : evidence) {
    const double distance = std::hypot(each.x - x, each.y - y);
    if (distance < kMiddle * scale) continue;
    const auto inside = [&](double radius) {
      return std::clamp(radius * scale - distance + 0.5, 0.0, 1.0);
    };
    sum += std::abs(each.share - (inside(kDisc) - inside(kRingOut) + inside(kRingIn)));
  }
  return sum;
}

// Moves the middle to where a target agrees best with what is seen of it.
void fit(const Picture& picture, double scale, Candidate& candidate) {
  std::vector<Evidence> evidence;
  const int margin = static_cast<int>(std::ceil(kDisc * scale)) + 2;
  for_pixels(candidate.box.grown(margin, size_of(picture)), [&](int x, int y) {
    const PixelColor color = color_at(picture, x, y);
    const double share = share_of_target(color);
    if (is_of_card(color, share))
      evidence.push_back({static_cast<double>(x), static_cast<double>(y), share});
  });
  TargetSeen& target = candidate.target;
  double best = misfit(evidence, target.x, target.y, scale);
  // A part may lie anywhere in its target.
  double step = target.is_whole ? 1 : kDisc * scale / 2;
  while (step >= kFinest) {
    const TargetSeen from = target;
    const double before = best;
    for (int dy = -1; dy <= 1; ++dy) {
      for (int dx = -1; dx <= 1; ++dx) {
        const double x = from.x + dx * step, y = from.y + dy * step;
        const double off = misfit(evidence, x, y, scale);
        if (off >= best) continue;
        best = off;
        target.x = x;
        target.y = y;
      }
    }
    if (best >= before) step /= 2;
  }
}

// Whether a quarter of the picture has this colour.
bool is_ground(const Picture& picture, Rgb ground) {
  const int count = count_where(whole(picture), [&](int x, int y) {
    return is_near(color_at(picture, x, y), ground, kNear);
  });
  return static_cast<long long>(count) * 4 >=
         static_cast<long long>(picture.width) * picture.height;
}
}  // namespace

CardSeen find_targets(const Picture& picture) {
  CardSeen card;
  card.finished = is_ground(picture, target_look::kFinishedGround);
  card.there = card.finished || is_ground(picture, target_look::kGround);
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
  std::ranges::stable_sort(card.to_do, {}, [](const TargetSeen& target) {
    return std::tuple(!target.is_whole, std::lround(target.y), target.x);
  });
  return card;
}
}  // namespace franz::demo_vlm
