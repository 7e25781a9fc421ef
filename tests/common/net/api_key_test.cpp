#include "common/net/api_key.h"
#include <gtest/gtest.h>

namespace franz {
TEST(ApiKey, IsOneLineOrRefusedByItsVariablesName) {
  const std::string of = "the API key in the environment variable KEY ",
                    again = ": set it without one";
  const std::pair<std::string, std::string> cases[] = {
      {"sk-abc_DEF.123/+=", ""},
      {"with spaces and \xC3\xA4", ""},
      {"sk-1\n", of + "ends with a line break" + again},
      {"sk-1\r\n", of + "ends with a line break" + again},
      {"sk-1\r\nX-Evil: 1", of + "holds a line break" + again},
      {"\nsk-1", of + "holds a line break" + again},
      {"sk\t1", of + "holds a control character" + again},
      {std::string("sk\0001", 4), of + "holds a control character" + again},
      {"sk\x7f", of + "holds a control character" + again},
  };
  for (const auto& [key, expected] : cases) {
    const Status status = check_api_key("KEY", key);
    EXPECT_EQ(status.ok() ? "" : status.error().message, expected);
  }
}

TEST(ApiKey, IsNoneWhereNoVariableHoldsOne) {
  EXPECT_EQ(read_api_key("").value(), std::nullopt);
  EXPECT_EQ(read_api_key("FRANZ_NO_SUCH_VARIABLE").value(), std::nullopt);
  EXPECT_NE(read_api_key("PATH").value(), std::nullopt);
}
}  // namespace franz
