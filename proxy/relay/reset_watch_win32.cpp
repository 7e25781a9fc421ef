#include <winsock2.h>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/windows/object_handle.hpp>
#include <optional>
#include <utility>
#include "proxy/relay/reset_watch_app.h"

namespace franz::proxy {
namespace asio = boost::asio;

// select(), which Asio waits with, tells of no reset here. The network event FD_CLOSE does, at once
// and with WSAECONNRESET as its error, and also of an orderly end, which has none. Source:
// WSAEventSelect, WSAEnumNetworkEvents (Microsoft's Winsock reference).
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
  boost::system::error_code ignored;  // closing fails only when it is closed
  if (watch_->event) watch_->event->close(ignored);
}

void ResetWatch::start(Socket& socket, std::function<void()> on_reset) {
  const WSAEVENT event = ::WSACreateEvent();
  if (event == WSA_INVALID_EVENT) return;  // then a reset is met when the next byte is written
  watch_->event.emplace(socket.get_executor(), event);
  if (::WSAEventSelect(socket.native_handle(), event, FD_CLOSE) != 0) return;
  watch_->on_reset = std::move(on_reset);
  watch_->wait(socket.native_handle());
}
}  // namespace franz::proxy
