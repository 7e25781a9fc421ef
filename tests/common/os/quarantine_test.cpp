#include "common/os/quarantine.h"
#include <gtest/gtest.h>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "tests/support/test_paths.h"

namespace franz {
TEST(Quarantine, KeepsEachFileUnderItsOwnName) {
  const std::string path = join_path(kTestOut, "quarantine-" + random_hex(8));
  const Folder folder = Folder::make(path).value();
  const auto put = [&](const std::string& text) {
    EXPECT_TRUE(folder.replace("state.json", text, Durability::buffered).ok());
    const Result<std::string> aside = quarantine(folder, "state.json");
    return aside.ok() ? aside.value() : aside.error().message;
  };
  EXPECT_EQ(put("1"), "state.json.corrupt");
  EXPECT_EQ(put("2"), "state.json.corrupt2");
  EXPECT_EQ(put("3"), "state.json.corrupt3");
  EXPECT_EQ(folder.read("state.json.corrupt2", 10).value(), "2");
  for (int i = 4; i < kMaxQuarantined; ++i) put("");
  const std::string last = "state.json.corrupt" + std::to_string(kMaxQuarantined);
  EXPECT_EQ(put("a"), last);
  EXPECT_EQ(put("b"), last);
  EXPECT_EQ(folder.read(last, 10).value(), "b");
  EXPECT_FALSE(quarantine(folder, "state.json").ok());  // there is none
  EXPECT_TRUE(remove_folder(path).ok());
}
}  // namespace franz
