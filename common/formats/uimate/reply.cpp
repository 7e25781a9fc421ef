#include "common/formats/uimate/reply.h"
#include <array>
#include "common/formats/computer_verbs.h"

namespace franz {
namespace {
constexpr std::array kUimateTable{
    Verb{"left_click", Act::click},
    Verb{"right_click", Act::click, MouseButton::right},
    Verb{"middle_click", Act::click, MouseButton::middle},
    Verb{"double_click", Act::click, MouseButton::left, 2},
    Verb{"triple_click", Act::click, MouseButton::left, 3},
    Verb{"drag", Act::drag},
    Verb{"mouse_move", Act::move},
    Verb{"type", Act::type},
    Verb{"hotkey", Act::press},
    Verb{"press", Act::tap},
    Verb{"key_down", Act::key_down},
    Verb{"key_up", Act::key_up},
    Verb{"scroll", Act::scroll},
    Verb{"wait", Act::wait},
    Verb{"call_user", Act::ask},
    Verb{"finished", Act::terminate},
    Verb{.name = "click", .act = Act::click, .is_other_name = true},
    Verb{.name = "left_click_drag", .act = Act::drag, .is_other_name = true},
    Verb{.name = "key", .act = Act::press, .is_other_name = true},
    Verb{.name = "hscroll", .act = Act::hscroll, .is_other_name = true},
    Verb{.name = "answer", .act = Act::finish, .is_other_name = true},
    Verb{.name = "terminate", .act = Act::terminate, .is_other_name = true},
};
constexpr Verbs kUimateVerbs{kUimateTable, {.escapes_line_end = true}};
}  // namespace

Reading read_uimate(const Source& source, const Toolset& tools) {
  return read_computer_calls(
      kUimateVerbs, source, tools,
      "<tool_call><function=computer_use><parameter=action>…</parameter></function></tool_call>");
}
}  // namespace franz
