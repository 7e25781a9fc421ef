#include "proxy/dashboard/http_session_app.h"
#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <optional>
#include <utility>
#include "proxy/dashboard/file_answer_app.h"

namespace franz::proxy {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;

static constexpr std::uint32_t kMaxRequestHead = 16U << 10U;
// A system prompt has at most 60,000 characters, each with at most four bytes in UTF-8.
static constexpr std::uint64_t kMaxRequestBody = 256U << 10U;
static constexpr std::size_t kPiece = 256U << 10U;     // bytes of a file per piece
static constexpr std::size_t kMaxDrained = 1U << 20U;  // discarded bytes before closing
static constexpr auto kIdle = std::chrono::seconds(30);
static constexpr auto kHeadTime = std::chrono::seconds(10);   // also for a body
static constexpr auto kWriteTime = std::chrono::seconds(30);  // without progress
static constexpr auto kLinger = std::chrono::seconds(2);

SessionShared::SessionShared()
    : io(std::make_unique<asio::io_context>(1)), files(std::make_unique<asio::thread_pool>(1)) {}

SessionShared::~SessionShared() = default;

// `headers`: lines with CRLF. A stream's headers may contain their own policy.
static std::string head_of(int status, const std::string& headers) {
  std::string head = "HTTP/1.1 " + std::to_string(status) + " ";
  const auto reason = http::obsolete_reason(static_cast<http::status>(status));
  head += std::string_view(reason.data(), reason.size());
  head += "\r\n";
  for (const auto& [name, value] : security_headers())
    if (headers.find(std::string(name) + ": ") == std::string::npos)
      head += std::string(name) + ": " + std::string(value) + "\r\n";
  return head + headers + "\r\n";
}

namespace {
// One connection of a browser: request, answer, request, …
class Session final : public HttpSession, public std::enable_shared_from_this<Session> {
 public:
  using Then = void (Session::*)();

  Session(Socket socket, SessionShared& shared, Connection id)
      : stream_(std::move(socket)), shared_(shared), id_(id) {}

  void start() override { await_request(); }

  // Sends only this answer and closes.
  void refuse(const ApiAnswer& answer) override {
    refusal_ = true;
    last_ = true;
    head_only_ = false;
    write_answer(answer);
  }

  void answer(const ApiAnswer& answer) override {
    if (stop_watching()) write_answer(answer);
  }

  void send_file(const std::string& run_folder, const ApiFile& file) override {
    if (!stop_watching()) return;
    file_type_ = file.type;
    asio::post(*shared_.files, [self = shared_from_this(), run_folder, file] {
      FileAnswer ready = answer_with_file(run_folder, file);
      asio::post(*self->shared_.io, [self, ready = std::move(ready)] {
        if (self->ended_) return;
        if (ready.read) return self->begin_file(ready);
        self->write_answer(ready.answer);
      });
    });
  }

  void begin_stream(const std::string& headers, Pull pull) override {
    if (!stop_watching()) return;
    // Its length is unknown or in the chunks, so the connection ends with it.
    last_ = true;
    if (!head_only_) pull_ = std::move(pull);
    outgoing_ = head_of(200, headers + connection_line());
    if (pull_) watch_for_close();
    write(outgoing_, &Session::stream_on);
  }

  void wake() override {
    if (pull_ && !writing_) stream_on();
  }

  void end_stream() override {
    ending_ = true;
    if (writing_) return;
    if (!pull_) return end();  // a page that waits for an answer is not kept waiting
    stream_on();
  }

  void end() override {
    if (std::exchange(ended_, true)) return;
    error_code ignored;
    stream_.socket().close(ignored);
    shared_.gone(id_, refusal_);
  }

 private:
  // ---- Reading a request
  void await_request() {
    if (buffer_.size() > 0) return read_head();
    stream_.expires_after(kIdle);
    stream_.async_read_some(buffer_.prepare(4096),
                            [self = shared_from_this()](const error_code& code, std::size_t count) {
                              if (code || self->ended_) return self->end();
                              self->buffer_.commit(count);
                              self->read_head();
                            });
  }

  void read_head() {
    parser_.emplace();
    parser_->header_limit(kMaxRequestHead);
    parser_->body_limit(kMaxRequestBody);
    stream_.expires_after(kHeadTime);
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](const error_code& code, std::size_t) {
                              self->head_read(code);
                            });
  }

  void head_read(const error_code& code) {
    if (code) return not_read(code);
    stream_.expires_after(kHeadTime);
    http::async_read(stream_, buffer_, *parser_,
                     [self = shared_from_this()](const error_code& failure, std::size_t) {
                       if (failure) return self->not_read(failure);
                       self->request_read();
                     });
  }

  void not_read(const error_code& code) {
    if (ended_) return;
    last_ = true;
    head_only_ = false;
    if (code == http::error::body_limit)
      return write_answer(api_error(413, "the request's body is too large"));
    if (code == http::error::header_limit)
      return write_answer(api_error(431, "the request's head is too large"));
    const bool ours = code == http::error::end_of_stream || code == http::error::partial_message;
    if (code.category() == make_error_code(http::error::bad_method).category() && !ours)
      return write_answer(api_error(400, "this is no HTTP request: " + code.message()));
    end();
  }

  void request_read() {
    const http::request<http::string_body> request = parser_->release();
    bool twice = false;
    const auto header = [&](std::string_view name) -> std::optional<std::string> {
      const beast::string_view key(name.data(), name.size());
      twice = twice || request.count(key) > 1;
      const auto found = request.find(key);
      if (found == request.end()) return std::nullopt;
      return std::string(found->value());
    };
    ApiRequest asked;
    asked.method = std::string(request.method_string());
    asked.target = std::string(request.target());
    asked.body = request.body();
    asked.host = header("Host");
    asked.origin = header("Origin");
    asked.fetch_site = header("Sec-Fetch-Site");
    asked.control = header("X-Franz-Control");
    last_ = !request.keep_alive();
    head_only_ = request.method() == http::verb::head;
    // Another program on the way might use the other value.
    if (twice)
      return write_answer(api_error(400, "a header occurs twice that may occur only once"));
    awaited_ = true;
    watch_for_close();
    shared_.on_request(id_, asked);
  }

  // ---- Detecting that the client closed, to stop the work for its answer
  void watch_for_close() {
    const std::uint64_t watch = ++watch_;
    stream_.socket().async_wait(
        tcp::socket::wait_read, [self = shared_from_this(), watch](const error_code& code) {
          if (watch != self->watch_ || self->ended_) return;
          error_code failure;
          // More bytes are the next request; the reader of a stream must not send any.
          if (!code && self->stream_.socket().available(failure) > 0 && !self->pull_) return;
          self->end();
        });
  }

  // False: the client is gone.
  bool stop_watching() {
    if (ended_ || !std::exchange(awaited_, false)) return false;
    ++watch_;
    error_code ignored;
    stream_.socket().cancel(ignored);
    return true;
  }

  // ---- Sending the answer
  void write_answer(const ApiAnswer& answer) {
    body_ = answer.body;
    // A 204 has no Content-Length, and no body that a type could describe (RFC 9110 §8.6).
    std::string headers = answer.status == 204 ? connection_line()
                                               : about_body(answer.type, body_ ? body_->size() : 0);
    if (!answer.etag.empty()) headers += "ETag: \"" + answer.etag + "\"\r\n";
    if (!answer.note.empty()) headers += "X-Franz-Cut: " + answer.note + "\r\n";
    if (answer.status == 405) headers += "Allow: GET, HEAD, POST\r\n";
    outgoing_ = head_of(answer.status, headers);
    write(outgoing_, &Session::write_body);
  }

  std::string about_body(const std::string& type, std::uint64_t length) const {
    return "Content-Type: " + type + "\r\nContent-Length: " + std::to_string(length) + "\r\n" +
           connection_line();
  }

  std::string connection_line() const {
    return last_ ? "Connection: close\r\n" : "Connection: keep-alive\r\n";
  }

  void write_body() {
    if (head_only_ || !body_) return answered();
    write(*body_, &Session::answered);
  }

  void begin_file(FileAnswer file) {
    file_ = std::move(file);
    offset_ = 0;
    outgoing_ = head_of(200, about_body(file_type_, file_.size));
    write(outgoing_, &Session::next_piece);
  }

  void next_piece() {
    if (head_only_ || offset_ == file_.size) {
      file_ = {};
      return answered();
    }
    asio::post(*shared_.files, [self = shared_from_this(), read = file_.read, offset = offset_,
                                left = file_.size - offset_] {
      const auto most = static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, left));
      auto piece = std::make_shared<Result<std::string>>(read(offset, most));
      asio::post(*self->shared_.io, [self, piece] {
        // The length was sent already: a file that became shorter cannot be completed.
        if (self->ended_ || !piece->ok() || piece->value().empty()) return self->end();
        self->outgoing_ = std::move(*piece).value();
        self->offset_ += self->outgoing_.size();
        self->write(self->outgoing_, &Session::next_piece);
      });
    });
  }

  void stream_on() {
    if (!pull_) return answered();
    outgoing_ = pull_();
    if (ended_) return;
    if (outgoing_.empty()) {
      stream_.expires_never();
      if (ending_) end_politely();
      return;
    }
    write(outgoing_, &Session::stream_on);
  }

  // `bytes` must stay valid until `then`.
  void write(std::string_view bytes, Then then) {
    if (ended_) return;
    writing_ = true;
    stream_.expires_after(kWriteTime);
    stream_.async_write_some(
        asio::buffer(bytes.data(), bytes.size()),
        [self = shared_from_this(), bytes, then](const error_code& code, std::size_t count) {
          if (code || self->ended_) return self->end();
          if (count < bytes.size()) return self->write(bytes.substr(count), then);
          self->writing_ = false;
          ((*self).*then)();
        });
  }

  void answered() {
    body_.reset();
    if (ended_) return;
    if (last_ || ending_) return end_politely();
    await_request();
  }

  // Closing with unread bytes resets the connection, and the answer may be lost.
  void end_politely() {
    if (shared_.stopping) return end();
    pull_ = nullptr;
    ++watch_;
    error_code ignored;
    stream_.socket().cancel(ignored);
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(kLinger);
    drain(0);
  }

  void drain(std::size_t drained) {
    stream_.async_read_some(asio::buffer(scratch_), [self = shared_from_this(), drained](
                                                        const error_code& code, std::size_t count) {
      if (code || drained + count > kMaxDrained) return self->end();
      self->drain(drained + count);
    });
  }

  beast::tcp_stream stream_;
  SessionShared& shared_;
  const Connection id_;
  beast::flat_buffer buffer_{kMaxRequestHead + kMaxRequestBody};
  std::optional<http::request_parser<http::string_body>> parser_;
  bool last_ = false, head_only_ = false;  // the connection ends after this request; HEAD
  bool awaited_ = false;                   // an answer is due
  std::uint64_t watch_ = 0;                // number of the current watch for a close
  std::string outgoing_, file_type_;
  std::shared_ptr<const std::string> body_;
  FileAnswer file_;
  std::uint64_t offset_ = 0;
  Pull pull_;
  bool writing_ = false, ending_ = false, ended_ = false, refusal_ = false;
  std::array<char, 4096> scratch_;
};
}  // namespace

std::shared_ptr<HttpSession> HttpSession::make(SessionShared& shared, Connection id,
                                               Socket socket) {
  return std::make_shared<Session>(std::move(socket), shared, id);
}
}  // namespace franz::proxy
