#pragma once
// Detects a reset of a connection that is currently neither read nor written.
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

  // Calls `on_reset` once, on the socket's executor, when the peer resets the connection. Reading
  // and writing are not affected, and no other event ends the watch. Call it once, on an open
  // socket. If the system cannot create the watch, a reset is detected at the next read or write.
  void start(Socket& socket, std::function<void()> on_reset);
  // Call it before closing the socket: releases `on_reset`, which is not called any more.
  void stop();

 private:
  struct Watch;
  std::shared_ptr<Watch> watch_;
};
}  // namespace franz::proxy
