#pragma once
// The red marks on the model's picture, drawn at the picture's size so that numbers are crisp. They
// show this turn's actions and never become part of the drawing. Overlays are below them
// (overlays.h).
//
// On a real screen the picture below them is what the model works on, so the marks are about half
// as large, trails are omitted, and each number, label and badge is where it hides the fewest edges
// of shapes and letters.
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
  // The picture is of a real screen: small marks that avoid its content, with white outlines around
  // the strokes, for visibility on any colour. More than forty actions have no outlines.
  bool real_screen = false;
  // For grey pictures: limits the marks' colours so that a palette is sufficient (mark_colors.h).
  // Has no effect together with overlays, which have their own colours.
  bool few_colors = false;
  std::vector<MarkedAction> actions;              // in order; only the last kMaxMarked are drawn
  std::optional<MarkedPointer> cursor, previous;  // the pointer now, and before the turn
  // Centred near the bottom; on a real screen in the corner with the fewest edges. Empty: none.
  std::string badge;
};

// Limits the drawing time and keeps many actions readable. Older actions are not marked. With more
// than forty there are no trails, lines are paler, and only each second, fifth or tenth action has
// a number; numbers without room are omitted. The first and the last marked action keep theirs.
inline constexpr std::size_t kMaxMarked = 200;

// The size of marks on the picture of a real screen: 1, 2, …; 1 up to about 1792x1008. Lengths are
// in pixels at size 1.
int screen_mark_scale(Size picture);

// "CAPTURED 2026-01-31 12:00:00 UTC" for a message's time 2026-01-31T12:00:00Z; empty (no badge)
// for an empty time.
std::string badge_text(const std::string& time);

// Increased whenever the same request gives other pixels on a surface that is deterministic: the
// sandbox.
inline constexpr int kRenderer = 3;
}  // namespace franz::capturer
