#pragma once
// The dialect "uitars": actions as UI-TARS 1.0 and 1.5, Doubao-1.5 and Mano write them in text, and
// UI-TARS-2 and Seed-1.8 in tags. The form is recorded (ExecutorReply::passed_over):
//   box_call        Thought: …\nAction: click(start_box='<|box_start|>(12,34)<|box_end|>'), with or
//                   without the tokens; also actions without a place
//   point_call      … click(point='<point>12 34</point>')
//   seed_tool_call  <seed:tool_call><function=click><parameter=point><point>12 34</point>…
//   tool_calls      the server has moved it into the reply's tool calls
// and its deviations:
//   other_label       "Actions:", "Action：" or "动作：" for "Action:"
//   no_action_label   an action on a line of its own, without any "Action:"
//   not_separated     no blank line between two actions
//   several_sections  another "Action:" after the first
//   no_tags           functions without <seed:tool_call>
//   unclosed_tag      </seed:tool_call>, </function> or </parameter> is missing
//   escaped_line_end  typed text in tags that ends with a backslash and an n
//   json_call         {"name":"click","arguments":{…}}
//   stripped_tags     click>point>point>942 255: a server removed the beginnings of tags as tokens
//   unescaped_quotes, loose_arguments, unclosed_call (text_action.h)
// Thoughts (base/thoughts.h; "Thought:", "Reflection:", "Action_Summary:") are not performed; the
// first line of one is the model's reason. An "Action:" inside a line counts only if no line begins
// with one, since a sentence may quote another action. <answer>…</answer> around the whole text is
// removed; without an action inside, it is the answer and the end. Several actions are performed in
// order. Sources: verbs.h.
#include "common/formats/dialect.h"

namespace franz {
Reading read_uitars(const Source& source, const Toolset& tools);
}  // namespace franz
