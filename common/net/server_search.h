#pragma once
// Model servers on this machine, for a run that names none.
#include <array>
#include <span>
#include <vector>
#include "common/wire/api/model_list.h"

namespace franz {
// Where the servers listen by default: FRANZ's documents have LM Studio at 1235, which itself takes
// 1234; vLLM 8000, llama-server 8080, Ollama 11434 (their documentation, docs/model-servers.md).
inline constexpr std::array<int, 4> kUsualPorts = {1234, 8000, 8080, 11434};
inline constexpr int kSearchMs = 300;  // for each port

// Asks GET /v1/models at these ports of 127.0.0.1, each for at most kSearchMs; blocks. A server
// counts if it answers with a list of models, and a relay of FRANZ's own, which passes on what
// another server says, does not.
std::vector<FoundServer> find_servers(std::span<const int> ports);
}  // namespace franz
