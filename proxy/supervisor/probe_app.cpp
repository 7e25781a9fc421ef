#include "proxy/supervisor/probe_app.h"
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <memory>
#include <optional>
#include <utility>

namespace franz::proxy {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;

static constexpr std::uint64_t kMaxBody = 64U << 10U;

namespace {
class Probe : public std::enable_shared_from_this<Probe> {
 public:
  Probe(asio::io_context& io, const Upstream& upstream,
        std::function<void(const ProbeResult&)> on_result)
      : resolver_(io), stream_(io), on_result_(std::move(on_result)), host_(upstream.address) {
    request_.version(11);
    request_.method(http::verb::get);
    request_.target(probe_target(upstream));
    request_.set(http::field::host, to_string(upstream.address));
    request_.set(http::field::connection, "close");
    request_.set(http::field::accept, "application/json");
    parser_.body_limit(kMaxBody);
  }

  void start() {
    resolver_.async_resolve(
        host_.host, std::to_string(host_.port),
        [self = shared_from_this()](const error_code& code, const tcp::resolver::results_type& at) {
          if (code) return self->fail(code);
          self->stream_.expires_after(std::chrono::seconds(kProbeTimeoutS));
          self->stream_.async_connect(at, [self](const error_code& failure, const tcp::endpoint&) {
            if (failure) return self->fail(failure);
            self->ask();
          });
        });
  }

 private:
  void ask() {
    http::async_write(stream_, request_,
                      [self = shared_from_this()](const error_code& code, std::size_t) {
                        if (code) return self->fail(code);
                        self->read_head();
                      });
  }

  void read_head() {
    http::async_read_header(stream_, buffer_, parser_,
                            [self = shared_from_this()](const error_code& code, std::size_t) {
                              if (code) return self->fail(code);
                              self->read_body();
                            });
  }

  void read_body() {
    http::async_read(stream_, buffer_, parser_,
                     [self = shared_from_this()](const error_code&, std::size_t) {
                       self->answered();  // a cut or endless body is an answer too
                     });
  }

  void answered() {
    ProbeResult result;
    result.kind = ProbeResult::Kind::answered;
    result.status = parser_.get().result_int();
    result.content_type = std::string(parser_.get()[http::field::content_type]);
    result.body = parser_.get().body();
    on_result_(result);
  }

  void fail(const error_code& code) {
    ProbeResult result;
    result.why = code.message();
    if (code == beast::error::timeout) {
      result.kind = ProbeResult::Kind::no_answer;
    } else if (code == asio::error::connection_refused) {
      result.kind = ProbeResult::Kind::refused;
    } else if (code == http::error::end_of_stream) {
      result.kind = ProbeResult::Kind::unreachable;
      result.why = "it closes the connection without an answer";
    } else if (code.category() == http::make_error_code(http::error::bad_version).category()) {
      result.kind = ProbeResult::Kind::not_http;
    } else {
      result.kind = ProbeResult::Kind::unreachable;
    }
    on_result_(result);
  }

  tcp::resolver resolver_;
  beast::tcp_stream stream_;
  std::function<void(const ProbeResult&)> on_result_;
  Address host_;
  http::request<http::empty_body> request_;
  beast::flat_buffer buffer_;
  http::response_parser<http::string_body> parser_;
};
}  // namespace

void probe_upstream(asio::io_context& io, const Upstream& upstream,
                    std::function<void(const ProbeResult&)> on_result) {
  std::make_shared<Probe>(io, upstream, std::move(on_result))->start();
}

ProbeResult probe_upstream_now(const Upstream& upstream) {
  asio::io_context io(1);
  ProbeResult result;
  probe_upstream(io, upstream, [&result](const ProbeResult& answer) { result = answer; });
  io.run();
  return result;
}
}  // namespace franz::proxy
