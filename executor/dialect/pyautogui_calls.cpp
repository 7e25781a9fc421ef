#include "executor/dialect/pyautogui_calls.h"
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/tools/suggestions.h"
#include "executor/dialect/computer_actions.h"
#include "executor/dialect/unknown_action.h"

namespace franz::executor {
namespace {
constexpr double kComputerWait = 20;   // seconds, the format's own
constexpr std::size_t kMaxTaps = 100;  // keys that one call presses one after the other

// Letters small, without underscores: the library has rightClick, its imitations right_click.
std::string plain_name(std::string_view name) {
  std::string plain = ascii_lower(name);
  std::erase(plain, '_');
  return plain;
}

class PyautoguiAdder {
 public:
  PyautoguiAdder(const LiteralCall& call, ActionPlan& plan) : call_(call), plan_(plan) {}

  // ScaleCUA has the button in the place where pyautogui has the interval.
  void click() {
    const Literal* which = call_.argument("button", 4);
    if (const Literal* const fourth = call_.argument("interval", 3);
        which == nullptr && fourth != nullptr && fourth->text() != nullptr && !fourth->number())
      which = fourth;
    const auto button = button_of(which);
    const auto clicks = number("clicks", 2, 1);
    if (button && clicks) click(*button, *clicks);
  }

  void click(MouseButton button, double clicks) {
    const auto at = place("x", "y", 0);
    if (at && !failed_) plan_.click(button, static_cast<int>(std::clamp(clicks, 0.0, 100.0)), *at);
  }

  void double_click() {
    const auto button = button_of(call_.argument("button", 3));
    if (button) click(*button, 2);
  }

  void move_to() {
    const auto at = place("x", "y", 0);
    if (!at) return;
    if (!*at) return refuse("x", "expected x and y");
    plan_.move(**at);
  }

  void drag_to() {
    const auto at = place("x", "y", 0);
    if (!at || !has_left_button()) return;
    if (!*at) return refuse("x", "expected x and y");
    plan_.drag(std::nullopt, **at);
  }

  void move_by() {
    if (const auto by = offset()) plan_.move_by(*by);
  }

  void drag_by() {
    const auto by = offset();
    if (by && has_left_button()) plan_.drag_by(*by);
  }

  void scroll(bool sideways) {
    auto notches = number("clicks", 0, std::nullopt);
    const auto at = place("x", "y", 1);
    if (!notches || !at || failed_) return;
    if (std::abs(*notches) > kMaxScrollNotches) *notches /= kScrollPixels;
    sideways ? plan_.hscroll(*notches, *at) : plan_.scroll(*notches, *at);
  }

  void press() {
    const Literal* given = call_.argument("keys", 0);
    if (given == nullptr) given = call_.argument("key", 0);
    const auto times = number("presses", 1, 1);
    if (given == nullptr) return refuse("keys", "no key is named");
    if (times) tap(keys_in(*given), *times);
  }

  void hotkey() {
    std::vector<std::string> keys;
    const auto add = [&](const Literal& given) {
      std::ranges::copy(keys_in(given), std::back_inserter(keys));
    };
    std::ranges::for_each(call_.positional, add);
    for (const char* name : {"keys", "key"})
      if (const Literal* const given = call_.named.find(name)) add(*given);
    plan_.press(keys);
  }

  void write() {
    const Literal* given = call_.argument("message", 0);
    if (given == nullptr) given = call_.named.find("text");
    if (given == nullptr) given = call_.named.find("content");
    if (given == nullptr) return refuse("message", "it is missing: there is nothing to type");
    if (given->list() != nullptr) return tap(keys_in(*given), 1);
    const std::string* const written = given->text();
    plan_.type(written != nullptr ? *written : shown(*given));
  }

  // Held over statements and turns.
  void hold(bool down) {
    const Literal* const given = call_.argument("key", 0);
    if (given == nullptr) return refuse("key", "no key is named");
    for (const std::string& key : keys_in(*given)) down ? plan_.key_down(key) : plan_.key_up(key);
  }

  void button(bool down) {
    // mouseDown('left') is written as often as mouseDown(button='left').
    const Literal* which = call_.argument("button", 2);
    const bool alone = which == nullptr && call_.positional.size() == 1 &&
                       call_.positional.front().text() != nullptr;
    if (alone) which = &call_.positional.front();
    const auto button = button_of(which);
    const auto at = alone ? std::optional(std::optional<MapPoint>()) : place("x", "y", 0);
    if (!button || !at) return;
    down ? plan_.mouse_down(*button, *at) : plan_.mouse_up(*button, *at);
  }

  void wait() {
    for (const char* name : {"seconds", "secs", "duration", "time"})
      if (call_.named.find(name) != nullptr) {
        if (const auto seconds = number(name, 0, std::nullopt)) plan_.wait(*seconds);
        return;
      }
    if (const auto seconds = number("seconds", 0, kComputerWait)) plan_.wait(*seconds);
  }

  void screenshot() { plan_.screenshot(); }

  void terminate() {
    const std::string status = ascii_lower(trimmed(text("status", 0).value_or("success")));
    std::string words = text("answer", 1).value_or(text("info", 1).value_or(""));
    if (words.empty()) words = status;
    plan_.finish(status == "success" || words == status ? words : status + ": " + words);
  }

  void answer() { plan_.finish(text("answer", 0).value_or("")); }

  void ask() {
    plan_.refuse("no_person",
                 "nobody answers questions during the run: decide, or end it with what is missing");
  }

 private:
  void refuse(std::string_view name, const std::string& what) {
    failed_ = true;
    plan_.refuse("invalid_args", std::string(name) + ": " + what);
  }

  // Nothing: it is refused.
  std::optional<double> number(std::string_view name, std::size_t at,
                               std::optional<double> otherwise) {
    const Literal* const given = call_.argument(name, at);
    if (given == nullptr && !otherwise) refuse(name, "it is missing; expected a number");
    if (given == nullptr) return otherwise;
    const std::optional<double> value = given->number();
    if (!value) refuse(name, "expected a number, got " + shown(*given));
    return value;
  }

  std::optional<std::string> text(std::string_view name, std::size_t at) const {
    const Literal* const given = call_.argument(name, at);
    if (given == nullptr) return std::nullopt;
    if (const std::string* const written = given->text()) return *written;
    return shown(*given);
  }

  // Outer nothing: it is refused.
  std::optional<std::optional<MapPoint>> place(std::string_view across, std::string_view down,
                                               std::size_t at) {
    const Literal* const x = call_.argument(across, at);
    const bool is_pair = x != nullptr && x->list() != nullptr;
    const Literal* const y = is_pair ? nullptr : call_.argument(down, at + 1);
    if (x == nullptr && y == nullptr) return std::optional<MapPoint>();
    std::optional<MapPoint> read;
    if (is_pair) {
      read = place_in(*x);
    } else if (x != nullptr && y != nullptr) {
      const auto right = x->number(), below = y->number();
      if (right && below) read = MapPoint{*right, *below};
    }
    if (!read) {
      const auto said = [](const Literal* each) { return each ? shown(*each) : "nothing"; };
      refuse(across, "expected two numbers, got " + said(x) + (is_pair ? "" : " and " + said(y)));
      return std::nullopt;
    }
    return read;
  }

  std::optional<MapPoint> offset() {
    const bool named = call_.named.find("xOffset") != nullptr;
    const auto by = named ? place("xOffset", "yOffset", 0) : place("x", "y", 0);
    if (!by) return std::nullopt;
    if (!*by) refuse("xOffset", "expected xOffset and yOffset");
    return *by;
  }

  // pyautogui's names and numbers of buttons; PRIMARY is one, too.
  std::optional<MouseButton> button_of(const Literal* given) {
    if (given == nullptr) return MouseButton::left;
    const std::string* const written = given->text();
    const std::string name = ascii_lower(written != nullptr ? *written : shown(*given));
    if (name == "left" || name == "primary" || name == "1") return MouseButton::left;
    if (name == "middle" || name == "2") return MouseButton::middle;
    if (name == "right" || name == "secondary" || name == "3") return MouseButton::right;
    refuse("button", "expected left, middle or right, got " + shown(*given));
    return std::nullopt;
  }

  bool has_left_button() {
    const auto button = button_of(call_.argument("button", 3));
    if (!button) return false;
    if (*button != MouseButton::left) refuse("button", "only the left one drags");
    return *button == MouseButton::left;
  }

  void tap(const std::vector<std::string>& keys, double times) {
    const bool many = !(times >= 1 && times <= ActionPlan::kMaxPresses);
    if (many || keys.size() * static_cast<std::size_t>(times) > kMaxTaps)
      return refuse("presses", "expected 1 to " + std::to_string(ActionPlan::kMaxPresses) +
                                   " presses, of at most " + std::to_string(kMaxTaps) + " keys");
    if (keys.empty()) return refuse("keys", "no key is named");
    for (int i = 0; i < static_cast<int>(times); ++i)
      for (const std::string& key : keys) plan_.press({key});
  }

  const LiteralCall& call_;
  ActionPlan& plan_;
  bool failed_ = false;
};

struct FunctionRow {
  std::string_view name;
  void (*add)(PyautoguiAdder& adder);
};

constexpr FunctionRow kFunctions[] = {
    {"click", [](PyautoguiAdder& a) { a.click(); }},
    {"leftClick", [](PyautoguiAdder& a) { a.click(MouseButton::left, 1); }},
    {"rightClick", [](PyautoguiAdder& a) { a.click(MouseButton::right, 1); }},
    {"middleClick", [](PyautoguiAdder& a) { a.click(MouseButton::middle, 1); }},
    {"doubleClick", [](PyautoguiAdder& a) { a.double_click(); }},
    {"tripleClick", [](PyautoguiAdder& a) { a.click(MouseButton::left, 3); }},
    {"moveTo", [](PyautoguiAdder& a) { a.move_to(); }},
    {"move", [](PyautoguiAdder& a) { a.move_by(); }},
    {"moveRel", [](PyautoguiAdder& a) { a.move_by(); }},
    {"dragTo", [](PyautoguiAdder& a) { a.drag_to(); }},
    {"drag", [](PyautoguiAdder& a) { a.drag_by(); }},
    {"dragRel", [](PyautoguiAdder& a) { a.drag_by(); }},
    {"scroll", [](PyautoguiAdder& a) { a.scroll(false); }},
    {"vscroll", [](PyautoguiAdder& a) { a.scroll(false); }},
    {"hscroll", [](PyautoguiAdder& a) { a.scroll(true); }},
    {"press", [](PyautoguiAdder& a) { a.press(); }},
    {"hotkey", [](PyautoguiAdder& a) { a.hotkey(); }},
    {"write", [](PyautoguiAdder& a) { a.write(); }},
    {"typewrite", [](PyautoguiAdder& a) { a.write(); }},
    {"type", [](PyautoguiAdder& a) { a.write(); }},
    {"keyDown", [](PyautoguiAdder& a) { a.hold(true); }},
    {"keyUp", [](PyautoguiAdder& a) { a.hold(false); }},
    {"mouseDown", [](PyautoguiAdder& a) { a.button(true); }},
    {"mouseUp", [](PyautoguiAdder& a) { a.button(false); }},
    {"wait", [](PyautoguiAdder& a) { a.wait(); }},
    {"sleep", [](PyautoguiAdder& a) { a.wait(); }},
    {"screenshot", [](PyautoguiAdder& a) { a.screenshot(); }},
    {"terminate", [](PyautoguiAdder& a) { a.terminate(); }},
    {"response", [](PyautoguiAdder& a) { a.answer(); }},
    {"answer", [](PyautoguiAdder& a) { a.answer(); }},
    {"call_user", [](PyautoguiAdder& a) { a.ask(); }},
};

std::string unknown_function(std::string_view name) {
  std::vector<std::string_view> names;
  std::string list;
  for (const FunctionRow& each : kFunctions) {
    names.push_back(each.name);
    list += (list.empty() ? "" : ", ") + std::string(each.name);
  }
  const std::string_view near = nearest_name(name, names);
  return "there is no function " + quote_json(cut_text(name, kMaxNameShown)) +
         (near.empty() ? "." : "; did you mean " + std::string(near) + "?") +
         " The functions are: " + list;
}
}  // namespace

void add_pyautogui_call(const LiteralCall& call, ActionPlan& plan) {
  const std::string_view whole = call.name;
  const std::size_t dot = whole.rfind('.');
  const std::string_view module = dot == whole.npos ? "" : whole.substr(0, dot);
  const std::string_view name = dot == whole.npos ? whole : whole.substr(dot + 1);
  const bool is_known = module.empty() || module == "pyautogui" || module == "computer" ||
                        (module == "time" && name == "sleep");
  const std::string plain = plain_name(name);
  const auto row = std::ranges::find(kFunctions, plain,
                                     [](const FunctionRow& each) { return plain_name(each.name); });
  if (!is_known || row == std::end(kFunctions))
    return plan.refuse("unknown_function", unknown_function(is_known ? name : whole));
  PyautoguiAdder adder(call, plan);
  row->add(adder);
}
}  // namespace franz::executor
