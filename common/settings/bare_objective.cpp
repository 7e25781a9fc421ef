#include "common/settings/bare_objective.h"
#include "common/base/ascii.h"
#include "common/tools/suggestions.h"

namespace franz {
static std::string quoted(std::string_view word) { return '"' + std::string(word) + '"'; }

Result<std::string> bare_objective(const BareArguments& bare,
                                   std::span<const std::string_view> commands) {
  const std::string& first = bare.words.front();
  if (bare.after_dashes)
    return Error{
        "nothing is allowed after --: only the proxy starts programs; for an objective use "
        "--objective " +
        quoted(first)};
  const bool is_word = first.find_first_of(" \t\r\n") == std::string::npos;
  if (const std::string_view near = nearest_name(first, commands); is_word && !near.empty())
    return Error{"there is no subcommand " + first + "; did you mean " + std::string(near) +
                 "? For this objective use --objective " + first};
  if (bare.words.size() > 1) {
    std::string all;
    for (const std::string& word : bare.words) all += (all.empty() ? "" : " ") + word;
    return Error{"one objective at most, in quotes if it has several words: " + quoted(all)};
  }
  if (bare.with_flag)
    return Error{"the objective is given twice: by --objective and as " + quoted(first)};
  if (trimmed(first).empty()) return Error{"the objective is empty"};
  return first;
}
}  // namespace franz
