#pragma once
// The system message: the text of [agent] system_prompt with its placeholders filled in. Pure.
#include <string>
#include <string_view>
#include "common/settings/settings.h"

namespace franz::orchestrator {
// `prompt` with each of these replaced everywhere:
//   {objective}       [agent] objective
//   {tools}           a line for each tool that is on, as in the feedback's list
//   {surface}         what the model sees, and what actions do there
//   {width} {height}  of the model's picture, in pixels; must be fixed
// Other braces stay. Inserted text is not searched again.
std::string system_message(std::string_view prompt, const Settings& settings);
}  // namespace franz::orchestrator
