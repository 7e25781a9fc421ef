#include "common/net/http_client.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/system/system_error.hpp>
#include <chrono>
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
constexpr std::size_t kWritePiece = 256UL << 10U;  // bytes; each has write_ms
constexpr std::size_t kFirstBytes = 64;            // kept to tell what is no HTTP
// Behind a complete reply, for the end of its transport: a chunked body's last chunk, or the FIN.
constexpr milliseconds kTheEnd{2'000};
constexpr std::size_t kMaxTheEnd = 64UL << 10U;  // bytes

// One connection and what its handlers write to; kept alive by them.
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
  std::function<void()> on_written;

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
    if (taken && link->written == link->request->size() && link->on_written) link->on_written();
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

// The whole request. Failure: a line of its head would not be one line.
Result<std::string> request_bytes(const HttpServer& server, const OutgoingRequest& request) {
  const bool bracketed = server.host.find(':') != std::string::npos;
  std::string host = bracketed ? "[" + server.host + "]" : server.host;
  if (server.port != (server.tls ? 443 : 80)) host += ":" + std::to_string(server.port);
  std::string lines;
  for (const HttpHeader& header : request.headers) {
    if (has_control_character(header.value))
      return Error{"the header " + header.name + " would hold a control character"};
    if (equal_ignoring_case(header.name, "host")) {
      host = header.value;
    } else {
      lines += header.name + ": " + header.value + "\r\n";
    }
  }
  if (request.method != "GET")
    lines += "Content-Length: " + std::to_string(request.body.size()) + "\r\n";
  return request.method + " " + request.target + " HTTP/1.1\r\nHost: " + host + "\r\n" + lines +
         "\r\n" + request.body;
}

bool closes(const std::vector<HttpHeader>& headers) {
  const auto value = find_header(headers, "connection");
  return value && equal_ignoring_case(*value, "close");
}

// Until when is waited, whatever comes, and for the next thing alone.
struct Deadlines {
  Clock::time_point whatever_comes = Clock::time_point::max();
  Clock::time_point next = Clock::time_point::max();
};

// A reply as it comes.
struct Receiving {
  explicit Receiving(const std::string& method) : parser(HttpParser::Side::replies) {
    parser.expect_reply_to(method);
  }
  HttpParser parser;
  std::string first;      // its first bytes
  std::size_t bytes = 0;  // as they came
  int interim = 0;
  bool body = false;      // some of it came
  bool began = false;     // it has brought something
  bool complete = false;  // the caller wants the end alone
  // Of the body's last piece; as long as it has not begun, of any.
  Clock::time_point last_body;
  Clock::time_point cut_at;        // with `complete`
  std::size_t after_complete = 0;  // bytes
};
}  // namespace

class HttpClient::Running {
 public:
  explicit Running(LookUpHost look_up) : names_(std::make_shared<NameLookups>(std::move(look_up))) {
    try {
      io_.emplace(1);
      work_.emplace(io_->get_executor());
    } catch (const boost::system::system_error& error) {
      no_io_ = "this machine lets no connection be made: " + error.code().message();
    }
  }
  ~Running() {
    if (!io_) return;
    drop();
    io_->poll();
  }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  HttpOutcome ask(const HttpServer& server, const OutgoingRequest& request, const HttpTimes& times,
                  const OnHead& on_head, const OnBody& on_body, const HttpTap& tap);
  void stop() {
    stopped_ = true;
    if (io_) asio::post(*io_, [] {});  // wakes whoever waits
  }
  void go_on() { stopped_ = false; }

 private:
  enum class Waited { done, late, stopped };
  template <typename Until, typename Done>
  Waited wait(Until until, Done done);

  std::optional<HttpOutcome> connect(const HttpServer& server);
  std::optional<HttpOutcome> receive(Receiving& receiving);
  std::optional<HttpOutcome> take(Receiving& receiving, std::string_view bytes);
  std::optional<HttpOutcome> read(Receiving& receiving, std::string_view& bytes);
  std::optional<HttpOutcome> take_head(Receiving& receiving);
  HttpOutcome end(Receiving& receiving, ReadEnd end);
  HttpOutcome late(const Receiving& receiving);
  Deadlines deadlines(const Receiving& receiving) const;
  HttpOutcome outcome(OutcomeKind kind, const std::string& why = "");
  void drop();

  std::string no_io_;  // why there is no io_
  std::optional<asio::io_context> io_;
  std::optional<asio::executor_work_guard<asio::io_context::executor_type>> work_;
  std::shared_ptr<NameLookups> names_;
  std::atomic<bool> stopped_ = false;

  std::shared_ptr<Link> link_;  // the connection, kept between two requests
  HttpServer linked_to_;
  std::shared_ptr<const TlsTrust> trust_;
  std::string trust_file_;  // what trust_ was made from

  // Of the request under way.
  const OnHead* on_head_ = nullptr;
  const OnBody* on_body_ = nullptr;
  const HttpTap* tap_ = nullptr;
  HttpTimes times_;
  Clock::time_point start_, total_end_;
  HttpOutcome so_far_;
};

// Nothing of the connection is used again; what its handlers still hold goes with them.
void HttpClient::Running::drop() {
  if (link_) link_->stream.close();
  link_.reset();
}

HttpOutcome HttpClient::Running::outcome(OutcomeKind kind, const std::string& why) {
  so_far_.kind = kind;
  so_far_.why = why;
  return so_far_;
}

// Until `done`. `until` tells the deadlines anew each time.
template <typename Until, typename Done>
HttpClient::Running::Waited HttpClient::Running::wait(Until until, Done done) {
  while (true) {
    if (stopped_) return Waited::stopped;
    const Deadlines deadlines = until();
    const Clock::time_point now = Clock::now();
    if (now >= deadlines.whatever_comes) return Waited::late;
    if (done()) return Waited::done;
    if (now >= deadlines.next) return Waited::late;
    io_->run_one_until(std::min(deadlines.whatever_comes, deadlines.next));
  }
}

std::optional<HttpOutcome> HttpClient::Running::connect(const HttpServer& server) {
  if (server.tls && (!trust_ || trust_file_ != server.ca_file)) {
    auto loaded = TlsTrust::load(server.ca_file);
    if (!loaded.ok()) return outcome(OutcomeKind::not_sent, loaded.error().message);
    trust_ = std::move(loaded).value();
    trust_file_ = server.ca_file;
  }
  link_ = std::make_shared<Link>(*io_, names_, server, server.tls ? trust_ : nullptr);
  linked_to_ = server;
  link_->stream.connect(times_.connect_ms,
                        [link = link_](const ConnectResult& result) { link->connected = result; });
  const Waited waited = wait([this] { return Deadlines{.whatever_comes = total_end_}; },
                             [this] { return link_->connected.has_value(); });
  if (waited == Waited::stopped) return outcome(OutcomeKind::stopped);
  if (waited == Waited::late) return outcome(OutcomeKind::not_connected, "did not answer in time");
  const ConnectResult& result = *link_->connected;
  switch (result.kind) {
    case ConnectResult::Kind::ready: return std::nullopt;
    case ConnectResult::Kind::refused: return outcome(OutcomeKind::refused, result.why);
    case ConnectResult::Kind::timed_out: return outcome(OutcomeKind::not_connected, result.why);
    case ConnectResult::Kind::unreachable: return outcome(OutcomeKind::unreachable, result.why);
    case ConnectResult::Kind::tls: return outcome(OutcomeKind::no_tls, result.why);
  }
  return std::nullopt;
}

HttpOutcome HttpClient::Running::ask(const HttpServer& server, const OutgoingRequest& request,
                                     const HttpTimes& times, const OnHead& on_head,
                                     const OnBody& on_body, const HttpTap& tap) {
  start_ = Clock::now();
  so_far_ = {};
  on_head_ = &on_head;
  on_body_ = &on_body;
  tap_ = &tap;
  times_ = times;
  total_end_ =
      times.total_ms > 0 ? start_ + milliseconds(times.total_ms) : Clock::time_point::max();
  if (stopped_) return outcome(OutcomeKind::stopped);
  if (!no_io_.empty()) return outcome(OutcomeKind::not_sent, no_io_);
  Result<std::string> bytes = request_bytes(server, request);
  if (!bytes.ok()) return outcome(OutcomeKind::not_sent, bytes.error().message);
  const auto shared = std::make_shared<const std::string>(std::move(bytes).value());

  if (link_ && (!(linked_to_ == server) || !link_->stream.is_quiet())) drop();
  while (true) {
    const bool kept = link_ != nullptr;
    if (!kept) {
      if (const auto failed = connect(server)) {
        drop();
        return *failed;
      }
    }
    if (tap.request) tap.request(*shared);
    link_->request = shared;
    link_->written = 0;
    link_->on_written = tap.sent;
    link_->write_progress = Clock::now();
    write_next(link_);
    Receiving receiving(request.method);
    std::optional<HttpOutcome> ended;
    const std::shared_ptr<Link> asked = link_;
    while (!ended) ended = receive(receiving);
    asked->on_written = {};  // it is the caller's, for this call
    const bool died = kept && ended->kind == OutcomeKind::broken && receiving.bytes == 0;
    if (ended->kind != OutcomeKind::whole) drop();
    if (!died) return *ended;
    so_far_.reconnected = true;
  }
}

Deadlines HttpClient::Running::deadlines(const Receiving& receiving) const {
  Deadlines deadlines;
  if (receiving.complete) {
    deadlines.whatever_comes = receiving.cut_at;
  } else {
    if (receiving.body) deadlines.next = receiving.last_body + milliseconds(times_.idle_ms);
    if (!receiving.began) deadlines.whatever_comes = start_ + milliseconds(times_.first_byte_ms);
  }
  if (link_->writing)
    deadlines.next =
        std::min(deadlines.next, link_->write_progress + milliseconds(times_.write_ms));
  deadlines.whatever_comes = std::min(deadlines.whatever_comes, total_end_);
  return deadlines;
}

HttpOutcome HttpClient::Running::late(const Receiving& receiving) {
  if (receiving.complete) return outcome(OutcomeKind::enough);
  const auto now = Clock::now();
  const bool in_time = now < start_ + milliseconds(times_.first_byte_ms) && now < total_end_;
  if (receiving.began || (receiving.body && in_time))
    return outcome(OutcomeKind::went_silent, "went silent");
  if (in_time) return outcome(OutcomeKind::not_taken, "does not take the request");
  return outcome(OutcomeKind::no_answer, "gave no answer");
}

// The next piece. Nothing: there is more to come.
std::optional<HttpOutcome> HttpClient::Running::receive(Receiving& receiving) {
  read_next(link_);
  const Waited waited =
      wait([&] { return deadlines(receiving); }, [this] { return link_->read.has_value(); });
  if (waited == Waited::stopped) return outcome(OutcomeKind::stopped);
  if (waited == Waited::late) return late(receiving);
  const Link::Read read = *std::exchange(link_->read, std::nullopt);
  if (read.end != ReadEnd::none) return end(receiving, read.end);
  return take(receiving, {link_->buffer.data(), read.size});
}

HttpOutcome HttpClient::Running::end(Receiving& receiving, ReadEnd end) {
  if (end == ReadEnd::ended && receiving.parser.finish()) {
    drop();
    return outcome(OutcomeKind::whole);
  }
  if (receiving.complete) return outcome(OutcomeKind::enough);
  const bool began = receiving.body || receiving.bytes > 0;
  return outcome(OutcomeKind::broken, began ? "broke the connection before the reply's end"
                                            : "ended the connection without an answer");
}

std::optional<HttpOutcome> HttpClient::Running::take(Receiving& receiving, std::string_view bytes) {
  const std::shared_ptr<Link> buffer = link_;  // which may be dropped on the way
  const std::string_view all = bytes;
  std::optional<HttpOutcome> ended = read(receiving, bytes);
  // What stands behind the reply's end is no part of it.
  const bool whole = ended && ended->kind == OutcomeKind::whole;
  if (tap_->reply) tap_->reply(whole ? all.substr(0, all.size() - bytes.size()) : all);
  return ended;
}

std::optional<HttpOutcome> HttpClient::Running::read(Receiving& receiving,
                                                     std::string_view& bytes) {
  receiving.first += bytes.substr(0, kFirstBytes - std::min(kFirstBytes, receiving.first.size()));
  receiving.bytes += bytes.size();
  if (receiving.complete) receiving.after_complete += bytes.size();
  if (receiving.after_complete > kMaxTheEnd) return outcome(OutcomeKind::enough);
  if (receiving.bytes > kMaxHttpReply)
    return outcome(OutcomeKind::too_large, "sent more than 64 MiB, and no end of it");
  while (true) {
    switch (receiving.parser.next(bytes)) {
      case HttpStep::need_more: return std::nullopt;
      case HttpStep::failed: {
        const std::string& why = receiving.parser.why();
        if (receiving.complete) return outcome(OutcomeKind::enough);
        if (why == "not HTTP")
          return outcome(OutcomeKind::not_a_reply, describe_foreign_reply(receiving.first));
        return outcome(OutcomeKind::not_a_reply, "sent what is no sound HTTP/1.1: " + why);
      }
      case HttpStep::head:
        if (auto ended = take_head(receiving)) return ended;
        break;
      case HttpStep::body: {
        const Clock::time_point now = Clock::now();
        if (!std::exchange(receiving.body, true))
          so_far_.first_byte_ms = std::chrono::duration<double, std::milli>(now - start_).count();
        if (receiving.complete) break;  // what follows a complete reply is nobody's
        const Wanted wanted = (*on_body_)(receiving.parser.piece());
        const bool brought = wanted != Wanted::more_as_before;
        if (brought || !receiving.began) receiving.last_body = now;
        receiving.began = receiving.began || brought;
        if (wanted == Wanted::nothing) return outcome(OutcomeKind::enough);
        if (wanted == Wanted::the_end) {
          receiving.complete = true;
          receiving.cut_at = now + std::min(kTheEnd, milliseconds(times_.idle_ms));
        }
        break;
      }
      case HttpStep::end:
        // Kept only where both sides are at the same place.
        if (!bytes.empty() || link_->writing || link_->unwritable ||
            closes(receiving.parser.head().headers))
          drop();
        return outcome(OutcomeKind::whole);
    }
  }
}

std::optional<HttpOutcome> HttpClient::Running::take_head(Receiving& receiving) {
  const HttpHead& head = receiving.parser.head();
  if (head.status < 200) {
    if (++receiving.interim <= kMaxInterimReplies) return std::nullopt;
    return outcome(OutcomeKind::not_a_reply, "sent more than " +
                                                 std::to_string(kMaxInterimReplies) +
                                                 " interim replies (status 1xx) and no final one");
  }
  so_far_.status = head.status;
  if (head.status == 204 || head.status == 304)
    return outcome(OutcomeKind::not_a_reply, "answered with status " + std::to_string(head.status) +
                                                 ", which brings no content");
  (*on_head_)({head.status, head.headers});
  return std::nullopt;
}

HttpClient::HttpClient(LookUpHost look_up)
    : running_(std::make_unique<Running>(std::move(look_up))) {}
HttpClient::~HttpClient() = default;

HttpOutcome HttpClient::ask(const HttpServer& server, const OutgoingRequest& request,
                            const HttpTimes& times, const OnHead& on_head, const OnBody& on_body,
                            const HttpTap& tap) {
  return running_->ask(server, request, times, on_head, on_body, tap);
}

void HttpClient::stop() { running_->stop(); }
void HttpClient::go_on() { running_->go_on(); }

bool http_client_speaks_tls() { return TlsTrust::in_this_build(); }
}  // namespace franz
