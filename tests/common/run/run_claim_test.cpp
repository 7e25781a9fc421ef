#include <gtest/gtest.h>
#include <filesystem>
#include "common/os/files.h"
#include "common/run/run_claim_app.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
class RunClaimTest : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove_all(folder_); }
  const std::string folder_ = std::string(kTestOut) + "/run_claim";
};

TEST_F(RunClaimTest, IsClaimedByOneProgramAtATime) {
  std::string name;
  {
    Result<RunClaim> claim = RunClaim::make(folder_, "proxy");
    ASSERT_TRUE(claim.ok()) << claim.error().message;
    const std::string run = claim.value().folder();
    name = claim.value().name();
    EXPECT_TRUE(name.starts_with("run_"));
    EXPECT_TRUE(is_being_written(Folder::open(run).value()));
    const Result<RunClaim> second = RunClaim::take(run, "orchestrator");
    ASSERT_FALSE(second.ok());
    EXPECT_NE(second.error().message.find("is being written by another program (proxy, process "),
              std::string::npos)
        << second.error().message;
    const Result<RunClaim> beside = RunClaim::make(folder_, "proxy");
    ASSERT_TRUE(beside.ok());
    EXPECT_NE(beside.value().name(), name);
  }
  EXPECT_TRUE(list_folder(folder_).value().empty());  // nothing began
  Result<RunClaim> claim = RunClaim::make(folder_, "proxy");
  claim.value().keep();
  const std::string run = claim.value().folder();
  { const RunClaim over = std::move(claim).value(); }
  EXPECT_TRUE(folder_exists(run));
  EXPECT_FALSE(is_being_written(Folder::open(run).value()));
  EXPECT_TRUE(list_folder(run).value().empty());
}

TEST_F(RunClaimTest, ANamedFolderMustBeNew) {
  Result<RunClaim> claim = RunClaim::make(folder_, "proxy", "form.1.1");
  ASSERT_TRUE(claim.ok()) << claim.error().message;
  EXPECT_EQ(claim.value().name(), "form.1.1");
  claim.value().keep();
  const Result<RunClaim> second = RunClaim::make(folder_, "proxy", "form.1.1");
  ASSERT_FALSE(second.ok());
  EXPECT_NE(second.error().message.find("it is there already"), std::string::npos);
  for (const char* const name : {"..", ".", "a/b", "a\\b", "c:"})
    EXPECT_FALSE(RunClaim::make(folder_, "proxy", name).ok()) << name;
}
}  // namespace
}  // namespace franz
