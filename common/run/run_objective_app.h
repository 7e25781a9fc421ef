#pragma once
// The objective that a run goes on with, or begins with where the settings have none.
#include <functional>
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/memory/memory.h"
#include "common/settings/settings.h"

namespace franz {
// The person at the terminal: a line for a question; nothing: the input has ended. Empty: there is
// no such person.
using AskPerson = std::function<std::optional<std::string>(const std::string& question)>;
// The one of this process, if there is any.
AskPerson person_at_terminal();

// Adds [agent] objective to the flags where the settings do not give the one that is due.
// - A run that goes on (`folder`; empty: a new one) and whose memory keeps its objective has its
//   own, of state.json, unless a flag asks for another one.
// - Where the memory needs an objective, or the surface is a real screen, and the settings have
//   none, it is the one that the log tells; of a new run the first line of the person's answers
//   that is not blank.
// Failure (exit 2): one is needed and there is none; names the ways to give it.
Status hold_objective(const std::string& folder, const Memory& memory, const Settings& settings,
                      const AskPerson& ask_person, std::vector<FlagValue>& flags);
}  // namespace franz
