#pragma once
// Sets of variables of other tools. A profile may choose a set ([agent] environment), so that users
// of such a tool keep their settings. Our own FRANZ_… variables override them.
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
struct TakenVariable {
  std::string_view name, section, key;  // "LMSTUDIO_MODEL", "model", "name"
  // Converts the variable's value to that of the setting; null: they are the same. `below`: the
  // setting's value without the variable, as print_setting() writes it. Failure: the end of a
  // sentence, "is not …".
  Result<std::string> (*convert)(std::string_view value, const std::string& below) = nullptr;
  bool part = false;  // it sets a part of the setting; another variable may set the rest
};

struct EnvironmentSet {
  std::string_view name;  // as in [agent] environment
  std::span<const TakenVariable> variables;
};

std::span<const EnvironmentSet> all_environment_sets();
// The variables of the set; empty for an unknown name.
std::span<const TakenVariable> variables_of(std::string_view set);
}  // namespace franz
