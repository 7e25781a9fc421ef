#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <optional>
#include <utility>
#include "proxy/relay/reset_watch_app.h"

namespace franz::proxy {
namespace asio = boost::asio;

// Asio waits for errors and urgent data (RFC 9293, 3.8.5) together, and unread urgent data would
// wake it repeatedly. So the socket is in its own epoll set without requested events, which reports
// only errors and the end of both directions, once each time (epoll_ctl(2): EPOLLERR and EPOLLHUP
// always, EPOLLET). A set is readable when it has an event (epoll(7)), and Asio waits for that.
struct ResetWatch::Watch : std::enable_shared_from_this<ResetWatch::Watch> {
  std::function<void()> on_reset;
  std::optional<asio::posix::stream_descriptor> set;  // owns its descriptor

  void wait(int socket) {
    set->async_wait(asio::posix::stream_descriptor::wait_read,
                    [self = shared_from_this(), socket](boost::system::error_code code) {
                      if (code || !self->on_reset) return;
                      self->look(socket);
                    });
  }

  void look(int socket) {
    epoll_event happened{};
    ::epoll_wait(set->native_handle(), &happened, 1, 0);  // consumes the event
    int error = 0;
    socklen_t size = sizeof error;
    if (::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) != 0) return;
    if (error == 0) return wait(socket);
    std::exchange(on_reset, nullptr)();
  }
};

ResetWatch::ResetWatch() : watch_(std::make_shared<Watch>()) {}
ResetWatch::~ResetWatch() { stop(); }

void ResetWatch::stop() {
  watch_->on_reset = nullptr;
  boost::system::error_code ignored;  // closing fails only if it is closed already
  if (watch_->set) watch_->set->close(ignored);
}

void ResetWatch::start(Socket& socket, std::function<void()> on_reset) {
  const int set = ::epoll_create1(EPOLL_CLOEXEC);
  if (set < 0) return;
  boost::system::error_code code;
  watch_->set.emplace(socket.get_executor());
  watch_->set->assign(set, code);
  if (code) {
    ::close(set);
    return;
  }
  epoll_event nothing{};
  nothing.events = EPOLLET;
  if (::epoll_ctl(set, EPOLL_CTL_ADD, socket.native_handle(), &nothing) != 0) return;
  watch_->on_reset = std::move(on_reset);
  watch_->wait(socket.native_handle());
}
}  // namespace franz::proxy
