#pragma once
// What the words of a family do: a table of verbs, and how each of them is performed. The arguments
// that a verb takes follow from what it does (call_arguments.h).
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
  drag,     // from the pointer where it has no start
  drag_by,
  scroll,
  hscroll,
  type,   // at a place that is clicked before, if it has one; clear and enter are keys
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
  tell_pointer,
  zoom,       // refused: every picture shows the whole screen
  finish,     // with the text, else Verb::words
  terminate,  // with the status and the text
  give_up,    // with Verb::words and the text
  ask,        // refused: no person answers during a run
};

struct Verb {
  std::string_view name;  // compared in small letters and without underscores
  Act act;
  MouseButton button = MouseButton::left;
  int clicks = 1;
  std::string_view words = {};
  std::span<const std::string_view> parameters = {};  // ParameterForm::names
  // Another name of a verb above it, which no list of verbs has.
  bool is_other_name = false;
};

// How the verbs of a family differ from another's where an argument is missing or ambiguous.
struct VerbHabits {
  std::string_view noun = "action";  // in the answer to an unknown one
  double notches = 3;                // of a scroll that says none; 0: it is refused
  std::string_view direction = {};   // of a scroll that says none; empty: up by a positive number
  double wait_s = 2;                 // that a wait without a time takes
  bool needs_direction = false;      // of a scroll, whatever else it says
  bool needs_place = false;          // of a click and of a drag's start: never the pointer's
  // A click without a place may say how it clicks, as moveTo() and click(button='right') do.
  bool clicks_at_pointer = false;
  bool spaced_keys = false;       // "ctrl c" are two keys
  bool escapes_line_end = false;  // typed text that ends with a backslash and an n presses Enter
  bool quotes_numbers = false;    // ParameterForm::quotes_numbers
  // More notches than kMaxScrollNotches are pixels, kScrollPixels a notch, whatever they are
  // called.
  bool large_is_pixels = false;
};

inline constexpr double kMaxScrollNotches = 30, kScrollPixels = 100;

struct Verbs {
  std::span<const Verb> table;
  VerbHabits habits;
};

// Null: the family has no such verb.
const Verb* find_verb(const Verbs& verbs, std::string_view name);

// By the call's name; refuses one that is unknown, with the names there are.
void add_call(const Verbs& verbs, const LiteralCall& call, ItemPlan& plan);
}  // namespace franz
