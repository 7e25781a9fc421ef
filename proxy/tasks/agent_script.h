#pragma once
// The agents of --agent: scripts of the demo model (proxy/demo_vlm/script.h) with a reply per turn.
#include <string>
#include <string_view>
#include <vector>

namespace franz::proxy {
inline constexpr std::string_view kSolutionAgent = "solution", kNothingAgent = "nothing";

using Solution = std::vector<std::vector<std::string>>;

// JSON Lines. A turn's calls are a ```python block; answer("…") is a reply with that text alone. An
// empty solution is one reply without a call.
std::string agent_script(const Solution& solution);
// How many replies the script has: [agent] max_steps of its run.
std::size_t agent_turns(const Solution& solution);
}  // namespace franz::proxy
