#pragma once
// A server that sends exactly the bytes that a test specifies, on a free port of 127.0.0.1.
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace franz {
// One connection. It is closed when the test's function returns.
class Conversation {
 public:
  virtual ~Conversation() = default;
  // The next whole request: head and body (Content-Length). Empty: the client has disconnected.
  virtual std::string read_request() = 0;
  // False: the client has disconnected.
  virtual bool send(std::string_view bytes) = 0;
  // Blocks until the client closes.
  virtual void wait_for_client_to_go() = 0;
};

class RawServer {
 public:
  // `talk` runs for each connection in turn; `number` counts them from 1.
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
