#include <winsock2.h>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/windows/object_handle.hpp>
#include <optional>
#include <utility>
#include "proxy/relay/reset_watch_app.h"

namespace franz::proxy {
namespace asio = boost::asio;

// select(), which Asio uses, does not report a reset here. The network event FD_CLOSE does,
// immediately and with the error WSAECONNRESET; it also reports an orderly end, without an error.
// Source: WSAEventSelect, WSAEnumNetworkEvents (Microsoft's Winsock reference).
struct ResetWatch::Watch : std::enable_shared_from_this<ResetWatch::Watch> {
  std::function<void()> on_reset;
  std::optional<asio::windows::object_handle> event;  // owns its handle

  void wait(SOCKET socket) {
    event->async_wait([self = shared_from_this(), socket](boost::system::error_code code) {
      if (code || !self->on_reset) return;
      WSANETWORKEVENTS happened{};
      if (::WSAEnumNetworkEvents(socket, self->event->native_handle(), &happened) != 0) return;
      const bool ended = (happened.lNetworkEvents & FD_CLOSE) != 0;
      if (!ended || happened.iErrorCode[FD_CLOSE_BIT] == 0) return self->wait(socket);
      std::exchange(self->on_reset, nullptr)();
    });
  }
};

ResetWatch::ResetWatch() : watch_(std::make_shared<Watch>()) {}
ResetWatch::~ResetWatch() { stop(); }

void ResetWatch::stop() {
  watch_->on_reset = nullptr;
  boost::system::error_code ignored;  // closing fails only if it is closed already
  if (watch_->event) watch_->event->close(ignored);
}

void ResetWatch::start(Socket& socket, std::function<void()> on_reset) {
  const WSAEVENT event = ::WSACreateEvent();
  if (event == WSA_INVALID_EVENT) return;  // a reset is detected at the next write
  watch_->event.emplace(socket.get_executor(), event);
  if (::WSAEventSelect(socket.native_handle(), event, FD_CLOSE) != 0) return;
  watch_->on_reset = std::move(on_reset);
  watch_->wait(socket.native_handle());
}
}  // namespace franz::proxy
