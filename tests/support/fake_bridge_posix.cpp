#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <utility>
#include "tests/support/fake_bridge.h"

namespace franz {
FakeBridge::FakeBridge(Answer answer)
    : answer_(std::move(answer)), folder_(std::move(TemporaryFolder::make("bridge")).value()) {
  const std::string path = folder_->path() + "/s";
  display_ = "bridge:vnc:" + path;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::memcpy(&address.sun_path[0], path.data(), path.size());
  listener_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (::bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listener_, 16) != 0)
    throw std::runtime_error(path + ": " + std::strerror(errno));
  serving_ = std::thread([this] { serve(); });
}

FakeBridge::~FakeBridge() {
  ::shutdown(listener_, SHUT_RDWR);
  serving_.join();  // after it, no connection is added
  for (const int connection : connections_) ::shutdown(connection, SHUT_RDWR);
  for (std::thread& each : threads_) each.join();
  for (const int connection : connections_) ::close(connection);
  ::close(listener_);
}

std::string FakeBridge::requests() {
  const std::lock_guard lock(mutex_);
  return requests_;
}

void FakeBridge::serve() {
  for (;;) {
    const int connection = ::accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (connection < 0) return;
    connections_.push_back(connection);
    threads_.emplace_back([this, connection] { answer(connection); });
  }
}

void FakeBridge::answer(int connection) {
  std::string received;
  for (;;) {
    const std::size_t end = received.find('\n');
    if (end == std::string::npos) {
      std::array<char, 4096> piece{};
      const ssize_t got = ::recv(connection, piece.data(), piece.size(), 0);
      if (got <= 0) return;
      received.append(piece.data(), static_cast<std::size_t>(got));
      continue;
    }
    const std::string line = received.substr(0, end);
    received.erase(0, end + 1);
    const std::lock_guard lock(mutex_);
    const BridgeRequest request = parse_bridge_request(line).value();
    if (request.kind != BridgeRequest::Kind::size && request.kind != BridgeRequest::Kind::windows)
      requests_ += line + "\n";
    std::string data;
    BridgeAnswer made = answer_(request, data);
    made.bytes = static_cast<std::int64_t>(data.size());
    if (std::exchange(hang_up_, false)) {
      ::shutdown(connection, SHUT_RDWR);
      return;
    }
    const std::string sent = to_json(made) + "\n" + data;
    if (::send(connection, sent.data(), sent.size(), MSG_NOSIGNAL) !=
        static_cast<ssize_t>(sent.size()))
      return;
  }
}
}  // namespace franz
