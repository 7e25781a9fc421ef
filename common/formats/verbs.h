#pragma once
// What the words of a family do: a table of verbs, and how each is performed. A verb's effect
// determines its arguments (call_arguments.h).
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include "common/formats/item_plan.h"
#include "common/formats/literal_call.h"

namespace franz {
enum class Act {
  click,
  move,
  move_by,  // from the pointer
  drag,     // from the pointer if it has no start
  drag_by,
  scroll,
  hscroll,
  type,   // clicks its place first, if it has one; clear and enter are keys
  press,  // all keys together
  press_enter,
  tap,       // one key after the other
  key_down,  // until they are released
  key_up,
  hold_key,  // for some seconds
  mouse_down,
  mouse_up,
  wait,
  screenshot,
  report_pointer,
  zoom,       // refused: every picture shows the whole screen
  finish,     // with the text, or Verb::words
  terminate,  // with the status and the text
  give_up,    // with Verb::words and the text
  ask,        // refused: nobody answers during a run
};

struct Verb {
  std::string_view name;  // compared in lower case and without underscores
  Act act;
  MouseButton button = MouseButton::left;
  int clicks = 1;
  std::string_view words = {};
  std::span<const std::string_view> parameters = {};  // ParameterForm::names
  // Another name for a verb above; lists of verbs skip it.
  bool is_other_name = false;
};

// Rules of a family for missing or ambiguous arguments.
struct VerbHabits {
  std::string_view noun = "action";  // in the answer to an unknown one
  double notches = 3;                // of a scroll without an amount; 0: refused
  std::string_view direction = {};   // of a scroll without a direction; empty: positive is up
  double wait_s = 2;                 // of a wait without a time
  bool needs_direction = false;      // a scroll must have a direction
  bool needs_place = false;  // a click, and a drag's start, need a place: the pointer's is not used
  // A click without a place may have a button and a count, as after moveTo():
  // click(button='right').
  bool clicks_at_pointer = false;
  bool spaced_keys = false;       // "ctrl c" are two keys
  bool escapes_line_end = false;  // a backslash and an n at the end of typed text press Enter
  bool quotes_numbers = false;    // ParameterForm::quotes_numbers
  // More notches than kMaxScrollNotches are pixels, kScrollPixels a notch, whatever the argument's
  // name.
  bool large_is_pixels = false;
};

inline constexpr double kMaxScrollNotches = 30, kScrollPixels = 100;

struct Verbs {
  std::span<const Verb> table;
  VerbHabits habits;
};

// Null: the family has no such verb.
const Verb* find_verb(const Verbs& verbs, std::string_view name);

// Adds the action by the call's name; refuses an unknown name and lists the known ones.
void add_call(const Verbs& verbs, const LiteralCall& call, ItemPlan& plan);
}  // namespace franz
