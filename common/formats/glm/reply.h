#pragma once
// The dialect "glm": actions as GLM-4.5V and GLM-4.6V write them. The form is recorded
// (ExecutorReply::passed_over):
//   box_call     <|begin_of_box|>left_click(start_box='[512,300]', element_info='…')<|end_of_box|>
//   json_action  {"action_type":"click","box_2d":[[xmin,ymin,xmax,ymax]]}, as on phones
// and its deviations:
//   no_box          the first action without the tokens around it
//   unclosed_box    <|end_of_box|> is missing
//   python_literals the object is not JSON but Python literals
//   unescaped_quotes, loose_arguments, unclosed_call (text_action.h)
// verbs.h lists the actions. A place is two numbers or a box of four, whose centre is used;
// element_info is the model's reason. Other content of a box is text. The model's own memory after
// "Memory:" is not read here (parts.h). Source: zai-org/GLM-V, examples/gui-agent/glm-45v.
#include "common/formats/dialect.h"

namespace franz {
Reading read_glm(const Source& source, const Toolset& tools);
}  // namespace franz
