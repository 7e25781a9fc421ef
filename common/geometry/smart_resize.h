#pragma once
// The picture that a model sees of the one that it is sent: servers resize it, and say nothing of
// it.
#include <string_view>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

namespace franz {
// How a family of models has its pictures resized: sides to multiples of `factor`, within a range
// of pixels. `factor`² pixels of what comes out are one visual token.
struct ResizeRule {
  std::string_view name;  // "scalecua"
  int factor = 0;         // 28, 32
  long long min_pixels = 0, max_pixels = 0;
};

// The multiple of `factor` that is nearest to `side`, at least one; a tie goes to the even one, as
// Python's round() has it in the models' own preprocessors.
int nearest_multiple(int side, int factor);

// What a picture of size `sent` becomes: each side to the nearest multiple; where that has too many
// pixels, both are shrunk alike, then rounded down, where too few, enlarged and rounded up.
// Source: smart_resize() of the preprocessors of these models (common/formats).
// Failure: a side is not positive, or one is more than 200 times the other: it is refused there.
Result<Size> smart_resize(Size sent, const ResizeRule& rule);

// The visual tokens that a picture of size `sent` costs and gives. Failure: as smart_resize().
Result<int> visual_tokens(Size sent, const ResizeRule& rule);

// Anthropic's limits of a picture: a longer one is shrunk or refused.
struct LongEdgeRule {
  int long_edge = 1568;   // pixels, at most
  int max_tokens = 1568;  // of 28x28 pixels each, a begun one counted whole
};
inline constexpr LongEdgeRule kAnthropicEdge{1568, 1568};
inline constexpr LongEdgeRule kAnthropicLargeEdge{2576, 4784};  // the newest models

// The largest size of the same shape, `sent` at most, within the limits; the height is rounded to
// the nearest pixel. Source: anthropics/claude-quickstarts,
// computer-use-best-practices/computer_use/image.py. Failure: a side is not positive.
Result<Size> fit_long_edge(Size sent, const LongEdgeRule& rule);
}  // namespace franz
