#pragma once
// The objective as an argument without a flag: proxy --profile pilot "Open the calculator".
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
// The arguments of a command line that belong to no flag and to no subcommand.
struct BareArguments {
  std::vector<std::string> words;  // in their order; several words in quotes are one entry
  bool after_dashes = false;       // after "--", where the proxy expects a program
  bool with_flag = false;          // --objective is also given
};

// The objective, which is not empty. `bare` has words. `commands`: the program's subcommands. A
// single word that is similar to one of them counts as a misspelt subcommand; --objective accepts
// it. Failure: what is wrong, and what would be right.
Result<std::string> bare_objective(const BareArguments& bare,
                                   std::span<const std::string_view> commands);
}  // namespace franz
