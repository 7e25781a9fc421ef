#include <algorithm>
#include <string>
#include <utility>
#include "common/base/utf8.h"
#include "common/desktop/x11_connection.h"
#include "common/desktop/x11_window_tree.h"
#include "common/os/clock.h"
#include "common/os/files.h"
#include "executor/desktop/screen_commands.h"
#include "executor/desktop/screen_windows.h"
#include "executor/desktop/x11_parts.h"

// Last: it defines common words as macros.
#include "executor/desktop/xlib_x11.h"

namespace franz::executor {
namespace {
constexpr int kActivationWait = 3000;     // milliseconds
constexpr int kLookAgain = 50;            // milliseconds between checks if no event comes
constexpr unsigned long kFromAPager = 2;  // EWMH, "Source indication in requests"

std::string from_latin1(std::string_view text) {
  std::string utf8;
  for (const char c : text) append_utf8(utf8, static_cast<unsigned char>(c));
  return utf8;
}

class X11Windows : public Windows {
 public:
  explicit X11Windows(std::unique_ptr<X11Connection> x11) : x11_(std::move(x11)), tree_(*x11_) {}

  Result<std::vector<WindowInfo>> list() override {
    std::vector<WindowInfo> windows;
    for (const Window window : tree_.clients()) windows.push_back(info(window));
    if (const Status alive = x11_->sync(); !alive.ok()) return alive.error();
    return windows;
  }

  Result<std::optional<WindowInfo>> find(std::uint64_t id) override {
    const auto window = static_cast<Window>(id);
    std::optional<WindowInfo> found;
    if (tree_.top_of(window) != None && tree_.area_of(window) &&
        (tree_.is_minimised(window) || tree_.is_mapped(window)))
      found = info(window);
    if (const Status alive = x11_->sync(); !alive.ok()) return alive.error();
    return found;
  }

  Result<std::optional<WindowInfo>> at(Point place) override {
    Window top = None;
    int x = 0, y = 0;
    XTranslateCoordinates(x11_->get(), x11_->root(), x11_->root(), place.x, place.y, &x, &y, &top);
    if (const Status alive = x11_->sync(); !alive.ok()) return alive.error();
    if (top == None) return std::optional<WindowInfo>();
    // The top window may be a window manager's frame; the program's own window is inside.
    const Window client = tree_.client_in(top);
    return std::optional(info(client != None ? client : top));
  }

  Result<std::optional<WindowInfo>> focused() override {
    const Window window = focused_window();
    if (const Status alive = x11_->sync(); !alive.ok()) return alive.error();
    if (window == None) return std::optional<WindowInfo>();
    return std::optional(info(window));
  }

  Result<std::optional<std::uint64_t>> focused_id() override {
    const Window window = focused_window();
    if (const Status alive = x11_->sync(); !alive.ok()) return alive.error();
    return window == None ? std::nullopt : std::optional<std::uint64_t>(window);
  }

  InputMethod input_method(const WindowInfo& window) override {
    if (window.pid <= 0) return {};
    const Result<std::string> environment =
        read_file("/proc/" + std::to_string(window.pid) + "/environ");
    if (!environment.ok()) return {};  // another user's process, or on another machine
    return input_method_of(environment.value(), DisplayString(x11_->get()));
  }

  Status activate(const WindowInfo& window) override {
    Display* display = x11_->get();
    const auto id = static_cast<Window>(window.id);
    XSelectInput(display, x11_->root(), PropertyChangeMask);
    XSelectInput(display, id, FocusChangeMask | StructureNotifyMask);
    if (window.minimised) XMapWindow(display, id);  // ICCCM 4.1.4: to the normal state
    if (manager_knows("_NET_ACTIVE_WINDOW")) {
      XEvent event{};
      event.xclient.type = ClientMessage;
      event.xclient.window = id;
      event.xclient.message_type = x11_->atom("_NET_ACTIVE_WINDOW");
      event.xclient.format = 32;
      event.xclient.data.l[0] = kFromAPager;
      XSendEvent(display, x11_->root(), False, SubstructureRedirectMask | SubstructureNotifyMask,
                 &event);
    } else {
      XMapRaised(display, id);
      static_cast<void>(x11_->sync());
      XSetInputFocus(display, id, RevertToParent, CurrentTime);
    }
    const auto end = steady_time_ms() + kActivationWait;
    bool has_it = focused_window() == id;
    while (!has_it && steady_time_ms() < end) {
      x11_->wait_for_event(kLookAgain);
      XEvent event{};
      while (XPending(display) > 0) XNextEvent(display, &event);
      has_it = focused_window() == id;
      if (!x11_->sync().ok()) break;
    }
    XSelectInput(display, id, NoEventMask);
    XSelectInput(display, x11_->root(), NoEventMask);
    if (Status alive = x11_->sync(); !alive.ok()) return alive;
    if (has_it) return Done{};
    return Error{"the window did not get the focus in " + std::to_string(kActivationWait / 1000) +
                 " s"};
  }

 private:
  // The window to which the server sends keys, which may differ from the manager's active window.
  Window focused_window() {
    Window window = None;
    int revert = 0;
    XGetInputFocus(x11_->get(), &window, &revert);
    if (window == PointerRoot) {  // keys go to the window under the pointer
      Window root = None;
      int x = 0, y = 0, inner_x = 0, inner_y = 0;
      unsigned state = 0;
      XQueryPointer(x11_->get(), x11_->root(), &root, &window, &x, &y, &inner_x, &inner_y, &state);
      const Window client = window == None ? Window{None} : tree_.client_in(window);
      return client != None ? client : window;
    }
    Window top = None;
    while (window != None && window != x11_->root()) {
      if (tree_.is_client(window)) return window;
      top = window;
      window = tree_.parent_of(window);
    }
    return top;
  }

  bool manager_knows(const char* hint) {
    const auto known = x11_->numbers(x11_->root(), "_NET_SUPPORTED", XA_ATOM);
    return known && std::ranges::find(*known, x11_->atom(hint)) != known->end();
  }

  std::string title_of(Window window) {
    if (auto title = x11_->bytes(window, "_NET_WM_NAME")) return to_valid_utf8(*title);
    return from_latin1(x11_->bytes(window, "WM_NAME").value_or(""));
  }

  // Parses "instance\0class\0".
  std::string app_of(Window window) {
    const std::string names = x11_->bytes(window, "WM_CLASS").value_or("");
    const std::size_t first = names.find('\0');
    if (first == std::string::npos) return to_valid_utf8(names);
    return to_valid_utf8(names.substr(first + 1, names.find('\0', first + 1) - first - 1));
  }

  WindowInfo info(Window window) {
    WindowInfo found;
    found.id = window;
    found.title = title_of(window);
    found.app = app_of(window);
    found.pid = tree_.pid_of(window);
    found.area = tree_.area_of(window).value_or(Screen{});
    found.minimised = tree_.is_minimised(window);
    found.active = focused_window() == window;
    for (const Window owner : tree_.owners_of(window)) {
      found.owners.push_back(title_of(owner));
      found.owner_ids.push_back(owner);
    }
    return found;
  }

  std::unique_ptr<X11Connection> x11_;
  X11WindowTree tree_;
};
}  // namespace

Result<std::unique_ptr<Windows>> open_x11_windows(const std::string& display) {
  auto x11 = X11Connection::open(display);
  if (!x11.ok()) return x11.error();
  return std::unique_ptr<Windows>(std::make_unique<X11Windows>(std::move(x11).value()));
}
}  // namespace franz::executor
