#pragma once
// The arguments of one action that a model wrote, by their meaning. Every member of the call is
// read or is known to have no effect on what is done (the model's reason, the duration of a
// movement). Otherwise the call is refused and the member named: an argument that is not understood
// never becomes a default that acts.
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
// The meaning of an argument. Each meaning accepts the names of all model families, so that a model
// may use another family's names.
enum class Meaning {
  place,      // coordinate, point, start_box, … or x and y
  start,      // of a drag: start_coordinate, from, start_box, … or start_x and start_y
  end,        // of a drag: coordinate2, to, end_box, … or end_x and end_y
  offset,     // from the pointer: xOffset and yOffset, or x and y
  text,       // to type, or the final message
  keys,       // to press
  held,       // keys that are held while the mouse acts
  button,     // of the mouse
  clicks,     // how many
  direction,  // of a scroll
  notches,    // of the wheel
  pixels,     // distance of a scroll
  seconds,
  times,     // how often keys are pressed
  clear,     // replace the existing text
  enter,     // press Enter after the text
  status,    // success or failure
  path,      // of a drag: a list of places
  scroll_x,  // pixels, positive is right
  scroll_y,  // pixels, positive is down
};
inline constexpr std::size_t kMeanings = static_cast<std::size_t>(Meaning::scroll_y) + 1;

// How a family writes the arguments of an action.
struct ParameterForm {
  // Their names in the family's own terms; unnamed arguments have these names in this order.
  std::span<const std::string_view> names = {};
  bool quotes_numbers = false;  // a quoted number is a normal form
};

// Whether an argument with this name only gives a reason or a pace and so does not affect what is
// done. Every dialect may ignore such arguments.
bool means_nothing(std::string_view name);

// The names of arguments for the place of an action, besides x and y.
std::span<const std::string_view> place_names();

class CallArguments {
 public:
  // `meanings`: those of the action; if two of them share a name, it has the first one. `plan` must
  // have begun the action and outlive this object. Errors are refused there: an unknown argument,
  // one given twice, or one given under two of its names. A request for consent becomes
  // ItemPlan::demand().
  CallArguments(const LiteralCall& call, std::span<const Meaning> meanings,
                const ParameterForm& form, ItemPlan& plan);

  // Whether anything was refused: then add nothing more.
  bool failed() const { return failed_; }
  void refuse(std::string_view name, const std::string& what);

  bool has(Meaning meaning) const { return !slot(meaning).name.empty(); }
  // The name under which the argument was given; if missing, the family's own name.
  std::string_view name_of(Meaning meaning) const;

  // Each returns nothing if the argument is missing, or if it is wrong, which is refused.
  std::optional<MapPoint> place(Meaning meaning);
  std::optional<double> number(Meaning meaning);
  std::optional<std::string> text(Meaning meaning);  // a number counts as its digits
  std::optional<std::string> word(Meaning meaning);  // in lower case, without surrounding blanks
  std::vector<std::string> keys(Meaning meaning);
  bool is_set(Meaning meaning);  // false: missing
  std::optional<MouseButton> button();
  const Literal* value(Meaning meaning) const { return slot(meaning).whole; }

  // Whether an argument such as "element" describes the action's target in words.
  bool describes_target() const { return describes_target_; }
  // Number of arguments besides the action's name, including null and ignored ones.
  std::size_t size() const { return size_; }

 private:
  struct Slot {
    std::string_view name;                  // empty: missing
    const Literal* whole = nullptr;         // null: it is in parts
    std::array<const Literal*, 4> parts{};  // x and y; of a box also the other corner
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
