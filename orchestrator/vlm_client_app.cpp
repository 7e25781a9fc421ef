#include "orchestrator/vlm_client_app.h"
#include <httplib.h>
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include "common/os/clock.h"
#include "common/os/paths.h"
#include "common/wire/model_list.h"
#include "orchestrator/model_url.h"
#include "orchestrator/retry_after.h"

namespace franz::orchestrator {
namespace {
using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kConnect{10'000};
constexpr milliseconds kListModels{10'000};
constexpr milliseconds kAfterDone{2'000};  // for the end of a chunked body behind [DONE]
constexpr milliseconds kCutAgain{20};
constexpr std::size_t kMaxModelList = 4UL << 20U;  // bytes

// Ends a request that is late or unwanted, from a thread of its own, by shutting its socket down:
// whatever httplib waits for there (connecting, the handshake, reading, writing) then fails. This
// is what gives one request two deadlines, and stop() its promptness: httplib's own stop() blocks
// while a connection is being made.
class Watchdog {
 public:
  Watchdog() : thread_([this] { watch(); }) {}

  ~Watchdog() {
    {
      const std::lock_guard lock(mutex_);
      leaving_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  // A request begins, on `socket` if its connection was kept. False: stopped, do not begin.
  bool begin(Clock::time_point deadline, std::optional<socket_t> socket) {
    const std::lock_guard lock(mutex_);
    if (stopped_) return false;
    running_ = true;
    expired_ = false;
    deadline_ = deadline;
    socket_ = socket;
    changed_.notify_all();
    return true;
  }

  // The request goes on with a new socket.
  void use(socket_t socket) {
    const std::lock_guard lock(mutex_);
    if (running_) socket_ = socket;
  }

  void move_deadline(Clock::time_point deadline) {
    const std::lock_guard lock(mutex_);
    const bool earlier = deadline < deadline_;
    deadline_ = deadline;
    if (earlier) changed_.notify_all();  // a later one is seen when the old one is over
  }

  enum class Verdict { unharmed, late, stopped };  // was it cut, and why

  // The request is over.
  Verdict end() {
    const std::lock_guard lock(mutex_);
    running_ = false;
    socket_.reset();
    changed_.notify_all();
    return stopped_ ? Verdict::stopped : expired_ ? Verdict::late : Verdict::unharmed;
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    changed_.notify_all();
  }

 private:
  void watch() {
    std::unique_lock lock(mutex_);
    while (!leaving_) {
      if (!running_) {
        changed_.wait(lock);
        continue;
      }
      if (Clock::now() >= deadline_) expired_ = true;
      if (!expired_ && !stopped_) {
        changed_.wait_until(lock, Clock::time_point(deadline_));
        continue;
      }
      // Again until the request has noticed: a socket that is not connecting yet cannot be shut
      // down, and a host may have several addresses to try.
      constexpr int kBothWays = 2;  // SHUT_RDWR, SD_BOTH
      if (socket_) ::shutdown(*socket_, kBothWays);
      changed_.wait_for(lock, kCutAgain);
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  Clock::time_point deadline_;
  std::optional<socket_t> socket_;
  bool running_ = false, expired_ = false, stopped_ = false, leaving_ = false;
  std::thread thread_;
};

std::string seconds(int ms) {
  const std::string fraction = ms % 1000 == 0 ? "" : "." + std::to_string(ms % 1000 / 100);
  return std::to_string(ms / 1000) + fraction + " s";
}

std::string connection_failure(httplib::Error error, const ModelUrl& url) {
  switch (error) {
    case httplib::Error::ConnectionTimeout:
      return "no connection to " + url.text() + " within " +
             seconds(static_cast<int>(kConnect.count()));
    case httplib::Error::SSLConnection: return "no TLS connection to " + url.text();
    case httplib::Error::SSLLoadingCerts:
    case httplib::Error::SSLServerVerification:
      return "the certificate of " + url.text() + " could not be verified";
    default: return "nothing answers at " + url.text();
  }
}

// Ready for use; nothing is connected yet.
std::unique_ptr<httplib::ClientImpl> make_client([[maybe_unused]] const ModelServer& server,
                                                 const ModelUrl& url, milliseconds patience) {
  std::unique_ptr<httplib::ClientImpl> client;
#ifdef CPPHTTPLIB_OPENSSL_SUPPORT
  if (url.tls) {
    client = std::make_unique<httplib::SSLClient>(url.host, url.port);
    if (!server.ca_file.empty()) client->set_ca_cert_path(server.ca_file);
  }
#endif
  if (!client) client = std::make_unique<httplib::ClientImpl>(url.host, url.port);
  client->set_tcp_nodelay(true);
  client->set_keep_alive(true);
  client->set_follow_location(false);
  client->set_connection_timeout(kConnect);
  // The watchdog's deadlines come first; these are for a socket that it could not cut.
  client->set_read_timeout(patience + kAfterDone);
  client->set_write_timeout(patience + kAfterDone);
  return client;
}

httplib::Headers headers_for(const ModelServer& server) {
  httplib::Headers headers = {{"Accept-Encoding", "identity"}};
  if (!server.host_header.empty()) headers.emplace("Host", server.host_header);
  const auto key = server.api_key_env.empty() ? std::nullopt : environment(server.api_key_env);
  if (key && !key->empty()) headers.emplace("Authorization", "Bearer " + *key);
  return headers;
}
}  // namespace

bool VlmClient::speaks_tls() {
#ifdef CPPHTTPLIB_OPENSSL_SUPPORT
  return true;
#else
  return false;
#endif
}

class VlmClient::Connection {
 public:
  ModelAnswer ask(const ModelServer& server, const ModelRequest& request);
  Result<std::vector<std::string>> list_models(const ModelServer& server);
  void stop() { watchdog_.stop(); }

 private:
  httplib::ClientImpl& client_for(const ModelServer& server, const ModelUrl& url);
  void watch_sockets(httplib::ClientImpl& client) {
    client.set_socket_options([this](socket_t socket) {
      httplib::default_socket_options(socket);
      watchdog_.use(socket);
    });
  }

  Watchdog watchdog_;
  std::unique_ptr<httplib::ClientImpl> client_;  // with the kept connection
  std::string client_key_;                       // what it was made from
};

httplib::ClientImpl& VlmClient::Connection::client_for(const ModelServer& server,
                                                       const ModelUrl& url) {
  const milliseconds patience(std::max(server.first_byte_ms, server.idle_ms));
  const std::string key =
      url.text() + " " + server.ca_file + " " + std::to_string(patience.count());
  if (!client_ || client_key_ != key) {
    client_ = make_client(server, url, patience);
    watch_sockets(*client_);
    client_key_ = key;
  }
  return *client_;
}

ModelAnswer VlmClient::Connection::ask(const ModelServer& server, const ModelRequest& request) {
  using Transport = ModelAnswer::Transport;
  ModelAnswer answer;
  const double start_ms = steady_time_exact_ms();
  const auto finish = [&](Transport transport, const std::string& why) {
    answer.transport = transport;
    answer.why = why;
    answer.total_ms = steady_time_exact_ms() - start_ms;
    return answer;
  };
  const Result<ModelUrl> url = parse_model_url(server.url);
  if (!url.ok()) return finish(Transport::connect_failed, url.error().message);
  httplib::ClientImpl& client = client_for(server, url.value());

  std::optional<ChatReplyReader> reader;
  httplib::Request sent;
  sent.method = "POST";
  sent.path = url.value().path + "/chat/completions";
  sent.headers = headers_for(server);
  sent.headers.emplace("Content-Type", "application/json");
  if (!request.franz_turn.empty()) sent.headers.emplace("X-Franz-Turn", request.franz_turn);
  sent.body = request.body;
  sent.response_handler = [&](const httplib::Response& head) {
    answer.status = head.status;
    answer.from_proxy = head.get_header_value("X-Franz-Proxy") == "1";
    answer.location = head.get_header_value("Location");
    answer.retry_after_ms = retry_after_ms(head.get_header_value("Retry-After"),
                                           head.get_header_value("retry-after-ms"),
                                           head.get_header_value("Date"), unix_time_ms());
    reader.emplace(head.status, head.get_header_value("Content-Type"));
    return true;
  };
  sent.content_receiver = [&](const char* data, std::size_t size, std::uint64_t, std::uint64_t) {
    if (answer.first_byte_ms == 0) answer.first_byte_ms = steady_time_exact_ms() - start_ms;
    const bool goes_on = reader->feed({data, size});
    const milliseconds idle(server.idle_ms);
    watchdog_.move_deadline(Clock::now() + (reader->done() ? std::min(kAfterDone, idle) : idle));
    return goes_on;
  };

  auto verdict = Watchdog::Verdict::unharmed;
  bool whole = false;
  auto error = httplib::Error::Success;
  while (true) {
    const bool kept = client.is_socket_open() != 0;
    const std::optional<socket_t> socket = kept ? std::optional(client.socket()) : std::nullopt;
    if (!watchdog_.begin(Clock::now() + milliseconds(server.first_byte_ms), socket))
      return finish(Transport::stopped, "stopped");
    httplib::Response response;
    httplib::Request attempt = sent;
    error = httplib::Error::Success;
    whole = client.send(attempt, response, error);
    verdict = watchdog_.end();
    if (whole) answer.status = response.status;
    // A cut looks like the end of a body that only the connection's end ends.
    if (verdict != Watchdog::Verdict::unharmed) whole = false;
    const bool died_idle = !whole && kept && !reader && !answer.reconnected &&
                           verdict == Watchdog::Verdict::unharmed &&
                           (error == httplib::Error::Read || error == httplib::Error::Write);
    if (!died_idle) break;
    answer.reconnected = true;
  }

  const bool done = reader && reader->done();
  if (reader)
    answer.reply =
        reader->finish(whole ? ChatReplyReader::End::whole : ChatReplyReader::End::broken);
  if (whole || done || answer.reply.too_large) return finish(Transport::whole, "");
  if (verdict == Watchdog::Verdict::stopped) return finish(Transport::stopped, "stopped");
  if (verdict == Watchdog::Verdict::late) {
    return answer.first_byte_ms == 0
               ? finish(Transport::no_answer, "no answer from " + url.value().text() + " within " +
                                                  seconds(server.first_byte_ms))
               : finish(Transport::went_silent,
                        "the reply went silent for " + seconds(server.idle_ms));
  }
  if (error == httplib::Error::Read || error == httplib::Error::Write) {
    return finish(Transport::broken,
                  reader ? "the connection broke before the reply's end"
                         : "the connection to " + url.value().text() + " ended without an answer");
  }
  return finish(Transport::connect_failed, connection_failure(error, url.value()));
}

Result<std::vector<std::string>> VlmClient::Connection::list_models(const ModelServer& server) {
  const Result<ModelUrl> url = parse_model_url(server.url);
  if (!url.ok()) return url.error();
  // A connection of its own: it is asked after a failure.
  const auto client = make_client(server, url.value(), kListModels);
  watch_sockets(*client);
  httplib::Request sent;
  sent.method = "GET";
  sent.path = url.value().path + "/models";
  sent.headers = headers_for(server);
  std::string body;
  sent.content_receiver = [&](const char* data, std::size_t size, std::uint64_t, std::uint64_t) {
    body.append(data, size);
    return body.size() <= kMaxModelList;
  };
  if (!watchdog_.begin(Clock::now() + kListModels, std::nullopt)) return Error{"stopped"};
  httplib::Response response;
  auto error = httplib::Error::Success;
  const bool whole = client->send(sent, response, error);
  switch (watchdog_.end()) {
    case Watchdog::Verdict::stopped: return Error{"stopped"};
    case Watchdog::Verdict::late: return Error{"no answer within 10 s"};
    case Watchdog::Verdict::unharmed: break;
  }
  if (whole && response.status >= 300)
    return Error{"the server answered " + std::to_string(response.status)};
  if (whole) return parse_model_list(body);
  if (error == httplib::Error::Read || error == httplib::Error::Write)
    return Error{"the connection broke"};
  return Error{connection_failure(error, url.value())};
}

VlmClient::VlmClient() : connection_(std::make_unique<Connection>()) {}
VlmClient::~VlmClient() = default;

ModelAnswer VlmClient::ask(const ModelServer& server, const ModelRequest& request) {
  return connection_->ask(server, request);
}

Result<std::vector<std::string>> VlmClient::list_models(const ModelServer& server) {
  return connection_->list_models(server);
}

void VlmClient::stop() { connection_->stop(); }
}  // namespace franz::orchestrator
