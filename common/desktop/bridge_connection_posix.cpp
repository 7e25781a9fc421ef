#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include "common/desktop/bridge_connection.h"

namespace franz {
namespace {
// An answer line is short; what follows it has its own limit.
constexpr std::size_t kMaxAnswerLine = 64UL << 10U;

class SocketConnection : public BridgeConnection {
 public:
  explicit SocketConnection(int socket) : socket_(socket) {}
  ~SocketConnection() override { ::close(socket_); }
  SocketConnection(const SocketConnection&) = delete;
  SocketConnection& operator=(const SocketConnection&) = delete;

  Result<BridgeAnswer> ask(const BridgeRequest& request, std::string* data) override {
    const std::string line = to_json(request) + "\n";
    if (line.size() > kMaxBridgeRequest)
      return Error{"the text is longer than a screen bridge takes (1 MiB)", ErrorCode::missing};
    if (broken_) return Error{"the screen bridge ended", ErrorCode::lost};
    if (!send_all(line)) return gone();
    Result<BridgeAnswer> answer = read_answer();
    if (!answer.ok()) return answer;
    if (!answer.value().ok) return Error{answer.value().message, code_of(answer.value().code)};
    std::string rest;
    if (!read_bytes(static_cast<std::size_t>(answer.value().bytes), rest)) return gone();
    if (data != nullptr) *data = std::move(rest);
    return answer;
  }

 private:
  static ErrorCode code_of(BridgeCode code) {
    switch (code) {
      case BridgeCode::missing: return ErrorCode::missing;
      case BridgeCode::lost: return ErrorCode::lost;
      case BridgeCode::unfinished: return ErrorCode::unfinished;
      case BridgeCode::failed: break;
    }
    return ErrorCode::failed;
  }

  // A bridge that ended, hangs or broke the protocol may have sent the input before.
  Error gone() {
    broken_ = true;
    return Error{is_silent_ ? "the screen bridge does not answer" : "the screen bridge ended",
                 ErrorCode::unfinished};
  }

  // After a call that failed: whether to call again.
  bool was_interrupted() {
    is_silent_ = errno == EAGAIN || errno == EWOULDBLOCK;  // the patience is over
    return errno == EINTR;
  }

  bool send_all(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && was_interrupted()) continue;
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  // Appends what arrives next to buffer_. False: the bridge ended.
  bool receive() {
    std::array<char, 64UL << 10U> piece{};
    for (;;) {
      const ssize_t got = ::recv(socket_, piece.data(), piece.size(), 0);
      if (got < 0 && was_interrupted()) continue;
      if (got <= 0) return false;
      buffer_.append(piece.data(), static_cast<std::size_t>(got));
      return true;
    }
  }

  Result<BridgeAnswer> read_answer() {
    std::size_t end = 0;
    while ((end = buffer_.find('\n')) == std::string::npos)
      if (buffer_.size() > kMaxAnswerLine || !receive()) return gone();
    Result<BridgeAnswer> answer = parse_bridge_answer(buffer_.substr(0, end));
    buffer_.erase(0, end + 1);
    if (answer.ok()) return answer;
    broken_ = true;
    return Error{"answer of the screen bridge: " + answer.error().message, ErrorCode::unfinished};
  }

  bool read_bytes(std::size_t count, std::string& into) {
    into = buffer_.substr(0, count);
    buffer_.erase(0, into.size());
    std::size_t filled = into.size();
    into.resize(count);
    while (filled < count) {
      const ssize_t got = ::recv(socket_, into.data() + filled, count - filled, 0);
      if (got < 0 && was_interrupted()) continue;
      if (got <= 0) return false;
      filled += static_cast<std::size_t>(got);
    }
    return true;
  }

  int socket_;
  std::string buffer_;  // received, and not read yet
  bool broken_ = false;
  bool is_silent_ = false;
};
}  // namespace

std::string bridge_socket(std::string_view display) {
  if (!is_behind_bridge(display)) return "";
  display.remove_prefix(kBridgePrefix.size());
  const std::size_t colon = display.find(':');
  return colon == std::string_view::npos ? "" : std::string(display.substr(colon + 1));
}

std::string bridge_session_file(std::string_view display) {
  return bridge_socket(display) + ".session";
}

Result<std::unique_ptr<BridgeConnection>> BridgeConnection::open(const std::string& display,
                                                                 int patience_ms) {
  const std::string path = bridge_socket(display);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path)
    return Error{display + ": is not the name of a screen behind a bridge"};
  std::memcpy(&address.sun_path[0], path.data(), path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (socket < 0) return Error{display + ": " + std::strerror(errno)};
  auto connection = std::make_unique<SocketConnection>(socket);
  const timeval limit{patience_ms / 1000, patience_ms % 1000 * 1000};
  for (const int direction : {SO_RCVTIMEO, SO_SNDTIMEO})
    if (::setsockopt(socket, SOL_SOCKET, direction, &limit, sizeof limit) != 0)
      return Error{display + ": " + std::strerror(errno)};
  // The address's type is that of the system's interface.
  const auto* const generic = reinterpret_cast<const sockaddr*>(&address);
  while (::connect(socket, generic, sizeof address) != 0) {
    if (errno == EINTR) continue;
    return Error{
        "the screen bridge of this run does not answer (" + display + "): " + std::strerror(errno),
        ErrorCode::lost};
  }
  return std::unique_ptr<BridgeConnection>(std::move(connection));
}
}  // namespace franz
