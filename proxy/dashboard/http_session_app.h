#pragma once
// One connection of a browser to the dashboard: request, answer, request, … See http_server_app.h
// for its limits.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include "common/net/asio_forward.h"
#include "proxy/dashboard/http_api.h"

namespace franz::proxy {
// Shared by all connections; outlives them.
struct SessionShared {
  using Connection = std::uint64_t;

  SessionShared();
  ~SessionShared();
  SessionShared(const SessionShared&) = delete;
  SessionShared& operator=(const SessionShared&) = delete;

  const std::unique_ptr<boost::asio::io_context> io;      // sessions run on its thread
  const std::unique_ptr<boost::asio::thread_pool> files;  // for disk access
  bool stopping = false;
  std::function<void(Connection, const ApiRequest&)> on_request;
  // A connection is over. `refusal`: it only got a refusal.
  std::function<void(Connection, bool refusal)> gone;
};

// Kept alive by its own handlers.
class HttpSession {
 public:
  using Connection = SessionShared::Connection;
  using Pull = std::function<std::string()>;  // see HttpServer::Pull
  using Socket =
      boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::any_io_executor>;

  static std::shared_ptr<HttpSession> make(SessionShared& shared, Connection id, Socket socket);
  virtual ~HttpSession() = default;

  // ---- Call one of these, once
  virtual void start() = 0;
  virtual void refuse(const ApiAnswer& answer) = 0;  // sends only this and closes

  // ---- After a request: see HttpServer
  virtual void answer(const ApiAnswer& answer) = 0;
  virtual void send_file(const std::string& run_folder, const ApiFile& file) = 0;
  virtual void begin_stream(const std::string& headers, Pull pull) = 0;
  virtual void wake() = 0;
  virtual void end_stream() = 0;
  virtual void end() = 0;  // immediately
};
}  // namespace franz::proxy
