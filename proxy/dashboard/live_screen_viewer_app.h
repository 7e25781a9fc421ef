#pragma once
// Answers requests for the current screen, within the limits of live_pace.h. Without a request
// nothing is captured.
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>
#include "common/base/result.h"
#include "common/net/asio_forward.h"
#include "proxy/dashboard/http_server_app.h"
#include "proxy/dashboard/live_pace.h"

namespace franz::proxy {
class LiveScreenViewer {
 public:
  struct Wanted {
    bool whole = false;        // all of the private display, pixel by pixel
    std::string known_sha256;  // of the picture that we have; empty: none
  };
  struct Picture {
    std::string png;  // empty: the screen is as in the picture that we have
    std::string sha256;
  };
  // Returns the screen, or why it cannot be seen. It is called and destroyed on a thread of its
  // own, always the same; `stop` cancels it.
  using Look = std::function<Result<Picture>(const Wanted& wanted, const std::stop_token& stop)>;
  // `http` outlives it; all functions are called on its thread.
  LiveScreenViewer(HttpServer& http, Look look);
  ~LiveScreenViewer();  // as cancel(), and waits; also after the thread of `http` has ended
  LiveScreenViewer(const LiveScreenViewer&) = delete;
  LiveScreenViewer& operator=(const LiveScreenViewer&) = delete;

  // Answers now or later: the picture with its ETag; 204 if it is still the one with the ETag
  // `known`; 503. ETags of whole pictures begin with "whole-". `whole`: a person uses the screen.
  void ask(HttpServer::Connection connection, const std::string& known, bool whole);
  // Ends the current look.
  void cancel() { stop_.request_stop(); }

 private:
  void answer(HttpServer::Connection connection, const std::string& known);
  void seen(const Wanted& wanted, Result<Picture> picture);

  HttpServer& http_;
  Look look_;  // used and destroyed on its thread
  LivePace pace_;
  ApiAnswer last_;
  bool last_whole_ = false;
  std::string last_sha256_;  // empty: the last look failed
  std::vector<std::pair<HttpServer::Connection, std::string>> lookers_;  // with what they know
  std::stop_source stop_;
  std::unique_ptr<boost::asio::thread_pool> thread_;
};
}  // namespace franz::proxy
