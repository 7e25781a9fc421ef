// One client with three threads. Its output goes to a reader that the test controls.
#include <gtest/gtest.h>
#include <algorithm>
#include <atomic>
#include <thread>
#include <utility>
#include "executor/mcp/client_session_app.h"

namespace franz::mcp {
namespace {
constexpr std::chrono::minutes kLong{1};  // reached only on failure

const std::string kInitialize =
    R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})";
const std::string kPing = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
const std::string kList = R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})";
const std::string kCall =
    R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"list_windows"}})";

ServerFacts facts() { return {"1", Toolset::all(), ""}; }

// The client's end of our output.
class Reader {
 public:
  Status write(std::string_view bytes) {
    std::unique_lock lock(mutex_);
    offered_ = true;
    changed_.notify_all();
    changed_.wait(lock, [this] { return reads_ || gone_; });
    if (gone_) return Error{"nobody reads"};
    text_ += bytes;
    return Done{};
  }

  // Waits until there is something to read.
  void wait_for_offer() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return offered_; });
  }
  void read() { set(reads_); }
  void leave() { set(gone_); }
  std::string text() {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  void set(bool& what) {
    const std::lock_guard lock(mutex_);
    what = true;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string text_;
  bool reads_ = false, gone_ = false, offered_ = false;
};

// A client that has been answered but does not read yet.
class ClientSessionTest : public testing::Test {
 protected:
  void SetUp() override {
    session_.take_line(kInitialize);
    output_ = std::thread([this] {
      session_.write_lines([this](std::string_view bytes) { return reader_.write(bytes); });
    });
    reader_.wait_for_offer();
  }
  void TearDown() override {
    reader_.read();
    session_.finish(kLong);
    output_.join();
  }

  ClientSession session_{facts(), "keys"};
  Reader reader_;
  std::thread output_;
};
}  // namespace

TEST_F(ClientSessionTest, StopsTheCallOfAClientThatDoesNotRead) {
  session_.take_line(kCall);
  const auto call = session_.next();
  ASSERT_TRUE(call);
  const std::stop_token stop = session_.stop_token();
  EXPECT_TRUE(session_.person({ControlCommand::Kind::panic, "the key", PauseCause::panic}));
  EXPECT_TRUE(stop.stop_requested());
  EXPECT_FALSE(session_.pause(60'000));
  EXPECT_NE(session_.halted(), "");
  session_.over(*call, {});
  session_.take_line(kPing);
  session_.end();
  EXPECT_FALSE(session_.next());
}

TEST_F(ClientSessionTest, LosesNoLinesForASlowClient) {
  session_.take_line(kCall);
  const auto call = session_.next();
  ASSERT_TRUE(call);
  session_.take_line(kPing);
  session_.end();
  // After the end, nothing waits for a client that has unread lines.
  ToolAnswer answer;
  answer.json = R"({"windows":[")" + std::string(kMaxUnread, 'w') + "\"]}";
  session_.over(*call, answer);
  session_.finish(std::chrono::milliseconds(0));
  EXPECT_EQ(reader_.text(), "");
  reader_.read();
  session_.finish(kLong);
  const std::string text = reader_.text();
  std::vector<std::string> ids;
  for (std::size_t at = text.find("\"id\":"); at != text.npos; at = text.find("\"id\":", at + 1))
    ids.push_back(text.substr(at + 5, 1));
  EXPECT_EQ(ids, (std::vector<std::string>{"0", "1", "3"}));
  EXPECT_GT(text.size(), kMaxUnread);
  EXPECT_TRUE(text.ends_with("}\n"));
}

TEST_F(ClientSessionTest, EndsWhenTheClientDisconnects) {
  reader_.leave();
  EXPECT_FALSE(session_.next());
}

TEST(ClientSession, WaitsForConsentThatComesWithTheRepeatedRequest) {
  const auto call_of = [](int id, const std::string& more) {
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) +
           R"(,"method":"tools/call","params":{"name":"click",)" + more +
           R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
           R"("io.modelcontextprotocol/clientCapabilities":{"elicitation":{}}}}})";
  };
  const auto answered_by = [](const std::string& text) {
    return R"("inputResponses":{"consent":{"action":"accept"}},"requestState":")" + text + "\",";
  };
  ClientSession session(facts(), "keys");
  std::string text;
  bool answered = false;
  std::thread output([&] {
    session.write_lines([&](std::string_view bytes) -> Status {
      text += bytes;
      if (!std::exchange(answered, true)) session.take_line(call_of(2, answered_by("franz-1")));
      return Done{};
    });
  });
  session.take_line(call_of(1, ""));
  auto call = session.next();
  ASSERT_TRUE(call);
  EXPECT_EQ(session.ask("May it?", kLong), Asked::accepted);
  session.over(*call, {});
  // If the question got no answer in time, no request waits for the call.
  session.take_line(call_of(3, ""));
  call = session.next();
  EXPECT_EQ(session.ask("May it?", std::chrono::milliseconds(0)), Asked::no_answer);
  session.over(*call, {});
  session.take_line(call_of(4, answered_by("franz-2")));
  // A cancelled call asks nothing.
  session.take_line(call_of(5, ""));
  call = session.next();
  session.take_line(
      R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})");
  EXPECT_EQ(session.ask("May it?", kLong), Asked::given_up);
  session.over(*call, {});
  session.finish(kLong);
  output.join();
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size(); at = text.find('\n', at) + 1) {
    const std::string line = text.substr(at, text.find('\n', at) - at);
    const bool asks = line.find("input_required") != line.npos;
    lines.push_back(line.substr(line.find("\"id\":") + 5, 1) +
                    (asks                                  ? " asks"
                     : line.find("\"error\"") != line.npos ? " error"
                                                           : " result"));
  }
  EXPECT_EQ(lines, (std::vector<std::string>{"1 asks", "2 result", "3 asks", "4 error"}));
}

TEST(ClientSession, TakesNoMoreLinesWhileTooMuchIsUnread) {
  McpServer server(facts());
  server.take(kInitialize);
  const int fit = static_cast<int>(kMaxUnread / (server.take(kList).lines.front().size() + 1));
  const int all = 4 * fit;
  ClientSession session(facts(), "keys");
  std::atomic<int> taken = 0;
  int written = -1;  // lists; the first line is another message
  int most = 0;
  // It continues once the limit permits it.
  std::thread output([&] {
    session.write_lines([&](std::string_view bytes) -> Status {
      while (taken < std::min(all, written + fit)) std::this_thread::yield();
      most = std::max(most, taken - written);
      written += static_cast<int>(std::ranges::count(bytes, '\n'));
      return Done{};
    });
  });
  session.take_line(kInitialize);
  for (int i = 1; i <= all; ++i) {
    session.take_line(kList);
    taken = i;
  }
  session.finish(kLong);
  output.join();
  EXPECT_EQ(written, all);
  EXPECT_LE(most, fit + 1);
}
}  // namespace franz::mcp
