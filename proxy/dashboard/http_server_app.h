#pragma once
// The dashboard's sockets: HTTP/1.1 on a thread of its own, within limits that hold for every
// connection. It moves bytes; what is answered is its handlers' business.
//
//   connections     kMaxConnections; one more is told 503 and closed
//   idle            30 s without a request
//   head, body      10 s each, 16 KiB and 64 KiB
//   an answer       30 s without a byte taken
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include "common/base/result.h"
#include "proxy/dashboard/http_api.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
class HttpServer {
 public:
  using Connection = std::uint64_t;  // never used twice

  struct Handlers {
    // A whole request. One of answer(), send_file(), begin_stream() follows, now or later.
    std::function<void(Connection, const ApiRequest&)> on_request;
    // The connection is gone, in the middle of an answer or not.
    std::function<void(Connection)> on_gone;
  };
  // The next bytes of a stream; empty: wake() tells when there are more.
  using Pull = std::function<std::string()>;

  // Failure: the address is taken or cannot be listened on (names it).
  static Result<std::unique_ptr<HttpServer>> listen(const Address& address);
  ~HttpServer();  // stop()
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  const Address& address() const;  // with the real port

  // Serves on a new thread, on which all handlers and functions are called.
  void start(Handlers handlers);
  // Closes what is open, ends the thread. Streams have a moment to take what waits for them. Once.
  void stop();

  // ---- Any thread
  void post(std::function<void()> function);

  // ---- The server's thread; a connection that is gone is no failure
  void every(std::chrono::milliseconds period, std::function<void()> function);
  void answer(Connection connection, const ApiAnswer& answer);
  // A file of the run folder, in pieces that another thread reads. One that is not there, or cannot
  // be a run's, is answered with 404; one that may come, when it is not there after three seconds.
  void send_file(Connection connection, const std::string& run_folder, const ApiFile& file);
  // An answer of unknown length. `headers` are lines with their ends.
  void begin_stream(Connection connection, const std::string& headers, Pull pull);
  void wake(Connection connection);
  void end_stream(Connection connection);  // after what its pull still has
  void cut(Connection connection);         // at once

 private:
  struct Running;
  explicit HttpServer(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};
}  // namespace franz::proxy
