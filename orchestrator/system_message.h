#pragma once
// The system message: the text of [agent] system_prompt with what it leaves to the settings.
#include <string>
#include <string_view>
#include "common/settings/settings.h"

namespace franz::orchestrator {
// `prompt` with each of these replaced, wherever it stands:
//   {objective}       [agent] objective
//   {tools}           a line for each tool that is on, as in the feedback's list
//   {surface}         what is seen, and what actions do there
//   {width} {height}  of the picture that the model gets, in pixels; it has nothing left to fit
// Other braces stay as they are. What is put in is plain text: it is not searched again.
std::string system_message(std::string_view prompt, const Settings& settings);
}  // namespace franz::orchestrator
