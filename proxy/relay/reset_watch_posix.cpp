#include <boost/asio/ip/tcp.hpp>
#include <utility>
#include "proxy/relay/reset_watch_app.h"

namespace franz::proxy {
namespace {
// SO_ERROR, which Asio does not name: what broke a socket.
class PendingError {
 public:
  template <typename Protocol>
  int level(const Protocol&) const {
    return SOL_SOCKET;
  }
  template <typename Protocol>
  int name(const Protocol&) const {
    return SO_ERROR;
  }
  template <typename Protocol>
  int* data(const Protocol&) {
    return &value_;
  }
  template <typename Protocol>
  std::size_t size(const Protocol&) const {
    return sizeof value_;
  }
  template <typename Protocol>
  void resize(const Protocol&, std::size_t) {}
  int value() const { return value_; }

 private:
  int value_ = 0;
};
}  // namespace

// The socket's own close cancels the wait.
struct ResetWatch::Watch {
  std::function<void()> on_reset;
};

ResetWatch::ResetWatch() : watch_(std::make_shared<Watch>()) {}
ResetWatch::~ResetWatch() { stop(); }
void ResetWatch::stop() { watch_->on_reset = nullptr; }

void ResetWatch::start(Socket& socket, std::function<void()> on_reset) {
  watch_->on_reset = std::move(on_reset);
  socket.async_wait(Socket::wait_error, [watch = watch_, &socket](boost::system::error_code code) {
    if (code || !watch->on_reset) return;
    PendingError pending;
    socket.get_option(pending, code);
    if (!code && pending.value() != 0) std::exchange(watch->on_reset, nullptr)();
  });
}
}  // namespace franz::proxy
