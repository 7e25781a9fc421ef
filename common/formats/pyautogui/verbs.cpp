#include "common/formats/pyautogui/verbs.h"
#include <algorithm>
#include <array>
#include <string>
#include <utility>

namespace franz {
namespace {
constexpr double kComputerWait = 20;  // seconds, the format's own

using Positional = std::span<const std::string_view>;
constexpr std::string_view kClicked[] = {"x", "y", "clicks", "interval", "button"};
constexpr std::string_view kClickedOnce[] = {"x", "y", "interval", "button"};
constexpr std::string_view kMoved[] = {"x", "y", "duration", "tween"};
constexpr std::string_view kDraggedTo[] = {"x", "y", "duration", "button"};
constexpr std::string_view kOffset[] = {"xOffset", "yOffset", "duration", "button"};
constexpr std::string_view kScrolledBy[] = {"clicks", "x", "y"};
constexpr std::string_view kTapped[] = {"keys", "presses", "interval"};
constexpr std::string_view kWritten[] = {"message", "interval"};
constexpr std::string_view kOneKey[] = {"key"};
constexpr std::string_view kHeldAt[] = {"x", "y", "button"};
constexpr std::string_view kSecondsAlone[] = {"seconds"};
constexpr std::string_view kEnded[] = {"status", "answer"};
constexpr std::string_view kAnswered[] = {"answer"};

constexpr Verb function(std::string_view name, Act act, Positional positional = {},
                        MouseButton button = MouseButton::left, int clicks = 1) {
  return {name, act, button, clicks, {}, positional};
}

constexpr std::array kFunctionTable{
    function("click", Act::click, kClicked),
    function("leftClick", Act::click, kClickedOnce),
    function("rightClick", Act::click, kClickedOnce, MouseButton::right),
    function("middleClick", Act::click, kClickedOnce, MouseButton::middle),
    function("doubleClick", Act::click, kClickedOnce, MouseButton::left, 2),
    function("tripleClick", Act::click, kClickedOnce, MouseButton::left, 3),
    function("moveTo", Act::move, kMoved),
    function("move", Act::move_by, kOffset),
    function("moveRel", Act::move_by, kOffset),
    function("dragTo", Act::drag, kDraggedTo),
    function("drag", Act::drag_by, kOffset),
    function("dragRel", Act::drag_by, kOffset),
    function("scroll", Act::scroll, kScrolledBy),
    function("vscroll", Act::scroll, kScrolledBy),
    function("hscroll", Act::hscroll, kScrolledBy),
    function("press", Act::tap, kTapped),
    function("hotkey", Act::press),
    function("write", Act::type, kWritten),
    function("typewrite", Act::type, kWritten),
    function("type", Act::type, kWritten),
    function("keyDown", Act::key_down, kOneKey),
    function("keyUp", Act::key_up, kOneKey),
    function("mouseDown", Act::mouse_down, kHeldAt),
    function("mouseUp", Act::mouse_up, kHeldAt),
    function("wait", Act::wait, kSecondsAlone),
    function("sleep", Act::wait, kSecondsAlone),
    function("screenshot", Act::screenshot),
    function("terminate", Act::terminate, kEnded),
    function("response", Act::finish, kAnswered),
    function("answer", Act::finish, kAnswered),
    function("call_user", Act::ask),
};

constexpr Verbs kFunctionVerbs{kFunctionTable,
                               {.noun = "function",
                                .notches = 0,
                                .wait_s = kComputerWait,
                                .clicks_at_pointer = true,
                                .large_is_pixels = true}};

Literal::Members& members_of(LiteralCall& call) {
  return std::get<Literal::Members>(call.named.value);
}

// Handles a button at another argument's place: ScaleCUA has it where pyautogui has the interval,
// and models write mouseDown('left') as often as mouseDown(button='left').
void name_the_button(Act act, LiteralCall& call) {
  const bool is_click = act == Act::click || act == Act::drag;
  const bool is_hold = act == Act::mouse_down || act == Act::mouse_up;
  const std::size_t at = is_click ? 3 : 0;
  const bool is_alone = is_click ? call.positional.size() == at + 1 : call.positional.size() == 1;
  if ((!is_click && !is_hold) || !is_alone) return;
  const Literal& given = call.positional[at];
  if (given.text() == nullptr || given.number() || place_in(given)) return;
  members_of(call).push_back({"button", given});
  call.positional.resize(at);
}

// hotkey('ctrl', 'c') has any number of keys.
void gather_keys(LiteralCall& call) {
  if (call.positional.empty()) return;
  Literal::List keys;
  for (Literal& each : call.positional) {
    if (const Literal::List* const list = each.list()) {
      keys.insert(keys.end(), list->begin(), list->end());
    } else {
      for (std::string& key : keys_in(each)) keys.push_back(Literal{std::move(key)});
    }
  }
  call.positional.clear();
  members_of(call).push_back({"keys", Literal{std::move(keys)}});
}
}  // namespace

void add_pyautogui_call(LiteralCall call, ItemPlan& plan) {
  const std::size_t dot = call.name.rfind('.');
  const std::string module = dot == std::string::npos ? "" : call.name.substr(0, dot);
  const std::string name = dot == std::string::npos ? call.name : call.name.substr(dot + 1);
  const bool is_known = module.empty() || module == "pyautogui" || module == "computer" ||
                        (module == "time" && name == "sleep");
  if (is_known) call.name = name;
  const Verb* const verb = is_known ? find_verb(kFunctionVerbs, name) : nullptr;
  if (verb != nullptr) {
    name_the_button(verb->act, call);
    if (verb->act == Act::press) gather_keys(call);
  }
  add_call(kFunctionVerbs, call, plan);
}
}  // namespace franz
