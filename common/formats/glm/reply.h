#pragma once
// The dialect "glm": actions as GLM-4.5V and GLM-4.6V write them. Which form it was is recorded
// (ExecutorReply::passed_over):
//   box_call     <|begin_of_box|>left_click(start_box='[512,300]', element_info='…')<|end_of_box|>
//   json_action  {"action_type":"click","box_2d":[[xmin,ymin,xmax,ymax]]}, as on phones
// and how it departs from that:
//   no_box          the first action without the tokens around it
//   unclosed_box    <|end_of_box|> is missing
//   python_literals the object is no JSON, but literals
//   unescaped_quotes, loose_arguments, unclosed_call (text_action.h)
// The actions are in verbs.h. Places are two numbers or a
// box of four, whose centre is meant; element_info is why the model does it. What a box holds that
// is no action is text. The model's own memory, behind "Memory:", is not read here
// (parts.h). Source: zai-org/GLM-V, examples/gui-agent/glm-45v.
#include "common/formats/dialect.h"

namespace franz {
Reading read_glm(const Source& source, const Toolset& tools);
}  // namespace franz
