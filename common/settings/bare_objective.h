#pragma once
// The objective as a bare argument of a command line: proxy --profile pilot "Open the calculator".
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
// What a command line has that is neither a flag nor its value, nor a subcommand or its arguments.
struct BareArguments {
  std::vector<std::string> words;  // in their order; those that the shell put in quotes are one
  bool behind_dashes = false;      // after "--", where the proxy takes a program
  bool with_flag = false;          // --objective is there, too
};

// The objective that they are; not empty. `commands`: the program's subcommands. A single word
// without a blank that is near to one of them is taken for a misspelt subcommand, not for an
// objective; --objective takes it. `bare` has words. Failure: what is wrong, and what would be
// right.
Result<std::string> bare_objective(const BareArguments& bare,
                                   std::span<const std::string_view> commands);
}  // namespace franz
