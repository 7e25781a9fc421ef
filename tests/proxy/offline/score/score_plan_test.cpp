#include <gtest/gtest.h>
#include "proxy/offline/score/score_plan_app.h"

namespace franz::proxy {
TEST(ScoreAxes, AreSettingsWithSeveralValues) {
  SettingValues fixed;
  const std::vector<ScoreAxis> axes = axes_of({{"proxy.upstream", "demo"},
                                               {"model.name", "a"},
                                               {"overlays.grid", "on"},
                                               {"model.name", "b"},
                                               {"model.name", "a"},
                                               {"overlays.grid", "on"}},
                                              fixed);
  EXPECT_EQ(axes, (std::vector<ScoreAxis>{{"model.name", {"a", "b"}}}));
  EXPECT_EQ(fixed, (SettingValues{{"proxy.upstream", "demo"}, {"overlays.grid", "on"}}));
}

TEST(ScoreTasks, AreSelectedByAPattern) {
  struct Case {
    const char *pattern, *name;
    bool matches;
  };
  for (const Case& each :
       {Case{"*", "", true}, Case{"zenity-*", "zenity-form", true},
        Case{"zenity-*", "xterm", false}, Case{"*-f*m", "zenity-form", true},
        Case{"?enity*", "zenity-form", true}, Case{"", "a", false}, Case{"a", "", false},
        Case{"a*b*c", "axxbyyc", true}, Case{"a*b*c", "axxbyy", false}, Case{"**a", "a", true}})
    EXPECT_EQ(matches_glob(each.pattern, each.name), each.matches)
        << each.pattern << " " << each.name;
}
}  // namespace franz::proxy
