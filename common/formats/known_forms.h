#pragma once
// In which of the forms that models are known to write their actions in a reply is, to tell a
// person that a profile does not fit its model. Nothing is performed by it.
#include <optional>
#include <string>
#include <string_view>
#include "common/wire/reply.h"

namespace franz {
struct KnownForm {
  // Of the dialect that reads it, or of the family that writes it.
  std::string_view name;
  std::string_view profile;            // that reads it; empty: none does
  std::string_view also_read_by = {};  // another dialect that reads it
};

// Told by marks that no other form has, thoughts left out:
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
//   and by their marks the forms of call_forms.h, with its names for them: Kimi's tool call tokens,
//   …
// Nothing: it is in none of these. Any reply, linear time.
std::optional<KnownForm> known_form(const Reply& reply);

// What a person is told of a reply in which the dialect `read` found nothing to do. Nothing: it is
// in no known form, or in that one.
std::optional<std::string> foreign_form_text(const Reply& reply, std::string_view read);
}  // namespace franz
