// Pages of run folders that were prepared to block a reader or fill its memory.
#include <gtest/gtest.h>
#include <filesystem>
#include <memory>
#include "common/os/files.h"
#include "proxy/dashboard/export/export_app.h"
#include "tests/support/hostile_files.h"
#include "tests/support/logged_run.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
const std::string kPng = "\x89PNG\r\n\x1a\n" + std::string(3000, 'p');

class HostileExport : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::string(kTestOut) + "/export/Hostile" + test->name();
    LoggedRun(folder_).turns(3, kPng);
  }
  std::string in(const std::string& name) const { return join_path(folder_, name); }

  ExportSummary summary() {
    page_.clear();
    const auto made = stream_export(folder_, {}, [this](std::string_view piece) {
      page_ += piece;
      return true;
    });
    EXPECT_TRUE(made.ok());
    return made.ok() ? made.value() : ExportSummary{};
  }

  std::string folder_, page_;
};

TEST_F(HostileExport, ReportsInPlaceWhatIsNotARegularFile) {
  for (const std::string name : {"turn_0002.json", "turn_0002.png"}) {
    for (const auto& [what, lay] : kHostileThings) {
      SetUp();
      std::filesystem::remove(in(name));
      lay(in(name));
      const ExportSummary told = summary();
      ASSERT_FALSE(told.problems.empty()) << name << ": " << what;
      EXPECT_NE(told.problems.front().find(name), std::string::npos) << told.problems.front();
      EXPECT_EQ(told.problems.front().find(folder_), std::string::npos) << told.problems.front();
      EXPECT_EQ(told.turns, name == "turn_0002.json" ? 2U : 3U);
      EXPECT_NE(page_.find("</html>"), std::string::npos);
      EXPECT_LT(page_.size(), 2U << 20U) << name << ": " << what;
    }
  }
}

TEST_F(HostileExport, NeedsALog) {
  for (const auto& [what, lay] : kHostileThings) {
    SetUp();
    std::filesystem::remove(in(kRunLog));
    lay(in(kRunLog));
    EXPECT_FALSE(stream_export(folder_, {}, [](std::string_view) { return true; }).ok()) << what;
  }
}

TEST_F(HostileExport, NeedsAFolder) {
  lay_fifo(in("fifo"));
  for (const char* name : {"fifo", "missing", "run.jsonl"})
    EXPECT_FALSE(stream_export(in(name), {}, [](std::string_view) { return true; }).ok()) << name;
}
}  // namespace
}  // namespace franz::proxy
