#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>
#include "common/os/posix_support.h"
#include "executor/bridge/bridge_end.h"
#include "executor/bridge/bridge_server.h"

namespace franz::executor {
namespace {
// More than one executor and one capturer at once are rare; a peer cannot use up our descriptors.
constexpr std::size_t kMaxConnections = 64;

struct Connection {
  std::uint64_t number = 0;
  Descriptor socket;
  std::string received = {};
  std::string to_send = {};
  std::size_t sent = 0;
  bool ended = false;  // nothing more is read from it

  bool is_sending() const { return sent < to_send.size(); }
};

void receive(Connection& connection) {
  std::array<char, 65'536> bytes;
  const ssize_t count = ::recv(connection.socket.number(), bytes.data(), bytes.size(), 0);
  if (count > 0)
    connection.received.append(bytes.data(), static_cast<std::size_t>(count));
  else if (count == 0 || (errno != EAGAIN && errno != EINTR))
    connection.ended = true;
}

void send_rest(Connection& connection) {
  const ssize_t count =
      ::send(connection.socket.number(), connection.to_send.data() + connection.sent,
             connection.to_send.size() - connection.sent, MSG_NOSIGNAL);
  if (count >= 0)
    connection.sent += static_cast<std::size_t>(count);
  else if (errno != EAGAIN && errno != EINTR)
    connection.ended = true;
  if (connection.is_sending()) return;
  connection.to_send = {};
  connection.sent = 0;
}

void prepare_answer(Connection& connection, BridgeAnswer answer, const std::string& data) {
  answer.bytes = static_cast<std::int64_t>(data.size());
  connection.to_send = to_json(answer) + "\n";
  connection.to_send += data;  // may have 256 MB
  send_rest(connection);
}

// The next request's line without its end; nothing: it is not complete.
std::optional<std::string> take_line(Connection& connection) {
  const std::size_t end = connection.received.find('\n');
  if (end == std::string::npos) return {};
  std::string line = connection.received.substr(0, end);
  connection.received.erase(0, end + 1);
  return line;
}

class PosixBridgeServer : public BridgeServer {
 public:
  PosixBridgeServer(std::string path, Descriptor listening)
      : path_(std::move(path)), listening_(std::move(listening)) {}
  ~PosixBridgeServer() override { ::unlink(path_.c_str()); }

  void serve(BridgeScreen& screen) override {
    while (wait(screen)) {
      screen.proceed();
      if (screen.ended()) break;
      accept_one();
      for (Connection& connection : connections_) serve_one(connection, screen);
      std::erase_if(connections_, [&](const Connection& connection) {
        if (connection.ended) screen.closed(connection.number);
        return connection.ended;
      });
    }
    for (const Connection& connection : connections_) screen.closed(connection.number);
    connections_.clear();
  }

 private:
  // False: the bridge ends.
  bool wait(BridgeScreen& screen) {
    // Entries: the end, the screen, new connections, then each connection.
    std::vector<pollfd> watched{{bridge_end(), POLLIN, 0}, {screen.descriptor(), POLLIN, 0}};
    watched.push_back(
        {connections_.size() < kMaxConnections ? listening_.number() : -1, POLLIN, 0});
    bool request_waits = false;
    for (const Connection& connection : connections_) {
      const short events = connection.is_sending() ? POLLOUT : POLLIN;
      watched.push_back({connection.socket.number(), events, 0});
      request_waits |=
          !connection.is_sending() && connection.received.find('\n') != std::string::npos;
    }
    while (::poll(watched.data(), watched.size(), request_waits ? 0 : screen.wait_ms()) < 0 &&
           errno == EINTR) {
    }
    arrived_ = watched[2].revents != 0;
    for (std::size_t i = 0; i < connections_.size(); ++i) {
      if (watched[3 + i].revents == 0) continue;
      if (connections_[i].is_sending())
        send_rest(connections_[i]);
      else
        receive(connections_[i]);
    }
    return watched[0].revents == 0;
  }

  void accept_one() {
    if (!std::exchange(arrived_, false)) return;
    Descriptor socket(
        ::accept4(listening_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (socket.ok()) connections_.push_back({++last_number_, std::move(socket)});
  }

  // One request at a time, so that no connection keeps the others waiting.
  static void serve_one(Connection& connection, BridgeScreen& screen) {
    if (connection.ended || connection.is_sending()) return;
    const std::optional<std::string> line = take_line(connection);
    if (!line) {
      // Whether the peer reads the answer is its own affair.
      if (connection.received.size() >= kMaxBridgeRequest) {
        prepare_answer(connection,
                       refused_answer(BridgeCode::failed, "the request is longer than 1 MiB"), "");
        connection.ended = true;
      }
      return;
    }
    const Result<BridgeRequest> request = parse_bridge_request(*line);
    if (!request.ok())
      return prepare_answer(
          connection, refused_answer(BridgeCode::failed, "request: " + request.error().message),
          "");
    std::string data;
    const BridgeAnswer answer = screen.answer(connection.number, request.value(), data);
    if (!answer.ok) data.clear();
    prepare_answer(connection, answer, data);
  }

  std::string path_;
  Descriptor listening_;
  bool arrived_ = false;  // somebody connects
  std::uint64_t last_number_ = 0;
  std::vector<Connection> connections_;
};

Error socket_error(const std::string& path, const std::string& what) {
  return {path + ": " + what + ": " + std::strerror(errno)};
}
}  // namespace

Result<std::unique_ptr<BridgeServer>> BridgeServer::open(const std::string& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  if (path.empty() || path.size() >= sizeof address.sun_path)
    return Error{path + ": a socket's path has 1 to " +
                 std::to_string(sizeof address.sun_path - 1) + " bytes"};
  std::memcpy(address.sun_path, path.data(), path.size());
  Descriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!listening.ok()) return socket_error(path, "cannot create a socket");
  if (::bind(listening.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return socket_error(path, "cannot create the socket");
  if (::listen(listening.number(), SOMAXCONN) != 0) {
    const Error error = socket_error(path, "cannot listen");
    ::unlink(path.c_str());
    return error;
  }
  return std::unique_ptr<BridgeServer>(
      std::make_unique<PosixBridgeServer>(path, std::move(listening)));
}
}  // namespace franz::executor
