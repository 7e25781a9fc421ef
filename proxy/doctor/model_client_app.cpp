#include "proxy/doctor/model_client_app.h"
#include <httplib.h>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include "common/os/clock.h"

namespace franz::proxy {
static constexpr int kConnectS = 10;
static constexpr std::size_t kMaxAnswer = 8UL
                                          << 20U;  // bytes; no answer to our questions is longer

namespace {
// Ends a request at its deadline, however slowly the server drips.
class Deadline {
 public:
  Deadline(httplib::ClientImpl& client, int seconds)
      : thread_([this, &client, seconds] {
          std::unique_lock lock(mutex_);
          if (over_.wait_for(lock, std::chrono::seconds(seconds), [this] { return done_; })) return;
          passed_ = true;
          lock.unlock();
          client.stop();
        }) {}
  ~Deadline() { finish(); }
  Deadline(const Deadline&) = delete;
  Deadline& operator=(const Deadline&) = delete;

  // The request is over. True: the deadline was first.
  bool finish() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    over_.notify_all();
    if (thread_.joinable()) thread_.join();
    return passed_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable over_;
  bool done_ = false, passed_ = false;
  std::thread thread_;
};
}  // namespace

std::string base_url(const Upstream& upstream) {
  return to_string(upstream) + (upstream.path.empty() ? "/v1" : "");
}

static std::unique_ptr<httplib::ClientImpl> make_client(const ModelServer& server, int deadline_s) {
  const Address& address = server.upstream.address;
  std::unique_ptr<httplib::ClientImpl> client;
#ifdef CPPHTTPLIB_OPENSSL_SUPPORT
  if (server.upstream.tls) {
    client = std::make_unique<httplib::SSLClient>(address.host, address.port);
    if (!server.ca_file.empty()) client->set_ca_cert_path(server.ca_file);
  }
#endif
  if (!client) client = std::make_unique<httplib::ClientImpl>(address.host, address.port);
  client->set_follow_location(false);
  client->set_connection_timeout(std::min(kConnectS, deadline_s));
  client->set_read_timeout(deadline_s + 1);
  client->set_write_timeout(deadline_s + 1);
  return client;
}

static void take_failure(ServerAnswer& answer, httplib::Error error, bool late, int deadline_s) {
  using Transport = ServerAnswer::Transport;
  answer.why = httplib::to_string(error);
  if (late) {
    answer.transport = Transport::no_answer;
    answer.why = "nothing whole came within " + std::to_string(deadline_s) + " s";
    return;
  }
  switch (error) {
    case httplib::Error::Connection: answer.transport = Transport::refused; break;
    case httplib::Error::ConnectionTimeout:
      answer.transport = Transport::unreachable;
      answer.why = "no connection within " + std::to_string(std::min(kConnectS, deadline_s)) + " s";
      break;
    case httplib::Error::SSLConnection: answer.transport = Transport::no_tls; break;
    case httplib::Error::SSLLoadingCerts:
      answer.transport = Transport::no_tls;
      answer.why = "the certificates to trust cannot be read";
      break;
    case httplib::Error::SSLServerVerification:
      answer.transport = Transport::no_tls;
      answer.why = "the certificate could not be verified";
      break;
    default:
      answer.transport = Transport::broken;
      answer.why = "the connection ended before the answer did, or it is no HTTP";
  }
}

// Some servers repeat the key in what they complain of.
static void hide_key(std::string& text, const std::string& key) {
  if (key.empty()) return;
  for (std::size_t at = text.find(key); at != std::string::npos; at = text.find(key, at))
    text.replace(at, key.size(), "***");
}

static bool speaks_tls() {
#ifdef CPPHTTPLIB_OPENSSL_SUPPORT
  return true;
#else
  return false;
#endif
}

static ServerAnswer ask(const ModelServer& server, httplib::Request request, int deadline_s) {
  if (server.upstream.tls && !speaks_tls()) {
    ServerAnswer none;
    none.transport = ServerAnswer::Transport::no_tls;
    none.why = "this build has no TLS";
    return none;
  }
  const std::unique_ptr<httplib::ClientImpl> client = make_client(server, deadline_s);
  request.headers.emplace("Accept-Encoding", "identity");
  request.headers.emplace("Connection", "close");
  if (!server.api_key.empty()) request.headers.emplace("Authorization", "Bearer " + server.api_key);
  ServerAnswer answer;
  std::optional<ChatReplyReader> reader;
  const double start_ms = steady_time_exact_ms();
  request.response_handler = [&](const httplib::Response& head) {
    answer.status = head.status;
    answer.content_type = head.get_header_value("Content-Type");
    reader.emplace(answer.status, answer.content_type);
    return true;
  };
  request.content_receiver = [&](const char* data, std::size_t size, std::uint64_t, std::uint64_t) {
    answer.body.append(data, size);
    const bool goes_on = reader->feed({data, size});
    if (answer.first_text_ms == 0 &&
        (!reader->take_content().empty() || !reader->take_reasoning().empty()))
      answer.first_text_ms = steady_time_exact_ms() - start_ms;
    return goes_on && answer.body.size() <= kMaxAnswer;
  };
  httplib::Response response;
  auto error = httplib::Error::Success;
  Deadline deadline(*client, deadline_s);
  const bool whole = client->send(request, response, error);
  const bool late = deadline.finish();
  answer.total_ms = steady_time_exact_ms() - start_ms;
  if (whole && !late) {
    answer.transport = ServerAnswer::Transport::whole;
    answer.status = response.status;
    answer.content_type = response.get_header_value("Content-Type");
  } else {
    take_failure(answer, error, late, deadline_s);
  }
  hide_key(answer.body, server.api_key);
  return answer;
}

// In front of /models and /chat/completions.
static std::string base_path(const Upstream& upstream) {
  return upstream.path.empty() ? "/v1" : upstream.path;
}

ServerAnswer get_models(const ModelServer& server, int deadline_s) {
  httplib::Request request;
  request.method = "GET";
  request.path = base_path(server.upstream) + "/models";
  return ask(server, std::move(request), deadline_s);
}

ServerAnswer post_chat(const ModelServer& server, const std::string& body, int deadline_s) {
  httplib::Request request;
  request.method = "POST";
  request.path = base_path(server.upstream) + "/chat/completions";
  request.headers.emplace("Content-Type", "application/json");
  request.body = body;
  return ask(server, std::move(request), deadline_s);
}
}  // namespace franz::proxy
