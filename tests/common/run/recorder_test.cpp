#include <gtest/gtest.h>
#include <filesystem>
#include <future>
#include <mutex>
#include <thread>
#include "common/os/clock.h"
#include "common/os/files.h"
#include "common/wire/message_fields.h"
#include "common/run/recorder_app.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
namespace fs = std::filesystem;

// A recorder whose first handled event, told by hold(), waits until release().
class RecorderTest : public testing::Test {
 protected:
  RecorderTest()
      : folder_(std::string(kTestOut) + "/recorder_" +
                testing::UnitTest::GetInstance()->current_test_info()->name()) {
    fs::remove_all(folder_);
  }

  RecorderOptions options() const {
    RecorderOptions options;
    options.log.run = options.run.run = "ab";
    options.folder = folder_;
    return options;
  }
  RecorderSinks sinks() {
    RecorderSinks sinks;
    sinks.dashboard = [this](const ViewUpdate& update) {
      if (std::holds_alternative<LoopUpdate>(update) && !held_) {
        held_ = true;
        entered_.set_value();
        gate_.wait();
      }
      const auto* turn = std::get_if<TurnRecorded>(&update);
      const std::lock_guard lock(mutex_);
      if (turn != nullptr) records_[turn->row.turn] = *turn->record;
    };
    sinks.console = sinks.console_error = [](const std::string&) {};
    sinks.note_taken = [this](const std::string& note) {
      const std::lock_guard lock(mutex_);
      notes_.push_back(note);
    };
    return sinks;
  }
  void hold(Recorder& recorder) {
    RunFile run;
    run.run = "ab";
    recorder.begin(run);
    recorder.loop_line(R"({"event":"state","state":"acting"})");
    entered_.get_future().wait();
  }
  void release() { opener_.set_value(); }

  static void started(Recorder& recorder, int turn) {
    recorder.loop_line(R"({"event":"turn_started","turn":)" + std::to_string(turn) +
                       R"(,"attempt":1,"executor_in":{}})");
  }
  static void acted(Recorder& recorder, int turn, const std::string& note = "null") {
    recorder.loop_line(R"({"event":"turn_acted","turn":)" + std::to_string(turn) +
                       R"(,"executor_out":{},"degraded":[],"note":)" + note + "}");
  }
  static void finished(Recorder& recorder, int turn) {
    recorder.loop_line(R"({"event":"turn_finished","turn":)" + std::to_string(turn) +
                       R"(,"timings_ms":{}})");
  }
  // The turn's request and reply, by the relay.
  static void exchange(Recorder& recorder, int turn, double at_ms) {
    const std::string asked = R"({"messages":[{"role":"user","content":"x"}]})";
    const std::string reply = R"({"choices":[{"message":{"content":"s"},"finish_reason":"stop"}]})";
    const auto id = static_cast<std::uint64_t>(turn);
    using Kind = ConnectionEvent::Kind;
    recorder.connection({id, Kind::opened, "", at_ms, "client"});
    recorder.connection(
        {id, Kind::client_bytes,
         "POST /v1/chat/completions HTTP/1.1\r\nX-Franz-Turn: ab/" + std::to_string(turn) +
             "/1\r\nContent-Length: " + std::to_string(asked.size()) + "\r\n\r\n" + asked,
         at_ms, ""});
    recorder.connection({id, Kind::server_bytes,
                         "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " +
                             std::to_string(reply.size()) + "\r\n\r\n" + reply,
                         at_ms, ""});
    recorder.connection({id, Kind::closed, "", at_ms, ""});
  }
  std::string record(int turn) {
    const std::lock_guard lock(mutex_);
    return records_[turn];
  }
  static void let_pass(double ms) {
    const double from = steady_time_exact_ms();
    while (steady_time_exact_ms() < from + ms) std::this_thread::yield();
  }

  const std::string folder_;
  std::promise<void> entered_, opener_;
  std::shared_future<void> gate_ = opener_.get_future().share();
  bool held_ = false;  // of the recorder's thread
  std::mutex mutex_;
  std::map<int, std::string> records_;
  std::vector<std::string> notes_;
};

// The recorder may be late: the disk is slow, or there is much to read.
TEST_F(RecorderTest, TimesATurnByWhenItsEventsCame) {
  Recorder recorder(options(), sinks());
  hold(recorder);
  started(recorder, 1);
  const double after_started = steady_time_exact_ms();
  let_pass(20);
  const double before_acted = steady_time_exact_ms();
  acted(recorder, 1);
  exchange(recorder, 1, static_cast<double>(unix_time_ms()) + 1);
  release();
  static_cast<void>(recorder.stop());
  Result<MessageFields> fields = MessageFields::parse(record(1));
  ASSERT_TRUE(fields.ok()) << record(1);
  const double executor = fields.value().number("/latency_ms/executor", -1e9, 1e9);
  EXPECT_GE(executor, before_acted - after_started - 0.001) << record(1);  // whole microseconds
  EXPECT_GE(fields.value().number("/latency_ms/turn", -1e9, 1e9), executor - 1) << record(1);
}

// What the orchestrator has said by then must not count as missing because nobody has read it yet.
TEST_F(RecorderTest, WaitsForATurnsActionsByWhenTheyCame) {
  RecorderOptions late = options();
  late.log.patience_ms = 1000;
  Recorder recorder(std::move(late), sinks());
  hold(recorder);
  started(recorder, 1);
  exchange(recorder, 1, static_cast<double>(unix_time_ms()));
  acted(recorder, 1);
  let_pass(1100);
  release();
  static_cast<void>(recorder.stop());
  EXPECT_NE(record(1).find(R"("executor":{"in":{},"out":{}})"), std::string::npos) << record(1);
}
// Else it waits for good, and so many that wait are the most that there may be.
TEST_F(RecorderTest, TellsOnceThatANoteWasTakenThoughItsTurnBeNotRecorded) {
  Recorder recorder(options(), sinks());
  hold(recorder);
  release();
  started(recorder, 1);
  acted(recorder, 1, R"("recorded")");
  exchange(recorder, 1, static_cast<double>(unix_time_ms()));
  finished(recorder, 1);
  started(recorder, 2);
  acted(recorder, 2, R"("not recorded")");
  finished(recorder, 2);
  started(recorder, 3);
  acted(recorder, 3, R"("not finished")");
  static_cast<void>(recorder.stop());
  EXPECT_EQ(notes_, (std::vector<std::string>{"recorded", "not recorded"}));
}

// What could not be written is known to who reads the folder, not to the console alone.
TEST_F(RecorderTest, TellsInRunJsonWhatWasLostAtTheEnd) {
  fs::create_directories(folder_ + "/turn_0001.json/in the way");
  Recorder recorder(options(), sinks());
  hold(recorder);
  release();
  started(recorder, 1);
  acted(recorder, 1);
  exchange(recorder, 1, static_cast<double>(unix_time_ms()));
  const RecordEnd end = recorder.stop();
  EXPECT_EQ(end.lost, "turn 1");
  const Result<std::string> about = read_file(folder_ + "/run.json");
  ASSERT_TRUE(about.ok()) << about.error().message;
  EXPECT_NE(about.value().find(R"("lost_turns":[[1,1]])"), std::string::npos) << about.value();
}
}  // namespace
}  // namespace franz
