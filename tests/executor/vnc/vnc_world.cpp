#include "tests/executor/vnc/vnc_world.h"
#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <array>
#include <chrono>
#include "tests/support/free_port.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
constexpr std::chrono::seconds kPatience{30};

sockaddr_in at_port(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

int connect_to(std::uint16_t port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const sockaddr_in address = at_port(port);
  if (::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
    return socket;
  ::close(socket);
  return -1;
}

int listen_at(std::uint16_t& port) {
  const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = at_port(0);
  socklen_t size = sizeof address;
  ::bind(socket, reinterpret_cast<const sockaddr*>(&address), size);
  ::listen(socket, 8);
  ::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size);
  port = ntohs(address.sin_port);
  return socket;
}

// An end with unread or unsent bytes, as when a network fails.
void reset_connection(int socket) {
  const linger now{1, 0};
  ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, sizeof now);
  ::close(socket);
}
}  // namespace

BridgeSetup setup_for(std::uint16_t port) {
  BridgeSetup setup;
  setup.host = "127.0.0.1";
  setup.port = port;
  return setup;
}

LaunchedProgram::LaunchedProgram(std::string program, std::vector<std::string> arguments,
                                 std::vector<std::pair<std::string, std::string>> environment) {
  arguments.insert(arguments.begin(), std::move(program));
  ChildCommand command{"/usr/bin/env", std::move(arguments), std::move(environment), ""};
  command.end_patience = std::chrono::seconds(5);
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this](std::string_view line) {
    const std::lock_guard lock(mutex_);
    if (line_.empty()) line_ = line;
    changed_.notify_all();
  };
  handlers.on_error_line = [this](std::string_view line) {
    const std::lock_guard lock(mutex_);
    errors_ = line;
  };
  handlers.on_end = [this](const ChildEnd&) {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  };
  auto started = ChildProcess::start(command, std::move(handlers));
  if (started.ok())
    child_ = std::move(started).value();
  else
    ended_ = true;
}

LaunchedProgram::~LaunchedProgram() = default;

std::string LaunchedProgram::first_line() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience, [&] { return ended_ || !line_.empty(); });
  return line_;
}

bool LaunchedProgram::has_ended() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

std::string LaunchedProgram::errors() {
  const std::lock_guard lock(mutex_);
  return errors_;
}

Xvnc::Xvnc(const std::vector<std::string>& arguments) {
  for (int tries = 0; tries < kPortTries && display_.empty(); ++tries) {
    port_ = free_port();
    std::vector<std::string> all{"-displayfd", "1",
                                 "-rfbport",   std::to_string(port_),
                                 "-localhost", "-geometry",
                                 "800x600",    "-depth",
                                 "24",         "-nolisten",
                                 "tcp",        "-desktop",
                                 "franz test", "-BlacklistThreshold",
                                 "1000"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    server_ = std::make_unique<LaunchedProgram>("Xvnc", all);
    // It prints this when it listens.
    const std::string number = server_->first_line();
    if (!number.empty()) display_ = ":" + number;
    if (!server_->has_ended()) break;
  }
}

std::vector<std::pair<std::string, std::string>> Xvnc::environment() const {
  return {{"DISPLAY", display_}, {"SHELL", "/bin/sh"}};
}

std::string Xvnc::run(const std::string& program, const std::vector<std::string>& arguments) const {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ChildOutcome outcome = run_child({"/usr/bin/env", words, environment(), ""}, "", kPatience);
  return outcome.end.ok() ? outcome.output : program + ": " + outcome.errors;
}

X11vnc::X11vnc()
    : screen_("Xvfb", {"-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"}) {
  const std::string display = ":" + screen_.first_line();
  server_ = std::make_unique<LaunchedProgram>(
      "x11vnc", std::vector<std::string>{"-display", display, "-localhost", "-autoport", "20000",
                                         "-forever", "-shared", "-nopw", "-quiet"});
  const std::string port = server_->first_line();  // "PORT=20000", when it listens
  if (!port.starts_with("PORT=")) return;
  port_ = static_cast<std::uint16_t>(std::stoi(port.substr(5)));
  display_ = display;
}

RunningBridge::RunningBridge(std::uint16_t port, BridgeSetup setup) {
  auto folder = TemporaryFolder::make("bridge");
  if (!folder.ok()) return;
  folder_ = std::move(folder).value();
  socket_ = folder_->path() + "/s";
  setup.socket = socket_;
  setup.host = "127.0.0.1";
  setup.port = port;
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [this](std::string_view line) {
    const auto event = parse_bridge_event(line);
    const std::lock_guard lock(mutex_);
    if (event.ok()) events_.push_back(event.value());
    changed_.notify_all();
  };
  handlers.on_error_line = [](std::string_view) {};
  ChildCommand command{std::string(kBinDir) + "/vnc_bridge", {}, {}, ""};
  command.end_patience = std::chrono::seconds(5);
  auto started = ChildProcess::start(command, std::move(handlers));
  if (!started.ok()) return;
  child_ = std::move(started).value();
  child_->write_line(to_json(setup));
}

BridgeEvent RunningBridge::next_event() {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, kPatience, [&] { return events_.size() > returned_; });
  if (events_.size() > returned_) return events_[returned_++];
  BridgeEvent none;
  none.kind = BridgeEvent::Kind::refused;
  none.text = "no event";
  return none;
}

std::unique_ptr<BridgeConnection> RunningBridge::connect() const {
  auto connection = BridgeConnection::open(std::string(kBridgePrefix) + "vnc:" + socket_);
  return connection.ok() ? std::move(connection).value() : nullptr;
}

std::string outcome(const Result<BridgeAnswer>& answer) {
  if (answer.ok()) return "ok";
  switch (answer.error().code) {
    case ErrorCode::missing: return "missing: " + answer.error().message;
    case ErrorCode::lost: return "lost: " + answer.error().message;
    case ErrorCode::unfinished: return "unfinished: " + answer.error().message;
    default: return "failed: " + answer.error().message;
  }
}

TcpRelay::TcpRelay(std::uint16_t to) : to_(to) {
  listening_ = listen_at(port_);
  thread_ = std::thread([this] { run(); });
}

TcpRelay::~TcpRelay() {
  ended_ = true;
  thread_.join();
  ::close(listening_);
}

void TcpRelay::cut() {
  cut_ = true;
  wait_until([&] { return !cut_; });
}

void TcpRelay::refuse(bool all) { refuses_ = all; }

void TcpRelay::stall(bool still) { stalled_ = still; }

void TcpRelay::run() {
  std::vector<int> ends;  // in pairs
  while (!ended_) {
    if (cut_) {
      for (const int end : ends) reset_connection(end);
      ends.clear();
      cut_ = false;
    }
    std::vector<pollfd> watched{{listening_, POLLIN, 0}};
    if (!stalled_)
      for (const int end : ends) watched.push_back({end, POLLIN, 0});
    ::poll(watched.data(), watched.size(), 1);
    for (std::size_t i = 1; i < watched.size(); ++i) {
      if (watched[i].revents == 0) continue;
      std::array<char, 4096> bytes;
      const std::size_t pair = (i - 1) ^ 1;
      const ssize_t count = ::recv(ends[i - 1], bytes.data(), bytes.size(), 0);
      if (count <= 0 ||
          ::send(ends[pair], bytes.data(), static_cast<std::size_t>(count), MSG_NOSIGNAL) < 0)
        cut_ = true;
    }
    if (watched[0].revents == 0) continue;
    const int from = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
    const int to = refuses_ ? -1 : connect_to(to_);
    if (from >= 0 && to >= 0)
      ends.insert(ends.end(), {from, to});
    else if (from >= 0)
      ::close(from);
  }
  for (const int end : ends) ::close(end);
}
}  // namespace franz
