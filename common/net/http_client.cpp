#include "common/net/http_client.h"
#include <httplib.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <utility>
#include "common/base/ascii.h"
#include "common/http/foreign_reply.h"
#include "common/http/http_parser.h"
#include "common/net/server_stream.h"
#include "common/net/tls.h"

namespace franz {
namespace {
namespace asio = boost::asio;
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
using OutcomeKind = HttpOutcome::Kind;

constexpr std::size_t kReadPiece = 64UL << 10U;    // bytes
constexpr std::size_t kWritePiece = 256UL << 10U;  // bytes; write_ms applies to each
constexpr std::size_t kFirstBytes = 64;  // of a reply, kept to describe one that is not HTTP
// After a complete reply, while waiting for its transport's end: the last chunk of a chunked body,
// or the FIN.
constexpr milliseconds kTheEnd{2'000};
constexpr std::size_t kMaxTheEnd = 64UL << 10U;  // bytes

// A connection and the state that its handlers write; the handlers keep it alive.
struct Link {
  Link(asio::io_context& io, std::shared_ptr<NameLookups> names, const HttpServer& server,
       std::shared_ptr<const TlsTrust> trust)
      : stream(io, std::move(names), server.host, server.port, std::move(trust)) {}

  ServerStream stream;
  std::optional<ConnectResult> connected;

  std::shared_ptr<const std::string> request;
  std::size_t written = 0;
  bool writing = false, unwritable = false;
  Clock::time_point write_progress;

  struct Read {
    ReadEnd end;
    std::size_t size;
  };
  std::array<char, kReadPiece> buffer{};
  bool reading = false;
  std::optional<Read> read;
};

void write_next(const std::shared_ptr<Link>& link) {
  link->writing = link->written < link->request->size();
  if (!link->writing) return;
  const std::string_view piece =
      std::string_view(*link->request).substr(link->written, kWritePiece);
  link->stream.write(piece, [link, size = piece.size()](bool taken) {
    link->written += size;
    link->write_progress = Clock::now();
    link->unwritable = !taken;
    link->writing = false;
    if (taken) write_next(link);
  });
}

void read_next(const std::shared_ptr<Link>& link) {
  if (link->reading || link->read) return;
  link->reading = true;
  link->stream.read(link->buffer.data(), link->buffer.size(),
                    [link](ReadEnd end, std::size_t size) {
                      link->reading = false;
                      link->read = Link::Read{end, size};
                    });
}

bool has_control_character(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return (static_cast<unsigned char>(c) < ' ' && c != '\t') || c == '\x7f';
  });
}

bool closes(const std::vector<HttpHeader>& headers) {
  const auto value = find_header(headers, "connection");
  return value && equal_ignoring_case(*value, "close");
}

// The deadlines of a wait: a fixed one, and one for the next event.
struct Deadlines {
  Clock::time_point whatever_comes = Clock::time_point::max();
  Clock::time_point next = Clock::time_point::max();
};

// Runs the handlers of connections while their caller waits.
struct EventLoop {
  std::unique_ptr<asio::io_context> io;
  std::string why_none;  // why there is no io
  std::optional<asio::executor_work_guard<asio::io_context::executor_type>> work;
  std::atomic<bool> stopped = false;

  EventLoop() {
    try {
      io = std::make_unique<asio::io_context>(1);
      work.emplace(io->get_executor());
    } catch (const boost::system::system_error& error) {
      why_none = "this machine allows no connection: " + error.code().message();
    }
  }

  enum class Waited { done, late, stopped };
  // Runs until `done`. Calls `until` for the deadlines before each event.
  template <typename Until, typename Done>
  Waited wait(Until until, Done done) {
    while (true) {
      if (stopped) return Waited::stopped;
      const Deadlines deadlines = until();
      const Clock::time_point now = Clock::now();
      if (now >= deadlines.whatever_comes) return Waited::late;
      if (done()) return Waited::done;
      if (now >= deadlines.next) return Waited::late;
      io->run_one_until(std::min(deadlines.whatever_comes, deadlines.next));
    }
  }
};
using Waited = EventLoop::Waited;

// httplib's client without its connection: it writes requests to our stream and reads replies from
// it. Only this file handles differences between versions: Debian 12 has 0.11.4, vcpkg a newer one;
// 0.18.7 and 0.41.0 were also tested.
struct LibraryClient : httplib::ClientImpl {
  LibraryClient() : ClientImpl("localhost") {
    set_decompress(false);
    const auto keep_path_as_written = [](auto& client) {
      if constexpr (requires { client.set_path_encode(false); }) {
        client.set_path_encode(false);  // the newer name
      } else {
        client.set_url_encode(false);
      }
    };
    keep_path_as_written(*this);
  }
  using ClientImpl::process_request;
};

// Functions that httplib requires of a stream and does not use without its own socket. Without
// `override`, because some exist only in older versions and some only in newer ones.
class UnconnectedStream : public httplib::Stream {
 public:
  // NOLINTBEGIN(modernize-use-override)
  bool is_readable() const { return true; }
  bool is_writable() const { return true; }
  bool wait_readable() const { return true; }
  bool wait_writable() const { return true; }
  time_t duration() const { return 0; }
  void get_remote_ip_and_port(std::string&, int&) const {}
  void get_local_ip_and_port(std::string&, int&) const {}
  socket_t socket() const { return INVALID_SOCKET; }
  // NOLINTEND(modernize-use-override)
};

httplib::Request library_request(const HttpServer& server, const OutgoingRequest& request) {
  httplib::Request made;
  made.method = request.method;
  made.path = request.target;
  made.body = request.body;
  for (const HttpHeader& header : request.headers) made.set_header(header.name, header.value);
  if (request.fresh_value) made.set_header(request.fresh_header, request.fresh_value());
  const bool bracketed = server.host.find(':') != std::string::npos;
  std::string host = bracketed ? "[" + server.host + "]" : server.host;
  if (server.port != (server.tls ? 443 : 80)) host += ":" + std::to_string(server.port);
  if (!made.has_header("Host")) made.set_header("Host", host);
  made.set_header("User-Agent", "franz");
  return made;
}

// `request` with a new value for an existing header.
std::string with_header(const std::string& request, const std::string& name,
                        const std::string& value) {
  const std::string line = "\r\n" + name + ": ";
  const std::size_t at = request.find(line) + line.size();
  const std::size_t end = request.find("\r\n", at);
  return request.substr(0, at) + value + request.substr(end);
}

// The timeouts of one request, and their start.
struct Clocking {
  HttpTimes times;
  Clock::time_point start = Clock::now();
  Clock::time_point total_end = times.total_ms > 0 ? start + milliseconds(times.total_ms)
                                                   : Clock::time_point::max();
  Clock::time_point first_byte_end = start + milliseconds(times.first_byte_ms);
};

// The connection to a server: opened on demand, and kept between two requests.
struct KeptConnection {
  EventLoop loop;
  std::shared_ptr<NameLookups> names;
  std::shared_ptr<Link> link;  // null: none
  HttpServer linked_to;
  std::shared_ptr<const TlsTrust> trust;
  std::string trust_file;  // of `trust`

  // `whole`: `link` is connected.
  HttpOutcome connect(const HttpServer& server, const Clocking& clocking) {
    if (server.tls && (!trust || trust_file != server.ca_file)) {
      auto loaded = TlsTrust::load(server.ca_file, server.ca_setting);
      if (!loaded.ok()) return {OutcomeKind::not_sent, loaded.error().message};
      trust = std::move(loaded).value();
      trust_file = server.ca_file;
    }
    link = std::make_shared<Link>(*loop.io, names, server, server.tls ? trust : nullptr);
    linked_to = server;
    link->stream.connect(
        clocking.times.connect_ms,
        [connecting = link](const ConnectResult& result) { connecting->connected = result; });
    const Waited waited = loop.wait([&] { return Deadlines{.whatever_comes = clocking.total_end}; },
                                    [this] { return link->connected.has_value(); });
    if (waited == Waited::stopped) return {OutcomeKind::stopped, ""};
    if (waited == Waited::late) return {OutcomeKind::not_connected, "did not answer in time"};
    const std::string& why = link->connected->why;
    switch (link->connected->kind) {
      case ConnectResult::Kind::refused: return {OutcomeKind::refused, why};
      case ConnectResult::Kind::timed_out: return {OutcomeKind::not_connected, why};
      case ConnectResult::Kind::unreachable: return {OutcomeKind::unreachable, why};
      case ConnectResult::Kind::tls: return {OutcomeKind::no_tls, why};
      case ConnectResult::Kind::ready: break;
    }
    return {};
  }

  // The handlers keep alive what they still use.
  void hang_up() {
    if (link) link->stream.close();
    link.reset();
  }
};

// One request and its reply, as httplib sees them. The request is collected, and sent when httplib
// starts to read, so that a reply to a partly sent request is read too. httplib does not read the
// server's lines: HttpParser does, and httplib receives the final status and the decoded body.
// httplib 0.11.4 itself overflows the stack on a status line of 60,000 bytes (std::regex), treats
// status 103 as the reply, waits forever in a head with bare LF, and refuses trailers and header
// lines over 8 KiB.
class Exchange final : public UnconnectedStream {
 public:
  Exchange(KeptConnection& connection, const HttpServer& server, const OutgoingRequest& outgoing,
           const Clocking& clocking, const HttpClient::OnHead& on_head,
           const HttpClient::OnBody& on_body, const HttpTap& tap)
      : connection_(connection),
        server_(server),
        outgoing_(outgoing),
        clocking_(clocking),
        on_head_(on_head),
        on_body_(on_body),
        tap_(tap) {}

  HttpOutcome run(LibraryClient& library, httplib::Request request) {
    parser_.expect_reply_to(request.method);
    request.content_receiver = [this](const char* bytes, std::size_t size, std::uint64_t,
                                      std::uint64_t) {
      return take_body({bytes, size});
    };
    httplib::Response response;
    httplib::Error error = httplib::Error::Success;
    try {
      library.process_request(*this, request, response, false, error);
      if (!ended_) end(OutcomeKind::not_a_reply, "sent a reply that httplib refuses");
    } catch (const std::exception& thrown) {
      end(OutcomeKind::broken, std::string("sent a reply that cannot be read: ") + thrown.what());
    }
    tap_reply();
    if (!may_be_followed_) connection_.hang_up();
    return outcome_;
  }

  ssize_t write(const char* bytes, std::size_t size) override {
    request_->append(bytes, size);
    return static_cast<ssize_t>(size);
  }
  ssize_t read(char* into, std::size_t size) override {
    if (!std::exchange(sent_, true)) send();
    while (ready_.empty() && !ended_) advance();
    if (ready_.empty()) return outcome_.kind == OutcomeKind::whole ? 0 : -1;
    const std::size_t count = ready_.copy(into, size);
    ready_.remove_prefix(count);
    return static_cast<ssize_t>(count);
  }

 private:
  const std::shared_ptr<Link>& link() const { return connection_.link; }

  // Connects first if no connection is kept.
  void send() {
    kept_ = link() != nullptr;
    if (!kept_) {
      const HttpOutcome connected = connection_.connect(server_, clocking_);
      if (connected.kind != OutcomeKind::whole) return end(connected.kind, connected.why);
    }
    if (tap_.request) tap_.request(*request_);
    link()->request = request_;
    link()->written = 0;
    link()->write_progress = Clock::now();
    write_next(link());
  }

  void advance() {
    switch (parser_.next(unread_)) {
      case HttpStep::need_more: return receive();
      case HttpStep::head: return take_head(parser_.head());
      case HttpStep::body:
        if (!complete_) ready_ = parser_.piece();
        return;
      case HttpStep::end:
        may_be_followed_ = unread_.empty() && !link()->writing && !link()->unwritable &&
                           !closes(parser_.head().headers);
        chunk_.remove_suffix(unread_.size());  // not part of the reply
        return end(OutcomeKind::whole);
      case HttpStep::failed:
        if (complete_) return end(OutcomeKind::enough);
        return end(OutcomeKind::not_a_reply, parser_.why() == "not HTTP"
                                                 ? describe_foreign_reply(first_)
                                                 : "sent invalid HTTP/1.1: " + parser_.why());
    }
  }

  void receive() {
    tap_reply();
    read_next(link());
    const Waited waited = connection_.loop.wait([this] { return deadlines(); },
                                                [this] { return link()->read.has_value(); });
    if (waited == Waited::stopped) return end(OutcomeKind::stopped);
    if (waited == Waited::late) return end_late();
    const Link::Read read = *std::exchange(link()->read, std::nullopt);
    if (read.end != ReadEnd::none) return end_of_stream(read.end);
    chunk_ = unread_ = {link()->buffer.data(), read.size};
    first_ += chunk_.substr(0, kFirstBytes - first_.size());
    bytes_ += chunk_.size();
    if (complete_) after_complete_ += chunk_.size();
    if (after_complete_ > kMaxTheEnd) return end(OutcomeKind::enough);
    if (bytes_ > kMaxHttpReply) end(OutcomeKind::too_large, "sent more than 64 MiB without an end");
  }

  void take_head(const HttpHead& head) {
    const std::string status = std::to_string(head.status);
    if (head.status < 200) {
      if (++interim_ > kMaxInterimReplies)
        end(OutcomeKind::not_a_reply, "sent more than " + std::to_string(kMaxInterimReplies) +
                                          " interim replies (status 1xx) and no final one");
      return;
    }
    outcome_.status = head.status;
    if (head.status == 204 || head.status == 304)
      return end(OutcomeKind::not_a_reply,
                 "answered with status " + status + ", which has no content");
    on_head_({head.status, head.headers});
    status_line_ = "HTTP/1.1 " + status + " \r\n\r\n";
    ready_ = status_line_;
  }

  // Returns false if no more of it is wanted.
  bool take_body(std::string_view piece) {
    const Clock::time_point now = Clock::now();
    if (!std::exchange(body_, true))
      outcome_.first_byte_ms =
          std::chrono::duration<double, std::milli>(now - clocking_.start).count();
    if (complete_) return true;
    const Wanted wanted = on_body_(piece);
    const bool brought = wanted != Wanted::more_as_before;
    if (brought || !began_) last_body_ = now;
    began_ = began_ || brought;
    complete_ = wanted == Wanted::the_end;
    if (complete_) complete_end_ = now + std::min(kTheEnd, milliseconds(clocking_.times.idle_ms));
    if (wanted == Wanted::nothing) end(OutcomeKind::enough);
    return !ended_;
  }

  void end(OutcomeKind kind, const std::string& why = "") {
    ended_ = true;
    outcome_.kind = kind;
    outcome_.why = why;
  }

  void end_of_stream(ReadEnd how) {
    if (kept_ && bytes_ == 0) {  // it had closed while it was kept
      connection_.hang_up();
      outcome_.reconnected = true;
      // The closed connection may still be writing the bytes that it was given.
      if (outgoing_.fresh_value)
        request_ = std::make_shared<std::string>(
            with_header(*request_, outgoing_.fresh_header, outgoing_.fresh_value()));
      return send();
    }
    if (how == ReadEnd::ended && parser_.finish()) return end(OutcomeKind::whole);
    if (complete_) return end(OutcomeKind::enough);
    end(OutcomeKind::broken, bytes_ > 0 ? "broke the connection before the reply's end"
                                        : "ended the connection without an answer");
  }

  void end_late() {
    if (complete_) return end(OutcomeKind::enough);
    const Clock::time_point now = Clock::now();
    const bool in_time = now < clocking_.first_byte_end && now < clocking_.total_end;
    if (began_ || (body_ && in_time)) return end(OutcomeKind::went_silent, "stopped sending");
    if (in_time) return end(OutcomeKind::not_taken, "does not accept the request");
    end(OutcomeKind::no_answer, "gave no answer");
  }

  Deadlines deadlines() const {
    Deadlines deadlines{.whatever_comes = clocking_.total_end};
    if (complete_ || !began_)
      deadlines.whatever_comes =
          std::min(deadlines.whatever_comes, complete_ ? complete_end_ : clocking_.first_byte_end);
    if (body_ && !complete_) deadlines.next = last_body_ + milliseconds(clocking_.times.idle_ms);
    if (link()->writing)
      deadlines.next =
          std::min(deadlines.next, link()->write_progress + milliseconds(clocking_.times.write_ms));
    return deadlines;
  }

  void tap_reply() {
    if (tap_.reply && !chunk_.empty()) tap_.reply(chunk_);
    chunk_ = {};
  }

  KeptConnection& connection_;
  const HttpServer& server_;
  const OutgoingRequest& outgoing_;
  const Clocking& clocking_;
  const HttpClient::OnHead& on_head_;
  const HttpClient::OnBody& on_body_;
  const HttpTap& tap_;

  std::shared_ptr<std::string> request_ = std::make_shared<std::string>();
  HttpParser parser_{HttpParser::Side::replies};
  std::string_view chunk_;   // the last bytes received, until tap_ has them
  std::string_view unread_;  // the part of it that parser_ has not read
  std::string_view ready_;   // for httplib: part of status_line_ or of the chunk
  std::string status_line_, first_;
  std::size_t bytes_ = 0, after_complete_ = 0;
  int interim_ = 0;
  bool body_ = false;      // part of the body was received
  bool began_ = false;     // a piece of the body had content
  bool complete_ = false;  // the caller waits only for the reply's end
  // When the last piece with content came; before the first one, when any piece of the body came.
  Clock::time_point last_body_;
  Clock::time_point complete_end_;  // with complete_: the end of that wait
  HttpOutcome outcome_;
  bool sent_ = false, ended_ = false;
  bool kept_ = false;  // the connection was used by an earlier request
  bool may_be_followed_ =
      false;  // both sides are at the same position, so another request may follow
};
}  // namespace

struct HttpClient::Running {
  KeptConnection connection;
  LibraryClient library;
};

HttpClient::HttpClient(LookUpHost look_up) : running_(std::make_unique<Running>()) {
  running_->connection.names = std::make_shared<NameLookups>(std::move(look_up));
}

HttpClient::~HttpClient() {
  hang_up();
  if (auto& io = running_->connection.loop.io) io->poll();
}

HttpOutcome HttpClient::ask(const HttpServer& server, const OutgoingRequest& request,
                            const HttpTimes& times, const OnHead& on_head, const OnBody& on_body,
                            const HttpTap& tap) {
  KeptConnection& connection = running_->connection;
  const Clocking clocking{times};
  if (connection.loop.stopped) return {OutcomeKind::stopped, ""};
  if (!connection.loop.io) return {OutcomeKind::not_sent, connection.loop.why_none};
  for (const HttpHeader& header : request.headers)
    if (has_control_character(header.value))
      return {OutcomeKind::not_sent,
              "the header " + header.name + " would hold a control character"};
  if (connection.link && (!(connection.linked_to == server) || !connection.link->stream.is_quiet()))
    hang_up();
  Exchange exchange(connection, server, request, clocking, on_head, on_body, tap);
  return exchange.run(running_->library, library_request(server, request));
}

void HttpClient::hang_up() { running_->connection.hang_up(); }

void HttpClient::stop() {
  EventLoop& loop = running_->connection.loop;
  loop.stopped = true;
  if (loop.io) asio::post(*loop.io, [] {});  // wakes the waiting caller
}

void HttpClient::go_on() { running_->connection.loop.stopped = false; }

bool http_client_speaks_tls() { return TlsTrust::in_this_build(); }
}  // namespace franz
