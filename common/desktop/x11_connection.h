#pragma once
// A connection to an X server that outlives errors: neither a window that is gone nor a server that
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
  // The client that made a window, by the range of numbers that its windows have.
  // Source: X Window System Protocol, "resource-id-base".
  unsigned long client_of(unsigned long window) const;

  // The number of a name that both sides know; asked once.
  unsigned long atom(const char* name);

  // Waits until the server has done all that it was asked. Failure: it is gone.
  Status sync();
  bool is_lost() const { return lost_; }
  // Where the pointer is, once the server has done all that it was asked. Failure: it is gone.
  Result<Point> pointer();
  // Whether the server refused nothing since the last call of this.
  bool nothing_refused();

  // Waits at most so long for the next event; false: none came. Time that others' events take
  // counts, too.
  bool wait_for_event(int timeout_ms);
  // The same for an event that fits; others before it are dropped.
  bool wait_for(int timeout_ms, const std::function<bool(const _XEvent&)>& fits);

  // The 32-bit values of a property, without sign; nothing: the window has none of this type. A
  // property longer than 64 Ki values is cut.
  std::optional<std::vector<unsigned long>> numbers(unsigned long window, const char* property,
                                                    unsigned long type);
  // The bytes of a property with units of 8 bits, whatever its type. At most 64 KiB.
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
