#include "common/formats/glm/verbs.h"
#include <array>

namespace franz {
namespace {
constexpr std::string_view kBoxed[] = {"start_box", "element_info"};
constexpr std::string_view kDragged[] = {"start_box", "end_box", "element_info"};
constexpr std::string_view kKeysAlone[] = {"keys"};
constexpr std::string_view kTyped[] = {"content"};
constexpr std::string_view kTurned[] = {"start_box", "direction", "step", "element_info"};

constexpr std::array kGlmTable{
    Verb{"left_click", Act::click, MouseButton::left, 1, {}, kBoxed},
    Verb{"right_click", Act::click, MouseButton::right, 1, {}, kBoxed},
    Verb{"middle_click", Act::click, MouseButton::middle, 1, {}, kBoxed},
    Verb{"left_double_click", Act::click, MouseButton::left, 2, {}, kBoxed},
    Verb{"hover", Act::move, MouseButton::left, 1, {}, kBoxed},
    Verb{"left_drag", Act::drag, MouseButton::left, 1, {}, kDragged},
    Verb{"key", Act::press, MouseButton::left, 1, {}, kKeysAlone},
    Verb{"type", Act::type, MouseButton::left, 1, {}, kTyped},
    Verb{"scroll", Act::scroll, MouseButton::left, 1, {}, kTurned},
    Verb{"wait", Act::wait},
    Verb{"done", Act::finish, MouseButton::left, 1, "success"},
    Verb{"fail", Act::finish, MouseButton::left, 1, "failure"},
};

constexpr std::array kGlmPhoneTable{
    Verb{"click", Act::click},     Verb{"double_tap", Act::click, MouseButton::left, 2},
    Verb{"input_text", Act::type}, Verb{"keyboard_enter", Act::press_enter},
    Verb{"scroll", Act::scroll},   Verb{"wait", Act::wait},
    Verb{"answer", Act::finish},   Verb{"status", Act::terminate},
};

constexpr VerbHabits kGlmHabits{.notches = 5,
                                .wait_s = 5,
                                .needs_direction = true,
                                .needs_place = true,
                                .quotes_numbers = true};
}  // namespace

const Verbs kGlmVerbs{kGlmTable, kGlmHabits};
const Verbs kGlmPhoneVerbs{kGlmPhoneTable, kGlmHabits};
}  // namespace franz
