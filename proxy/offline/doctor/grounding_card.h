#pragma once
// The cards of `proxy doctor --grounding`: pictures with a few circles of different colours, far
// from each other, and the question about one of them.
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
  std::vector<CardTarget> targets;  // one per colour
};

// The cards used for the questions, always the same. Their sizes fit no model's grid and exceed the
// smaller pixel limits, so that servers resize them differently.
std::vector<GroundingCard> grounding_cards();

// Red, green, blue of each pixel, in rows from the top.
std::vector<std::uint8_t> draw_card(const GroundingCard& card);

// The question to the model: where is the middle of that target?
std::string card_question(const CardTarget& target);
}  // namespace franz::proxy
