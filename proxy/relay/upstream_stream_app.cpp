#include "proxy/relay/upstream_stream_app.h"
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <utility>
#include <vector>

namespace franz::proxy {
namespace asio = boost::asio;
using asio::ip::tcp;
using Code = boost::system::error_code;

static constexpr std::size_t kCipherBuffer = 64UL << 10U;  // bytes that wait to be deciphered

// Kept alive by its own handlers.
class UpstreamStream::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(asio::io_context& io, Upstream upstream, std::shared_ptr<const TlsTrust> trust)
      : upstream_(std::move(upstream)),
        trust_(std::move(trust)),
        socket_(io),
        resolver_(io),
        timer_(io) {}

  void connect(int timeout_ms, OnConnected on_connected);
  void read(char* into, std::size_t size, OnRead on_read);
  void write(std::string_view bytes, OnWritten on_written);
  void end();
  void close();
  void reset();
  const std::string& why() const { return why_; }

 private:
  void on_tcp(Code code);
  void shake_hands();
  void finish_connect(ConnectResult::Kind kind, const std::string& why = "");
  void read_tls(char* into, std::size_t size, OnRead on_read);
  void finish_read(OnRead on_read, StreamEnd end, std::size_t size);
  void flush();
  void finish_write(bool ok);

  const Upstream upstream_;
  const std::shared_ptr<const TlsTrust> trust_;
  tcp::socket socket_;
  tcp::resolver resolver_;
  asio::steady_timer timer_;
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

// ---- reaching it ----

void UpstreamStream::Connection::connect(int timeout_ms, OnConnected on_connected) {
  on_connected_ = std::move(on_connected);
  timer_.expires_after(std::chrono::milliseconds(timeout_ms));
  timer_.async_wait([self = shared_from_this()](Code code) {
    if (code || !self->on_connected_) return;
    self->timed_out_ = true;
    Code ignored;
    self->resolver_.cancel();
    self->socket_.close(ignored);
  });
  const Address& to = upstream_.address;
  Code not_numeric;
  const auto numeric = asio::ip::make_address(to.host, not_numeric);
  if (!not_numeric) {
    socket_.async_connect({numeric, static_cast<asio::ip::port_type>(to.port)},
                          [self = shared_from_this()](Code code) { self->on_tcp(code); });
    return;
  }
  resolver_.async_resolve(
      to.host, std::to_string(to.port),
      [self = shared_from_this()](Code code, const tcp::resolver::results_type& found) {
        if (code || self->timed_out_ || self->closed_) return self->on_tcp(code);
        asio::async_connect(self->socket_, found,
                            [self](Code result, const tcp::endpoint&) { self->on_tcp(result); });
      });
}

void UpstreamStream::Connection::on_tcp(Code code) {
  using Kind = ConnectResult::Kind;
  if (closed_) return finish_connect(Kind::unreachable, "was not waited for");
  if (timed_out_) return finish_connect(Kind::timed_out);
  if (code == asio::error::connection_reset) {
    // It accepted and reset before this was called: what it said in between is still to be read.
    broken_ = true;
    code = {};
  }
  Code ignored;
  // On loopback a port of the ephemeral range may be "reached" by connecting to itself.
  if (!code && socket_.local_endpoint(ignored) == socket_.remote_endpoint(ignored)) {
    code = asio::error::connection_refused;
  }
  if (code == asio::error::connection_refused) {
    return finish_connect(Kind::refused, "refused the connection");
  }
  if (code) return finish_connect(Kind::unreachable, "cannot be reached: " + code.message());
  // No byte waits for another. Urgent data stays in the stream, where it is a byte like every
  // other.
  socket_.set_option(tcp::no_delay(true), ignored);
  socket_.set_option(asio::socket_base::out_of_band_inline(true), ignored);
  if (!trust_) return finish_connect(Kind::ready);
  tls_ = std::make_unique<TlsSession>(trust_, upstream_.address.host);
  cipher_.resize(kCipherBuffer);
  shake_hands();
}

void UpstreamStream::Connection::shake_hands() {
  using Kind = ConnectResult::Kind;
  const TlsSession::Step step = tls_->shake_hands();
  flush();  // also of a failure: the server is told why
  if (step == TlsSession::Step::done) return finish_connect(Kind::ready);
  if (step == TlsSession::Step::failed) return finish_connect(Kind::tls, tls_->why());
  socket_.async_read_some(asio::buffer(cipher_), [self = shared_from_this()](Code code,
                                                                             std::size_t size) {
    if (self->closed_) return self->finish_connect(Kind::unreachable, "was not waited for");
    if (self->timed_out_) return self->finish_connect(Kind::timed_out);
    if (code) {
      return self->finish_connect(
          Kind::tls, "broke off the TLS handshake: " +
                         (code == asio::error::eof ? "it closed the connection" : code.message()));
    }
    self->tls_->receive({self->cipher_.data(), size});
    self->shake_hands();
  });
}

void UpstreamStream::Connection::finish_connect(ConnectResult::Kind kind, const std::string& why) {
  timer_.cancel();
  ConnectResult result{kind, why, broken_};
  if (kind == ConnectResult::Kind::timed_out) result.why = "did not answer in time";
  std::exchange(on_connected_, {})(result);
}

// ---- the stream ----

void UpstreamStream::Connection::read(char* into, std::size_t size, OnRead on_read) {
  if (tls_) return read_tls(into, size, std::move(on_read));
  socket_.async_read_some(
      asio::buffer(into, size),
      [self = shared_from_this(), on_read = std::move(on_read)](Code code, std::size_t count) {
        on_read(!code                      ? StreamEnd::none
                : code == asio::error::eof ? StreamEnd::ended
                                           : StreamEnd::cut,
                count);
      });
}

void UpstreamStream::Connection::read_tls(char* into, std::size_t size, OnRead on_read) {
  using Step = TlsSession::Step;
  const TlsSession::Read read = tls_->read(into, size);
  flush();  // TLS itself may have had to answer
  switch (read.step) {
    case Step::done: return finish_read(std::move(on_read), StreamEnd::none, read.size);
    case Step::ended: return finish_read(std::move(on_read), StreamEnd::ended, 0);
    case Step::failed:
      why_ = tls_->why();
      return finish_read(std::move(on_read), StreamEnd::cut, 0);
    case Step::more: break;
  }
  socket_.async_read_some(asio::buffer(cipher_),
                          [self = shared_from_this(), into, size, on_read = std::move(on_read)](
                              Code code, std::size_t count) mutable {
                            if (code == asio::error::eof) return on_read(StreamEnd::truncated, 0);
                            if (code) return on_read(StreamEnd::cut, 0);
                            self->tls_->receive({self->cipher_.data(), count});
                            self->read_tls(into, size, std::move(on_read));
                          });
}

void UpstreamStream::Connection::finish_read(OnRead on_read, StreamEnd end, std::size_t size) {
  asio::post(socket_.get_executor(),
             [self = shared_from_this(), on_read = std::move(on_read), end, size] {
               on_read(self->closed_ ? StreamEnd::cut : end, self->closed_ ? 0 : size);
             });
}

void UpstreamStream::Connection::write(std::string_view bytes, OnWritten on_written) {
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

// Sends what TLS has to say, one piece at a time; the last one ends the write under way.
void UpstreamStream::Connection::flush() {
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

void UpstreamStream::Connection::finish_write(bool ok) {
  asio::post(socket_.get_executor(),
             [self = shared_from_this(), ok, on_written = std::exchange(on_written_, {})] {
               on_written(ok && !self->closed_);
             });
}

void UpstreamStream::Connection::end() {
  if (tls_) {
    ending_ = true;
    tls_->end();
    return flush();
  }
  Code ignored;
  socket_.shutdown(tcp::socket::shutdown_send, ignored);
}

void UpstreamStream::Connection::close() {
  closed_ = true;
  Code ignored;
  timer_.cancel();
  resolver_.cancel();
  socket_.close(ignored);
}

void UpstreamStream::Connection::reset() {
  Code ignored;
  socket_.set_option(asio::socket_base::linger(true, 0), ignored);
  close();
}

// ---- the handle ----

UpstreamStream::UpstreamStream(asio::io_context& io, Upstream upstream,
                               std::shared_ptr<const TlsTrust> trust)
    : connection_(std::make_shared<Connection>(io, std::move(upstream), std::move(trust))) {}
UpstreamStream::~UpstreamStream() { connection_->close(); }
void UpstreamStream::connect(int timeout_ms, OnConnected on_connected) {
  connection_->connect(timeout_ms, std::move(on_connected));
}
void UpstreamStream::read(char* into, std::size_t size, OnRead on_read) {
  connection_->read(into, size, std::move(on_read));
}
void UpstreamStream::write(std::string_view bytes, OnWritten on_written) {
  connection_->write(bytes, std::move(on_written));
}
void UpstreamStream::end() { connection_->end(); }
void UpstreamStream::close() { connection_->close(); }
void UpstreamStream::reset() { connection_->reset(); }
const std::string& UpstreamStream::why() const { return connection_->why(); }
}  // namespace franz::proxy
