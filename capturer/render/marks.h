#pragma once
// The red marks on the picture that the model gets, drawn at its own size, so that numbers are
// crisp. They show this turn's actions and never become part of the drawing. Overlays lie below
// them (overlays.h).
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "capturer/action.h"
#include "capturer/render/picture.h"

namespace franz::capturer {
// Under a line of typed text: a row of the picture between two columns, in units (mask.h).
struct Underline {
  int left, right, y;
};

// An action in the picture: spots in units. They may lie outside.
struct MarkedAction {
  ActionKind kind = ActionKind::other;
  int number = 1;                     // its place among the turn's actions, from 1
  Point from, to;                     // `to` is `from` but for a drag; type: where the text begins
  std::vector<Underline> underlines;  // of type
};

// A pointer with its coordinates as the model knows them.
struct MarkedPointer {
  Point tip;          // units
  std::string label;  // "(350,290)"
};

struct MarkPlan {
  bool classic = false;  // numbers, arrows, circles: `actions`
  // White around their strokes, which else vanish on the colours of a real screen. Left out with
  // more than forty actions.
  bool halo = false;
  // On a picture of greys: the marks take no more colours than leave it room for a palette
  // (mark_colors.h). Has no effect beside overlays, which have colours of their own.
  bool few_colors = false;
  std::vector<MarkedAction> actions;  // in order; beyond the last kMaxMarked none are drawn
  std::optional<MarkedPointer> cursor, previous;  // the pointer now, and before the turn
  std::string badge;                              // centred near the bottom; empty: none
};

// Many actions stay readable and cost bounded time. Older ones than these are not marked; with more
// than forty there are no trails, lines are paler, and each second, fifth or tenth has its number;
// numbers that find no room are left out. The first and the last marked action keep theirs.
inline constexpr std::size_t kMaxMarked = 200;

// "CAPTURED 2026-01-31 12:00:00 UTC", from a message's time 2026-01-31T12:00:00Z; empty, which is
// no badge, without a time.
std::string badge_text(const std::string& time);

// The number that changes whenever the same request gives other pixels, where the surface itself
// gives the same ones: in the sandbox.
inline constexpr int kRenderer = 3;
}  // namespace franz::capturer
