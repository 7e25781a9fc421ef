#pragma once
// Finds model servers on this machine, for a run that names none.
#include <array>
#include <span>
#include <vector>
#include "common/wire/api/model_list.h"

namespace franz {
// The servers' default ports: LM Studio at 1235 in FRANZ's documents and 1234 by its own default;
// vLLM 8000, llama-server 8080, Ollama 11434 (their documentation, docs/model-servers.md).
inline constexpr std::array<int, 4> kUsualPorts = {1234, 8000, 8080, 11434};
inline constexpr int kSearchMs = 300;  // for each port

// Requests GET /v1/models at these ports of 127.0.0.1, for at most kSearchMs each; blocks. A server
// counts if it answers with a list of models. FRANZ's own relay, which forwards another server's
// answers, does not count.
std::vector<FoundServer> find_servers(std::span<const int> ports);
}  // namespace franz
