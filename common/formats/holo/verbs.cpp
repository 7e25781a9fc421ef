#include "common/formats/holo/verbs.h"
#include <array>

namespace franz {
namespace {
// Their own names for arguments.
constexpr std::string_view kHoloParameters[] = {"x",   "start_x", "end_x",
                                                "key", "content", "amount"};

constexpr Verb tool(std::string_view name, Act act, MouseButton button = MouseButton::left,
                    int clicks = 1) {
  return {name, act, button, clicks, {}, kHoloParameters};
}

constexpr Verb other_tool(std::string_view name, Act act) {
  return {name, act, MouseButton::left, 1, {}, kHoloParameters, true};
}

constexpr std::array kHoloTable{
    tool("click", Act::click),
    tool("double_click", Act::click, MouseButton::left, 2),
    tool("triple_click", Act::click, MouseButton::left, 3),
    tool("right_click", Act::click, MouseButton::right),
    tool("middle_click", Act::click, MouseButton::middle),
    tool("hover", Act::move),
    tool("drag_and_drop", Act::drag),
    tool("write", Act::type),
    tool("press_key", Act::press),
    tool("hotkey", Act::press),
    tool("scroll", Act::scroll),
    tool("wait", Act::wait),
    tool("screenshot", Act::screenshot),
    tool("answer", Act::finish),
    tool("ask_user", Act::ask),
    other_tool("click_at", Act::click),
    other_tool("click_element", Act::click),
    other_tool("click_absolute", Act::click),
    other_tool("left_click", Act::click),
    other_tool("move", Act::move),
    other_tool("move_to", Act::move),
    other_tool("mouse_move", Act::move),
    other_tool("drag", Act::drag),
    other_tool("drag_to", Act::drag),
    other_tool("type", Act::type),
    other_tool("write_text", Act::type),
    other_tool("type_text", Act::type),
    other_tool("write_element", Act::type),
    other_tool("press", Act::press),
    other_tool("key", Act::press),
    other_tool("key_press", Act::press),
    other_tool("press_keys", Act::press),
    other_tool("key_combination", Act::press),
    other_tool("scroll_at", Act::scroll),
    other_tool("sleep", Act::wait),
    other_tool("observe", Act::screenshot),
    other_tool("finish", Act::finish),
    other_tool("done", Act::finish),
};
}  // namespace

const Verbs kHoloVerbs{
    kHoloTable,
    {.noun = "tool", .notches = kHoloNotches, .direction = "down", .large_is_pixels = true}};
}  // namespace franz
