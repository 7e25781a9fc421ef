#include "proxy/relay/relay_app.h"
#include <algorithm>
#include <array>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <optional>
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

static constexpr int kAcceptPause_ms = 100;  // out of descriptors or places: until one may be free
static constexpr int kSayPause_ms = 60000;   // between two lines about too many connections

// A connection is on one of them from its first byte to its last, so that it needs no lock but the
// observer's. With one loop, many connections that are busy at once wait for one processor.
static constexpr std::size_t kLoops = 2;

struct Relay::Running {
  struct Loop {
    asio::io_context io{1};
    asio::executor_work_guard<asio::io_context::executor_type> open{io.get_executor()};
    std::size_t connections = 0;  // as the first loop knows
    std::thread thread;
  };
  struct Known {
    Loop* loop = nullptr;
    std::weak_ptr<RelayConnection> connection;  // for its loop's thread
    std::shared_ptr<const RelayStatus> status;
  };

  Running(const RelayOptions& options, std::shared_ptr<const TlsTrust> trust, Observe observe)
      : shared(options, std::move(trust), std::move(observe)) {}

  Status listen();
  void run();
  void accept();
  void admit(Loop& loop, tcp::socket client);
  void admit_waiting();
  void add(Loop& loop, tcp::socket client);
  void removed(std::uint64_t id);
  bool ask_for_room();
  void say_full();
  template <typename Action>
  void for_each_connection(const Action& action);
  void stop(int drain_ms);
  void finish();

  RelayShared shared;
  std::array<Loop, kLoops> loops;
  // All else is of the first loop's thread.
  Address bound;
  tcp::acceptor acceptor{loops[0].io};
  asio::steady_timer pause{loops[0].io}, drain{loops[0].io};
  std::unordered_map<std::uint64_t, Known> connections;
  std::optional<std::pair<Loop*, tcp::socket>> waiting;  // for a place; those behind it wait, too
  std::optional<std::uint64_t> asked;                    // to give way, and has not answered yet
  std::uint64_t count = 0;
  double said_full_ms = 0;
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

void Relay::Running::run() {
  accept();
  for (Loop& loop : loops) loop.thread = std::thread([&loop] { loop.io.run(); });
}

void Relay::Running::accept() {
  Loop& loop = *std::ranges::min_element(loops, {}, &Loop::connections);
  acceptor.async_accept(loop.io, [this, &loop](Code code, tcp::socket client) {
    if (shared.stopping) return;
    if (!code) return admit(loop, std::move(client));
    if (code == asio::error::connection_aborted) return accept();
    pause.expires_after(milliseconds(kAcceptPause_ms));
    pause.async_wait([this](Code cancelled) {
      if (!cancelled) accept();
    });
  });
}

// Those behind it wait with it, in the system's queue.
void Relay::Running::admit(Loop& loop, tcp::socket client) {
  if (connections.size() < shared.options.max_connections) {
    add(loop, std::move(client));
    return accept();
  }
  say_full();
  waiting.emplace(&loop, std::move(client));
  if (asked || ask_for_room()) return;
  pause.expires_after(milliseconds(kAcceptPause_ms));
  pause.async_wait([this](Code cancelled) {
    if (!cancelled) admit_waiting();
  });
}

void Relay::Running::admit_waiting() {
  if (!waiting || shared.stopping) return;
  pause.cancel();
  auto [loop, client] = *std::exchange(waiting, std::nullopt);
  admit(*loop, std::move(client));
}

void Relay::Running::add(Loop& loop, tcp::socket client) {
  const std::uint64_t id = ++count;
  auto connection = RelayConnection::make(shared, loop.io, id, std::move(client), [this, id] {
    asio::post(loops[0].io, [this, id] { removed(id); });
  });
  connections[id] = {&loop, connection, connection->status()};
  ++loop.connections;
  // Moved: it ends where it lives.
  asio::post(loop.io, [connection = std::move(connection)] { connection->open(); });
}

void Relay::Running::removed(std::uint64_t id) {
  const auto known = connections.find(id);
  --known->second.loop->connections;
  connections.erase(known);
  if (asked == id) asked.reset();
  if (shared.stopping && connections.empty()) return finish();
  admit_waiting();
}

// Asks one connection to give way; it is heard of by removed(), or when it declines. False: all of
// them carry turns.
bool Relay::Running::ask_for_room() {
  using Entry = std::pair<const std::uint64_t, Known>;
  const Entry *idle = nullptr, *other = nullptr, *unclear = nullptr;
  const auto keep_first = [](const Entry*& first, const Entry& entry, auto order) {
    if (first == nullptr || order(entry) < order(*first)) first = &entry;
  };
  const auto age = [](const Entry& entry) { return entry.first; };
  for (const Entry& entry : connections) {
    const RelayStatus& status = *entry.second.status;
    if (status.looks_idle()) {
      keep_first(idle, entry,
                 [](const Entry& each) { return each.second.status->last_event_ms.load(); });
      continue;
    }
    switch (status.state) {
      case ConnectionState::idle:  // it has just sent something
      case ConnectionState::asking:
      case ConnectionState::page:
      case ConnectionState::busy: keep_first(other, entry, age); break;
      case ConnectionState::unclear:
      case ConnectionState::over: keep_first(unclear, entry, age); break;
      case ConnectionState::turn: break;
    }
  }
  // Unclear ones are the last, for what they carry may be a turn's reply.
  const Entry* const first = idle != nullptr ? idle : other != nullptr ? other : unclear;
  if (first == nullptr) return false;
  asked = first->first;
  asio::post(
      first->second.loop->io, [this, weak = first->second.connection, looked_idle = first == idle] {
        const auto connection = weak.lock();
        if (!connection || connection->give_way(looked_idle, "there were too many connections"))
          return;
        asio::post(loops[0].io, [this] {
          asked.reset();
          admit_waiting();
        });
      });
  return true;
}

void Relay::Running::say_full() {
  const double now = shared.now_ms();
  if (!shared.options.say || now - said_full_ms < kSayPause_ms) return;
  said_full_ms = now;
  shared.options.say("the relay has " + std::to_string(connections.size()) +
                     " connections open, its limit: for a new one, one without a turn is closed");
}

// On each connection's own thread.
template <typename Action>
void Relay::Running::for_each_connection(const Action& action) {
  for (const auto& [id, known] : connections) {
    asio::post(known.loop->io, [weak = known.connection, action] {
      if (const auto connection = weak.lock()) action(*connection);
    });
  }
}

void Relay::Running::stop(int drain_ms) {
  asio::post(loops[0].io, [this, drain_ms] {
    shared.stopping = true;
    Code ignored;
    acceptor.close(ignored);
    pause.cancel();
    waiting.reset();
    if (connections.empty()) return finish();
    static constexpr const char* kEnded = "the proxy ended";
    for_each_connection([](RelayConnection& connection) { connection.close_idle(kEnded); });
    drain.expires_after(milliseconds(drain_ms));
    drain.async_wait([this](Code) {
      for_each_connection([](RelayConnection& connection) { connection.reset(kEnded); });
    });
  });
  for (Loop& loop : loops) loop.thread.join();
}

// With every connection gone the loops have nothing left to wait for.
void Relay::Running::finish() {
  drain.cancel();
  for (Loop& loop : loops) loop.open.reset();
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
  running->run();
  return std::unique_ptr<Relay>(new Relay(std::move(running)));
}

const Address& Relay::address() const { return running_->bound; }

void Relay::stop(int drain_ms) {
  if (running_->loops[0].thread.joinable()) running_->stop(drain_ms);
}
}  // namespace franz::proxy
