#include "common/run/run_objective_app.h"
#include <algorithm>
#include <utility>
#include "common/base/ascii.h"
#include "common/os/console.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_state_app.h"
#include "common/run/start_run_app.h"
#include "common/tools/surface_facts.h"

namespace franz {
static bool is_blank(const std::string& text) { return trimmed(text).empty(); }

AskPerson person_at_terminal() { return can_ask() ? AskPerson(ask_person) : AskPerson(); }

namespace {
// The objectives in a run's files. An unreadable file counts as having none here; its loader
// reports the problem.
struct RunObjectives {
  std::optional<std::string> of_state, of_settings;
};
}  // namespace

static RunObjectives read_objectives(const std::string& folder) {
  RunObjectives read;
  if (folder.empty()) return read;
  const Result<RunDir> dir = RunDir::open(folder);
  if (!dir.ok()) return read;
  if (const auto state = read_run_state(dir.value()); state.ok())
    read.of_state = state.value().objective;
  if (const Result<RunFacts> run = read_facts(folder); run.ok())
    read.of_settings = objective_of(run.value());
  return read;
}

static Result<std::string> ask_for_objective(const std::string& who, const AskPerson& ask_person) {
  while (ask_person) {
    const std::optional<std::string> answer = ask_person("What should the model do? ");
    if (!answer) break;
    if (!is_blank(*answer)) return std::string(trimmed(*answer));
  }
  return Error{who +
               " needs an objective: give it as a bare argument (\"Draw a cat\"), by --objective "
               "TEXT, or by [agent] objective in config.ini"};
}

Status hold_objective(const std::string& folder, const Memory& memory, const Settings& settings,
                      const AskPerson& ask_person, std::vector<FlagValue>& flags) {
  const AgentSettings& agent = settings.agent;
  // Never act on a person's programs without an explicit objective.
  const bool is_needed = memory.needs_objective || !is_repeatable(settings.surface.kind);
  const bool missing = is_needed && is_blank(agent.objective);
  const bool given = std::ranges::any_of(flags, [](const FlagValue& flag) {
    return flag.section == "agent" && flag.key == "objective";
  });
  if (!missing && (given || memory.need != Need::all_steps)) return Done{};
  const auto hold = [&flags](const char* from, std::string objective) {
    flags.push_back({from, "agent", "objective", std::move(objective)});  // the last one counts
    return Done{};
  };
  RunObjectives own = read_objectives(folder);
  if (own.of_state && !is_blank(*own.of_state)) return hold(kStateFile, std::move(*own.of_state));
  if (!missing) return Done{};
  if (own.of_settings && !is_blank(*own.of_settings))
    return hold(kRunLog, std::move(*own.of_settings));
  // The settings accept only names from the table.
  const SurfaceFacts& surface = *find_surface_facts(settings.surface.kind);
  Result<std::string> answer =
      ask_for_objective(memory.needs_objective ? "the profile " + agent.profile
                                               : "a run on " + std::string(surface.said),
                        ask_person);
  if (!answer.ok()) return answer.error();
  return hold("--objective", std::move(answer).value());
}
}  // namespace franz
