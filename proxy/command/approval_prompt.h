#pragma once
// The terminal's side of an approval: what is asked, and what an answer means. Pure.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/wire/approval.h"
#include "common/wire/control_messages.h"

namespace franz::proxy {
// A line for each action, those that need consent with the number that an answer names them by (the
// one of its mark in the picture), then how to answer. Nothing in it steers a terminal or hides.
// `until`: a time, or nothing; `page`: where the picture is seen.
std::vector<std::string> prompt_lines(const ActionPlan& plan,
                                      const std::optional<std::string>& until,
                                      const std::string& page);

// "a": all; "n": none; "1 3" or "1,3": those by their numbers. Behind a colon may stand a note to
// the model: "n: use the menu". Failure: it is none of these, and why.
Result<ControlCommand> read_prompt_answer(std::string_view line, const ActionPlan& plan,
                                          const std::string& plan_sha256);
}  // namespace franz::proxy
