#pragma once
// The red marks on the model's picture, drawn at the picture's size so that numbers are crisp. They
// show this turn's actions and never become part of the drawing. Overlays are below them
// (overlays.h).
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "capturer/action.h"
#include "capturer/render/picture.h"

namespace franz::capturer {
// The line below typed text: a row of the picture between two columns, in units (mask.h).
struct Underline {
  int left, right, y;
};

// An action in the picture; spots in units, possibly outside.
struct MarkedAction {
  ActionKind kind = ActionKind::other;
  int number = 1;                     // position among the turn's actions, from 1
  Point from, to;                     // `to` equals `from` except for a drag; type: start of text
  std::vector<Underline> underlines;  // for type
};

// A pointer with its coordinates in the model's scale.
struct MarkedPointer {
  Point tip;          // units
  std::string label;  // "(350,290)"
};

struct MarkPlan {
  bool classic = false;  // numbers, arrows, circles: `actions`
  // White outlines around the strokes, for visibility on the colours of a real screen. Omitted for
  // more than forty actions.
  bool halo = false;
  // For grey pictures: limits the marks' colours so that a palette is sufficient (mark_colors.h).
  // Has no effect together with overlays, which have their own colours.
  bool few_colors = false;
  std::vector<MarkedAction> actions;              // in order; only the last kMaxMarked are drawn
  std::optional<MarkedPointer> cursor, previous;  // the pointer now, and before the turn
  std::string badge;                              // centred near the bottom; empty: none
};

// Limits the drawing time and keeps many actions readable. Older actions are not marked. With more
// than forty there are no trails, lines are paler, and only each second, fifth or tenth action has
// a number; numbers without room are omitted. The first and the last marked action keep theirs.
inline constexpr std::size_t kMaxMarked = 200;

// "CAPTURED 2026-01-31 12:00:00 UTC" for a message's time 2026-01-31T12:00:00Z; empty (no badge)
// for an empty time.
std::string badge_text(const std::string& time);

// Increased whenever the same request gives other pixels on a surface that is deterministic: the
// sandbox.
inline constexpr int kRenderer = 3;
}  // namespace franz::capturer
