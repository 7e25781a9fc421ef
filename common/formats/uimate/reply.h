#pragma once
// The dialect "uimate": a thought, which the prompt's template opens, <action>one
// sentence</action>, and calls of computer_use in Qwen3.5's XML:
//   <tool_call>\n<function=computer_use>\n<parameter=action>\npress\n</parameter>…
// qwen/reply.h describes the accepted forms and their recorded codes. The verbs: left_click
// right_click middle_click double_click triple_click mouse_move (coordinate) · drag (coordinate,
// from the pointer) · type(text) · hotkey(keys), held together · press(keys), one after the other ·
// key_down key_up (keys) · scroll(pixels, direction: vertical or horizontal) · wait(time) ·
// call_user(text): refused · finished(status): the end.
#include "common/formats/dialect.h"

namespace franz {
Reading read_uimate(const Source& source, const Toolset& tools);
}  // namespace franz
