// Pages of run folders that somebody prepared to hold up, or to fill, whoever reads them.
#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/run/turn_record.h"
#include "proxy/offline/export/export_app.h"
#include "tests/support/hostile_files.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
const std::string kPng = "\x89PNG\r\n\x1a\n" + std::string(3000, 'p');

class HostileExport : public testing::Test {
 protected:
  void SetUp() override {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::string(kTestOut) + "/export/Hostile" + test->name();
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
    write("run.json", R"({"protocol":"franz.run.v2","run":"5f0c","name":"run_1","told_from":1})");
    write("SHA256SUMS", "");
    for (int turn = 1; turn <= 3; ++turn) {
      TurnRecord record;
      record.turn = turn;
      record.attempt = 1;
      record.verdict = "ok";
      record.story = "\"a story\"";
      record.response = RecordedReply{};
      record.response->text = "\"a reply\"";
      record.picture = RecordedPicture{picture_file(turn), kPng.size(), sha256_hex(kPng), 512, 288};
      write(record_file(turn), to_json(record));
      write(picture_file(turn), kPng);
    }
  }
  void write(const std::string& name, const std::string& bytes) {
    ASSERT_TRUE(replace_file(in(name), bytes, Durability::buffered).ok()) << name;
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

TEST_F(HostileExport, SaysInItsPlaceWhatIsNoFile) {
  for (const char* name : {"turn_0002.json", "turn_0002.png", "run.json", "SHA256SUMS"}) {
    for (const auto& [what, lay] : kHostileThings) {
      SetUp();
      lay(in(name));
      const ExportSummary told = summary();
      ASSERT_FALSE(told.problems.empty()) << name << ": " << what;
      EXPECT_NE(told.problems.front().find(name), std::string::npos) << told.problems.front();
      EXPECT_EQ(told.problems.front().find(folder_), std::string::npos) << told.problems.front();
      EXPECT_EQ(told.turns, 3U);
      EXPECT_NE(page_.find("</html>"), std::string::npos);
      EXPECT_LT(page_.size(), 1U << 20U) << name << ": " << what;
    }
  }
}

TEST_F(HostileExport, NeedsAFolder) {
  lay_fifo(in("fifo"));
  for (const char* name : {"fifo", "missing", "run.json"})
    EXPECT_FALSE(stream_export(in(name), {}, [](std::string_view) { return true; }).ok()) << name;
}
}  // namespace
}  // namespace franz::proxy
