// A test's own server: a model, a foreign web page or a man in the middle.
#pragma once

#include <httplib.h>
#include <functional>
#include <string>
#include <thread>

namespace franz {
// Serves on a free loopback port, on its own threads, until it is destroyed. Everything that the
// answers use must outlive it, so a member of this type is its owner's last.
class LocalServer {
 public:
  // `set_up` registers the handlers and may change server options.
  explicit LocalServer(const std::function<void(httplib::Server&)>& set_up) {
    set_up(server_);
    port_ = server_.bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_.listen_after_bind(); });
  }
  ~LocalServer() {
    // stop() has no effect before the server runs.
    while (!server_.is_running()) std::this_thread::yield();
    server_.stop();
    thread_.join();
  }
  LocalServer(const LocalServer&) = delete;
  LocalServer& operator=(const LocalServer&) = delete;

  std::string url() const { return "http://127.0.0.1:" + std::to_string(port_); }

 private:
  httplib::Server server_;
  int port_ = 0;
  std::thread thread_;
};

// For `set_up`: an empty list of models as in OpenAI's API.
inline void serve_no_models(httplib::Server& server) {
  server.Get("/v1/models", [](const httplib::Request&, httplib::Response& answer) {
    answer.set_content(R"({"object":"list","data":[]})", "application/json");
  });
}
}  // namespace franz
