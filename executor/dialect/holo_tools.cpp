#include "executor/dialect/holo_tools.h"
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>
#include <string>
#include <utility>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/tools/suggestions.h"
#include "executor/dialect/computer_actions.h"
#include "executor/dialect/unknown_action.h"

namespace franz::executor {
namespace {
constexpr double kDefaultHoloWait = 2;  // seconds
using Names = std::initializer_list<std::string_view>;

class HoloToolAdder {
 public:
  HoloToolAdder(const Literal& arguments, ActionPlan& plan) : arguments_(arguments), plan_(plan) {}

  void click(MouseButton button, int clicks) {
    if (const auto at = place()) plan_.click(button, clicks, *at);
  }

  void move() {
    const auto at = place();
    if (at && !*at) return refuse("x", "expected x and y");
    if (at) plan_.move(**at);
  }

  void drag() {
    const auto end =
        pair({{"end_x", "end_y"}, {"to_x", "to_y"}, {"target_x", "target_y"}, {"x2", "y2"}},
             {"end", "to", "target"});
    if (!end) return;
    const auto start =
        pair({{"start_x", "start_y"}, {"from_x", "from_y"}, {"source_x", "source_y"}, {"x1", "y1"}},
             {"start", "from", "source"});
    const auto at = place();
    if (!start || !at) return;
    if (*end) return plan_.drag(*start ? *start : *at, **end);
    if (!*at) return refuse("end_x", "expected end_x and end_y");
    plan_.drag(*start, **at);
  }

  void write() {
    const auto given = text({"content", "text", "value"});
    if (!given) return refuse("content", "it is missing: there is nothing to type");
    const auto at = place();
    if (!at) return;
    if (*at) plan_.click(MouseButton::left, 1, *at);
    if (is_set({"clear", "clear_before", "overwrite"})) plan_.press({"ctrl", "a"});
    const bool enter = is_set({"press_enter", "enter"});
    if (!given->empty() || !enter) plan_.type(*given);
    if (enter) plan_.press({"enter"});
  }

  void press() {
    const Literal* const given = find({"keys", "key", "combination", "hotkey", "content"});
    const auto times = number({"repeat", "times", "presses"}, 1);
    if (given == nullptr) return refuse("key", "no key is named");
    if (times) plan_.press(keys_in(*given), static_cast<int>(std::clamp(*times, 0.0, 1000.0)));
  }

  void scroll() {
    const auto at = place();
    auto amount = number({"amount", "clicks", "notches", "scroll_amount", "pixels"}, kHoloNotches);
    if (!at || !amount) return;
    if (std::abs(*amount) > kMaxScrollNotches) *amount /= kScrollPixels;
    const std::string direction =
        ascii_lower(trimmed(text({"direction", "scroll_direction"}).value_or("down")));
    const bool back = direction == "down" || direction == "left";
    const double notches = back ? -std::abs(*amount) : std::abs(*amount);
    if (direction == "up" || direction == "down") return plan_.scroll(notches, *at);
    if (direction == "left" || direction == "right") return plan_.hscroll(notches, *at);
    refuse("direction", "expected up, down, left or right, got " +
                            quote_json(cut_text(direction, kMaxNameShown)));
  }

  void wait() {
    if (const auto seconds = number({"seconds", "duration", "time", "secs"}, kDefaultHoloWait))
      plan_.wait(*seconds);
  }

  void screenshot() { plan_.screenshot(); }

  void answer() { plan_.finish(text({"content", "answer", "text"}).value_or("")); }

  void ask() {
    plan_.refuse("no_person",
                 "nobody answers questions during the run: decide, or end it with what is missing");
  }

 private:
  void refuse(std::string_view name, const std::string& what) {
    plan_.refuse("invalid_args", std::string(name) + ": " + what);
  }

  const Literal* find(Names names) const {
    for (const std::string_view name : names)
      if (const Literal* const given = arguments_.find(name)) return given;
    return nullptr;
  }

  // A number counts as its digits.
  std::optional<std::string> text(Names names) const {
    const Literal* const given = find(names);
    if (given == nullptr) return std::nullopt;
    if (const std::string* const written = given->text()) return *written;
    return shown(*given);
  }

  // Nothing: it is refused.
  std::optional<double> number(Names names, double otherwise) {
    const Literal* const given = find(names);
    if (given == nullptr) return otherwise;
    const std::optional<double> value = given->number();
    if (!value) refuse(*names.begin(), "expected a number, got " + shown(*given));
    return value;
  }

  bool is_set(Names names) const {
    const Literal* const given = find(names);
    if (given == nullptr) return false;
    if (const bool* const truth = std::get_if<bool>(&given->value)) return *truth;
    return given->number().value_or(0) != 0 || equal_ignoring_case(text(names).value(), "true");
  }

  // The first of these that is there, as two numbers or as one value. Outer nothing: it is refused.
  std::optional<std::optional<MapPoint>> pair(
      std::initializer_list<std::pair<std::string_view, std::string_view>> numbers, Names values) {
    for (const auto& [across, down] : numbers) {
      const Literal* const x = arguments_.find(across);
      const Literal* const y = arguments_.find(down);
      if (x == nullptr && y == nullptr) continue;
      const auto right = x != nullptr ? x->number() : std::nullopt;
      const auto below = y != nullptr ? y->number() : std::nullopt;
      if (right && below) return MapPoint{*right, *below};
      const auto said = [](const Literal* each) { return each ? shown(*each) : "nothing"; };
      refuse(across, "expected two numbers, got " + said(x) + " and " + said(y));
      return std::nullopt;
    }
    const Literal* const given = find(values);
    if (given == nullptr) return std::optional<MapPoint>();
    const std::optional<MapPoint> at = place_in(*given);
    if (at) return at;
    refuse(*values.begin(), "expected [x, y], got " + shown(*given));
    return std::nullopt;
  }

  std::optional<std::optional<MapPoint>> place() {
    return pair({{"x", "y"}}, {"coordinates", "coordinate", "point", "position"});
  }

  const Literal& arguments_;
  ActionPlan& plan_;
};

struct HoloToolRow {
  std::string_view name;
  Names others;
  void (*add)(HoloToolAdder& adder);
};

const HoloToolRow kHoloTools[] = {
    {"click",
     {"click_at", "click_element", "click_absolute", "left_click"},
     [](HoloToolAdder& a) { a.click(MouseButton::left, 1); }},
    {"double_click", {}, [](HoloToolAdder& a) { a.click(MouseButton::left, 2); }},
    {"triple_click", {}, [](HoloToolAdder& a) { a.click(MouseButton::left, 3); }},
    {"right_click", {}, [](HoloToolAdder& a) { a.click(MouseButton::right, 1); }},
    {"middle_click", {}, [](HoloToolAdder& a) { a.click(MouseButton::middle, 1); }},
    {"hover", {"move", "move_to", "mouse_move"}, [](HoloToolAdder& a) { a.move(); }},
    {"drag_and_drop", {"drag", "drag_to"}, [](HoloToolAdder& a) { a.drag(); }},
    {"write",
     {"type", "write_text", "type_text", "write_element"},
     [](HoloToolAdder& a) { a.write(); }},
    {"press_key", {"press", "key", "key_press"}, [](HoloToolAdder& a) { a.press(); }},
    {"hotkey", {"press_keys", "key_combination"}, [](HoloToolAdder& a) { a.press(); }},
    {"scroll", {"scroll_at"}, [](HoloToolAdder& a) { a.scroll(); }},
    {"wait", {"sleep"}, [](HoloToolAdder& a) { a.wait(); }},
    {"screenshot", {"observe"}, [](HoloToolAdder& a) { a.screenshot(); }},
    {"answer", {"finish", "done"}, [](HoloToolAdder& a) { a.answer(); }},
    {"ask_user", {}, [](HoloToolAdder& a) { a.ask(); }},
};

std::string unknown_holo_tool(std::string_view name) {
  std::vector<std::string_view> names;
  std::string list;
  for (const HoloToolRow& each : kHoloTools) {
    names.push_back(each.name);
    list += (list.empty() ? "" : ", ") + std::string(each.name);
  }
  const std::string_view near = nearest_name(name, names);
  return "there is no tool " + quote_json(cut_text(name, kMaxNameShown)) +
         (near.empty() ? "." : "; did you mean " + std::string(near) + "?") +
         " The tools are: " + list;
}
}  // namespace

void add_holo_tool(std::string_view name, const Literal& arguments, ActionPlan& plan) {
  const std::string given = ascii_lower(trimmed(name));
  HoloToolAdder adder(arguments, plan);
  if (given.starts_with("hitl_")) return adder.ask();
  for (const HoloToolRow& each : kHoloTools)
    if (each.name == given || std::ranges::find(each.others, given) != each.others.end())
      return each.add(adder);
  plan.refuse("unknown_tool", unknown_holo_tool(given));
}
}  // namespace franz::executor
