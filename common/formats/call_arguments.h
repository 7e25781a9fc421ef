#pragma once
// The arguments of one action that a model wrote, by their meaning. Every member of the call is
// read, or is known to mean nothing for what is done (why the model does it, how long a movement
// takes), or the call is refused with the member's name: an argument that is not understood never
// becomes a default that acts.
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/formats/item_plan.h"
#include "common/formats/literal_call.h"

namespace franz {
// What an argument means. Each has all the names that families of models have for it, so that a
// model which takes one from another family is understood as well.
enum class Meaning {
  place,      // coordinate, point, start_box, … or x and y
  start,      // of a drag: start_coordinate, from, start_box, … or start_x and start_y
  end,        // of a drag: coordinate2, to, end_box, … or end_x and end_y
  offset,     // from the pointer: xOffset and yOffset, or x and y
  text,       // to be typed, or said at the end
  keys,       // to be pressed
  held,       // keys that are down while the mouse acts
  button,     // of the mouse
  clicks,     // how many
  direction,  // of a scroll
  notches,    // of the wheel
  pixels,     // that a scroll moves
  seconds,
  times,     // that keys are pressed
  clear,     // replace the text that is there
  enter,     // press Enter after the text
  status,    // success or failure
  path,      // of a drag: a list of places
  scroll_x,  // pixels, positive is right
  scroll_y,  // pixels, positive is down
};
inline constexpr std::size_t kMeanings = static_cast<std::size_t>(Meaning::scroll_y) + 1;

// How a family writes the arguments of an action.
struct ParameterForm {
  // Their names in the family's own words; arguments without a name are these in their order.
  std::span<const std::string_view> names = {};
  bool quotes_numbers = false;  // a number in quotes is no departure from the form
};

// Whether an argument of that name says why something is done, or at which pace, and so nothing of
// what is done. Every dialect may leave such arguments unread.
bool means_nothing(std::string_view name);

// The names of arguments that say where something is done, besides x and y.
std::span<const std::string_view> place_names();

class CallArguments {
 public:
  // `meanings`: those that the action has; a name that two of them share means the first. `plan`
  // has begun the action, and outlives this. What is wrong is refused there: an argument that is
  // unknown, given twice, or in two of its names; consent that is asked for becomes
  // ItemPlan::demand().
  CallArguments(const LiteralCall& call, std::span<const Meaning> meanings,
                const ParameterForm& form, ItemPlan& plan);

  // Whether anything was refused: nothing more is to be done.
  bool failed() const { return failed_; }
  void refuse(std::string_view name, const std::string& what);

  bool has(Meaning meaning) const { return !slot(meaning).name.empty(); }
  // The name that the argument was given by; of one that is not there the family's own.
  std::string_view name_of(Meaning meaning) const;

  // What is read is nothing where the argument is not there, and where it is wrong, which is
  // refused.
  std::optional<MapPoint> place(Meaning meaning);
  std::optional<double> number(Meaning meaning);
  std::optional<std::string> text(Meaning meaning);  // a number counts as its digits
  std::optional<std::string> word(Meaning meaning);  // in small letters, without blanks around it
  std::vector<std::string> keys(Meaning meaning);
  bool is_set(Meaning meaning);  // false: it is not there
  std::optional<MouseButton> button();
  const Literal* value(Meaning meaning) const { return slot(meaning).whole; }

  // Whether an argument describes in words where the action is meant to happen, such as "element".
  bool describes_target() const { return describes_target_; }
  // How many arguments there are besides the action's name: also those that are null or mean
  // nothing.
  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::string_view name;                  // empty: not there
    const Literal* whole = nullptr;         // null: it is in parts
    std::array<const Literal*, 4> parts{};  // x and y of a place, and of a box its other corner's
  };

  Slot& slot(Meaning meaning) { return slots_[static_cast<std::size_t>(meaning)]; }
  const Slot& slot(Meaning meaning) const { return slots_[static_cast<std::size_t>(meaning)]; }
  void take(std::string_view name, const Literal& value, std::string_view action);
  bool take_as(Meaning meaning, std::string_view name, const Literal& value);
  void take_consent(std::string_view name, const Literal& value);
  void check_parts();

  std::span<const Meaning> meanings_;
  ParameterForm form_;
  ItemPlan& plan_;
  std::array<Slot, kMeanings> slots_{};
  bool failed_ = false;
  bool describes_target_ = false;
  std::size_t size_ = 0;
};
}  // namespace franz
