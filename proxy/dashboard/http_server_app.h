#pragma once
// The dashboard's sockets: HTTP/1.1 on its own thread, with limits for every connection. It only
// moves bytes; the handlers decide the answers.
//
//   connections     kMaxConnections; one more gets 503 and is closed
//   idle            30 s without a request
//   head, body      10 s each, 16 KiB and 64 KiB
//   an answer       30 s without progress
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
  using Connection = std::uint64_t;  // never reused

  struct Handlers {
    // A complete request. One of answer(), send_file(), begin_stream() must follow, now or later.
    std::function<void(Connection, const ApiRequest&)> on_request;
    // The connection is gone, even during an answer.
    std::function<void(Connection)> on_gone;
  };
  // Returns the next bytes of a stream; empty: none until wake().
  using Pull = std::function<std::string()>;

  // Failure: the address is taken or cannot be listened on (the message names it).
  static Result<std::unique_ptr<HttpServer>> listen(const Address& address);
  ~HttpServer();  // calls stop()
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  const Address& address() const;  // with the real port

  // Serves on a new thread; all handlers and functions are called on it.
  void start(Handlers handlers);
  // Closes all connections and ends the thread. Streams have a moment to read the waiting bytes.
  // Call it once.
  void stop();

  // ---- Any thread
  void post(std::function<void()> function);

  // ---- The server's thread; these ignore a connection that is gone
  void every(std::chrono::milliseconds period, std::function<void()> function);
  void answer(Connection connection, const ApiAnswer& answer);
  // Sends a file of the run folder, which another thread reads in pieces. 404 if it is missing or
  // cannot be a run's; if it may still appear, after three seconds.
  void send_file(Connection connection, const std::string& run_folder, const ApiFile& file);
  // An answer of unknown length. `headers`: lines with CRLF.
  void begin_stream(Connection connection, const std::string& headers, Pull pull);
  void wake(Connection connection);
  void end_stream(Connection connection);  // after the rest of its pull
  void cut(Connection connection);         // immediately

 private:
  struct Running;
  explicit HttpServer(std::unique_ptr<Running> running);
  std::unique_ptr<Running> running_;
};
}  // namespace franz::proxy
