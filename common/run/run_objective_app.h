#pragma once
// Determines the objective of a resumed run, or of a new one whose settings have none.
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/memory/memory.h"
#include "common/settings/settings.h"

namespace franz {
// The person at the terminal: takes a question and returns a line; nothing: the input has ended.
// Empty: there is no such person.
using AskPerson = std::function<std::optional<std::string>(const std::string& question)>;
// The person at this process's terminal, if any.
AskPerson person_at_terminal();

// Adds [agent] objective to the flags if the settings lack the right one.
// - A resumed run (`folder`; empty: a new one) whose memory keeps its objective has its own in
// state.json, unless a flag gives another one.
// - If the memory needs an objective or the surface is a real screen, and the settings have none,
// it is taken from the log. For a new run the person is asked; the first line that is not blank
// counts.
// Failure (exit 2): one is needed but missing; lists the ways to give it.
Status hold_objective(const std::string& folder, const Memory& memory, const Settings& settings,
                      const AskPerson& ask_person, std::vector<FlagValue>& flags);
}  // namespace franz
