#include "common/base/path_parts.h"
#include <gtest/gtest.h>

namespace franz {
TEST(PathParts, AreTheSameOfEverySystemsPaths) {
  const struct {
    std::string path, last, above;
  } rows[] = {
      {"/runs/run_1", "run_1", "/runs"},
      {"/runs/run_1//", "run_1", "/runs"},
      {"/runs", "runs", "/"},
      {"runs", "runs", "."},
      {"C:\\runs\\run_1", "run_1", "C:\\runs"},
      {"C:\\runs/run_1\\", "run_1", "C:\\runs"},
      {"/", "", "/"},
      {"", "", "."},
  };
  for (const auto& row : rows) {
    EXPECT_EQ(last_part(row.path), row.last) << row.path;
    EXPECT_EQ(folder_above(row.path), row.above) << row.path;
  }
}
}  // namespace franz
