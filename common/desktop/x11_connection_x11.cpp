#include <poll.h>
#include <atomic>
#include "common/desktop/x11_connection.h"
#include "common/os/clock.h"

// Must be last: it defines common words as macros.
#include "common/desktop/xlib_x11.h"

namespace franz {
namespace {
constexpr long kMaxPropertyValues = 1L << 16;

// Xlib's error handler is global to the process and is called on the thread that reads the error.
std::atomic<int> refused_requests = 0;

int count_refused(Display*, XErrorEvent*) {
  ++refused_requests;
  return 0;
}

int ignore_loss(Display*) { return 0; }

void note_loss(Display*, void* lost) { *static_cast<bool*>(lost) = true; }

// Owns the result of XGetWindowProperty.
struct PropertyValue {
  Atom type = None;
  int format = 0;
  unsigned long count = 0;
  unsigned char* data = nullptr;
  ~PropertyValue() {
    if (data != nullptr) XFree(data);
  }
};
}  // namespace

Result<std::unique_ptr<X11Connection>> X11Connection::open(const std::string& display) {
  std::unique_ptr<X11Connection> connection(new X11Connection);
  connection->display_ = XOpenDisplay(display.empty() ? nullptr : display.c_str());
  if (connection->display_ == nullptr) {
    const std::string name = XDisplayName(display.empty() ? nullptr : display.c_str());
    return Error{name.empty() ? "no X display is named: DISPLAY is not set"
                              : "the X display " + name + " cannot be reached"};
  }
  XSetErrorHandler(count_refused);
  XSetIOErrorHandler(ignore_loss);
  XSetIOErrorExitHandler(connection->display_, note_loss, &connection->lost_);
  connection->root_ = DefaultRootWindow(connection->display_);
  connection->refused_seen_ = refused_requests;
  return connection;
}

X11Connection::~X11Connection() {
  if (display_ != nullptr) XCloseDisplay(display_);
}

unsigned long X11Connection::client_of(unsigned long window) const {
  return window & ~display_->resource_mask;
}

unsigned long X11Connection::atom(const char* name) {
  for (const auto& [known, number] : atoms_)
    if (known == name) return number;
  const unsigned long number = XInternAtom(display_, name, False);
  atoms_.emplace_back(name, number);
  return number;
}

Status X11Connection::sync() {
  if (!lost_) XSync(display_, False);
  if (lost_) return Error{"the X server is gone"};
  return Done{};
}

Result<Point> X11Connection::pointer() {
  Window root = None, child = None;
  Point at;
  int x = 0, y = 0;
  unsigned state = 0;
  if (!lost_) XQueryPointer(display_, root_, &root, &child, &at.x, &at.y, &x, &y, &state);
  if (lost_) return Error{"the X server is gone"};
  return at;
}

bool X11Connection::nothing_refused() {
  static_cast<void>(sync());
  const int before = refused_seen_;
  refused_seen_ = refused_requests;
  return before == refused_seen_;
}

bool X11Connection::wait_for_event(int timeout_ms) {
  const auto end = steady_time_ms() + timeout_ms;
  while (!lost_) {
    if (XPending(display_) > 0) return true;
    const auto left = end - steady_time_ms();
    if (left <= 0 || lost_) return false;
    pollfd ready{ConnectionNumber(display_), POLLIN, 0};
    ::poll(&ready, 1, static_cast<int>(left));
  }
  return false;
}

bool X11Connection::wait_for(int timeout_ms, const std::function<bool(const XEvent&)>& fits) {
  const auto end = steady_time_ms() + timeout_ms;
  while (wait_for_event(static_cast<int>(end - steady_time_ms()))) {
    XEvent event{};
    XNextEvent(display_, &event);
    if (fits(event)) return true;
  }
  return false;
}

static PropertyValue property_of(Display* display, Window window, Atom property, Atom type) {
  PropertyValue value;
  unsigned long left = 0;
  if (XGetWindowProperty(display, window, property, 0, kMaxPropertyValues, False, type, &value.type,
                         &value.format, &value.count, &left, &value.data) != Success)
    value.type = None;
  return value;
}

std::optional<std::vector<unsigned long>> X11Connection::numbers(unsigned long window,
                                                                 const char* property,
                                                                 unsigned long type) {
  const PropertyValue value = property_of(display_, window, atom(property), type);
  if (value.type != type || value.format != 32 || value.data == nullptr) return std::nullopt;
  // Xlib returns 32-bit values as longs (XGetWindowProperty(3)): if these have 64 bits, a value
  // with the highest bit is sign-extended.
  const auto* first = reinterpret_cast<const unsigned long*>(value.data);
  std::vector<unsigned long> numbers(first, first + value.count);
  for (unsigned long& each : numbers) each &= 0xFFFFFFFFUL;
  return numbers;
}

std::optional<std::string> X11Connection::bytes(unsigned long window, const char* property) {
  const PropertyValue value = property_of(display_, window, atom(property), AnyPropertyType);
  if (value.format != 8 || value.data == nullptr) return std::nullopt;
  return std::string(reinterpret_cast<const char*>(value.data), value.count);
}
}  // namespace franz
