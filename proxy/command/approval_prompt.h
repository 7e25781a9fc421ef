#pragma once
// The approval prompt on the terminal: its text, and how to parse an answer. Pure.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/approval.h"
#include "common/wire/control_messages.h"

namespace franz::proxy {
// One line for each action, then a line that explains how to answer. Actions that need consent have
// the number of their mark in the picture; the answer uses it. Control characters are escaped.
// `until`: the deadline; nothing: none. `page`: the address that shows the picture.
std::vector<std::string> prompt_lines(const ActionPlan& plan,
                                      const std::optional<std::string>& until,
                                      const std::string& page);

// "a": all; "n": none; "1 3" or "1,3": the actions with these numbers. A note to the model may
// follow a colon: "n: use the menu". Failure: the answer has another form, and why.
Result<ControlCommand> read_prompt_answer(std::string_view line, const ActionPlan& plan,
                                          const std::string& plan_sha256);
}  // namespace franz::proxy
