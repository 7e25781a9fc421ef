// The folder that a run's writer leaves, on a simulated disk.
#include <gtest/gtest.h>
#include <atomic>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>
#include "common/base/sha256.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/run/log_writer_app.h"
#include "common/run/run_log_app.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
using std::chrono::milliseconds;
constexpr milliseconds kLong{60000};

std::string id(int turn, int attempt) {
  std::string digits = std::to_string(turn * 10 + attempt);
  return std::string(16 - digits.size(), '0') + digits;
}

class LogWriter : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::string(kTestOut) + "/log_writer/" +
              testing::UnitTest::GetInstance()->current_test_info()->name();
    std::filesystem::remove_all(folder_);
    ASSERT_TRUE(make_folders(folder_).ok());
  }
  LogWriterOptions options() {
    LogWriterOptions made;
    made.folder = folder_;
    made.trouble_after = milliseconds(1);
    made.trouble = [this](const std::string& text) {
      const std::lock_guard lock(mutex_);
      troubles_.push_back(text);
    };
    made.before_write = [this]() -> Status {
      const bool fails = full_ || ++steps_ == failing_step_;
      return fails ? Status(Error{"No space left on device"}) : Status(Done{});
    };
    return made;
  }
  // As at the beginning of a resumed run.
  LogWriterOptions options_after() {
    LogWriterOptions made = options();
    const Result<LoadedLog> log = load_log(folder_);
    EXPECT_TRUE(log.ok()) << log.error().message;
    made.chain = log.value().chain;
    made.story = log.value().story;
    made.end = log.value().end;
    return made;
  }
  static LogUnit begin() { return {"t", BeginEntry{"93d8", "", "", "", "", {}, {}}}; }
  static LogUnit attempt(int turn, int number = 1, const std::string& bytes = "{}") {
    AttemptEntry entry;
    entry.turn = turn;
    entry.attempt = number;
    entry.request = id(turn, number);
    entry.after = turn == 1 ? "" : id(turn - 1, 1);
    entry.delivered = entry.usable = true;
    const std::string name = record_file(turn, number);
    entry.files = {logged_file(name, bytes)};
    return {"t", entry, {{name, std::make_shared<const std::string>(bytes)}}};
  }
  std::string file(const std::string& name) const {
    const Result<std::string> bytes = read_file(join_path(folder_, name));
    return bytes.ok() ? bytes.value() : "(missing)";
  }
  std::vector<std::string> lines() const {
    std::vector<std::string> kinds;
    const Result<RunDir> dir = RunDir::open(folder_);
    RunLogReader reader;
    const Status read = reader.read(dir.value(), [&](const ReadRunLine& line) {
      kinds.emplace_back(std::to_string(line.line.seq) + ":" +
                         std::to_string(line.line.entry.index()));
      return true;
    });
    if (!read.ok()) kinds.push_back(read.error().message);
    return kinds;
  }
  std::vector<std::string> troubles() {
    const std::lock_guard lock(mutex_);
    return troubles_;
  }

  std::string folder_;
  std::atomic<bool> full_ = false;
  std::atomic<int> steps_ = 0, failing_step_ = 0;  // of the disk
  std::mutex mutex_;
  std::vector<std::string> troubles_;
};

TEST_F(LogWriter, WritesTheFilesOfALineBeforeTheLine) {
  RunLogWriter writer(options());
  writer.put(begin());
  for (int turn = 1; turn <= 17; ++turn)
    writer.put(attempt(turn, 1, "{\"turn\":" + std::to_string(turn) + "}"));
  writer.append_log("proxy.log", "t info: hello");
  EXPECT_TRUE(writer.wait_empty(kLong));
  EXPECT_EQ(lines().size(), 18U);
  EXPECT_TRUE(file("turns_0001_0015.json").starts_with("[{\"turn\":1},\n{\"turn\":2}"));
  EXPECT_EQ(file("turns_0016_0017.json"), "(missing)");
  const Result<std::string> seal = writer.end(Finish{FinishReason::turns, "17"}, "t");
  ASSERT_TRUE(seal.ok()) << seal.error().message;
  EXPECT_EQ(file("turns_0016_0017.json"), "[{\"turn\":16},\n{\"turn\":17}]\n");
  const std::string log = file("run.jsonl");
  const std::size_t last = log.rfind('\n', log.size() - 2) + 1;
  EXPECT_EQ(seal.value(), sha256_hex(log.substr(last, log.size() - 1 - last)));
  EXPECT_EQ(lines().back(), "19:11");
  const std::string sums = file("SHA256SUMS");
  EXPECT_TRUE(sums.starts_with(sha256_hex("{\"turn\":1}") + "  turn_0001.json\n"));
  for (const char* const name : {"turns_0001_0015.json", "turns_0016_0017.json", "proxy.log"})
    EXPECT_NE(sums.find(sha256_hex(file(name)) + "  " + name + "\n"), std::string::npos) << name;
  EXPECT_NE(log.find(sha256_hex(sums)), std::string::npos);
}

TEST_F(LogWriter, ABatchContainsTheAttemptsThatLaterTurnsContinueFrom) {
  RunLogWriter writer(options());
  writer.put(begin());
  writer.put(attempt(1, 1, "\"one\""));
  LogUnit failed = attempt(1, 2, "\"not this one\"");
  std::get<AttemptEntry>(failed.entry).usable = false;
  writer.put(failed);
  ASSERT_TRUE(writer.end(std::nullopt, "t").ok());
  EXPECT_EQ(file("turns_0001_0001.json"), "[\"one\"]\n");
  EXPECT_EQ(file("turn_0001-2.json"), "\"not this one\"");
}

TEST_F(LogWriter, ATornLineIsCutAndTheChainContinues) {
  {
    RunLogWriter writer(options());
    writer.put(begin());
    writer.put(attempt(1));
    ASSERT_TRUE(writer.stop().ok());
  }
  ASSERT_TRUE(append_file(join_path(folder_, "run.jsonl"), "{\"seq\":3,\"ti").ok());
  RunLogWriter writer(options_after());
  writer.put(attempt(2));
  ASSERT_TRUE(writer.stop().ok());
  EXPECT_EQ(lines(), (std::vector<std::string>{"1:0", "2:7", "3:7"}));
}

TEST_F(LogWriter, FailedWritesAreRetried) {
  RunLogWriter writer(options());
  writer.put(begin());
  ASSERT_TRUE(writer.wait_empty(kLong));
  full_ = true;
  std::atomic<int> written = 0;
  LogUnit unit = attempt(1);
  unit.done = [&written](bool done) { written = done ? 1 : -1; };
  writer.put(unit);
  while (troubles().empty()) EXPECT_FALSE(writer.wait_empty(milliseconds(50)));
  EXPECT_EQ(troubles().front(), "No space left on device");
  EXPECT_EQ(written, 0);
  full_ = false;
  ASSERT_TRUE(writer.wait_empty(kLong));
  EXPECT_EQ(written, 1);
  EXPECT_EQ(troubles(), (std::vector<std::string>{"No space left on device", ""}));
  EXPECT_EQ(lines(), (std::vector<std::string>{"1:0", "2:7"}));
}

TEST_F(LogWriter, AnAttemptOfAClientThatCannotBePausedIsLost) {
  RunLogWriter writer(options());
  writer.put(begin());
  ASSERT_TRUE(writer.wait_empty(kLong));
  full_ = true;
  std::atomic<int> written = 0;
  LogUnit unit = attempt(1);
  unit.may_be_lost = true;
  unit.done = [&written](bool done) { written = done ? 1 : -1; };
  writer.put(unit);
  while (written == 0) EXPECT_FALSE(writer.wait_empty(milliseconds(50)));
  EXPECT_EQ(written, -1);
  // The next one does not wait in memory either.
  LogUnit next = attempt(2);
  next.may_be_lost = true;
  next.done = [&written](bool done) { written = done ? 2 : -2; };
  writer.put(next);
  EXPECT_EQ(written, -2);
  full_ = false;
  ASSERT_TRUE(writer.wait_empty(kLong));
  EXPECT_EQ(lines(), (std::vector<std::string>{"1:0", "2:8", "3:8"}));
  EXPECT_EQ(file("turn_0001.json"), "(missing)");
}

TEST_F(LogWriter, AnEndThatCannotBeWrittenGivesNoSeal) {
  RunLogWriter writer(options());
  writer.put(begin());
  ASSERT_TRUE(writer.wait_empty(kLong));
  full_ = true;
  EXPECT_EQ(writer.end(std::nullopt, "t").error().message, "No space left on device");
  EXPECT_EQ(lines(), std::vector<std::string>{"1:0"});
}

TEST_F(LogWriter, ALongMessageGoesToATemporaryFile) {
  RunLogWriter writer(options());
  writer.put(begin());
  const std::string whole = writer.begin_spill(), broken = writer.begin_spill();
  writer.spill(whole, "abc");
  writer.spill(whole, "def");
  writer.spill(broken, std::string(9UL << 20U, 'x'));
  writer.spill(broken, "more");
  LogUnit unit = attempt(1);
  auto& entry = std::get<AttemptEntry>(unit.entry);
  const std::string request = exchange_file(1, 1, "request"),
                    reply = exchange_file(1, 1, "response");
  entry.files.push_back({request, 0, std::string(64, '0')});
  entry.files.push_back({reply, 0, std::string(64, '0')});
  unit.files.push_back({request, nullptr, whole});
  unit.files.push_back({reply, nullptr, broken});
  writer.put(unit);
  ASSERT_TRUE(writer.stop().ok());
  EXPECT_EQ(file(request), "abcdef");
  EXPECT_EQ(file(reply), "(missing)");
  const std::string log = file("run.jsonl");
  EXPECT_NE(log.find("\"bytes\":6,\"sha256\":\"" + sha256_hex("abcdef")), std::string::npos);
  EXPECT_EQ(log.find(".response"), std::string::npos);
}

// After a failed sync the state of a file is unknown.
TEST_F(LogWriter, ALongMessageThatCannotBeSyncedIsDropped) {
  for (const int step : {4, 5}) {  // after those of the first line, the record and the message
    SetUp();
    steps_ = 0;
    failing_step_ = step;
    RunLogWriter writer(options());
    writer.put(begin());
    const std::string spilled = writer.begin_spill();
    writer.spill(spilled, "abc");
    LogUnit unit = attempt(1);
    const std::string request = exchange_file(1, 1, "request");
    std::get<AttemptEntry>(unit.entry).files.push_back({request, 0, std::string(64, '0')});
    unit.files.push_back({request, nullptr, spilled});
    writer.put(unit);
    ASSERT_TRUE(writer.stop().ok());
    EXPECT_EQ(lines(), (std::vector<std::string>{"1:0", "2:7"}));
    EXPECT_EQ(file("run.jsonl").find(".request"), std::string::npos);
    EXPECT_EQ(file(request), "(missing)");
    EXPECT_EQ(file(spilled), "(missing)");
  }
}

TEST_F(LogWriter, ALineThatNoReaderAcceptsIsNotWritten) {
  RunLogWriter writer(options());
  writer.put(begin());
  writer.put({"t", LostEntry{0, 1, "", ""}});
  while (troubles().empty()) EXPECT_FALSE(writer.wait_empty(milliseconds(50)));
  EXPECT_TRUE(troubles().front().starts_with("run.jsonl: a line is wrong: /turn"));
  EXPECT_FALSE(writer.end(std::nullopt, "t").ok());
  EXPECT_EQ(lines(), std::vector<std::string>{"1:0"});
}

TEST_F(LogWriter, AMissingFolderIsNotCreatedAgain) {
  RunLogWriter writer(options());
  writer.put(begin());
  ASSERT_TRUE(writer.wait_empty(kLong));
  const std::string elsewhere = folder_ + "-moved";
  std::filesystem::remove_all(elsewhere);
  std::filesystem::rename(folder_, elsewhere);
  writer.put(attempt(1));
  while (troubles().empty()) EXPECT_FALSE(writer.wait_empty(milliseconds(50)));
  EXPECT_FALSE(folder_exists(folder_));
  std::filesystem::rename(elsewhere, folder_);
  ASSERT_TRUE(writer.wait_empty(kLong));
  EXPECT_EQ(lines(), (std::vector<std::string>{"1:0", "2:7"}));
}

TEST_F(LogWriter, ADamagedLogIsReadUpToTheDamage) {
  {
    RunLogWriter writer(options());
    writer.put(begin());
    writer.put(attempt(1));
    writer.put(attempt(2));
    ASSERT_TRUE(writer.stop().ok());
  }
  const std::string log = file("run.jsonl");
  std::string other = log;
  other[other.find("\"turn\":1,") + 7] = '3';
  const struct {
    std::string bytes, last;
  } rows[] = {
      {other, "run.jsonl: line 3: /previous: expected "},
      {log.substr(log.find('\n') + 1), "run.jsonl: line 1: /seq: expected 1, got 2"},
      {log + "x\n", "run.jsonl: line 4: expected one JSON object"},
      {log + std::string(kMaxLogLine + 1, 'x'), "run.jsonl: line 4: it has no end"},
      {log + "{\"half", "3:7"},
  };
  for (const auto& [bytes, last] : rows) {
    ASSERT_TRUE(replace_file(join_path(folder_, "run.jsonl"), bytes, Durability::buffered).ok());
    EXPECT_TRUE(lines().back().starts_with(last)) << last << "\n" << lines().back();
  }
}
}  // namespace
}  // namespace franz
