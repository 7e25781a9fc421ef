#pragma once
// Both ends of the relay in a test: a client, an upstream and the observer, on real sockets. Every
// wait has the deadline kDeadline; a test that reaches it fails and reports where.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>
#include "proxy/relay/relay_app.h"
#include "tests/support/sanitized.h"

namespace franz::proxy {
inline constexpr std::chrono::seconds kDeadline{20};

enum class End { none, fin, reset, late };  // late: nothing arrived before the deadline

// The event loop of peers. Peers on the same thread may share it: each loop uses three descriptors,
// and the usual limit of a program is 1024 (getrlimit(2), RLIMIT_NOFILE).
using Waiter = std::shared_ptr<boost::asio::io_context>;
Waiter make_waiter();

// One connection, used by one thread.
class Peer {
 public:
  static Peer connect(int port, Waiter waiter = make_waiter());

  // False: the connection is broken, or the deadline was reached.
  bool write(std::string_view bytes);
  // Writes as much of `bytes` as the kernel accepts until there is no progress for 200 ms.
  std::size_t write_until_stuck(std::string_view bytes);
  bool write_urgent(char byte);  // TCP urgent data
  // If it returns fewer than `count` bytes, end() says why.
  std::string read(std::size_t count);
  std::string read_to_end();
  End end() const { return end_; }

  void finish();  // FIN; reading continues
  void reset();   // RST
  void close();   // like a program that ends: RST if bytes are unread, else FIN

 private:
  friend class Listener;
  explicit Peer(Waiter waiter);
  bool run(bool& done);
  Waiter waiter_;
  boost::asio::ip::tcp::socket socket_;
  End end_ = End::none;
};

// An upstream. Its port is reserved from the start; connections are refused until listen().
class Listener {
 public:
  Listener();
  void listen(int backlog = 512);
  int port() const;
  Peer accept(Waiter waiter = make_waiter());
  // For peers of the thread that calls accept().
  const Waiter& waiter() const { return waiter_; }

 private:
  Waiter waiter_ = make_waiter();
  boost::asio::ip::tcp::acceptor acceptor_{*waiter_};
};

// The events of the relay, recorded on its thread and parsed as HTTP to detect idle connections.
class EventLog {
 public:
  explicit EventLog(ObserverOptions options = {}) : observer_(std::move(options)) {}

  Relay::Observe observe();
  // The events when `enough` holds, or at the deadline.
  std::vector<ConnectionEvent> wait(
      const std::function<bool(const std::vector<ConnectionEvent>&)>& enough);
  std::vector<ConnectionEvent> wait_for_closed(std::size_t connections = 1);
  void clear();

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<ConnectionEvent> events_;
  HttpObserver observer_;  // used on the relay's thread
};

std::size_t count(const std::vector<ConnectionEvent>& events, ConnectionEvent::Kind kind);
// All bytes of this kind, joined.
std::string bytes(const std::vector<ConnectionEvent>& events, ConnectionEvent::Kind kind);
// "opened client_bytes server_bytes closed(why)": repeated kinds appear once.
std::string outline(const std::vector<ConnectionEvent>& events);

// A relay on a free port to `upstream`. A failed start ends the test program.
std::unique_ptr<Relay> start_relay(const Listener& upstream, const Relay::Observe& observe,
                                   RelayOptions options = {});

// Deterministic for a seed; the sequence does not repeat.
std::string random_bytes(std::size_t size, unsigned seed);
}  // namespace franz::proxy
