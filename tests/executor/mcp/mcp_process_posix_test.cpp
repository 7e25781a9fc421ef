// The real program with a client that does not read. POSIX only: signals and a FIFO.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
#include <future>
#include <thread>
#include "common/os/child_process.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "tests/support/test_paths.h"

namespace franz::mcp {
namespace {
constexpr std::chrono::minutes kLong{1};  // reached only on failure

// A server without a screen whose output is an open pipe that is not read.
class UnreadServer {
 public:
  explicit UnreadServer(const std::string& folder) {
    const std::string fifo = join_path(folder, "output");
    EXPECT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    // Opened for both ends, so that opening does not wait and a full pipe is reported.
    output_ = ::open(fifo.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    EXPECT_GE(output_, 0);
    auto started =
        ChildProcess::start({"/bin/sh",
                             {"-c", R"(exec "$0" --runs "$1" >"$2")", kMcpServer, folder, fifo},
                             {{"DISPLAY", ""}},
                             ""},
                            {[](std::string_view) {}, [](std::string_view) {},
                             [this](const ChildEnd& end) { end_.set_value(end); }});
    EXPECT_TRUE(started.ok());
    if (started.ok()) child_ = std::move(started).value();
  }
  ~UnreadServer() {
    child_.reset();
    ::close(output_);
  }
  UnreadServer(const UnreadServer&) = delete;
  UnreadServer& operator=(const UnreadServer&) = delete;

  ChildProcess& child() { return *child_; }

  bool output_is_full() const {
    pollfd room{output_, POLLOUT, 0};
    return ::poll(&room, 1, 0) == 0;
  }

  // "exited 130"; "it runs": it has not ended within a minute.
  std::string end() {
    auto ended = end_.get_future();
    if (ended.wait_for(kLong) != std::future_status::ready) return "it runs";
    const ChildEnd end = ended.get();
    return (end.kind == ChildEnd::Kind::exited ? "exited " : "killed ") + std::to_string(end.code);
  }

 private:
  int output_ = -1;
  std::promise<ChildEnd> end_;
  std::unique_ptr<ChildProcess> child_;  // last member: its thread uses the others
};
}  // namespace

TEST(McpProcess, IsEndedByTwoSignalsThoughItsClientDoesNotRead) {
  const std::string folder = join_path(kTestOut, "mcp-" + random_hex(8));
  ASSERT_TRUE(make_folders(folder).ok());
  UnreadServer server(folder);
  server.child().write_line(
      R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})");
  // The answers are far larger than a pipe's buffer.
  for (int i = 1; i <= 1000; ++i)
    server.child().write_line(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) +
                              R"(,"method":"tools/list"})");
  while (!server.output_is_full()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  // Two signals within a second are one request to stop.
  server.child().interrupt();
  std::this_thread::sleep_for(std::chrono::milliseconds(1500));
  ::kill(static_cast<pid_t>(server.child().pid()), SIGINT);
  EXPECT_EQ(server.end(), "exited 130");
  EXPECT_TRUE(remove_folder(folder).ok());
}
}  // namespace franz::mcp
