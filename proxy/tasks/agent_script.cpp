#include "proxy/tasks/agent_script.h"
#include <algorithm>
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz::proxy {
static std::string reply_of(const std::vector<std::string>& calls) {
  constexpr std::string_view kAnswer = "answer(\"";
  if (calls.size() == 1 && calls.front().starts_with(kAnswer) && calls.front().ends_with("\")"))
    return decode_json_string(
        std::string_view(calls.front())
            .substr(kAnswer.size() - 1, calls.front().size() - kAnswer.size()));
  std::string block = "```python\n";
  for (const std::string& call : calls) block += call + "\n";
  return block + "```";
}

std::string agent_script(const Solution& solution) {
  std::string lines;
  for (const std::vector<std::string>& turn : solution)
    lines += JsonObject().text("content", reply_of(turn)).finish() + "\n";
  if (solution.empty()) lines = JsonObject().text("content", "I do nothing.").finish() + "\n";
  return lines;
}

std::size_t agent_turns(const Solution& solution) {
  return std::max<std::size_t>(1, solution.size());
}
}  // namespace franz::proxy
