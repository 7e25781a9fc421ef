#pragma once
// A connection to an X server that survives errors: neither a vanished window nor a server that
// ends stops the process.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/geometry/screen_map.h"

// Xlib's own names.
struct _XDisplay;  // NOLINT(bugprone-reserved-identifier)
union _XEvent;     // NOLINT(bugprone-reserved-identifier)

namespace franz {
class X11Connection {
 public:
  // `display`: ":99"; empty: $DISPLAY. Failure: names the display.
  static Result<std::unique_ptr<X11Connection>> open(const std::string& display);
  ~X11Connection();
  X11Connection(const X11Connection&) = delete;
  X11Connection& operator=(const X11Connection&) = delete;

  _XDisplay* get() const { return display_; }
  unsigned long root() const { return root_; }
  // The client that created a window, from the range of its window ids. Source: X Window System
  // Protocol, "resource-id-base".
  unsigned long client_of(unsigned long window) const;

  // The atom of a name; requested once.
  unsigned long atom(const char* name);

  // Waits until the server has processed all requests. Failure: the server is gone.
  Status sync();
  bool is_lost() const { return lost_; }
  // The pointer's position after all requests are processed. Failure: the server is gone.
  Result<Point> pointer();
  // Whether no request has failed since the last call.
  bool nothing_refused();

  // Waits at most that long for the next event; false: none came. The time includes the handling of
  // others' events.
  bool wait_for_event(int timeout_ms);
  // The same for a matching event; earlier events are dropped.
  bool wait_for(int timeout_ms, const std::function<bool(const _XEvent&)>& fits);

  // The 32-bit unsigned values of a property; nothing: the window has none of this type. A property
  // longer than 64 Ki values is cut.
  std::optional<std::vector<unsigned long>> numbers(unsigned long window, const char* property,
                                                    unsigned long type);
  // The bytes of a property with 8-bit units, of any type. At most 64 KiB.
  std::optional<std::string> bytes(unsigned long window, const char* property);

 private:
  X11Connection() = default;
  _XDisplay* display_ = nullptr;
  unsigned long root_ = 0;
  bool lost_ = false;
  int refused_seen_ = 0;
  std::vector<std::pair<std::string, unsigned long>> atoms_;
};
}  // namespace franz
