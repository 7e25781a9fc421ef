#include "executor/dialect/computer_actions.h"
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/tools/key_names.h"
#include "executor/dialect/no_person.h"
#include "executor/dialect/unknown_action.h"

namespace franz::executor {
namespace {
constexpr double kDefaultComputerWait = 2;  // seconds
constexpr double kDefaultComputerNotches = 3;

class ComputerActionAdder {
 public:
  ComputerActionAdder(const Literal& arguments, ActionPlan& plan)
      : arguments_(arguments), plan_(plan) {}

  void click(MouseButton button, int clicks) {
    const auto at = optional_place("coordinate");
    if (at) plan_.click(button, clicks, *at, held());
  }

  void move() {
    if (const auto at = place("coordinate")) plan_.move(*at);
  }

  void drag_to() {
    const auto from = optional_place("start_coordinate");
    if (!from) return;
    if (const auto to = place("coordinate")) plan_.drag(*from, *to, held());
  }

  // GUI-Owl's, from one place to another.
  void drag() {
    if (arguments_.find("coordinate2") == nullptr) return drag_to();
    const auto from = place("coordinate");
    if (!from) return;
    if (const auto to = place("coordinate2")) plan_.drag(*from, *to);
  }

  void scroll(bool sideways) {
    const auto at = optional_place("coordinate");
    if (!at) return;
    const std::optional<std::string> direction = word("scroll_direction", "direction");
    std::optional<double> amount = number("scroll_amount");
    if (!amount) amount = number("amount");
    if (!amount && !arguments_.find("scroll_amount")) {
      if (const auto pixels = number("pixels"))
        amount = std::abs(*pixels) > kMaxScrollNotches ? *pixels / kScrollPixels : *pixels;
    }
    if (plan_failed_) return;
    if (!direction && !amount)
      return refuse("pixels", "expected how far to turn the wheel, a positive number is up");
    double notches = amount.value_or(kDefaultComputerNotches);
    if (direction) {
      const bool across = *direction == "left" || *direction == "right";
      if (!across && *direction != "up" && *direction != "down")
        return refuse("scroll_direction", "expected up, down, left or right, got " +
                                              quote_json(cut_text(*direction, kMaxNameShown)));
      sideways = across;
      notches = std::abs(notches);
      if (*direction == "down" || *direction == "left") notches = -notches;
    }
    sideways ? plan_.hscroll(notches, *at, held()) : plan_.scroll(notches, *at, held());
  }

  void type() {
    const std::optional<std::string> given = text("text");
    if (!given) return refuse("text", "it is missing: there is nothing to type");
    const auto at = optional_place("coordinate");
    if (!at) return;
    if (*at) plan_.click(MouseButton::left, 1, *at);
    if (is_set("clear") || is_set("delete_existing_text")) plan_.press({"ctrl", "a"});
    std::string typed = *given;
    // Escaped twice by models that write JSON in JSON.
    if (typed.ends_with("\\n")) {
      typed.replace(typed.size() - 2, 2, "\n");
      plan_.note_form("escaped_line_end");
    }
    const bool enter = is_set("enter") || is_set("press_enter");
    if (!typed.empty() || !enter) plan_.type(typed);
    if (enter) plan_.press({"enter"});
  }

  void press() {
    const std::optional<double> times = number("repeat");
    if (plan_failed_) return;
    plan_.press(keys(), times ? static_cast<int>(std::clamp(*times, 0.0, 1000.0)) : 1);
  }

  // Held over actions, in the order they are written.
  void hold_down(bool down) {
    for (const std::string& key : keys()) down ? plan_.key_down(key) : plan_.key_up(key);
  }

  void hold_for() {
    const auto seconds = number("duration");
    if (!plan_failed_) plan_.hold(keys(), seconds.value_or(1));
  }

  void button(bool down) {
    const auto at = optional_place("coordinate");
    if (!at) return;
    down ? plan_.mouse_down(MouseButton::left, *at) : plan_.mouse_up(MouseButton::left, *at);
  }

  void wait() {
    auto seconds = number("time");
    if (!seconds) seconds = number("duration");
    if (!plan_failed_) plan_.wait(seconds.value_or(kDefaultComputerWait));
  }

  void terminate() {
    const std::string status = word("status", "status").value_or("success");
    std::string words = text("answer").value_or(text("text").value_or(""));
    if (words.empty()) words = status;
    plan_.finish(status == "success" || words == status ? words : status + ": " + words);
  }

  void answer() { plan_.finish(text("text").value_or(text("answer").value_or(""))); }

  void ask() { plan_.refuse(kNoPersonKind, kNoPerson); }

  void screenshot() { plan_.screenshot(); }

  void tell_pointer() { plan_.tell_pointer(); }

  void zoom() {
    plan_.refuse("no_zoom", "zoom is not available: every screenshot shows the whole screen");
  }

 private:
  void refuse(std::string_view name, const std::string& what) {
    plan_failed_ = true;
    plan_.refuse("invalid_args", std::string(name) + ": " + what);
  }

  std::optional<MapPoint> place(std::string_view name) {
    const Literal* const given = arguments_.find(name);
    const std::optional<MapPoint> at = given == nullptr ? std::nullopt : place_in(*given);
    if (!at)
      refuse(name, given == nullptr ? "it is missing; expected [x, y]"
                                    : "expected [x, y], got " + shown(*given));
    return at;
  }

  // Outer nothing: it is there, and wrong.
  std::optional<std::optional<MapPoint>> optional_place(std::string_view name) {
    if (arguments_.find(name) == nullptr) return std::optional<MapPoint>();
    const std::optional<MapPoint> at = place(name);
    if (!at) return std::nullopt;
    return at;
  }

  std::optional<double> number(std::string_view name) {
    const Literal* const given = arguments_.find(name);
    if (given == nullptr) return std::nullopt;
    const std::optional<double> value = given->number();
    if (!value) refuse(name, "expected a number, got " + shown(*given));
    return value;
  }

  // A number counts as its digits.
  std::optional<std::string> text(std::string_view name) const {
    const Literal* const given = arguments_.find(name);
    if (given == nullptr) return std::nullopt;
    if (const std::string* const written = given->text()) return *written;
    return shown(*given);
  }

  std::optional<std::string> word(std::string_view name, std::string_view other) const {
    const auto written = text(name);
    return written ? std::optional(ascii_lower(trimmed(*written)))
                   : (name == other ? std::nullopt : word(other, other));
  }

  bool is_set(std::string_view name) const {
    const Literal* const given = arguments_.find(name);
    if (given == nullptr) return false;
    if (const bool* const truth = std::get_if<bool>(&given->value)) return *truth;
    return given->number().value_or(0) != 0 || word(name, name) == "true";
  }

  std::vector<std::string> keys() const {
    for (const std::string_view name : {"keys", "key", "text"})
      if (const Literal* const given = arguments_.find(name)) return keys_in(*given);
    return {};
  }

  // Some models describe the target by "text": only what names nothing but held keys is meant so.
  std::vector<std::string> held() const {
    for (const std::string_view name : {"text", "keys"}) {
      const Literal* const given = arguments_.find(name);
      if (given == nullptr) continue;
      std::vector<std::string> keys = keys_in(*given);
      const bool all_held = std::ranges::all_of(keys, [](const std::string& each) {
        const auto names = key_combination(each);
        return names.ok() && std::ranges::all_of(names.value(), is_held_key);
      });
      if (all_held) return keys;
    }
    return {};
  }

  const Literal& arguments_;
  ActionPlan& plan_;
  bool plan_failed_ = false;
};

struct ComputerActionRow {
  std::string_view name;
  void (*add)(ComputerActionAdder& adder);
};

constexpr ComputerActionRow kComputerActions[] = {
    {"left_click", [](ComputerActionAdder& a) { a.click(MouseButton::left, 1); }},
    {"click", [](ComputerActionAdder& a) { a.click(MouseButton::left, 1); }},
    {"double_click", [](ComputerActionAdder& a) { a.click(MouseButton::left, 2); }},
    {"triple_click", [](ComputerActionAdder& a) { a.click(MouseButton::left, 3); }},
    {"right_click", [](ComputerActionAdder& a) { a.click(MouseButton::right, 1); }},
    {"middle_click", [](ComputerActionAdder& a) { a.click(MouseButton::middle, 1); }},
    {"mouse_move", [](ComputerActionAdder& a) { a.move(); }},
    {"left_click_drag", [](ComputerActionAdder& a) { a.drag_to(); }},
    {"drag", [](ComputerActionAdder& a) { a.drag(); }},
    {"scroll", [](ComputerActionAdder& a) { a.scroll(false); }},
    {"hscroll", [](ComputerActionAdder& a) { a.scroll(true); }},
    {"type", [](ComputerActionAdder& a) { a.type(); }},
    {"key", [](ComputerActionAdder& a) { a.press(); }},
    {"key_down", [](ComputerActionAdder& a) { a.hold_down(true); }},
    {"key_up", [](ComputerActionAdder& a) { a.hold_down(false); }},
    {"hold_key", [](ComputerActionAdder& a) { a.hold_for(); }},
    {"left_mouse_down", [](ComputerActionAdder& a) { a.button(true); }},
    {"left_mouse_up", [](ComputerActionAdder& a) { a.button(false); }},
    {"wait", [](ComputerActionAdder& a) { a.wait(); }},
    {"screenshot", [](ComputerActionAdder& a) { a.screenshot(); }},
    {"cursor_position", [](ComputerActionAdder& a) { a.tell_pointer(); }},
    {"zoom", [](ComputerActionAdder& a) { a.zoom(); }},
    {"answer", [](ComputerActionAdder& a) { a.answer(); }},
    {"terminate", [](ComputerActionAdder& a) { a.terminate(); }},
    {"ask_user_question", [](ComputerActionAdder& a) { a.ask(); }},
};

const ComputerActionRow* find_computer_action(std::string_view name) {
  const auto row = std::ranges::find(kComputerActions, name, &ComputerActionRow::name);
  return row == std::end(kComputerActions) ? nullptr : row;
}

}  // namespace

void add_computer_action(std::string_view function, const Literal& arguments, ActionPlan& plan) {
  if (arguments.members() == nullptr && !arguments.is_null())
    return plan.refuse("invalid_args",
                       "the arguments: expected a JSON object, got " + shown(arguments));
  const Literal* named = arguments.find("action");
  std::string name;
  if (named == nullptr && find_computer_action(function) != nullptr) {
    name = function;
  } else {
    // Qwen3.5 now and then writes "type" where it means "action".
    if (named == nullptr && (named = arguments.find("type")) != nullptr)
      plan.note_form("type_for_action");
    if (named == nullptr || named->text() == nullptr)
      return plan.refuse("invalid_args", named == nullptr
                                             ? "action: it is missing"
                                             : "action: expected a name, got " + shown(*named));
    name = ascii_lower(trimmed(*named->text()));
  }
  const ComputerActionRow* const row = find_computer_action(name);
  if (row == nullptr)
    return plan.refuse("unknown_action", unknown_action_of(kComputerActions, name));
  ComputerActionAdder adder(arguments, plan);
  row->add(adder);
}
}  // namespace franz::executor
