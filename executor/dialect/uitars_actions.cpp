#include "executor/dialect/uitars_actions.h"
#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/tools/key_names.h"
#include "executor/dialect/no_person.h"
#include "executor/dialect/unknown_action.h"

namespace franz::executor {
namespace {

class UitarsAdder {
 public:
  UitarsAdder(const LiteralCall& call, ActionPlan& plan) : call_(call), plan_(plan) {}

  void click(MouseButton button, int clicks) {
    if (const auto at = place(kStart, 0)) plan_.click(button, clicks, *at);
  }

  void move() {
    if (const auto at = place(kStart, 0)) plan_.move(*at);
  }

  void drag() {
    const auto from = place(kStart, 0);
    if (!from) return;
    if (const auto to = place(kEnd, 1)) plan_.drag(*from, *to);
  }

  void scroll() {
    const auto at = optional_place(0);
    if (!at) return;
    const std::string direction = ascii_lower(trimmed(text("direction", 1)));
    const bool forward = direction == "up" || direction == "right";
    const bool sideways = direction == "left" || direction == "right";
    if (!forward && direction != "down" && direction != "left")
      return refuse("direction", "expected up, down, left or right, got " +
                                     quote_json(cut_text(direction, kMaxNameShown)));
    const double notches = forward ? kScrollNotches : -kScrollNotches;
    sideways ? plan_.hscroll(notches, *at) : plan_.scroll(notches, *at);
  }

  void press() { plan_.press(keys()); }

  void hold_down(bool down) {
    const std::vector<std::string> held = keys();
    if (held.empty()) return refuse("key", "no key is named");
    for (const std::string& key : held) down ? plan_.key_down(key) : plan_.key_up(key);
  }

  void button(bool down) {
    const auto at = optional_place(0);
    if (!at) return;
    const std::string name = ascii_lower(trimmed(text("button", 1)));
    if (!name.empty() && name != "left" && name != "right" && name != "middle")
      return refuse("button",
                    "expected left or right, got " + quote_json(cut_text(name, kMaxNameShown)));
    const MouseButton which = name == "right"    ? MouseButton::right
                              : name == "middle" ? MouseButton::middle
                                                 : MouseButton::left;
    down ? plan_.mouse_down(which, *at) : plan_.mouse_up(which, *at);
  }

  void type() {
    std::string typed = text("content", 0);
    // In tags nothing is escaped, and some models do it all the same.
    if (typed.ends_with("\\n")) {
      typed.replace(typed.size() - 2, 2, "\n");
      plan_.note_form("escaped_line_end");
    }
    plan_.type(typed);
  }

  void wait() {
    const Literal* const given = call_.argument("time", 0);
    const std::optional<double> seconds =
        given == nullptr ? std::optional(kWaitSeconds) : given->number();
    if (!seconds) return refuse("time", "expected a number of seconds, got " + shown(*given));
    plan_.wait(*seconds);
  }

  void screenshot() { plan_.screenshot(); }
  void ask() { plan_.refuse(kNoPersonKind, kNoPerson); }

  void finish() {
    const std::string words = text("content", 0);
    plan_.finish(words.empty() ? "finished" : words);
  }

  void give_up() {
    const std::string words = text("content", 0);
    plan_.finish("infeasible" + (words.empty() ? "" : ": " + words));
  }

 private:
  static constexpr std::string_view kStart[] = {"start_box", "point", "start_point", "box"};
  static constexpr std::string_view kEnd[] = {"end_box", "end_point"};

  void refuse(std::string_view name, const std::string& what) {
    plan_.refuse("invalid_args", std::string(name) + ": " + what);
  }

  const Literal* find(std::span<const std::string_view> names, std::size_t index) const {
    for (const std::string_view name : names)
      if (const Literal* const found = call_.named.find(name)) return found;
    return call_.argument(names.front(), index);
  }

  std::optional<MapPoint> place(std::span<const std::string_view> names, std::size_t index) {
    const Literal* const given = find(names, index);
    const std::optional<MapPoint> at = given == nullptr ? std::nullopt : place_in(*given);
    if (!at)
      refuse(names.front(), given == nullptr ? "it is missing; expected '(x,y)'"
                                             : "expected '(x,y)', got " + shown(*given));
    return at;
  }

  // Outer nothing: it is there, and wrong.
  std::optional<std::optional<MapPoint>> optional_place(std::size_t index) {
    const Literal* const given = find(kStart, index);
    const bool is_empty =
        given == nullptr || (given->text() != nullptr && trimmed(*given->text()).empty());
    if (is_empty) return std::optional<MapPoint>();
    const std::optional<MapPoint> at = place(kStart, index);
    if (!at) return std::nullopt;
    return at;
  }

  // A number counts as its digits.
  std::string text(std::string_view name, std::size_t index) const {
    const Literal* const given = call_.argument(name, index);
    if (given == nullptr) return "";
    return given->text() != nullptr ? *given->text() : shown(*given);
  }

  // What stands between blanks, unless all of it is one key: "page down".
  std::vector<std::string> keys() const {
    const Literal* const given = call_.argument("key", 0);
    if (given == nullptr) return {};
    std::vector<std::string> all;
    for (const std::string& each : keys_in(*given)) {
      if (!key_name(each).empty()) {
        all.push_back(each);
        continue;
      }
      std::string_view rest = trimmed(each);
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(" \t\r\n"), rest.size());
        all.emplace_back(rest.substr(0, end));
        rest = trimmed(rest.substr(end));
      }
    }
    return all;
  }

  const LiteralCall& call_;
  ActionPlan& plan_;
};

struct UitarsActionRow {
  std::string_view name;
  void (*add)(UitarsAdder& adder);
};

constexpr UitarsActionRow kUitarsActions[] = {
    {"click", [](UitarsAdder& a) { a.click(MouseButton::left, 1); }},
    {"left_single", [](UitarsAdder& a) { a.click(MouseButton::left, 1); }},
    {"left_double", [](UitarsAdder& a) { a.click(MouseButton::left, 2); }},
    {"right_single", [](UitarsAdder& a) { a.click(MouseButton::right, 1); }},
    {"hover", [](UitarsAdder& a) { a.move(); }},
    {"move_to", [](UitarsAdder& a) { a.move(); }},
    {"drag", [](UitarsAdder& a) { a.drag(); }},
    {"select", [](UitarsAdder& a) { a.drag(); }},
    {"scroll", [](UitarsAdder& a) { a.scroll(); }},
    {"hotkey", [](UitarsAdder& a) { a.press(); }},
    {"press", [](UitarsAdder& a) { a.hold_down(true); }},
    {"keydown", [](UitarsAdder& a) { a.hold_down(true); }},
    {"release", [](UitarsAdder& a) { a.hold_down(false); }},
    {"keyup", [](UitarsAdder& a) { a.hold_down(false); }},
    {"mouse_down", [](UitarsAdder& a) { a.button(true); }},
    {"mouse_up", [](UitarsAdder& a) { a.button(false); }},
    {"type", [](UitarsAdder& a) { a.type(); }},
    {"wait", [](UitarsAdder& a) { a.wait(); }},
    {"take_screenshot", [](UitarsAdder& a) { a.screenshot(); }},
    {"finished", [](UitarsAdder& a) { a.finish(); }},
    {"infeasible", [](UitarsAdder& a) { a.give_up(); }},
    {"error_env", [](UitarsAdder& a) { a.give_up(); }},
    {"call_user", [](UitarsAdder& a) { a.ask(); }},
};

const UitarsActionRow* find_uitars_action(std::string_view name) {
  const auto row = std::ranges::find(kUitarsActions, name, &UitarsActionRow::name);
  return row == std::end(kUitarsActions) ? nullptr : row;
}

}  // namespace

bool is_uitars_action(std::string_view name) { return find_uitars_action(name) != nullptr; }

void add_uitars_action(const LiteralCall& call, ActionPlan& plan) {
  const UitarsActionRow* const row = find_uitars_action(call.name);
  if (row == nullptr)
    return plan.refuse("unknown_action", unknown_action_of(kUitarsActions, call.name));
  UitarsAdder adder(call, plan);
  row->add(adder);
}
}  // namespace franz::executor
