#pragma once
// The dialect "holo": one JSON object, as the models of H Company write it. The form is recorded
// (ExecutorReply::passed_over):
//   holo_json    {"note":…,"thought":…,"tool_call":{"tool_name":"click","element":…,"x":…,"y":…}}
//   localiser    {"x":…,"y":…}, or {"action":"click_absolute","x":…,"y":…}
//   tool_calls   the server has moved it into the reply's tool calls
// and deviations, each recorded by its code as well:
//   code_fence         the object is in a ```json block
//   text_around        there is other text around it
//   unclosed_json, python_literals (lenient_object.h)
//   flat_call          "tool_name" and its arguments without "tool_call" around them
//   nested_arguments   the arguments in an object of their own: "parameters", "arguments" or "args"
//   call_list          several calls, which are performed in order
// The object is the part of the text that the memory "holo" sends back
// (formats/json_object_form.h). "thought" is kept as the reason; "note" is for the model itself and
// stays in the reply. Sources: https://hub.hcompany.ai/agent-loop; the model cards of Holo1.5 to
// Holo3.1.
#include "common/formats/dialect.h"

namespace franz {
Reading read_holo(const Source& source, const Toolset& tools);
}  // namespace franz
