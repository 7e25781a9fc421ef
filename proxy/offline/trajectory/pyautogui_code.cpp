#include <cmath>
#include "common/base/json_string.h"
#include "common/tools/call.h"
#include "proxy/offline/trajectory/trajectory.h"

namespace franz::proxy {
static constexpr double kScale = 1000;    // of canonical places
static constexpr double kDecimals = 1e4;  // of places from 0 to 1

// The number as Python writes it: whole pixels, or places from 0 to 1 with four decimals.
static std::string place(double value, const std::optional<Size>& scale, int extent) {
  const double clamped = std::min(std::max(value, 0.0), kScale) / kScale;
  if (scale) return std::to_string(std::llround(clamped * (extent - 1)));
  return python_repr(std::round(clamped * kDecimals) / kDecimals);
}

static std::string point(const MapPoint& at, const std::optional<Size>& scale) {
  return "x=" + place(at.x, scale, scale ? scale->width : 0) +
         ", y=" + place(at.y, scale, scale ? scale->height : 0);
}

// A Python string literal; JSON's escapes are a subset of Python's, except for lone surrogates,
// which quote_json writes as \udXXX, as Python does.
static std::string quoted(const std::string& text) { return quote_json(text); }

// pyautogui's name of a key.
static std::string key_of(const std::string& name) {
  static const std::pair<const char*, const char*> kOthers[] = {
      {"control", "ctrl"},   {"escape", "esc"},         {"return", "enter"},
      {"page_up", "pageup"}, {"page_down", "pagedown"}, {"super", "win"},
      {"meta", "win"},       {"caps_lock", "capslock"}, {"print_screen", "printscreen"}};
  for (const auto& [ours, theirs] : kOthers)
    if (name == ours) return theirs;
  return name;
}

static std::string keys_of(const Call& call) {
  std::string keys;
  for (std::size_t i = 0; i < call.arguments.size(); ++i)
    keys += (i > 0 ? ", " : "") + quoted(key_of(text_at(call, i)));
  return keys;
}

static std::string at(const char* function, const Call& call, const std::optional<Size>& scale,
                      const std::string& more = "") {
  return std::string("pyautogui.") + function + "(" + point(*start_point(call), scale) + more + ")";
}

static std::string number(const Call& call, std::size_t index) {
  return python_repr(number_at(call, index));
}

// Wheel notches: the parameter after the two places.
static std::string scroll(const char* function, const Call& call,
                          const std::optional<Size>& scale) {
  return std::string("pyautogui.") + function + "(" +
         std::to_string(std::llround(number_at(call, 2))) + ", " +
         point(*start_point(call), scale) + ")";
}

static std::string code_of(const Call& call, const std::optional<Size>& scale) {
  switch (call.tool) {
    case ToolId::left_click: return at("click", call, scale);
    case ToolId::right_click: return at("rightClick", call, scale);
    case ToolId::middle_click: return at("middleClick", call, scale);
    case ToolId::double_left_click: return at("doubleClick", call, scale);
    case ToolId::triple_click: return at("tripleClick", call, scale);
    case ToolId::move: return at("moveTo", call, scale);
    case ToolId::drag:
      return at("moveTo", call, scale) + "\npyautogui.dragTo(" + point(*end_point(call), scale) +
             ", button=\"left\")";
    case ToolId::scroll: return scroll("scroll", call, scale);
    case ToolId::hscroll: return scroll("hscroll", call, scale);
    case ToolId::type:
    case ToolId::paste: return "pyautogui.write(" + quoted(text_at(call, 0)) + ")";
    case ToolId::press: return "pyautogui.press(" + quoted(key_of(text_at(call, 0))) + ")";
    case ToolId::hotkey: return "pyautogui.hotkey(" + keys_of(call) + ")";
    case ToolId::key_down: return "pyautogui.keyDown(" + quoted(key_of(text_at(call, 0))) + ")";
    case ToolId::key_up: return "pyautogui.keyUp(" + quoted(key_of(text_at(call, 0))) + ")";
    case ToolId::mouse_down: return "pyautogui.mouseDown(button=" + quoted(text_at(call, 0)) + ")";
    case ToolId::mouse_up: return "pyautogui.mouseUp(button=" + quoted(text_at(call, 0)) + ")";
    case ToolId::sleep: return "time.sleep(" + number(call, 0) + ")";
    case ToolId::screenshot:
    case ToolId::launch:
    case ToolId::focus_window:
    case ToolId::hold_key: return "";
  }
  return "";
}

std::string pyautogui_code(const std::string& canonical_call, const std::optional<Size>& scale) {
  const Result<Call> call = parse_canonical_call(canonical_call);
  return call.ok() ? code_of(call.value(), scale) : "";
}
}  // namespace franz::proxy
