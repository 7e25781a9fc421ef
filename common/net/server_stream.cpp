#include "common/net/server_stream.h"
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/address.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <utility>
#include <vector>

namespace franz {
namespace asio = boost::asio;
using asio::ip::tcp;
using Code = boost::system::error_code;
using ConnectKind = ConnectResult::Kind;

static constexpr std::size_t kCipherBuffer = 64UL << 10U;  // bytes waiting to be decrypted

// Its own handlers keep it alive.
class ServerStream::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(asio::io_context& io, std::shared_ptr<NameLookups> names, std::string host, int port,
             std::shared_ptr<const TlsTrust> trust)
      : names_(std::move(names)),
        host_(std::move(host)),
        port_(static_cast<asio::ip::port_type>(port)),
        trust_(std::move(trust)),
        socket_(io),
        timer_(io),
        attempt_timer_(io) {}

  void connect(int timeout_ms, OnConnected on_connected);
  void read(char* into, std::size_t size, OnRead on_read);
  std::size_t write_now(std::string_view bytes);
  void write(std::string_view bytes, OnWritten on_written);
  void end();
  void close();
  void reset();
  bool is_quiet();
  const std::string& why() const { return why_; }

 private:
  void on_found(const HostAddresses& found);
  void try_address();
  void on_attempt(Code code);
  void on_tcp(Code code);
  void shake_hands();
  void finish_connect(ConnectKind kind, const std::string& why = "");
  void read_tls(char* into, std::size_t size, OnRead on_read);
  void finish_read(OnRead on_read, ReadEnd end, std::size_t size);
  void flush();
  void finish_write(bool ok);

  const std::shared_ptr<NameLookups> names_;
  const std::string host_;
  const asio::ip::port_type port_;
  const std::shared_ptr<const TlsTrust> trust_;
  tcp::socket socket_;
  std::unique_ptr<NameLookups::Waiter> lookup_;  // while the name is looked up
  std::vector<asio::ip::address> addresses_;
  std::size_t tried_ = 0;  // how many of them were tried
  asio::steady_timer timer_, attempt_timer_;
  OnConnected on_connected_;
  bool timed_out_ = false, broken_ = false, closed_ = false;
  std::string why_ = "reset the connection";

  // TLS only.
  std::unique_ptr<TlsSession> tls_;
  std::vector<char> cipher_;
  std::string sending_;
  OnWritten on_written_;
  bool flushing_ = false, ending_ = false;
};

// ---- connecting ----

void ServerStream::Connection::connect(int timeout_ms, OnConnected on_connected) {
  on_connected_ = std::move(on_connected);
  timer_.expires_after(std::chrono::milliseconds(timeout_ms));
  timer_.async_wait([self = shared_from_this()](Code code) {
    if (code || !self->on_connected_) return;
    self->timed_out_ = true;
    if (self->lookup_) {
      self->lookup_.reset();
      return self->finish_connect(ConnectKind::timed_out, "could not be looked up in time");
    }
    Code ignored;
    self->socket_.close(ignored);
  });
  Code not_numeric;
  const auto numeric = asio::ip::make_address(host_, not_numeric);
  if (!not_numeric) {
    addresses_ = {numeric};
    return try_address();
  }
  lookup_ = names_->look_up(host_, [weak = weak_from_this()](const HostAddresses& found) {
    std::shared_ptr<Connection> self = weak.lock();
    if (!self) return;
    // Moved out, because it must not be destroyed here while the lookup is calling.
    const auto executor = self->socket_.get_executor();
    asio::post(executor, [self = std::move(self), found] { self->on_found(found); });
  });
}

void ServerStream::Connection::on_found(const HostAddresses& found) {
  if (!on_connected_ || timed_out_ || closed_) return;
  lookup_.reset();
  if (!found.ok())
    return finish_connect(ConnectKind::unreachable, "cannot be reached: " + found.error().message);
  for (const std::string& text : found.value()) {
    Code no_address;
    const auto address = asio::ip::make_address(text, no_address);
    if (!no_address) addresses_.push_back(address);
  }
  if (addresses_.empty())
    return finish_connect(ConnectKind::unreachable, "cannot be reached: it has no address");
  try_address();
}

// Tries the addresses in order; a failing one leaves the others their share of the time.
void ServerStream::Connection::try_address() {
  const auto left = timer_.expiry() - std::chrono::steady_clock::now();
  attempt_timer_.expires_after(left / static_cast<int>(addresses_.size() - tried_));
  const bool last = tried_ + 1 == addresses_.size();
  attempt_timer_.async_wait([self = shared_from_this(), last, number = tried_](Code code) {
    Code ignored;
    if (!code && !last && number == self->tried_) self->socket_.close(ignored);
  });
  Code ignored;
  socket_.close(ignored);
  socket_.async_connect({addresses_[tried_], port_},
                        [self = shared_from_this()](Code code) { self->on_attempt(code); });
}

void ServerStream::Connection::on_attempt(Code code) {
  attempt_timer_.cancel();
  ++tried_;
  const bool gave_up = timed_out_ || closed_ || code == asio::error::connection_reset;
  if (!code || gave_up || tried_ == addresses_.size()) return on_tcp(code);
  try_address();
}

void ServerStream::Connection::on_tcp(Code code) {
  if (closed_) return finish_connect(ConnectKind::unreachable, "was not waited for");
  if (timed_out_) return finish_connect(ConnectKind::timed_out, "did not answer in time");
  if (code == asio::error::connection_reset) {
    // It accepted and reset before this call: data sent in between can still be read.
    broken_ = true;
    code = {};
  }
  Code ignored;
  // On loopback, a port in the ephemeral range may connect to itself.
  if (!code && socket_.local_endpoint(ignored) == socket_.remote_endpoint(ignored)) {
    code = asio::error::connection_refused;
  }
  if (code == asio::error::connection_refused) {
    return finish_connect(ConnectKind::refused, "refused the connection");
  }
  if (code) return finish_connect(ConnectKind::unreachable, "cannot be reached: " + code.message());
  // Bytes are sent without delay. Urgent data stays in the stream as ordinary bytes.
  socket_.set_option(tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::out_of_band_inline(true), ignored);
  socket_.non_blocking(true, ignored);  // applies to calls without a handler
  if (!trust_) return finish_connect(ConnectKind::ready);
  tls_ = std::make_unique<TlsSession>(trust_, host_);
  cipher_.resize(kCipherBuffer);
  shake_hands();
}

void ServerStream::Connection::shake_hands() {
  const TlsSession::Step step = tls_->shake_hands();
  flush();  // after a failure too: the server is sent the reason
  if (step == TlsSession::Step::done) return finish_connect(ConnectKind::ready);
  if (step == TlsSession::Step::failed) return finish_connect(ConnectKind::tls, tls_->why());
  socket_.async_read_some(
      asio::buffer(cipher_), [self = shared_from_this()](Code code, std::size_t size) {
        if (self->closed_)
          return self->finish_connect(ConnectKind::unreachable, "was not waited for");
        if (self->timed_out_)
          return self->finish_connect(ConnectKind::timed_out,
                                      "did not finish the TLS handshake in time");
        if (code) {
          return self->finish_connect(
              ConnectKind::tls,
              "broke off the TLS handshake: " +
                  (code == asio::error::eof ? "it closed the connection" : code.message()));
        }
        self->tls_->receive({self->cipher_.data(), size});
        self->shake_hands();
      });
}

void ServerStream::Connection::finish_connect(ConnectKind kind, const std::string& why) {
  timer_.cancel();
  std::exchange(on_connected_, {})({kind, why, broken_});
}

// ---- the stream ----

void ServerStream::Connection::read(char* into, std::size_t size, OnRead on_read) {
  if (tls_) return read_tls(into, size, std::move(on_read));
  socket_.async_read_some(
      asio::buffer(into, size),
      [self = shared_from_this(), on_read = std::move(on_read)](Code code, std::size_t count) {
        on_read(!code                      ? ReadEnd::none
                : code == asio::error::eof ? ReadEnd::ended
                                           : ReadEnd::cut,
                count);
      });
}

void ServerStream::Connection::read_tls(char* into, std::size_t size, OnRead on_read) {
  using Step = TlsSession::Step;
  const TlsSession::Read read = tls_->read(into, size);
  flush();  // TLS itself may have data to send
  switch (read.step) {
    case Step::done: return finish_read(std::move(on_read), ReadEnd::none, read.size);
    case Step::ended: return finish_read(std::move(on_read), ReadEnd::ended, 0);
    case Step::failed: why_ = tls_->why(); return finish_read(std::move(on_read), ReadEnd::cut, 0);
    case Step::more: break;
  }
  socket_.async_read_some(asio::buffer(cipher_),
                          [self = shared_from_this(), into, size, on_read = std::move(on_read)](
                              Code code, std::size_t count) mutable {
                            if (code == asio::error::eof) return on_read(ReadEnd::truncated, 0);
                            if (code) return on_read(ReadEnd::cut, 0);
                            self->tls_->receive({self->cipher_.data(), count});
                            self->read_tls(into, size, std::move(on_read));
                          });
}

void ServerStream::Connection::finish_read(OnRead on_read, ReadEnd end, std::size_t size) {
  asio::post(socket_.get_executor(),
             [self = shared_from_this(), on_read = std::move(on_read), end, size] {
               on_read(self->closed_ ? ReadEnd::cut : end, self->closed_ ? 0 : size);
             });
}

std::size_t ServerStream::Connection::write_now(std::string_view bytes) {
  if (tls_ || !socket_.non_blocking()) return 0;
  Code failed;  // write() sees it again
  return socket_.write_some(asio::buffer(bytes), failed);
}

void ServerStream::Connection::write(std::string_view bytes, OnWritten on_written) {
  if (!tls_) {
    asio::async_write(socket_, asio::buffer(bytes),
                      [self = shared_from_this(), on_written = std::move(on_written)](
                          Code code, std::size_t) { on_written(!code); });
    return;
  }
  on_written_ = std::move(on_written);
  if (!tls_->write(bytes)) {
    why_ = tls_->why();
    return finish_write(false);
  }
  flush();
}

// Sends TLS's pending data, one piece at a time; the last piece completes the current write.
void ServerStream::Connection::flush() {
  if (flushing_) return;
  sending_ = tls_->take_output();
  if (sending_.empty()) {
    Code ignored;
    if (ending_) socket_.shutdown(tcp::socket::shutdown_send, ignored);
    if (on_written_) finish_write(true);
    return;
  }
  flushing_ = true;
  asio::async_write(socket_, asio::buffer(sending_),
                    [self = shared_from_this()](Code code, std::size_t) {
                      self->flushing_ = false;
                      if (!code) return self->flush();
                      if (self->on_written_) self->finish_write(false);
                    });
}

void ServerStream::Connection::finish_write(bool ok) {
  asio::post(socket_.get_executor(),
             [self = shared_from_this(), ok, on_written = std::exchange(on_written_, {})] {
               on_written(ok && !self->closed_);
             });
}

bool ServerStream::Connection::is_quiet() {
  if (!socket_.non_blocking()) return false;
  Code code;
  char byte = 0;
  socket_.receive(asio::buffer(&byte, 1), asio::socket_base::message_peek, code);
  return code == asio::error::would_block || code == asio::error::try_again;
}

void ServerStream::Connection::end() {
  if (tls_) {
    ending_ = true;
    tls_->end();
    return flush();
  }
  Code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

void ServerStream::Connection::close() {
  closed_ = true;
  Code ignored;
  timer_.cancel();
  attempt_timer_.cancel();
  if (std::exchange(lookup_, nullptr))
    asio::post(socket_.get_executor(), [self = shared_from_this()] {
      self->finish_connect(ConnectKind::unreachable, "was not waited for");
    });
  socket_.cancel(ignored);  // Wine keeps a closed socket open during a write
  socket_.close(ignored);
}

void ServerStream::Connection::reset() {
  Code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  close();
}

// ---- the handle ----

ServerStream::ServerStream(asio::io_context& io, std::shared_ptr<NameLookups> names,
                           std::string host, int port, std::shared_ptr<const TlsTrust> trust)
    : connection_(std::make_shared<Connection>(io, std::move(names), std::move(host), port,
                                               std::move(trust))) {}
ServerStream::~ServerStream() { connection_->close(); }
void ServerStream::connect(int timeout_ms, OnConnected on_connected) {
  connection_->connect(timeout_ms, std::move(on_connected));
}
void ServerStream::read(char* into, std::size_t size, OnRead on_read) {
  connection_->read(into, size, std::move(on_read));
}
std::size_t ServerStream::write_now(std::string_view bytes) {
  return connection_->write_now(bytes);
}
void ServerStream::write(std::string_view bytes, OnWritten on_written) {
  connection_->write(bytes, std::move(on_written));
}
bool ServerStream::is_quiet() { return connection_->is_quiet(); }
void ServerStream::end() { connection_->end(); }
void ServerStream::close() { connection_->close(); }
void ServerStream::reset() { connection_->reset(); }
const std::string& ServerStream::why() const { return connection_->why(); }
}  // namespace franz
