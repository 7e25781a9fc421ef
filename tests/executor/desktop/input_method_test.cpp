#include "executor/desktop/input_method.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace franz::executor {
TEST(InputMethodOf, IsWhatAProgramWasStartedWith) {
  const struct {
    std::vector<std::string> variables;
    InputMethod method;
  } cases[] = {
      {{}, {}},
      {{"GTK_IM_MODULE=viqr"}, {"viqr", true}},
      {{"GTK_IM_MODULE=viqr:xim"}, {"viqr", true}},
      {{"GTK_IM_MODULE=ibus", "QT_IM_MODULE=ibus"}, {"ibus", false}},
      {{"XMODIFIERS=@im=fcitx", "GTK_IM_MODULE=xim"}, {"fcitx", false}},
      {{"XMODIFIERS=@im=none", "GTK_IM_MODULE=", "QT_IM_MODULE=compose"}, {}},
      {{"XMODIFIERS=nothing of it", "NOT_GTK_IM_MODULE=viqr", "GTK_IM_MODULES=viqr"}, {}},
  };
  for (const auto& [variables, method] : cases) {
    std::string environment = std::string("DISPLAY=:7.0") + '\0';
    for (const std::string& each : variables) environment += each + '\0';
    EXPECT_EQ(input_method_of(environment, ":7"), method) << environment;
    EXPECT_EQ(input_method_of(environment, ":77"), InputMethod{}) << environment;
  }
}
}  // namespace franz::executor
