#pragma once
// Recognises which known form of actions a reply has, to warn a person that a profile does not fit
// its model. Nothing is performed.
#include <optional>
#include <string>
#include <string_view>
#include "common/wire/reply.h"

namespace franz {
struct KnownForm {
  // The dialect that reads it, or the family that writes it.
  std::string_view name;
  std::string_view profile;            // that reads it; empty: none
  std::string_view also_read_by = {};  // another dialect that reads it
};

// Recognised by marks that no other form has; thoughts are ignored:
//   tool_calls  calls of its functions (tools/vocabulary.h), as such, in <tool_call> or without
//               marks
//   gemini      calls of its names: click_at, type_text_at, …, or with "intent"
//   yutori      calls of computer_batch
//   seed without opening brackets   click>point>point>942 255
//   qwen        calls in <tool_call> and <function=…>, {"name":"computer_use",…},
//               {"action":…,"coordinate":…}
//   glm         <|begin_of_box|>, element_info=, start_box='[…
//   uitars      <seed:tool_call>, start_box=, start_point=, <point>, and "Action: finished(…"
//   pyautogui   pyautogui.click(…, computer.wait(…, <action>
//   steps       {"steps":[…]}
//   action      {"action":"click",…}, {"action":"done",…}, without "coordinate"
//   openai      {"type":"computer_call",…}, {"action":{"type":…}}, {"actions":[{"type":…}]}
//   holo        {"tool_call":{…}}, {"tool_name":…}, {"x":…,"y":…}
//   python      a block ```python with a call of one of our tools
//   actions     a line "ACTIONS:"
//   and by their marks the forms of call_forms.h, with its names: Kimi's tool call tokens, …
// Nothing: none of these. Accepts any reply; linear time.
std::optional<KnownForm> known_form(const Reply& reply);

// The warning to a person about a reply in which the dialect `read` found nothing to do. Nothing:
// the reply has no known form, or that dialect's form.
std::optional<std::string> foreign_form_text(const Reply& reply, std::string_view read);
}  // namespace franz
