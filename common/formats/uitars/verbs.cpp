#include "common/formats/uitars/verbs.h"
#include <algorithm>
#include <array>

namespace franz {
namespace {
constexpr std::string_view kAtBox[] = {"start_box"};
constexpr std::string_view kFromTo[] = {"start_box", "end_box"};
constexpr std::string_view kScrolled[] = {"start_box", "direction"};
constexpr std::string_view kPressed[] = {"key"};
constexpr std::string_view kButtonAt[] = {"point", "button"};
constexpr std::string_view kContentAlone[] = {"content"};
constexpr std::string_view kTimeAlone[] = {"time"};

constexpr Verb at_box(std::string_view name, Act act, MouseButton button = MouseButton::left,
                      int clicks = 1) {
  return {name, act, button, clicks, {}, kAtBox};
}

constexpr Verb with(std::string_view name, Act act, std::span<const std::string_view> positional,
                    std::string_view words = {}) {
  return {name, act, MouseButton::left, 1, words, positional};
}

constexpr std::array kUitarsTable{
    at_box("click", Act::click),
    at_box("left_single", Act::click),
    at_box("left_double", Act::click, MouseButton::left, 2),
    at_box("right_single", Act::click, MouseButton::right),
    at_box("hover", Act::move),
    at_box("move_to", Act::move),
    with("drag", Act::drag, kFromTo),
    with("select", Act::drag, kFromTo),
    with("scroll", Act::scroll, kScrolled),
    with("hotkey", Act::press, kPressed),
    with("press", Act::key_down, kPressed),
    with("keydown", Act::key_down, kPressed),
    with("release", Act::key_up, kPressed),
    with("keyup", Act::key_up, kPressed),
    with("mouse_down", Act::mouse_down, kButtonAt),
    with("mouse_up", Act::mouse_up, kButtonAt),
    with("type", Act::type, kContentAlone),
    with("wait", Act::wait, kTimeAlone),
    Verb{"take_screenshot", Act::screenshot},
    with("finished", Act::finish, kContentAlone, "finished"),
    with("infeasible", Act::give_up, kContentAlone, "infeasible"),
    with("error_env", Act::give_up, kContentAlone, "infeasible"),
    with("call_user", Act::ask, kContentAlone),
};
}  // namespace

const Verbs kUitarsVerbs{kUitarsTable,
                         {.notches = kScrollNotches,
                          .wait_s = kWaitSeconds,
                          .needs_direction = true,
                          .needs_place = true,
                          .spaced_keys = true,
                          .escapes_line_end = true,
                          .quotes_numbers = true}};

bool is_uitars_action(std::string_view name) {
  return std::ranges::find(kUitarsTable, name, &Verb::name) != kUitarsTable.end();
}
}  // namespace franz
