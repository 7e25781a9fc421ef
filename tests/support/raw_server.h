#pragma once
// A server that says exactly what a test tells it to, byte by byte, on a free port of 127.0.0.1.
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace franz {
// One connection. When the test's function returns, it is closed.
class Conversation {
 public:
  virtual ~Conversation() = default;
  // The next whole request: head and body (Content-Length). Empty: the client has gone.
  virtual std::string read_request() = 0;
  // False: the client has gone.
  virtual bool send(std::string_view bytes) = 0;
  // Blocks until the client closes.
  virtual void wait_for_client_to_go() = 0;
};

class RawServer {
 public:
  // `talk` runs for each connection, one after the other; `number` counts them from 1.
  using Talk = std::function<void(Conversation&, int number)>;
  explicit RawServer(Talk talk);
  ~RawServer();
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  int port() const;
  std::string url() const;  // http://127.0.0.1:PORT

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};
}  // namespace franz
