#include "executor/portal/layout_in_use.h"
#include <gtest/gtest.h>

namespace franz::executor {
TEST(LayoutInUse, IsTheMostRecentOneThatIsStillThere) {
  const struct {
    InputSources sources, recent;
    std::optional<std::uint32_t> expected;
  } kRows[] = {
      {{}, {}, 0},
      {{{"xkb", "us"}, {"xkb", "de"}}, {}, 0},
      {{{"xkb", "us"}, {"xkb", "de"}}, {{"xkb", "de"}, {"xkb", "us"}}, 1},
      {{{"xkb", "us"}, {"xkb", "de"}}, {{"xkb", "fr"}, {"xkb", "de"}}, 1},
      {{{"xkb", "us"}, {"xkb", "us+intl"}}, {{"xkb", "us+intl"}}, 1},
      // The fourth is the first one of another keymap.
      {{{"xkb", "us"}, {"xkb", "de"}, {"xkb", "fr"}, {"xkb", "ru"}}, {{"xkb", "ru"}}, 0},
      {{{"xkb", "us"}, {"ibus", "mozc-jp"}}, {{"xkb", "us"}}, {}},
  };
  for (const auto& row : kRows)
    EXPECT_EQ(layout_in_use(row.sources, row.recent), row.expected)
        << (row.sources.empty() ? "no sources" : row.sources.back().second) << ", "
        << (row.recent.empty() ? "none recent" : row.recent.front().second);
}
}  // namespace franz::executor
