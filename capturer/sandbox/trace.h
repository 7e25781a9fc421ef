#pragma once
// What a turn's actions mean on the canvas: where each one lands, which of them have an effect, and
// where the pointer is afterwards.
#include <optional>
#include <vector>
#include "capturer/action.h"
#include "capturer/sandbox/text_layout.h"
#include "common/geometry/screen_map.h"
#include "common/wire/capturer_messages.h"

namespace franz::capturer {
// What outlasts a turn. Nothing: not in this run yet.
struct Pointers {
  std::optional<MapPoint> cursor;  // after the last click, drag or move
  std::optional<MapPoint>
      previous;  // the cursor before the turn: it is the same if nothing moved it
  std::optional<MapPoint> type_at;  // the last click that sets it
  friend bool operator==(const Pointers&, const Pointers&) = default;
};

struct TracedAction {
  ActionKind kind = ActionKind::other;
  int number = 1;   // its place among the turn's actions, from 1
  Point from, to;   // canvas pixels; type: the click that it belongs to
  TextLayout text;  // of type
};

struct Trace {
  std::vector<TracedAction> actions;  // those that leave ink, in order: a number may be missing
  std::vector<bool> applied;          // one per action asked for
  Pointers after;
  bool text_cut = false;     // some text was longer than the canvas is high
  bool beyond_font = false;  // some text has a character that depends on the build's Unifont
};

// A type() with no click before it in the run that sets its place (`rules.type_after`) has no
// effect; under OnError::stop neither has any action behind it. Actions of kind `other` have none
// either, and stop nothing. A move() has one, and leaves no ink.
// `cells`: for what our own font does not have.
Trace trace_actions(const std::vector<Action>& actions, const ActionRules& rules,
                    const Pointers& before, Size canvas, const CellFont& cells = unifont());
}  // namespace franz::capturer
