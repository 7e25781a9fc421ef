#include "common/settings/bare_objective.h"
#include <gtest/gtest.h>
#include <array>

namespace franz {
namespace {
constexpr std::array<std::string_view, 4> kCommands = {"verify", "fork", "settings", "doctor"};

std::string taken(const BareArguments& bare) {
  const Result<std::string> objective = bare_objective(bare, kCommands);
  return objective.ok() ? objective.value() : "! " + objective.error().message;
}

TEST(BareObjective, IsOneArgumentButNotAMisspeltSubcommand) {
  const struct {
    BareArguments bare;
    std::string expected;
  } cases[] = {
      {{{"Open the calculator"}}, "Open the calculator"},
      {{{" draw\na cat "}}, " draw\na cat "},
      {{{"cat"}}, "cat"},
      {{{"verify the invoice"}}, "verify the invoice"},
      {{{"verfy"}},
       "! there is no subcommand verfy; did you mean verify? For this objective use "
       "--objective verfy"},
      {{{"Doctor"}},
       "! there is no subcommand Doctor; did you mean doctor? For this objective use "
       "--objective Doctor"},
      {{{"verfy", "panel_log/run_1"}},
       "! there is no subcommand verfy; did you mean verify? For this objective use "
       "--objective verfy"},
      {{{"draw", "a", "cat"}},
       "! one objective at most, in quotes if it has several words: \"draw a cat\""},
      {{{"draw a cat"}, false, true},
       "! the objective is given twice: by --objective and as \"draw a cat\""},
      {{{"gedit", "a.txt"}, true},
       "! nothing is allowed after --: only the proxy starts programs; for an objective use "
       "--objective \"gedit\""},
      {{{""}}, "! the objective is empty"},
      {{{" \n"}}, "! the objective is empty"},
  };
  for (const auto& [bare, expected] : cases) EXPECT_EQ(taken(bare), expected);
}
}  // namespace
}  // namespace franz
