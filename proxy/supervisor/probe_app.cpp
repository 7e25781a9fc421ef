#include "proxy/supervisor/probe_app.h"
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <memory>
#include <utility>
#include "common/net/server_stream.h"

namespace franz::proxy {
namespace asio = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;
using Kind = ProbeResult::Kind;

static constexpr std::uint64_t kMaxProbeBody = 64U << 10U;
static constexpr std::uint32_t kMaxProbeHead = 64U << 10U;

namespace {
class Probe : public std::enable_shared_from_this<Probe> {
 public:
  Probe(asio::io_context& io, std::shared_ptr<NameLookups> names, const Upstream& upstream,
        std::shared_ptr<const TlsTrust> trust, std::function<void(const ProbeResult&)> on_result)
      : timer_(io),
        stream_(io, std::move(names), upstream.address.host, upstream.address.port,
                std::move(trust)),
        on_result_(std::move(on_result)) {
    request_ = "GET " + probe_target(upstream) + " HTTP/1.1\r\nHost: " + host_header(upstream) +
               "\r\nConnection: close\r\nAccept: application/json\r\n\r\n";
    parser_.body_limit(kMaxProbeBody);
    parser_.header_limit(kMaxProbeHead);
    parser_.eager(true);
  }

  void start() {
    timer_.expires_after(std::chrono::seconds(kProbeTimeoutS));
    timer_.async_wait([self = shared_from_this()](const error_code& code) {
      if (!code) self->finish(Kind::no_answer);
    });
    // A little longer than the timer, which so decides. The stream keeps what it calls: a pointer
    // that owns us would keep both for ever where the io_context ends in between.
    stream_.connect((kProbeTimeoutS + 1) * 1000,
                    [weak = weak_from_this()](const ConnectResult& result) {
                      if (const auto self = weak.lock()) self->on_connected(result);
                    });
  }

 private:
  void on_connected(const ConnectResult& result) {
    if (done_) return;
    switch (result.kind) {
      case ConnectResult::Kind::refused: return finish(Kind::refused);
      case ConnectResult::Kind::timed_out: return finish(Kind::no_answer);
      case ConnectResult::Kind::unreachable: return finish(Kind::unreachable, result.why);
      case ConnectResult::Kind::tls: return finish(Kind::tls, result.why);
      case ConnectResult::Kind::ready: break;
    }
    stream_.write(request_, [self = shared_from_this()](bool) {});  // what it says, reading tells
    read();
  }

  void read() {
    stream_.read(buffer_.data(), buffer_.size(),
                 [self = shared_from_this()](ReadEnd end, std::size_t count) {
                   if (!self->done_) self->on_read(end, count);
                 });
  }

  void on_read(ReadEnd end, std::size_t count) {
    if (end != ReadEnd::none) {
      if (parser_.is_header_done()) return finish(Kind::answered);  // a cut body is an answer too
      if (end == ReadEnd::cut) return finish(Kind::unreachable, "it " + stream_.why());
      return finish(Kind::unreachable, "it closes the connection without an answer");
    }
    pending_.append(buffer_.data(), count);
    error_code failed;
    const std::size_t taken = parser_.put(asio::buffer(pending_), failed);
    pending_.erase(0, taken);
    if (parser_.is_header_done() && (failed || parser_.is_done())) return finish(Kind::answered);
    if (failed && failed != http::error::need_more) return finish(Kind::not_http);
    read();
  }

  void finish(Kind kind, const std::string& why = "") {
    if (std::exchange(done_, true)) return;
    timer_.cancel();
    stream_.close();
    ProbeResult result;
    result.kind = kind;
    result.why = why;
    if (kind == Kind::answered) {
      result.status = static_cast<int>(parser_.get().result_int());
      result.content_type = std::string(parser_.get()[http::field::content_type]);
      result.body = parser_.get().body();
    }
    on_result_(result);
  }

  asio::steady_timer timer_;
  ServerStream stream_;
  std::function<void(const ProbeResult&)> on_result_;
  std::string request_, pending_;
  std::array<char, 16384> buffer_{};
  http::response_parser<http::string_body> parser_;
  bool done_ = false;
};
}  // namespace

void probe_upstream(asio::io_context& io, std::shared_ptr<NameLookups> names,
                    const Upstream& upstream, std::function<void(const ProbeResult&)> on_result) {
  std::shared_ptr<const TlsTrust> trust;
  if (upstream.tls) {
    auto loaded = TlsTrust::load(upstream.ca_file);
    if (!loaded.ok()) {
      ProbeResult result;
      result.kind = Kind::tls;
      result.why = "cannot be checked: " + loaded.error().message;
      asio::post(io, [result, on_result = std::move(on_result)] { on_result(result); });
      return;
    }
    trust = std::move(loaded).value();
  }
  std::make_shared<Probe>(io, std::move(names), upstream, std::move(trust), std::move(on_result))
      ->start();
}

ProbeResult probe_upstream_now(const Upstream& upstream) {
  asio::io_context io(1);
  ProbeResult result;
  probe_upstream(io, std::make_shared<NameLookups>(), upstream,
                 [&result](const ProbeResult& answer) { result = answer; });
  io.run();
  return result;
}
}  // namespace franz::proxy
