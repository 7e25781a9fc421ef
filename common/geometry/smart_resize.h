#pragma once
// The size at which a model sees a picture: servers resize pictures without reporting it.
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// How a family of models resizes pictures: sides to multiples of `factor`, within a range of
// pixels. `factor`² pixels of the result are one visual token.
struct ResizeRule {
  std::string_view name;  // "scalecua"
  int factor = 0;         // 28, 32
  long long min_pixels = 0, max_pixels = 0;
};

// The multiple of `factor` nearest to `side`, at least one; a tie rounds to the even multiple, like
// Python's round() in the models' own preprocessors.
int nearest_multiple(int side, int factor);

// The size that a picture of size `sent` gets: each side is rounded to the nearest multiple. If
// that has too many pixels, both are scaled down, then rounded down; if too few, scaled up and
// rounded up. Source: smart_resize() of the preprocessors of these models (common/formats).
// Failure: a side is not positive, or one is more than 200 times the other: the preprocessor
// refuses it.
Result<Size> smart_resize(Size sent, const ResizeRule& rule);

// The visual tokens of a picture of size `sent`. Failure: as smart_resize().
Result<int> visual_tokens(Size sent, const ResizeRule& rule);

// Anthropic's limits for a picture: a larger one is scaled down or refused.
struct LongEdgeRule {
  int long_edge = 1568;   // pixels, at most
  int max_tokens = 1568;  // of 28x28 pixels each, rounded up
};
inline constexpr LongEdgeRule kAnthropicEdge{1568, 1568};
inline constexpr LongEdgeRule kAnthropicLargeEdge{2576, 4784};  // the newest models

// The largest size of the same shape within the limits, at most `sent`; the height is rounded to
// the nearest pixel. Source: anthropics/claude-quickstarts,
// computer-use-best-practices/computer_use/image.py. Failure: a side is not positive.
Result<Size> fit_long_edge(Size sent, const LongEdgeRule& rule);
}  // namespace franz
