// Bytes arrive unchanged, for thousands of connections with random sizes, cuts and ends.
// FRANZ_TEST_SEED=N in the environment repeats a run; FRANZ_TEST_NO_RESETS omits resets, for a
// system that does not distinguish them from orderly ends (Wine).
#include <gtest/gtest.h>
#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <iostream>
#include <map>
#include <random>
#include "common/base/sha256.h"
#include "common/os/paths.h"
#include "tests/proxy/relay/loopback.h"

namespace franz::proxy {
namespace {
namespace asio = boost::asio;
using asio::ip::tcp;
using Code = boost::system::error_code;
using Kind = ConnectionEvent::Kind;

bool with_resets() {
  static const bool with = !environment("FRANZ_TEST_NO_RESETS");
  return with;
}

enum class Ending { fin_when_sent, fin_when_received, reset_half_way };

// All details of one exchange, derived from its number.
struct Plan {
  std::string request, reply;
  Ending client = Ending::fin_when_sent, server = Ending::fin_when_sent;
  explicit Plan(unsigned number) {
    std::mt19937 random(number);
    const auto size = [&] { return random() % 4 == 0 ? random() % 400000 : random() % 3000; };
    request = std::to_string(number) + ";" + random_bytes(size(), number * 2);
    reply = random_bytes(size(), number * 2 + 1);
    switch (random() % 8) {
      case 0: client = Ending::reset_half_way; break;
      case 1: server = Ending::reset_half_way; break;
      case 2:
      case 3: client = Ending::fin_when_received; break;
      case 4:
      case 5: server = Ending::fin_when_received; break;
      default: break;
    }
    if (with_resets()) return;
    for (Ending* const ending : {&client, &server})
      if (*ending == Ending::reset_half_way) *ending = Ending::fin_when_sent;
  }
  bool clean() const {
    return client != Ending::reset_half_way && server != Ending::reset_half_way;
  }
};

// One end: writes random pieces and reads into random buffers at the same time.
class EndPoint : public std::enable_shared_from_this<EndPoint> {
 public:
  EndPoint(tcp::socket s, unsigned seed) : socket(std::move(s)), random_(seed) {}

  void send(std::string bytes, Ending ending) {
    to_send_ = std::move(bytes);
    ending_ = ending;
    write();
  }
  // `on_bytes` may start sending.
  void receive(std::function<void(EndPoint&)> on_bytes = {}) {
    on_bytes_ = std::move(on_bytes);
    read();
  }

  tcp::socket socket;
  std::string received;
  bool fin = false;

 private:
  std::size_t piece() { return 1 + random_() % (random_() % 3 == 0 ? 70000 : 700); }

  void write() {
    if (ending_ == Ending::reset_half_way && sent_ >= to_send_.size() / 2) {
      Code ignored;
      socket.set_option(asio::socket_base::linger(true, 0), ignored);
      socket.close(ignored);
      return;
    }
    if (sent_ == to_send_.size()) {
      all_sent_ = true;
      finish();
      return;
    }
    const auto part = std::string_view(to_send_).substr(sent_, piece());
    socket.async_write_some(asio::buffer(part),
                            [self = shared_from_this()](Code code, std::size_t count) {
                              self->sent_ += count;
                              if (!code) self->write();
                            });
  }

  void read() {
    buffer_.resize(piece());
    socket.async_read_some(asio::buffer(buffer_),
                           [self = shared_from_this()](Code code, std::size_t count) {
                             self->received.append(self->buffer_.data(), count);
                             if (self->on_bytes_ && count > 0) self->on_bytes_(*self);
                             if (!code) return self->read();
                             self->fin = code == asio::error::eof;
                             self->finish();
                           });
  }

  void finish() {
    if (!all_sent_ || (ending_ == Ending::fin_when_received && !fin)) return;
    Code ignored;
    socket.shutdown(tcp::socket::shutdown_send, ignored);
  }

  std::mt19937 random_;
  std::string to_send_;
  std::vector<char> buffer_;
  Ending ending_ = Ending::fin_when_sent;
  std::size_t sent_ = 0;
  bool all_sent_ = false;
  std::function<void(EndPoint&)> on_bytes_;
};

// Caches plans: creating one takes longer than relaying it.
class Plans {
 public:
  const Plan& of(unsigned number) { return plans_.try_emplace(number, number).first->second; }

 private:
  std::map<unsigned, Plan> plans_;
};

// The number at the start of a request; nothing while it is incomplete.
std::optional<unsigned> number_of(const std::string& request) {
  const std::size_t end = request.find(';');
  if (end == std::string::npos) return std::nullopt;
  return static_cast<unsigned>(std::stoul(request.substr(0, end)));
}

// Exchanges first..last at the same time through one relay.
class Round {
 public:
  Round(int relay_port, unsigned first, unsigned last, Plans& plans, tcp::acceptor& acceptor,
        asio::io_context& io)
      : plans_(plans), io_(io), acceptor_(acceptor) {
    accept(last - first);
    for (unsigned number = first; number < last; ++number) {
      tcp::socket socket(io_);
      socket.connect({asio::ip::address_v4::loopback(), static_cast<unsigned short>(relay_port)});
      const Plan& plan = plans_.of(number);
      const auto client = std::make_shared<EndPoint>(std::move(socket), number * 2);
      clients_[number] = client;
      client->receive();
      client->send(plan.request, plan.client);
    }
  }

  void check() const {
    for (const auto& [number, client] : clients_) {
      const Plan& plan = plans_.of(number);
      const auto found = servers_.find(number);
      if (!plan.clean()) {  // the received bytes are a prefix of the sent ones
        EXPECT_EQ(plan.reply.rfind(client->received, 0), 0U) << "exchange " << number;
        if (found == servers_.end()) continue;
        EXPECT_EQ(plan.request.rfind(found->second->received, 0), 0U) << "exchange " << number;
        EXPECT_FALSE(client->fin && found->second->fin) << "exchange " << number;
        continue;
      }
      ASSERT_NE(found, servers_.end()) << "exchange " << number;
      EXPECT_EQ(sha256_hex(client->received), sha256_hex(plan.reply)) << "exchange " << number;
      EXPECT_EQ(sha256_hex(found->second->received), sha256_hex(plan.request)) << number;
      EXPECT_TRUE(client->fin && found->second->fin) << "exchange " << number;
    }
  }

 private:
  void accept(unsigned left) {
    if (left == 0) return;
    acceptor_.async_accept([this, left](Code code, tcp::socket socket) {
      if (code) return;
      const auto server = std::make_shared<EndPoint>(std::move(socket), left);
      server->receive([this](EndPoint& end) {
        const auto number = number_of(end.received);
        if (!number || servers_.contains(*number)) return;
        servers_[*number] = end.shared_from_this();
        const Plan& plan = plans_.of(*number);
        end.send(plan.reply, plan.server);
      });
      accept(left - 1);
    });
  }

  Plans& plans_;
  asio::io_context& io_;
  tcp::acceptor& acceptor_;
  std::map<unsigned, std::shared_ptr<EndPoint>> clients_, servers_;
};
}  // namespace

namespace {
// The number of the first exchange: random, or as requested.
unsigned first_number() {
  const auto asked = environment("FRANZ_TEST_SEED");
  const unsigned seed =
      asked ? static_cast<unsigned>(std::stoul(*asked)) : std::random_device()() % 1000000000U;
  std::cout << "FRANZ_TEST_SEED=" << seed << "\n";
  return seed;
}

// The observer's copy has the same bytes and reports a clean end for every clean exchange. Returns
// the number of clean exchanges.
unsigned check_copies(const std::vector<ConnectionEvent>& events, Plans& plans) {
  std::map<std::uint64_t, std::vector<ConnectionEvent>> connections;
  for (const ConnectionEvent& event : events) connections[event.id].push_back(event);
  unsigned clean = 0;
  for (const auto& [id, reported] : connections) {
    const auto number = number_of(bytes(reported, Kind::client_bytes));
    if (!number || !plans.of(*number).clean()) continue;
    ++clean;
    EXPECT_TRUE(bytes(reported, Kind::client_bytes) == plans.of(*number).request) << *number;
    EXPECT_TRUE(bytes(reported, Kind::server_bytes) == plans.of(*number).reply) << *number;
    EXPECT_EQ(reported.back().why, "") << *number;
  }
  return clean;
}
}  // namespace

TEST(RelayProperty, BytesArriveUnchangedForAnyCutsAndEnds) {
  constexpr unsigned kRounds = kSanitized ? 7 : 70, kAtOnce = 30;
  const unsigned seed = first_number();
  asio::io_context io;
  tcp::acceptor acceptor(io, {asio::ip::address_v4::loopback(), 0});
  EventLog log;
  RelayOptions options;
  options.listen.port = 0;
  options.upstream.address = {"127.0.0.1", acceptor.local_endpoint().port()};
  auto relay = Relay::start(options, log.observe());
  ASSERT_TRUE(relay.ok());
  unsigned clean = 0;
  for (unsigned round = 0; round < kRounds; ++round) {
    io.restart();
    const unsigned first = seed + round * kAtOnce;
    Plans plans;
    Round exchanges(relay.value()->address().port, first, first + kAtOnce, plans, acceptor, io);
    io.run_for(kDeadline);
    ASSERT_TRUE(io.stopped()) << "round " << round << " did not end";
    exchanges.check();
    clean += check_copies(log.wait_for_closed(kAtOnce), plans);
    log.clear();
    ASSERT_FALSE(HasFailure()) << "FRANZ_TEST_SEED=" << seed << " repeats this";
  }
  EXPECT_GT(clean, kRounds * kAtOnce / 2);
}
}  // namespace franz::proxy
