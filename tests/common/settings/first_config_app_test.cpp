#include "common/settings/first_config_app.h"
#include <gtest/gtest.h>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/settings/settings.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
std::string new_folder() {
  std::string folder = join_path(kTestOut, "first_config-" + random_hex(8));
  EXPECT_TRUE(make_folders(folder).ok());
  return folder;
}
}  // namespace

TEST(FirstConfig, IsWrittenOnceAndNeverOverAnotherFile) {
  const std::string folder = new_folder(), path = join_path(folder, "config.ini");
  Result<std::optional<std::string>> written = write_first_config(folder);
  ASSERT_TRUE(written.ok()) << written.error().message;
  EXPECT_EQ(written.value(), path);
  EXPECT_EQ(read_file(path).value(), reference_ini());

  ASSERT_TRUE(replace_file(path, "", Durability::buffered).ok());
  written = write_first_config(folder);
  ASSERT_TRUE(written.ok()) << written.error().message;
  EXPECT_EQ(written.value(), std::nullopt);
  EXPECT_EQ(read_file(path).value(), "");

  ASSERT_TRUE(remove_file(path).ok());
  ASSERT_TRUE(make_folders(path).ok());
  written = write_first_config(folder);
  ASSERT_TRUE(written.ok()) << written.error().message;
  EXPECT_EQ(written.value(), std::nullopt);
}

TEST(FirstConfig, FailsWithTheSystemsMessage) {
  const std::string folder = join_path(new_folder(), "none");
  ASSERT_TRUE(replace_file(folder, "a file", Durability::buffered).ok());
  const Result<std::optional<std::string>> written = write_first_config(folder);
  ASSERT_FALSE(written.ok());
  EXPECT_TRUE(written.error().message.starts_with(folder)) << written.error().message;
}
}  // namespace franz
