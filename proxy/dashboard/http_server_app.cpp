#include "proxy/dashboard/http_server_app.h"
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/thread_pool.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http.hpp>
#include <deque>
#include <map>
#include <thread>
#include <utility>
#include "common/os/file_pieces.h"
#include "common/os/open_files.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"
#include "common/run/stored_request_app.h"
#include "proxy/relay/listen_app.h"

namespace franz::proxy {
namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;
using tcp = asio::ip::tcp;

static constexpr std::size_t kMaxConnections = 1000;
static constexpr std::size_t kMaxRefusals = 100;  // being told so at once
static constexpr std::size_t kFilesPerConnection = 2;
static constexpr std::uint32_t kMaxHead = 16U << 10U;
static constexpr std::uint64_t kMaxBody = 64U << 10U;  // a note is at most 16 KiB
static constexpr std::size_t kPiece = 256U << 10U;     // of a file
static constexpr std::size_t kMaxDrained = 1U << 20U;  // of what nobody reads any more
static constexpr auto kIdle = std::chrono::seconds(30);
static constexpr auto kHeadTime = std::chrono::seconds(10);   // so for a body
static constexpr auto kWriteTime = std::chrono::seconds(30);  // for some bytes to be taken
static constexpr auto kLinger = std::chrono::seconds(2);
static constexpr auto kGoodbye = std::chrono::milliseconds(300);
static constexpr auto kAcceptAgain = std::chrono::milliseconds(100);

namespace {
class Session;
using Connection = HttpServer::Connection;
using Sessions = std::map<Connection, std::shared_ptr<Session>>;

// All connections, on the thread of `io`.
struct Sockets {
  asio::io_context io{1};
  asio::thread_pool files{1};
  tcp::acceptor acceptor{io};
  asio::steady_timer goodbye{io}, accept_again{io};
  std::deque<asio::steady_timer> timers;
  Address address;
  HttpServer::Handlers handlers;
  Connection last = 0;
  Sessions sessions;
  std::size_t refused = 0;  // of the sessions: they are only told that there are too many
  bool stopping = false;
  std::thread thread;

  void accept();
  void take(tcp::socket socket);
  void gone(Connection connection, bool refusal);
  void stop();
  void repeat_every(asio::steady_timer& timer, std::chrono::milliseconds period,
                    std::function<void()> function);
  std::shared_ptr<Session> find(Connection connection) const;
};
}  // namespace

struct HttpServer::Running : Sockets {};

// `headers`: lines with their ends. A stream's may bring a policy of their own.
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

// For the page, which knows names in the run folder and no paths.
static std::string why_not_sent(const Error& error, const std::string& name) {
  switch (error.code) {
    case ErrorCode::not_a_file: return name + " is no regular file";
    case ErrorCode::too_large: return name + " is larger than such a file can be";
    case ErrorCode::missing: return "there is no " + name;
    case ErrorCode::other_version:
    case ErrorCode::failed: break;
  }
  return name + " cannot be read";
}

namespace {
// What answers a question for a file of the run folder.
struct FileAnswer {
  std::shared_ptr<OpenFile> file;  // to be sent piece by piece; null: the answer is this
  ApiAnswer answer;
};
}  // namespace

// A request from which pictures were cut: as it was sent.
static ApiAnswer whole_request(const RunDir& dir, const ApiFile& file) {
  Result<std::string, RequestFailure> whole = read_request(dir, file.name);
  if (whole.ok())
    return {200, file.type, std::make_shared<const std::string>(std::move(whole).value()), ""};
  const auto& [name, error] = whole.error();
  const std::string cut = " (" + file.name + " cannot be made whole without it)";
  if (name == file.name)
    return api_error(409, name + " is not what was left of it when pictures were cut");
  const bool words = error.code != ErrorCode::failed;
  return api_error(409, (words ? why_not_sent(error, name) : dir.problem_of(name, error)) + cut);
}

static FileAnswer answer_with(const std::string& folder, const ApiFile& file) {
  const Result<RunDir> dir = RunDir::open(folder);
  auto opened = dir.ok() ? dir.value().open_file(file.name) : dir.error();
  const RunFilePlace place = place_of(file.name);
  if (!opened.ok()) {
    // Of a request that is stored whole there is no list.
    const bool nothing_cut =
        place.kind == RunFilePlace::Kind::cuts && opened.error().code == ErrorCode::missing &&
        dir.ok() && dir.value().folder().kind(exchange_file(place.turn, place.attempt, "request"));
    if (nothing_cut)
      return {nullptr,
              {200, file.type, std::make_shared<const std::string>(to_json(PictureCuts{})), ""}};
    return {nullptr, api_error(404, why_not_sent(opened.error(), file.name))};
  }
  // It was opened first: once it is cut, the list is there.
  if (place.kind == RunFilePlace::Kind::request &&
      dir.value().folder().kind(exchange_file(place.turn, place.attempt, "cuts")))
    return {nullptr, whole_request(dir.value(), file)};
  return {std::move(opened).value(), {}};
}

namespace {
// One connection of a browser: request, answer, request, …
class Session : public std::enable_shared_from_this<Session> {
 public:
  using Then = void (Session::*)();

  Session(tcp::socket socket, Sockets& server, Connection id)
      : stream_(std::move(socket)), server_(server), id_(id) {}

  void start() { await_request(); }

  // Says only this, and goes.
  void refuse(const ApiAnswer& answer) {
    refusal_ = true;
    last_ = true;
    head_only_ = false;
    write_answer(answer);
  }
  bool refusal() const { return refusal_; }

  void answer(const ApiAnswer& answer) {
    if (stop_watching()) write_answer(answer);
  }

  void send_file(const std::string& run_folder, const ApiFile& file) {
    if (!stop_watching()) return;
    file_type_ = file.type;
    asio::post(server_.files, [self = shared_from_this(), run_folder, file] {
      FileAnswer ready = answer_with(run_folder, file);
      asio::post(self->server_.io, [self, ready = std::move(ready)] {
        if (self->ended_) return;
        if (!ready.file) return self->write_answer(ready.answer);
        self->begin_file(ready.file);
      });
    });
  }

  void begin_stream(const std::string& headers, HttpServer::Pull pull) {
    if (!stop_watching()) return;
    // Its length is not known, or told by chunks: the connection ends with it.
    last_ = true;
    if (!head_only_) pull_ = std::move(pull);
    outgoing_ = head_of(200, headers + connection_line());
    if (pull_) watch_for_close();
    write(outgoing_, &Session::stream_on);
  }

  void wake() {
    if (pull_ && !writing_) stream_on();
  }

  void end_stream() {
    ending_ = true;
    if (writing_) return;
    if (!pull_) return end();  // a page that waits for an answer need not be kept
    stream_on();
  }

  void end() {
    if (std::exchange(ended_, true)) return;
    error_code ignored;
    stream_.socket().close(ignored);
    server_.gone(id_, refusal_);
  }

 private:
  // ---- A request comes
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
    parser_->header_limit(kMaxHead);
    parser_->body_limit(kMaxBody);
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
    // Which of the two is meant, somebody on the way may see otherwise than we do.
    if (twice) return write_answer(api_error(400, "a header that must stand once stands twice"));
    awaited_ = true;
    watch_for_close();
    server_.handlers.on_request(id_, asked);
  }

  // ---- Nobody may wait any more: then what is done for the answer can stop
  void watch_for_close() {
    const std::uint64_t watch = ++watch_;
    stream_.socket().async_wait(
        tcp::socket::wait_read, [self = shared_from_this(), watch](const error_code& code) {
          if (watch != self->watch_ || self->ended_) return;
          error_code failure;
          // More bytes are the next request, which a stream's reader has no use for.
          if (!code && self->stream_.socket().available(failure) > 0 && !self->pull_) return;
          self->end();
        });
  }

  // False: there is nobody to answer.
  bool stop_watching() {
    if (ended_ || !std::exchange(awaited_, false)) return false;
    ++watch_;
    error_code ignored;
    stream_.socket().cancel(ignored);
    return true;
  }

  // ---- The answer goes
  void write_answer(const ApiAnswer& answer) {
    body_ = answer.body;
    std::string headers = about_body(answer.type, body_ ? body_->size() : 0);
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

  void begin_file(std::shared_ptr<OpenFile> file) {
    file_ = std::move(file);
    offset_ = 0;
    outgoing_ = head_of(200, about_body(file_type_, file_->size()));
    write(outgoing_, &Session::next_piece);
  }

  void next_piece() {
    if (head_only_ || offset_ == file_->size()) {
      file_.reset();
      return answered();
    }
    asio::post(server_.files, [self = shared_from_this(), file = file_, offset = offset_] {
      const auto size =
          static_cast<std::size_t>(std::min<std::uint64_t>(kPiece, file->size() - offset));
      auto piece = std::make_shared<Result<std::string>>(file->read(offset, size));
      asio::post(self->server_.io, [self, piece] {
        // Its length was told: a file that has become shorter cannot be sent as a whole one.
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

  // `bytes` live until `then`.
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

  // Closing over bytes that were not read resets the connection, and the answer may be lost.
  void end_politely() {
    if (server_.stopping) return end();
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
  Sockets& server_;
  const Connection id_;
  beast::flat_buffer buffer_{kMaxHead + kMaxBody};
  std::optional<http::request_parser<http::string_body>> parser_;
  bool last_ = false, head_only_ = false;  // of the request: nothing follows; HEAD
  bool awaited_ = false;                   // an answer is
  std::uint64_t watch_ = 0;                // which watch for the other side's close counts
  std::string outgoing_, file_type_;
  std::shared_ptr<const std::string> body_;
  std::shared_ptr<OpenFile> file_;
  std::uint64_t offset_ = 0;
  HttpServer::Pull pull_;
  bool writing_ = false, ending_ = false, ended_ = false, refusal_ = false;
  std::array<char, 4096> scratch_;
};

std::shared_ptr<Session> Sockets::find(Connection connection) const {
  const auto found = sessions.find(connection);
  return found == sessions.end() ? nullptr : found->second;
}

void Sockets::accept() {
  acceptor.async_accept([this](const error_code& code, tcp::socket socket) {
    if (code == asio::error::operation_aborted || stopping) return;
    if (!code) {
      take(std::move(socket));
      return accept();
    }
    // No descriptor is left, most likely: whoever waits is served when one is.
    accept_again.expires_after(kAcceptAgain);
    accept_again.async_wait([this](const error_code& cancelled) {
      if (!cancelled && !stopping) accept();
    });
  });
}

void Sockets::take(tcp::socket socket) {
  const bool full = sessions.size() - refused >= kMaxConnections;
  if (full && refused >= kMaxRefusals) return;  // closes it
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  const Connection id = ++last;
  const auto session = std::make_shared<Session>(std::move(socket), *this, id);
  sessions[id] = session;
  if (!full) return session->start();
  ++refused;
  session->refuse(api_error(503, "there are " + std::to_string(kMaxConnections) +
                                     " connections already: close some pages"));
}

void Sockets::gone(Connection connection, bool refusal) {
  if (refusal) --refused;
  sessions.erase(connection);
  if (handlers.on_gone) handlers.on_gone(connection);
  if (stopping && sessions.empty()) io.stop();
}

void Sockets::repeat_every(asio::steady_timer& timer, std::chrono::milliseconds period,
                           std::function<void()> function) {
  timer.expires_after(period);
  timer.async_wait([this, &timer, period, function = std::move(function)](const error_code& code) {
    if (code || stopping) return;
    function();
    repeat_every(timer, period, function);
  });
}

void Sockets::stop() {
  stopping = true;
  error_code ignored;
  acceptor.close(ignored);
  accept_again.cancel();
  const Sessions open = sessions;  // ending takes them out of the map
  for (const auto& [id, session] : open) session->end_stream();
  if (sessions.empty()) io.stop();
  // A reader that takes nothing must not hold up the end.
  goodbye.expires_after(kGoodbye);
  goodbye.async_wait([this](const error_code& code) {
    if (!code) io.stop();
  });
}

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::listen(const Address& address) {
  // Connections and the files that they are sent.
  static_cast<void>(raise_open_files(kFilesPerConnection * (kMaxConnections + kMaxRefusals)));
  auto running = std::make_unique<Running>();
  error_code code;
  tcp::resolver resolver(running->io);
  const auto found =
      resolver.resolve(address.host, std::to_string(address.port), tcp::resolver::passive, code);
  if (code || found.empty())
    return Error{"dashboard: cannot listen on " + to_string(address) + ": " + code.message()};
  const tcp::endpoint endpoint = found.begin()->endpoint();
  tcp::acceptor& acceptor = running->acceptor;
  if (const Status listening = listen_at(acceptor, endpoint, address); !listening.ok())
    return Error{"dashboard: " + listening.error().message};
  running->address = {address.host, acceptor.local_endpoint(code).port()};
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(running)));
}

HttpServer::HttpServer(std::unique_ptr<Running> running) : running_(std::move(running)) {}

HttpServer::~HttpServer() {
  stop();
  running_->files.join();
}

const Address& HttpServer::address() const { return running_->address; }

void HttpServer::start(Handlers handlers) {
  running_->handlers = std::move(handlers);
  running_->accept();
  running_->thread = std::thread([server = running_.get()] { server->io.run(); });
}

void HttpServer::stop() {
  if (!running_->thread.joinable()) return;
  asio::post(running_->io, [server = running_.get()] { server->stop(); });
  running_->thread.join();
  running_->handlers = {};
  // Each knows the server, whose parts go in their own order.
  const Sessions open = std::exchange(running_->sessions, {});
  for (const auto& [id, session] : open) session->end();
}

void HttpServer::post(std::function<void()> function) {
  asio::post(running_->io, std::move(function));
}

void HttpServer::every(std::chrono::milliseconds period, std::function<void()> function) {
  running_->repeat_every(running_->timers.emplace_back(running_->io), period, std::move(function));
}

void HttpServer::answer(Connection connection, const ApiAnswer& answer) {
  if (const auto session = running_->find(connection)) session->answer(answer);
}

void HttpServer::send_file(Connection connection, const std::string& run_folder,
                           const ApiFile& file) {
  if (const auto session = running_->find(connection)) session->send_file(run_folder, file);
}

void HttpServer::begin_stream(Connection connection, const std::string& headers, Pull pull) {
  if (const auto session = running_->find(connection))
    session->begin_stream(headers, std::move(pull));
}

void HttpServer::wake(Connection connection) {
  if (const auto session = running_->find(connection)) session->wake();
}

void HttpServer::end_stream(Connection connection) {
  if (const auto session = running_->find(connection)) session->end_stream();
}

void HttpServer::cut(Connection connection) {
  if (const auto session = running_->find(connection)) session->end();
}
}  // namespace franz::proxy
