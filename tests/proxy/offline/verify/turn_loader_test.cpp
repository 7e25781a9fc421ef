#include <gtest/gtest.h>
#include <filesystem>
#include <memory>
#include <string>
#include "common/os/files.h"
#include "common/run/run_files.h"
#include "proxy/offline/verify/turn_loader_app.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
class TurnLoaderTest : public testing::Test {
 protected:
  TurnLoaderTest()
      : folder_(std::string(kTestOut) + "/turn_loader_" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_ + "/exchange/000");
  }

  void write(const std::string& name, const std::string& bytes) const {
    ASSERT_TRUE(replace_file(join_path(folder_, name), bytes, Durability::buffered).ok()) << name;
  }

  std::unique_ptr<ListedFiles> files(bool being_written = false) const {
    auto files = std::make_unique<ListedFiles>(RunDir::open(folder_).value(), ListedFiles::OnFile{},
                                               std::stop_token());
    static_cast<void>(files->read_index(being_written));
    return files;
  }

  const std::string folder_;
};

TEST_F(TurnLoaderTest, GivesTheTurnsInTheirOrderWhoeverReadsThem) {
  constexpr int kTurns = 100;  // several in a row for each thread
  std::string expected;
  for (int turn = 1; turn <= kTurns; ++turn) {
    if (turn == 7) {  // a turn without a file is one, too
      expected += "7: ; ";
      continue;
    }
    const std::string text = std::to_string(turn), attempt = "2, request of " + text;
    write(record_file(turn), "record");
    write(exchange_file(turn, 2, "request"), "request of " + text);
    write(exchange_file(turn, 2, "response"), "response");
    expected.append(text).append(": record, ").append(attempt).append(", response; ");
  }
  const auto listed = files();
  for (const std::size_t threads : {0U, 1U, 3U}) {
    TurnLoader loader(*listed, 0, threads, {});
    std::string got;
    for (int turn = 1; turn <= kTurns; ++turn) {
      const std::optional<LoadedTurn> loaded = loader.next();
      ASSERT_TRUE(loaded);
      got += std::to_string(loaded->files.turn) + ": " + loaded->files.record.value_or("");
      for (const StoredAttempt& each : loaded->attempts)
        got += ", " + std::to_string(each.attempt) + ", " + each.request.value_or("none") + ", " +
               each.response.value_or("none");
      got += "; ";
    }
    EXPECT_EQ(got, expected) << threads;
    EXPECT_FALSE(loader.next()) << threads;
  }
}

// Its request was whole when the names were read; the next turn began before SHA256SUMS was.
TEST_F(TurnLoaderTest, ReadsAListOfCutsThatIsListedAndWasNotThere) {
  const std::string cuts = exchange_file(1, 1, "cuts");
  write(record_file(1), "record");
  write(picture_file(1), "abc");  // YWJj in base64
  write(exchange_file(1, 1, "request"), "headtail");
  write(kSumsFile, std::string(64, 'a') + "  " + cuts + "\n");
  const auto listed = files(true);
  write(cuts, R"({"protocol":"franz.cuts.v2","bytes":12,"cuts":[[4,4,"turn_0001.png"]]})"
              "\n");
  TurnLoader loader(*listed, 0, 0, {});
  const std::optional<LoadedTurn> loaded = loader.next();
  ASSERT_TRUE(loaded);
  ASSERT_EQ(loaded->attempts.size(), 1U);
  EXPECT_EQ(loaded->attempts[0].request, "headYWJjtail");
}

TEST_F(TurnLoaderTest, LeavesTheAttemptsOfALongTurnToBeReadOneByOne) {
  write(record_file(1), "record");
  for (int attempt = 1; attempt <= 4; ++attempt)
    write(exchange_file(1, attempt, "request"), std::string(3UL << 20U, 'a'));
  const auto listed = files();
  TurnLoader loader(*listed, 0, 1, {});
  const std::optional<LoadedTurn> loaded = loader.next();
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->attempts.size(), 2U);
  ASSERT_EQ(loaded->unread.size(), 2U);
  EXPECT_EQ(loaded->unread.begin()->first, 3);
}

// Of what waits to be read nobody has to take anything.
TEST_F(TurnLoaderTest, EndsBeforeItsTurnsAreTaken) {
  for (int turn = 1; turn <= 12; ++turn) {
    write(record_file(turn), "record");
    write(exchange_file(turn, 1, "request"), std::string(2UL << 20U, 'a'));
  }
  const auto listed = files();
  TurnLoader loader(*listed, 0, 2, {});
  EXPECT_TRUE(loader.next());
}

TEST_F(TurnLoaderTest, GivesNothingMoreOnceItIsStopped) {
  for (int turn = 1; turn <= 12; ++turn) write(record_file(turn), std::string(3UL << 20U, 'a'));
  const auto listed = files();
  for (const std::size_t threads : {0U, 2U}) {
    std::stop_source stop;
    TurnLoader loader(*listed, 0, threads, stop.get_token());
    EXPECT_TRUE(loader.next());
    stop.request_stop();
    int more = 0;
    while (loader.next()) ++more;
    EXPECT_LT(more, 11) << threads;
  }
}
}  // namespace
}  // namespace franz::proxy
