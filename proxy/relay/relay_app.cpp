#include "proxy/relay/relay_app.h"
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <thread>
#include <unordered_map>
#include <utility>
#include "proxy/relay/listen_app.h"
#include "proxy/relay/relay_connection_app.h"

namespace franz::proxy {
namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;
using Code = boost::system::error_code;

static constexpr int kAcceptPause_ms = 100;  // without a free descriptor or place
static constexpr int kSayPause_ms = 60000;   // between two messages about too many connections

struct Relay::Running {
  Running(const RelayOptions& options, std::shared_ptr<const TlsTrust> trust, Observe observe)
      : shared(options, std::move(trust), std::move(observe)) {}

  Status listen();
  void accept();
  void admit(tcp::socket client);
  void add(tcp::socket client);
  bool make_room();
  void say_full();
  void stop(int drain_ms);

  RelayShared shared;
  Address bound;
  tcp::acceptor acceptor{*shared.io};
  asio::steady_timer pause{*shared.io}, drain{*shared.io};
  std::unordered_map<std::uint64_t, std::weak_ptr<RelayConnection>> connections;
  std::uint64_t count = 0;
  double said_full_ms = 0;
  std::thread relaying;
};

Status Relay::Running::listen() {
  const Address& at = shared.options.listen;
  const Upstream& upstream = shared.options.upstream;
  Code code;
  const auto host = asio::ip::make_address(at.host == "localhost" ? "127.0.0.1" : at.host, code);
  if (code) return Error{"cannot listen on " + to_string(at) + ": expected an IP address"};
  const tcp::endpoint endpoint(host, static_cast<asio::ip::port_type>(at.port));
  if (Status listening = listen_at(acceptor, endpoint, at); !listening.ok()) return listening;
  bound = {at.host, acceptor.local_endpoint(code).port()};
  if (upstream.address.port == bound.port && is_loopback(upstream.address.host) &&
      (is_loopback(at.host) || host.is_unspecified())) {
    return Error{to_string(upstream) + ": the upstream is the relay itself"};
  }
  return Done{};
}

void Relay::Running::accept() {
  acceptor.async_accept([this](Code code, tcp::socket client) {
    if (shared.stopping) return;
    if (!code) return admit(std::move(client));
    if (code == asio::error::connection_aborted) return accept();
    pause.expires_after(milliseconds(kAcceptPause_ms));
    pause.async_wait([this](Code cancelled) {
      if (!cancelled) accept();
    });
  });
}

// Further clients wait in the system's queue.
void Relay::Running::admit(tcp::socket client) {
  if (shared.stopping) return;
  if (make_room()) {
    add(std::move(client));
    return accept();
  }
  pause.expires_after(milliseconds(kAcceptPause_ms));
  pause.async_wait([this, waiting = std::move(client)](Code cancelled) mutable {
    if (!cancelled) admit(std::move(waiting));
  });
}

void Relay::Running::add(tcp::socket client) {
  const std::uint64_t id = ++count;
  const auto connection = RelayConnection::make(shared, id, std::move(client), [this, id] {
    connections.erase(id);
    if (shared.stopping && connections.empty()) drain.cancel();
  });
  connections[id] = connection;
  connection->open();
}

// False: the limit is reached and all connections carry turns.
bool Relay::Running::make_room() {
  if (connections.size() < shared.options.max_connections) return true;
  say_full();
  std::shared_ptr<RelayConnection> idle, other, unclear;
  const auto keep_first = [](std::shared_ptr<RelayConnection>& first, auto& connection,
                             auto order) {
    if (!first || order(*connection) < order(*first)) first = connection;
  };
  const auto age = [](const RelayConnection& connection) { return connection.id(); };
  for (const auto& [id, weak] : connections) {
    const auto connection = weak.lock();
    if (!connection) continue;
    if (connection->is_idle()) {
      keep_first(idle, connection,
                 [](const RelayConnection& each) { return each.last_event_ms(); });
      continue;
    }
    switch (connection->state()) {
      case ConnectionState::idle:  // has just sent something
      case ConnectionState::asking:
      case ConnectionState::page:
      case ConnectionState::busy: keep_first(other, connection, age); break;
      case ConnectionState::unclear:
      case ConnectionState::over: keep_first(unclear, connection, age); break;
      case ConnectionState::turn: break;
    }
  }
  static constexpr const char* kTooMany = "there were too many connections";
  if (idle) {
    idle->close_idle(kTooMany);
  } else if (other) {
    other->reset(kTooMany);
  } else if (unclear) {
    unclear->reset(kTooMany);  // last choice: it may carry a turn's reply
  } else {
    return false;
  }
  return true;
}

void Relay::Running::say_full() {
  const double now = shared.now_ms();
  if (!shared.options.say || now - said_full_ms < kSayPause_ms) return;
  said_full_ms = now;
  shared.options.say("the relay has " + std::to_string(connections.size()) +
                     " open connections, its limit: each new one closes one without a turn");
}

// With the acceptor closed and no connection left, the relay's thread ends.
void Relay::Running::stop(int drain_ms) {
  asio::post(*shared.io, [this, drain_ms] {
    shared.stopping = true;
    Code ignored;
    acceptor.close(ignored);
    pause.cancel();
    const auto open = connections;
    for (const auto& [id, weak] : open) {
      if (const auto connection = weak.lock()) connection->close_idle("the proxy ended");
    }
    if (connections.empty()) return;
    drain.expires_after(milliseconds(drain_ms));
    drain.async_wait([this](Code) {
      const auto left = connections;
      for (const auto& [id, weak] : left) {
        if (const auto connection = weak.lock()) connection->reset("the proxy ended");
      }
    });
  });
  relaying.join();
}

Relay::Relay(std::unique_ptr<Running> running) : running_(std::move(running)) {}

Relay::~Relay() { stop(0); }

Result<std::unique_ptr<Relay>> Relay::start(const RelayOptions& options, Observe observe) {
  std::shared_ptr<const TlsTrust> trust;
  if (options.upstream.tls) {
    auto loaded = TlsTrust::load(options.upstream.ca_file);
    if (!loaded.ok()) return within("relay: " + to_string(options.upstream), loaded.error());
    trust = std::move(loaded).value();
  }
  auto running = std::make_unique<Running>(options, std::move(trust), std::move(observe));
  const Status listening = running->listen();
  if (!listening.ok()) return within("relay", listening.error());
  Running* const r = running.get();
  r->accept();
  r->relaying = std::thread([r] { r->shared.io->run(); });
  return std::unique_ptr<Relay>(new Relay(std::move(running)));
}

const Address& Relay::address() const { return running_->bound; }

void Relay::stop(int drain_ms) {
  if (running_->relaying.joinable()) running_->stop(drain_ms);
}
}  // namespace franz::proxy
