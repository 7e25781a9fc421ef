#pragma once
// The environment variables that hold keys. Only the orchestrator sends them; all other programs
// run without them, and none shows them.
#include <string>
#include <vector>
#include "common/base/secrets.h"

namespace franz {
// `api_key_env`: [model] api_key_env, the name of a variable, or empty. OPENAI_API_KEY is always
// included, because it holds a key by convention.
std::vector<std::string> key_variables(const std::string& api_key_env);

// Their values.
void add_keys(Secrets& secrets, const std::string& api_key_env);
}  // namespace franz
