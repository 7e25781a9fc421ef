#include <gtest/gtest.h>
#include "common/base/sha256.h"
#include "common/run/sums_rewrite_app.h"
#include "tests/common/run/run_folder_fixture.h"

namespace franz {
namespace {
class SumsRewriteTest : public RunFolderTest {
 protected:
  void write(const std::string& text) const {
    ASSERT_TRUE(dir_.folder().replace(kSumsFile, text, Durability::buffered).ok());
  }
  static Sum sum(const std::string& name) { return {sha256_hex(name), name}; }

  const RunDir dir_ = RunDir::open(folder_).value();
};

TEST_F(SumsRewriteTest, TakesTheOldLinesPlaceWhenItIsFinished) {
  const std::string old = to_line(sum("a")) + to_line(sum("b")) + to_line(sum("c"));
  write(old + "0123");  // a kill cut it
  SumsRewrite sums(dir_);
  ASSERT_TRUE(sums.copy([](const Sum& each) -> std::optional<Sum> {
                    if (each.name == "b") return std::nullopt;
                    return each.name == "c" ? sum("see") : each;
                  })
                  .ok());
  ASSERT_TRUE(sums.add(sum("d")).ok());
  EXPECT_EQ(read(kSumsFile), old + "0123");
  const Result<std::string> digest = sums.finish(Durability::synced);
  ASSERT_TRUE(digest.ok()) << digest.error().message;
  EXPECT_EQ(read(kSumsFile), to_line(sum("a")) + to_line(sum("see")) + to_line(sum("d")));
  EXPECT_EQ(digest.value(), sha256_hex(read(kSumsFile)));
  EXPECT_EQ(dir_.files().files, std::vector<std::string>{kSumsFile});
}

// As many lines as are not held at once.
TEST_F(SumsRewriteTest, LeavesTheOldLinesAloneUntilThen) {
  std::string old;
  for (int i = 0; i < 5000; ++i) old += to_line(sum("turn_" + std::to_string(i)));
  write(old);
  {
    SumsRewrite sums(dir_);
    ASSERT_TRUE(sums.copy([](const Sum& each) { return each; }).ok());
    EXPECT_EQ(dir_.files().files.size(), 2U);
  }
  EXPECT_EQ(read(kSumsFile), old);
  EXPECT_EQ(dir_.files().files.size(), 1U);
  SumsRewrite sums(dir_);
  ASSERT_TRUE(sums.copy([](const Sum& each) { return each; }).ok());
  ASSERT_TRUE(sums.finish(Durability::buffered).ok());
  EXPECT_EQ(read(kSumsFile), old);
}

TEST_F(SumsRewriteTest, NamesALineThatIsNone) {
  const std::string wrong = to_line(sum("a")) + "no sum\n";
  write(wrong);
  {
    SumsRewrite sums(dir_);
    const Status copied = sums.copy([](const Sum& each) { return each; });
    ASSERT_FALSE(copied.ok());
    EXPECT_NE(copied.error().message.find("SHA256SUMS: line 2: "), std::string::npos)
        << copied.error().message;
  }
  EXPECT_EQ(read(kSumsFile), wrong);
}
}  // namespace
}  // namespace franz
