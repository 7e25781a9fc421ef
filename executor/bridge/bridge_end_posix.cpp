#include <fcntl.h>
#include <poll.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>
#include "common/os/print.h"
#include "common/os/stop_signals.h"
#include "executor/bridge/bridge_end.h"
#include "executor/bridge/bridge_server.h"

namespace franz::executor {
namespace {
// A setup has a few paths and a password.
constexpr std::size_t kMaxSetup = 65'536;
// For an answer that is being prepared, and for releasing what is held.
constexpr std::chrono::seconds kPatienceAtEnd{3};

std::array<int, 2> end_pipe{-1, -1};
std::atomic<bool> input_ended = false;

void end_serving() {
  if (input_ended.exchange(true)) return;
  [[maybe_unused]] const ssize_t written = ::write(end_pipe[1], "e", 1);
}

void wait_for_end_of_input() {
  std::array<char, 4096> bytes;
  for (;;) {
    const ssize_t count = ::read(STDIN_FILENO, bytes.data(), bytes.size());
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) return;
  }
}

void end_by_force(const std::string& path) {
  pollfd ended{end_pipe[0], POLLIN, 0};
  while (::poll(&ended, 1, -1) < 0 && errno == EINTR) {
  }
  std::this_thread::sleep_for(kPatienceAtEnd);
  ::unlink(path.c_str());
  ::_exit(1);
}
}  // namespace

int bridge_end() { return end_pipe[0]; }

void end_bridge_with_input(const std::string& path) {
  if (::pipe2(end_pipe.data(), O_CLOEXEC) != 0) {
    print_error("cannot create a pipe");
    ::_exit(1);
  }
  ignore_broken_pipes();
  watch_stop_signals([](int) { end_serving(); });
  std::thread([] {
    wait_for_end_of_input();
    end_serving();
  }).detach();
  std::thread([path] { end_by_force(path); }).detach();
}

Result<BridgeSetup> read_bridge_setup() {
  // Byte by byte: what follows the line belongs to wait_for_end_of_input().
  std::string line;
  for (char byte = 0; line.size() < kMaxSetup;) {
    const ssize_t count = ::read(STDIN_FILENO, &byte, 1);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return Error{"standard input ended before the setup's line"};
    if (byte == '\n') return parse_bridge_setup(line);
    line.push_back(byte);
  }
  return Error{"the setup is longer than 64 KiB"};
}

void report(const BridgeEvent& event) {
  // The parent no longer reads the events, so standard input ends, too.
  if (const Status printed = print_json(to_json(event) + "\n"); !printed.ok()) end_serving();
}
}  // namespace franz::executor
