// The folder that the recorder leaves, on a simulated disk.
#include <gtest/gtest.h>
#include <atomic>
#include <filesystem>
#include <future>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>
#include "common/base/base64.h"
#include "common/formats/memories.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/run/recorder_app.h"
#include "common/run/run_log_app.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;
using std::chrono::milliseconds;

std::string id(int turn) {
  const std::string digits = std::to_string(turn);
  return turn == 0 ? "-" : std::string(16 - digits.size(), '0') + digits;
}

class RecorderTest : public testing::Test {
 protected:
  RecorderTest()
      : runs_(std::string(kTestOut) + "/recorder/" +
              testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(runs_);
  }

  // A recorder of a new or a resumed run.
  Recorder& begin(bool launch = true, bool resumed = false) {
    auto started = resumed ? resume_run(folder_, "test") : start_new_run(runs_, "test");
    EXPECT_TRUE(started.ok()) << started.error().text;
    started_.emplace(std::move(started).value());
    folder_ = started_->claim.folder();
    RecorderOptions options;
    options.observe.run = started_->about.run;
    options.observe.launch = launch;
    options.memory = find_memory("sst");
    options.secrets.add("sk-secret-key");
    options.trouble_after = milliseconds(1);
    options.before_write = [this]() -> Status {
      return full_ ? Status(Error{"No space left on device"}) : Status(Done{});
    };
    RecorderSinks sinks;
    sinks.console = sinks.console_error = sinks.progress = [this](const std::string& line) {
      const std::lock_guard lock(mutex_);
      console_.push_back(line);
    };
    sinks.recorded = [this](int turn) {
      const std::lock_guard lock(mutex_);
      recorded_.push_back(turn);
    };
    sinks.disk = [this](const std::string& trouble) { in_trouble_ = !trouble.empty(); };
    recorder_.emplace(std::move(options), std::move(sinks));
    const Status prepared = prepare_folder(*started_);
    EXPECT_TRUE(prepared.ok());
    const Status begun = recorder_->begin(*started_);
    EXPECT_TRUE(begun.ok());
    started_->claim.keep();
    return *recorder_;
  }
  RecordEnd stop() {
    const RecordEnd end = recorder_->stop();
    recorder_.reset();
    started_.reset();
    return end;
  }

  void loop(const std::string& line) { recorder_->loop_line(line); }
  void begin_turn(int turn) {
    const std::string number = std::to_string(turn);
    loop(R"({"event":"turn_started","turn":)" + number + R"(,"executor_in":{}})");
    loop(R"({"event":"turn_acted","turn":)" + number +
         R"(,"executor_out":{},"degraded":[],"note":null})");
  }
  // The turn's request and reply through the relay.
  void exchange(int turn, const std::string& story, const std::string& reply) {
    const std::string asked =
        R"({"messages":[{"role":"system","content":"S"},{"role":"user","content":")" + story +
        R"("},{"role":"user","content":"F"}]})";
    const std::string answer =
        R"({"choices":[{"message":{"content":")" + reply + R"("},"finish_reason":"stop"}]})";
    using Kind = ConnectionEvent::Kind;
    const auto pass = [&](Kind kind, const std::string& bytes) {
      recorder_->connection(
          {static_cast<std::uint64_t>(turn), kind, bytes, static_cast<double>(unix_time_ms()), ""});
    };
    pass(Kind::opened, "");
    pass(Kind::client_bytes,
         "POST /v1/chat/completions HTTP/1.1\r\nX-Franz-Turn: " + started_->about.run + "/" +
             std::to_string(turn) + "/" + id(turn) + "/" + id(turn - 1) +
             "\r\nContent-Length: " + std::to_string(asked.size()) + "\r\n\r\n" + asked);
    pass(Kind::server_bytes,
         "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
             std::to_string(answer.size()) + "\r\n\r\n" + answer);
    pass(Kind::closed, "");
  }
  void wait_until(const std::function<bool()>& holds) const {
    for (int i = 0; i < 6000 && !holds(); ++i) std::this_thread::sleep_for(milliseconds(10));
    EXPECT_TRUE(holds());
  }
  std::vector<int> recorded() {
    const std::lock_guard lock(mutex_);
    return recorded_;
  }
  // The kinds of the log's lines; for attempts the verdict: "begin first end".
  std::string log() const {
    std::string text;
    RunLogReader reader;
    const Result<RunDir> dir = RunDir::open(folder_);
    EXPECT_TRUE(dir.ok());
    const Status read = reader.read(dir.value(), [&](const ReadRunLine& each) {
      text += text.empty() ? "" : " ";
      if (const auto* attempt = std::get_if<AttemptEntry>(&each.line.entry)) {
        text += std::string(verdict_name(attempt->row.verdict));
      } else if (std::holds_alternative<LostEntry>(each.line.entry)) {
        text += "lost";
      } else if (std::holds_alternative<EndEntry>(each.line.entry)) {
        text += "end";
      } else {
        text += "other";
      }
      return true;
    });
    EXPECT_TRUE(read.ok()) << read.error().message;
    return text;
  }

  const std::string runs_;
  std::string folder_;
  std::atomic<bool> full_ = false, in_trouble_ = false;
  std::mutex mutex_;
  std::vector<std::string> console_;
  std::vector<int> recorded_;
  std::optional<StartedRun> started_;
  std::optional<Recorder> recorder_;
};

TEST_F(RecorderTest, ResumesARunFromItsLog) {
  begin();
  begin_turn(1);
  exchange(1, "", "one");
  begin_turn(2);
  exchange(2, "one", "sk-secret-key");
  EXPECT_TRUE(stop().complete());
  EXPECT_EQ(log(), "other first ok end");
  EXPECT_EQ(recorded(), (std::vector{1, 2}));
  begin(true, true);
  begin_turn(3);
  exchange(3, "sk-secret-key", "three");  // masked in the records and so in the comparison
  const RecordEnd end = stop();
  ASSERT_TRUE(end.seal.ok()) << end.seal.error().message;
  EXPECT_EQ(log(), "other first ok end other ok end");
  const Result<std::string> response = read_file(folder_ + "/exchange/000/0002-1.response");
  ASSERT_TRUE(response.ok());
  EXPECT_EQ(response.value().find("secret"), std::string::npos);
}

// Each program that records the run counts from 0.
TEST_F(RecorderTest, WritesTheRestartsOfAResumedRun) {
  for (const bool resumed : {false, true}) {
    begin(true, resumed);
    for (const int restarts : {0, 1, 1, 2}) recorder_->program({}, restarts);
    EXPECT_TRUE(stop().eventful);
  }
  EXPECT_EQ(read_facts(folder_).value().restarts, 4);
  begin(true, true);
  recorder_->program({}, 0);
  EXPECT_FALSE(stop().eventful);
}

// The loop waits for `recorded` and so for the disk; nothing is lost.
TEST_F(RecorderTest, WaitsForAFailingDisk) {
  begin();
  wait_until([&] { return recorder_->is_empty(); });
  full_ = true;
  begin_turn(1);
  exchange(1, "", "one");
  wait_until([&] { return in_trouble_.load(); });
  EXPECT_FALSE(recorder_->is_empty());
  EXPECT_EQ(recorded(), std::vector<int>{});
  full_ = false;
  wait_until([&] { return recorder_->is_empty(); });
  EXPECT_EQ(recorded(), std::vector{1});
  EXPECT_FALSE(in_trouble_);
  EXPECT_TRUE(stop().complete());
  EXPECT_EQ(log(), "other first end");
}

// A client that cannot be paused continues: its attempt is lost, and no turn after it is `ok`.
TEST_F(RecorderTest, LosesAnAttemptOfAClientThatCannotBePaused) {
  begin(false);
  wait_until([&] { return recorder_->is_empty(); });
  full_ = true;
  exchange(1, "", "one");
  wait_until([&] { return in_trouble_.load(); });
  full_ = false;
  wait_until([&] { return !in_trouble_; });
  exchange(2, "one", "two");
  exchange(3, "two", "three");
  const RecordEnd end = stop();
  EXPECT_TRUE(end.seal.ok());
  EXPECT_FALSE(end.complete());
  EXPECT_EQ(to_text(end.lost_turns), "turn 1");
  EXPECT_EQ(log(), "other lost unverifiable ok end");
}

// Even if the program is killed afterwards.
TEST_F(RecorderTest, AnswersACallWhenItsLineIsWritten) {
  begin();
  RecordedCall call;
  call.turn = 1;
  call.call = {R"("1")", R"("click")", "{}"};
  call.answer = "{}";
  EXPECT_TRUE(recorder_->call(call));
  EXPECT_EQ(log(), "other unwitnessed");
  full_ = true;
  call.turn = 2;
  EXPECT_FALSE(recorder_->call(call));
  full_ = false;
  EXPECT_FALSE(stop().complete());
  EXPECT_EQ(log(), "other unwitnessed lost end");
}

// An orchestrator that runs alone is its own witness.
TEST_F(RecorderTest, ReadsTheExchangesOfItsOwnProgram) {
  begin();
  recorder_.reset();
  RecorderOptions options;
  options.observe.run = started_->about.run;
  options.observe.witness = Witness::self;
  options.memory = find_memory("sst");
  auto resumed = [&] {
    started_.reset();
    return resume_run(folder_, "test");
  }();
  ASSERT_TRUE(resumed.ok()) << resumed.error().text;
  started_.emplace(std::move(resumed).value());
  recorder_.emplace(std::move(options), RecorderSinks{});
  ASSERT_TRUE(recorder_->begin(*started_).ok());
  begin_turn(1);
  const std::string body = R"({"messages":[{"role":"user","content":"x"}]})";
  const std::string reply = R"({"choices":[{"message":{"content":"s"},"finish_reason":"stop"}]})";
  const std::string request =
      "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) +
      "\r\n\r\n" + body;
  const FranzTurn turn{started_->about.run, 1, id(1), ""};
  recorder_->sent(turn, request);
  recorder_->sent({turn.run, 1, id(2), ""}, request);  // the kept connection was closed
  recorder_->received("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(reply.size()) +
                      "\r\n\r\n" + reply);
  recorder_->answered(true);
  EXPECT_TRUE(stop().complete());
  const Result<LoadedLog> loaded = load_log(folder_);
  ASSERT_TRUE(loaded.ok());
  const auto* attempts = loaded.value().story.attempts(1);
  ASSERT_NE(attempts, nullptr);
  ASSERT_EQ(attempts->size(), 2U);
  EXPECT_EQ(attempts->at(0).request, id(1));
  EXPECT_FALSE(attempts->at(0).usable);
  EXPECT_EQ(attempts->at(1).request, id(2));
  EXPECT_TRUE(attempts->at(1).usable && attempts->at(1).delivered);
  EXPECT_EQ(attempts->at(1).row.verdict, Verdict::unwitnessed);
}

TEST_F(RecorderTest, PutsLongSettingsIntoAFile) {
  begin();
  const std::string settings = R"({"agent.prompt":")" + std::string(40000, 'p') + R"("})";
  loop(R"({"event":"config","turn":1,"settings":)" + settings +
       R"(,"sources":{},"changes":["config.ini:1: [agent] prompt"],"system":null})");
  EXPECT_TRUE(stop().complete());
  const Result<LoadedLog> loaded = load_log(folder_);
  ASSERT_TRUE(loaded.ok());
  const SettingsInForce& listed = loaded.value().story.facts().in_force;
  ASSERT_TRUE(listed.file);
  const Result<RunDir> dir = RunDir::open(folder_);
  const Result<SettingsInForce> read = settings_of(dir.value(), listed);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().settings, settings);
}
}  // namespace
}  // namespace franz
