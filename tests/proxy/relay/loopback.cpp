#include "tests/proxy/relay/loopback.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>
#include <cstdlib>
#include <random>
#include <utility>

namespace franz::proxy {
namespace asio = boost::asio;
using asio::ip::tcp;
using Code = boost::system::error_code;
using Kind = ConnectionEvent::Kind;

static tcp::endpoint loopback(int port) {
  return {asio::ip::address_v4::loopback(), static_cast<asio::ip::port_type>(port)};
}

Waiter make_waiter() { return std::make_shared<asio::io_context>(); }

Peer::Peer(Waiter waiter) : waiter_(std::move(waiter)), socket_(*waiter_) {}

// Runs the operation that was started; at the deadline, closes the connection.
bool Peer::run(bool& done) {
  waiter_->restart();
  waiter_->run_for(kDeadline);
  if (done) return true;
  Code ignored;
  socket_.close(ignored);
  waiter_->restart();
  waiter_->run();
  end_ = End::late;
  ADD_FAILURE() << "nothing happened on a connection within the deadline";
  return false;
}

Peer Peer::connect(int port, Waiter waiter) {
  Peer peer(std::move(waiter));
  Code code;
  peer.socket_.connect(loopback(port), code);
  EXPECT_FALSE(code) << "connect: " << code.message();
  return peer;
}

bool Peer::write(std::string_view bytes) {
  bool done = false, ok = false;
  asio::async_write(socket_, asio::buffer(bytes), [&](Code code, std::size_t) {
    done = code != asio::error::operation_aborted;
    ok = !code;
  });
  return run(done) && ok;
}

bool Peer::write_urgent(char byte) {
  Code code;
  return socket_.send(asio::buffer(&byte, 1), tcp::socket::message_out_of_band, code) == 1;
}

std::size_t Peer::write_until_stuck(std::string_view bytes) {
  std::size_t written = 0;
  socket_.non_blocking(true);
  while (written < bytes.size()) {
    Code code;
    const std::size_t taken = socket_.write_some(asio::buffer(bytes.substr(written)), code);
    written += taken;
    if (!code) continue;
    if (code != asio::error::would_block) break;
    bool writable = false;
    socket_.async_wait(tcp::socket::wait_write, [&](Code failed) { writable = !failed; });
    waiter_->restart();
    waiter_->run_for(std::chrono::milliseconds(200));
    if (writable) continue;
    socket_.cancel();
    waiter_->restart();
    waiter_->run();
    break;
  }
  socket_.non_blocking(false);
  return written;
}

std::string Peer::read(std::size_t count) {
  std::string bytes(count, '\0');
  std::size_t got = 0;
  bool done = false;
  asio::async_read(socket_, asio::buffer(bytes), [&](Code code, std::size_t size) {
    done = code != asio::error::operation_aborted;
    got = size;
    end_ = !code ? End::none : code == asio::error::eof ? End::fin : End::reset;
  });
  run(done);
  bytes.resize(got);
  return bytes;
}

std::string Peer::read_to_end() {
  std::string all;
  do all += read(1UL << 16U);
  while (end_ == End::none);
  return all;
}

void Peer::finish() {
  Code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

void Peer::reset() {
  socket_.set_option(asio::socket_base::linger(true, 0));
  close();
}

void Peer::close() {
  Code ignored;
  socket_.close(ignored);
}

Listener::Listener() {
  acceptor_.open(tcp::v4());
  acceptor_.bind(loopback(0));
}

void Listener::listen(int backlog) { acceptor_.listen(backlog); }

int Listener::port() const { return acceptor_.local_endpoint().port(); }

Peer Listener::accept(Waiter waiter) {
  Peer peer(std::move(waiter));
  bool done = false;
  acceptor_.async_accept(peer.socket_, [&](Code code) { done = !code; });
  waiter_->restart();
  waiter_->run_for(kDeadline);
  EXPECT_TRUE(done) << "no connection came within the deadline";
  return peer;
}

Relay::Observe EventLog::observe() {
  return [this](const ConnectionEvent& event) {
    observer_.observe(event, [](const HttpEvent&) { return true; });
    {
      const std::lock_guard lock(mutex_);
      events_.push_back(event);
    }
    changed_.notify_all();
    return observer_.state(event.id);
  };
}

std::vector<ConnectionEvent> EventLog::wait(
    const std::function<bool(const std::vector<ConnectionEvent>&)>& enough) {
  std::unique_lock lock(mutex_);
  EXPECT_TRUE(changed_.wait_for(lock, kDeadline, [&] { return enough(events_); }))
      << "told until the deadline: " << outline(events_);
  return events_;
}

std::vector<ConnectionEvent> EventLog::wait_for_closed(std::size_t connections) {
  return wait([&](const auto& events) { return count(events, Kind::closed) >= connections; });
}

void EventLog::clear() {
  const std::lock_guard lock(mutex_);
  events_.clear();
}

std::size_t count(const std::vector<ConnectionEvent>& events, Kind kind) {
  return static_cast<std::size_t>(std::count_if(
      events.begin(), events.end(), [&](const ConnectionEvent& e) { return e.kind == kind; }));
}

std::string bytes(const std::vector<ConnectionEvent>& events, Kind kind) {
  std::string all;
  for (const ConnectionEvent& event : events) {
    if (event.kind == kind) all += event.bytes;
  }
  return all;
}

std::string outline(const std::vector<ConnectionEvent>& events) {
  static const char* const kNames[] = {"opened",     "client_bytes", "server_bytes", "client_end",
                                       "server_end", "closed",       "own_answer"};
  std::string text;
  const ConnectionEvent* last = nullptr;
  for (const ConnectionEvent& event : events) {
    if (last && last->kind == event.kind && last->id == event.id) continue;
    last = &event;
    text += (text.empty() ? "" : " ") + std::string(kNames[static_cast<int>(event.kind)]);
    if (event.kind == Kind::closed) text += "(" + event.why + ")";
  }
  return text;
}

std::unique_ptr<Relay> start_relay(const Listener& upstream, const Relay::Observe& observe,
                                   RelayOptions options) {
  options.listen.port = 0;
  options.upstream.address = {"127.0.0.1", upstream.port()};
  auto relay = Relay::start(options, observe);
  if (!relay.ok()) {
    ADD_FAILURE() << relay.error().message;
    std::abort();
  }
  return std::move(relay).value();
}

std::string random_bytes(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string text(size, '\0');
  for (std::size_t i = 0; i < size; i += 4) {
    const auto word = random();
    for (std::size_t k = i; k < std::min(size, i + 4); ++k) {
      text[k] = static_cast<char>(word >> (k - i) * 8 & 0xFFU);
    }
  }
  return text;
}
}  // namespace franz::proxy
