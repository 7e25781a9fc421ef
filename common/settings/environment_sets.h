#pragma once
// Variables that other tools read and that a profile may take ([agent] environment), a set a row:
// who comes from such a tool finds what he has set. Our own FRANZ_… variables beat them.
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
struct TakenVariable {
  std::string_view name, section, key;  // "LMSTUDIO_MODEL", "model", "name"
  // The variable's value as the setting has it. `below`: what is in force without the variable, as
  // print_setting() writes it. Failure: the end of a sentence, "is not …". Null: the value itself.
  Result<std::string> (*convert)(std::string_view value, const std::string& below) = nullptr;
  bool part = false;  // it gives a part of the setting; another variable may give the rest
};

struct EnvironmentSet {
  std::string_view name;  // as in [agent] environment
  std::span<const TakenVariable> variables;
};

std::span<const EnvironmentSet> all_environment_sets();
// The variables of the set; none for a name that is none.
std::span<const TakenVariable> variables_of(std::string_view set);
}  // namespace franz
