#pragma once
// The environment variables that hold keys. One program of ours sends them, the orchestrator; all
// others get on without, and none shows them.
#include <string>
#include <vector>
#include "common/base/secrets.h"

namespace franz {
// `api_key_env`: [model] api_key_env, the name of a variable, or empty. OPENAI_API_KEY holds a key
// by custom, also where FRANZ is told of another one.
std::vector<std::string> key_variables(const std::string& api_key_env);

// The values that they have.
void add_keys(Secrets& secrets, const std::string& api_key_env);
}  // namespace franz
