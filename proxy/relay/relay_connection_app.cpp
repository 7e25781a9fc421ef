#include "proxy/relay/relay_connection_app.h"
#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <utility>
#include "common/net/server_stream.h"
#include "common/os/clock.h"
#include "proxy/relay/reset_watch_app.h"

namespace franz::proxy {
namespace asio = boost::asio;
using asio::ip::tcp;
using std::chrono::milliseconds;
using Code = boost::system::error_code;
using Clock = std::chrono::steady_clock;

static constexpr std::size_t kBuffer = 32UL << 10U;  // bytes in flight in one direction
// Of a client that was answered during its request.
static constexpr int kSilence_ms = 5000;

RelayShared::RelayShared(const RelayOptions& o, std::shared_ptr<const TlsTrust> t,
                         Relay::Observe watch)
    : options(o),
      trust(std::move(t)),
      observe(std::move(watch)),
      io(std::make_unique<asio::io_context>(1)),
      start_unix_ms(static_cast<double>(unix_time_ms())),
      start_steady_ms(steady_time_exact_ms()) {}

RelayShared::~RelayShared() = default;

double RelayShared::now_ms() const {
  return start_unix_ms + (steady_time_exact_ms() - start_steady_ms);
}

namespace {
class Connection final : public RelayConnection, public std::enable_shared_from_this<Connection> {
 public:
  Connection(RelayShared& shared, std::uint64_t id, tcp::socket client,
             std::function<void()> on_closed)
      : shared_(shared),
        id_(id),
        client_(std::move(client)),
        upstream_(*shared.io, shared.names, shared.options.upstream.address.host,
                  shared.options.upstream.address.port, shared.trust),
        on_closed_(std::move(on_closed)) {}

  void open() override {
    Code ignored;
    const tcp::endpoint peer = client_.remote_endpoint(ignored);
    report(ConnectionEvent::Kind::opened, {}, to_string({peer.address().to_string(), peer.port()}));
    // TCP_NODELAY: bytes are not delayed. Urgent data stays in the stream like other bytes.
    client_.set_option(tcp::no_delay(true), ignored);
    client_.set_option(asio::socket_base::out_of_band_inline(true), ignored);
    client_.non_blocking(true, non_blocking_);
    // Notices a client's reset even while nothing is read from it: the upstream may be slow to take
    // earlier bytes, or the client may have sent its FIN.
    reset_watch_.start(
        client_, [self = shared_from_this()] { self->reset("the client reset the connection"); });
    upstream_.connect(
        shared_.options.connect_timeout_ms,
        [self = shared_from_this()](const ConnectResult& result) { self->on_connected(result); });
  }

  void reset(const std::string& why) override {
    if (closed_) return;
    Code ignored;
    client_.set_option(asio::socket_base::linger(true, 0), ignored);
    upstream_.reset();
    close(why);
  }

  bool is_idle() override {
    Code ignored;
    return !closed_ && state_ == ConnectionState::idle && !writing_client_ &&
           client_.available(ignored) == 0;
  }
  std::uint64_t id() const override { return id_; }
  double last_event_ms() const override { return last_event_ms_; }
  ConnectionState state() const override { return state_; }

  void close_idle(const std::string& why) override {
    if (is_idle()) close(why);
  }

 private:
  static constexpr const char* kTruncated =
      "the upstream ended its TLS connection without close_notify";

  static constexpr const char* kOtherSite = "a web page of another site asked";

  static constexpr const char* kUnreadable =
      "nothing more could have been recorded on this connection";

  void close(const std::string& why) {
    if (closed_) return;
    closed_ = true;
    Code ignored;
    timer_.cancel();
    head_timer_.cancel();
    reset_watch_.stop();
    client_.close(ignored);
    upstream_.close();
    report(ConnectionEvent::Kind::closed, {}, why);
    on_closed_();
  }

  void report(ConnectionEvent::Kind kind, std::string_view bytes, const std::string& why = "") {
    last_event_ms_ = shared_.now_ms();
    state_ = shared_.observe({id_, kind, std::string(bytes), last_event_ms_, why});
    limit_head();
    if (!shared_.stopping || closed_ || state_ != ConnectionState::idle) return;
    // After the event has been handled.
    asio::post(*shared_.io, [self = shared_from_this()] { self->close_idle("the proxy ended"); });
  }

  // Limits the time of a request's head, which holds memory and a connection.
  void limit_head() {
    const bool asking = !closed_ && state_ == ConnectionState::asking;
    if (asking == asking_) return;
    asking_ = asking;
    head_timer_.cancel();
    if (!asking) return;
    head_timer_.expires_after(milliseconds(shared_.options.head_wait_ms));
    head_timer_.async_wait([self = shared_from_this()](Code cancelled) {
      const bool over = self->head_timer_.expiry() <= asio::steady_timer::clock_type::now();
      if (!cancelled && self->asking_ && over) self->reset("the request's head did not end");
    });
  }

  void on_connected(const ConnectResult& result) {
    if (closed_) return;
    switch (result.kind) {
      case ConnectResult::Kind::ready: break;
      case ConnectResult::Kind::refused: return without(502, "upstream_refused", result.why);
      case ConnectResult::Kind::timed_out: return without(504, "upstream_timeout", result.why);
      case ConnectResult::Kind::unreachable:
        return without(502, "upstream_unreachable", result.why);
      case ConnectResult::Kind::tls: return without(502, "upstream_tls", result.why);
    }
    upstream_broken_ = result.broken;
    read_client();
    read_upstream();
  }

  // ---- The tunnel

  void read_client() {
    client_.async_read_some(asio::buffer(from_client_),
                            [self = shared_from_this()](Code code, std::size_t count) {
                              if (self->closed_) return;
                              if (code == asio::error::eof) return self->client_ended();
                              if (code) return self->reset("the client reset the connection");
                              self->write_upstream(count);
                            });
  }

  void write_upstream(std::size_t count) {
    const std::string_view bytes(from_client_.data(), count);
    // These bytes may complete a request's head, which decides whether it is forwarded.
    const bool ask_first = state_ == ConnectionState::idle || state_ == ConnectionState::asking ||
                           state_ == ConnectionState::unclear;
    if (ask_first) {
      report(ConnectionEvent::Kind::client_bytes, bytes);
      if (state_ == ConnectionState::over) return reset(kUnreadable);
      if (state_ == ConnectionState::page) return refuse_page();
    }
    const std::size_t now = upstream_.write_now(bytes);
    if (now < count)
      upstream_.write(bytes.substr(now), [self = shared_from_this()](bool ok) {
        if (self->closed_) return;
        if (ok) return self->read_client();
        // The upstream's last bytes must still be read and forwarded.
        self->upstream_broken_ = true;
        if (self->upstream_done_) self->upstream_cut();
      });
    // The bytes are already in the kernel, so observing them does not delay the request.
    if (!ask_first) {
      report(ConnectionEvent::Kind::client_bytes, bytes);
      // Sent before the earlier request was answered, which no browser does.
      if (state_ == ConnectionState::page) return reset(kOtherSite);
    }
    if (now == count) read_client();
  }

  void client_ended() {
    client_done_ = true;
    report(ConnectionEvent::Kind::client_end, {});
    upstream_.end();
    if (upstream_done_) close("");
  }

  void read_upstream() {
    upstream_.read(from_upstream_.data(), from_upstream_.size(),
                   [self = shared_from_this()](ReadEnd end, std::size_t count) {
                     if (self->closed_ || self->refused_) return;
                     switch (end) {
                       case ReadEnd::none: return self->write_client(count);
                       case ReadEnd::ended:
                         if (!self->upstream_broken_) return self->upstream_ended();
                         return self->upstream_cut();
                       case ReadEnd::truncated: return self->upstream_truncated();
                       case ReadEnd::cut: return self->upstream_cut();
                     }
                   });
  }

  // The kernel usually accepts all bytes; then there is no wait.
  void write_client(std::size_t count) {
    Code code = non_blocking_;
    const asio::const_buffer bytes(from_upstream_.data(), count);
    const std::size_t now = code ? 0 : client_.write_some(bytes, code);
    if (now == count) return wrote_client({}, count);
    writing_client_ = true;
    asio::async_write(client_, bytes + now,
                      [self = shared_from_this(), now](Code failed, std::size_t then) {
                        if (self->closed_) return;
                        self->writing_client_ = false;
                        self->wrote_client(failed, now + then);
                      });
  }

  void wrote_client(Code code, std::size_t count) {
    report(ConnectionEvent::Kind::server_bytes, {from_upstream_.data(), count});
    if (code) return reset("the client reset the connection");
    if (state_ == ConnectionState::over) return close(kUnreadable);
    read_upstream();
  }

  void upstream_ended() {
    upstream_done_ = true;
    Code failed;
    client_.shutdown(tcp::socket::shutdown_send, failed);
    if (failed) return reset("the client reset the connection");
    report(ConnectionEvent::Kind::server_end, {});
    if (client_done_) close("");
  }

  void upstream_cut() { reset("the upstream " + upstream_.why()); }

  // Many servers end like this, but an attacker can imitate it. If HTTP shows that the reply is
  // complete, it is the end of the stream; otherwise it is forwarded as a cut.
  void upstream_truncated() {
    if (state_ != ConnectionState::idle) return reset(kTruncated);
    return upstream_broken_ ? upstream_cut() : upstream_ended();
  }

  // ---- The proxy's own answer

  void without(int status, const std::string& code, const std::string& what) {
    const std::string server = "the model server at " + to_string(shared_.options.upstream);
    refuse(status, code, server + " " + what, "the upstream could not be reached");
    end_by(Clock::now() + milliseconds(shared_.options.request_wait_ms));
    read_refused();
  }

  void refuse_page() {
    if (writing_client_) return reset(kOtherSite);  // the upstream sent data without a request
    refuse(403, "other_site",
           std::string(kOtherSite) + ": it may not use the model (a program names this machine's " +
               "address in Host and sends no Origin)",
           kOtherSite);
    farewell_end_ = Clock::now() + milliseconds(shared_.options.farewell_ms);
    end_by(std::min(Clock::now() + milliseconds(kSilence_ms), farewell_end_));
    answer();
    read_refused();
  }

  // The client may still be sending its request, which may be long. The answer is sent when the
  // request begins, and the request is read to its end, so that the client gets no reset.
  void refuse(int status, const std::string& code, const std::string& why, const char* ended) {
    refused_ = true;
    why_refused_ = why;
    why_ended_ = ended;
    answer_ = own_answer(status, code, "franz proxy: " + why_refused_);
    upstream_.close();
  }

  void end_by(Clock::time_point time) {
    timer_.expires_at(time);
    timer_.async_wait([self = shared_from_this()](Code code) {
      if (!code) self->close(self->why_ended_);
    });
  }

  void read_refused() {
    client_.async_read_some(
        asio::buffer(from_client_), [self = shared_from_this()](Code code, std::size_t count) {
          if (self->closed_) return;
          if (code && code != asio::error::eof) {
            return self->reset("the client reset the connection");
          }
          if (code) return self->refused_client_ended();
          self->report(ConnectionEvent::Kind::client_bytes, {self->from_client_.data(), count});
          const Clock::time_point now = Clock::now();
          if (!self->answering_) {
            self->farewell_end_ = now + milliseconds(self->shared_.options.farewell_ms);
            self->answer();
          }
          self->end_by(std::min(now + milliseconds(kSilence_ms), self->farewell_end_));
          self->read_refused();
        });
  }

  void refused_client_ended() {
    client_done_ = true;
    report(ConnectionEvent::Kind::client_end, {});
    if (!answering_ || upstream_done_) close(why_ended_);
  }

  void answer() {
    answering_ = true;
    asio::async_write(
        client_, asio::buffer(answer_), [self = shared_from_this()](Code code, std::size_t) {
          if (self->closed_) return;
          if (code) return self->reset("the client reset the connection");
          self->report(ConnectionEvent::Kind::own_answer, self->answer_, self->why_refused_);
          self->upstream_done_ = true;
          Code ignored;
          self->client_.shutdown(tcp::socket::shutdown_send, ignored);
          if (self->client_done_) self->close(self->why_ended_);
        });
  }

  RelayShared& shared_;
  const std::uint64_t id_;
  tcp::socket client_;
  ResetWatch reset_watch_;
  ServerStream upstream_;
  asio::steady_timer timer_{*shared_.io}, head_timer_{*shared_.io};
  std::function<void()> on_closed_;
  std::array<char, kBuffer> from_client_{}, from_upstream_{};
  std::string answer_, why_refused_, why_ended_;
  Clock::time_point farewell_end_;  // set with answering_
  Code non_blocking_;               // error of making the client's socket non-blocking
  ConnectionState state_ = ConnectionState::idle;
  double last_event_ms_ = 0;
  bool asking_ = false;   // head_timer_ runs
  bool refused_ = false;  // the upstream is closed, and the proxy answers the client
  bool answering_ = false;
  bool writing_client_ = false;   // bytes that are not reported yet
  bool client_done_ = false;      // its FIN was read
  bool upstream_done_ = false;    // its FIN was forwarded, or the proxy's answer is written
  bool upstream_broken_ = false;  // it accepts no more bytes
  bool closed_ = false;
};
}  // namespace

std::shared_ptr<RelayConnection> RelayConnection::make(RelayShared& shared, std::uint64_t id,
                                                       Socket client,
                                                       std::function<void()> on_closed) {
  return std::make_shared<Connection>(shared, id, std::move(client), std::move(on_closed));
}
}  // namespace franz::proxy
