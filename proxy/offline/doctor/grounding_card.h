#pragma once
// The cards of `proxy doctor --grounding`: pictures with a few circles, each of another colour and
// far from the others, and the question for one of them.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>
#include "common/geometry/screen_map.h"

namespace franz::proxy {
struct CardTarget {
  std::string_view colour;  // "red"
  Point middle;             // pixels
};

struct GroundingCard {
  Size size;
  std::vector<CardTarget> targets;  // one of each colour
};

// The cards that are asked about, always the same ones. Their sizes are on no model's grid and
// beyond the smaller limits of pixels, so that what servers make of them differs.
std::vector<GroundingCard> grounding_cards();

// Red, green, blue of each pixel, row by row from the top.
std::vector<std::uint8_t> draw_card(const GroundingCard& card);

// What a model is asked: where the middle of that target is.
std::string card_question(const CardTarget& target);
}  // namespace franz::proxy
