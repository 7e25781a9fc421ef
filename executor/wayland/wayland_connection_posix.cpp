#include <poll.h>
#include <wayland-client.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include "common/os/clock.h"
#include "executor/wayland/wayland_connection.h"

namespace franz::executor {
namespace {
// How often `meanwhile` is called.
constexpr int kMeanwhileMs = 5;

void on_sync_done(void* data, wl_callback*, std::uint32_t) { *static_cast<bool*>(data) = true; }
constexpr wl_callback_listener kSyncListener{on_sync_done};

// Libwayland writes them to standard error, where they do not belong; lost() reports the reason.
void ignore_log(const char*, va_list) {}
}  // namespace

void ProxyEnd::operator()(wl_proxy* proxy) const { wl_proxy_destroy(proxy); }

Result<std::unique_ptr<WaylandConnection>> WaylandConnection::open(const std::string& display) {
  if (!display.starts_with('/') && std::getenv("XDG_RUNTIME_DIR") == nullptr)
    return Error{"cannot connect to the Wayland display " + display +
                 ": XDG_RUNTIME_DIR is not set; start FRANZ from a terminal in that session"};
  wl_log_set_handler_client(ignore_log);
  if (wl_display* const opened = wl_display_connect(display.c_str()))
    return std::unique_ptr<WaylandConnection>(new WaylandConnection(opened));
  return Error{"cannot connect to the Wayland display " + display + ": " + std::strerror(errno) +
               "; check WAYLAND_DISPLAY in the session"};
}

WaylandConnection::~WaylandConnection() { wl_display_disconnect(display_); }

int WaylandConnection::descriptor() const { return wl_display_get_fd(display_); }

Error WaylandConnection::lost() const {
  const int code = wl_display_get_error(display_);
  if (code != EPROTO)
    return {std::string("the compositor closed the connection") +
                (code == 0 || code == EPIPE ? "" : std::string(": ") + std::strerror(code)),
            ErrorCode::lost};
  const wl_interface* interface = nullptr;
  const std::uint32_t number = wl_display_get_protocol_error(display_, &interface, nullptr);
  return {"the compositor refused a request of " +
              std::string(interface != nullptr ? interface->name : "an unknown object") +
              " (error " + std::to_string(number) + ")",
          ErrorCode::lost};
}

// Sends what is queued, and handles events; waits for the first up to `timeout_ms`.
Status WaylandConnection::read_events(int timeout_ms) {
  while (wl_display_prepare_read(display_) != 0)
    if (wl_display_dispatch_pending(display_) < 0) return lost();
  const bool blocked = wl_display_flush(display_) < 0 && errno == EAGAIN;
  pollfd watched{descriptor(), static_cast<short>(POLLIN | (blocked ? POLLOUT : 0)), 0};
  const int ready = ::poll(&watched, 1, timeout_ms);
  if (ready > 0 && (watched.revents & (POLLIN | POLLHUP | POLLERR)) != 0) {
    if (wl_display_read_events(display_) < 0) return lost();
  } else {
    wl_display_cancel_read(display_);
  }
  if (wl_display_dispatch_pending(display_) < 0) return lost();
  if (wl_display_get_error(display_) != 0) return lost();
  return Done{};
}

Status WaylandConnection::wait_until(const std::function<bool()>& done, int timeout_ms,
                                     const std::function<void()>& meanwhile) {
  const std::int64_t end = steady_time_ms() + timeout_ms;
  while (!done()) {
    const std::int64_t left = end - steady_time_ms();
    if (left <= 0) return Error{"the compositor did not answer in time"};
    const int wait =
        static_cast<int>(meanwhile ? std::min<std::int64_t>(left, kMeanwhileMs) : left);
    if (const Status read = read_events(wait); !read.ok()) return read;
    if (meanwhile) meanwhile();
  }
  return Done{};
}

Status WaylandConnection::pause(int milliseconds) {
  const Status waited = wait_until([] { return false; }, milliseconds);
  return waited.error().code == ErrorCode::lost ? waited : Done{};
}

Status WaylandConnection::roundtrip() {
  bool answered = false;
  wl_callback* const callback = wl_display_sync(display_);
  const Proxy owner(reinterpret_cast<wl_proxy*>(callback));
  wl_callback_add_listener(callback, &kSyncListener, &answered);
  const Status waited = wait_until([&] { return answered; }, kWaylandPatienceMs);
  if (waited.ok() || waited.error().code == ErrorCode::lost) return waited;
  return Error{"the compositor has not answered for " + std::to_string(kWaylandPatienceMs / 1000) +
                   " seconds",
               ErrorCode::lost};
}

Status WaylandConnection::handle_events() { return read_events(0); }
}  // namespace franz::executor
