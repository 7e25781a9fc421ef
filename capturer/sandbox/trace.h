#pragma once
// Applies a turn's actions to the canvas: where each action lands, which actions have an effect,
// and where the pointer is afterwards.
#include <optional>
#include <vector>
#include "capturer/action.h"
#include "capturer/sandbox/text_layout.h"
#include "common/geometry/screen_map.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// State that is kept between turns. Nothing: not yet set in this run.
struct Pointers {
  std::optional<MapPoint> cursor;  // after the last click, drag or move
  std::optional<MapPoint>
      previous;  // the cursor before the turn; equal to `cursor` if nothing moved it
  std::optional<MapPoint> type_at;  // the last click that set it
  friend bool operator==(const Pointers&, const Pointers&) = default;
};

struct TracedAction {
  ActionKind kind = ActionKind::other;
  int number = 1;   // position among the turn's actions, from 1
  Point from, to;   // canvas pixels; type: the click before it
  TextLayout text;  // for type
};

struct Trace {
  std::vector<TracedAction> actions;  // those that leave ink, in order; numbers may have gaps
  std::vector<bool> applied;          // one per requested action
  Pointers after;
  bool text_cut = false;     // a text was higher than the canvas
  bool beyond_font = false;  // a text has a character that depends on the build's Unifont
};

// A type() has no effect if no click before it in the run has set its place (`rules.type_after`);
// under OnError::stop, the actions after it have none either. Actions of kind `other` have no
// effect and stop nothing. A move() has an effect but leaves no ink. `cells`: glyphs that our font
// lacks.
Trace trace_actions(const std::vector<Action>& actions, const ActionRules& rules,
                    const Pointers& before, Size canvas, const CellFont& cells = unifont());
}  // namespace franz::capturer
