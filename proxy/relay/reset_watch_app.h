#pragma once
// A reset of a connection that nobody reads from or writes to just now.
#include <functional>
#include <memory>
#include "common/net/asio_forward.h"

namespace franz::proxy {
class ResetWatch {
 public:
  using Socket =
      boost::asio::basic_stream_socket<boost::asio::ip::tcp, boost::asio::any_io_executor>;

  ResetWatch();
  ~ResetWatch();  // ends the watch
  ResetWatch(const ResetWatch&) = delete;
  ResetWatch& operator=(const ResetWatch&) = delete;

  // Calls `on_reset` on the socket's executor, once, when the peer has reset the connection.
  // Reading and writing go on as before; nothing else that happens to the connection ends the
  // watch. Call it once, on an open socket. Where the system has no room for one more watch, a
  // reset is met by the next byte read or written.
  void start(Socket& socket, std::function<void()> on_reset);
  // To be called before the socket is closed: `on_reset` is let go, and is not called any more.
  void stop();

 private:
  struct Watch;
  std::shared_ptr<Watch> watch_;
};
}  // namespace franz::proxy
