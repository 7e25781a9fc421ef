#pragma once
// A connection to a Wayland compositor, on which nothing waits longer than it should.
#include <functional>
#include <memory>
#include <string>
#include "common/base/result.h"

struct wl_display;
struct wl_proxy;

namespace franz::executor {
// Frees our side of an object; a request that destroys it must be sent before.
struct ProxyEnd {
  void operator()(wl_proxy* proxy) const;
};
using Proxy = std::unique_ptr<wl_proxy, ProxyEnd>;

// A compositor that does not answer for so long counts as gone.
inline constexpr int kWaylandPatienceMs = 10'000;

class WaylandConnection {
 public:
  // `display`: as WAYLAND_DISPLAY: a name in XDG_RUNTIME_DIR or an absolute path. Failure: names it
  // and the next step.
  static Result<std::unique_ptr<WaylandConnection>> open(const std::string& display);
  ~WaylandConnection();
  WaylandConnection(const WaylandConnection&) = delete;
  WaylandConnection& operator=(const WaylandConnection&) = delete;

  wl_display* display() const { return display_; }
  int descriptor() const;

  // Handles events until `done` returns true; calls `meanwhile` at least every few milliseconds if
  // it is not null. Failure: ErrorCode::lost: the connection ended; else `timeout_ms` passed.
  Status wait_until(const std::function<bool()>& done, int timeout_ms,
                    const std::function<void()>& meanwhile = nullptr);
  // Handles events for so long. Failure: ErrorCode::lost.
  Status pause(int milliseconds);
  // Waits until the compositor has handled all requests. Failure: ErrorCode::lost, also if it does
  // not answer in kWaylandPatienceMs.
  Status roundtrip();
  // Handles the events that have arrived. Failure: ErrorCode::lost.
  Status handle_events();

 private:
  explicit WaylandConnection(wl_display* display) : display_(display) {}
  Status read_events(int timeout_ms);
  Error lost() const;

  wl_display* display_;
};
}  // namespace franz::executor
