#include "common/os/secret_variables.h"
#include <algorithm>
#include "common/os/paths.h"

namespace franz {
std::vector<std::string> key_variables(const std::string& api_key_env) {
  std::vector<std::string> names = {"OPENAI_API_KEY", kCollectorHeaders};
  if (!api_key_env.empty() && std::ranges::find(names, api_key_env) == names.end())
    names.push_back(api_key_env);
  return names;
}

void add_keys(Secrets& secrets, const std::string& api_key_env) {
  for (const std::string& name : key_variables(api_key_env))
    secrets.add(environment(name).value_or(""));
}
}  // namespace franz
