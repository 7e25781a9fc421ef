#include <poll.h>
#include <cerrno>
#include <chrono>
#include "proxy/calibration_card/card_window.h"

// After our headers: Xlib defines common words as macros.
#include <X11/Xlib.h>
#include <X11/Xutil.h>
#include <X11/extensions/Xrandr.h>

#undef Status
#undef Success

namespace franz::calibration_card {
namespace {
constexpr int kDepth = 24;  // significant bits of a pixel

// Set when the X connection fails; Xlib's own handler would end the program without our message.
bool connection_lost = false;

std::string name_of(const std::string& display) {
  return display.empty() ? XDisplayName(nullptr) : display;
}

Error unreachable(const std::string& display) {
  return Error{"the X display \"" + name_of(display) + "\" cannot be reached"};
}

class X11CardWindow : public CardWindow {
 public:
  X11CardWindow(Display* display, Screen area) : display_(display), area_(area) {
    XSetWindowAttributes attributes{};
    attributes.override_redirect = True;
    attributes.event_mask = ButtonPressMask | ExposureMask | StructureNotifyMask;
    const auto width = static_cast<unsigned>(area.width);
    const auto height = static_cast<unsigned>(area.height);
    window_ = XCreateWindow(display, DefaultRootWindow(display), area.origin_x, area.origin_y,
                            width, height, 0, CopyFromParent, InputOutput, CopyFromParent,
                            CWOverrideRedirect | CWEventMask, &attributes);
    pixels_ = XCreatePixmap(display, window_, width, height, kDepth);
    painter_ = XCreateGC(display, pixels_, 0, nullptr);
    XStoreName(display, window_, "FRANZ calibration card");
  }

  ~X11CardWindow() override {
    if (!connection_lost) {
      XFreeGC(display_, painter_);
      XFreePixmap(display_, pixels_);
      XDestroyWindow(display_, window_);
    }
    XCloseDisplay(display_);
  }
  X11CardWindow(const X11CardWindow&) = delete;
  X11CardWindow& operator=(const X11CardWindow&) = delete;

  Screen area() const override { return area_; }

  Status show(std::span<const std::uint8_t> bgrx) override {
    // XPutImage only reads them.
    auto* const data = reinterpret_cast<char*>(const_cast<std::uint8_t*>(bgrx.data()));
    XImage* const image = XCreateImage(display_, DefaultVisual(display_, DefaultScreen(display_)),
                                       kDepth, ZPixmap, 0, data, static_cast<unsigned>(area_.width),
                                       static_cast<unsigned>(area_.height), 32, 0);
    if (image == nullptr) return Error{"an image of that size could not be created"};
    image->byte_order = LSBFirst;
    XPutImage(display_, pixels_, painter_, image, 0, 0, 0, 0, static_cast<unsigned>(area_.width),
              static_cast<unsigned>(area_.height));
    image->data = nullptr;  // the caller owns the pixels
    XDestroyImage(image);
    // The server repaints the window's background whenever it is uncovered.
    XSetWindowBackgroundPixmap(display_, window_, pixels_);
    XMapRaised(display_, window_);
    XClearWindow(display_, window_);
    XSync(display_, False);
    if (connection_lost) return Error{"the display is gone"};
    return Done{};
  }

  Result<WindowEvent> next(int timeout_ms) override {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::milliseconds(timeout_ms);
    for (;;) {
      while (XPending(display_) > 0 && !connection_lost) {
        XEvent event;
        XNextEvent(display_, &event);
        if (event.type == ButtonPress && event.xbutton.button == Button1)
          return WindowEvent(Clicked{{event.xbutton.x_root, event.xbutton.y_root}});
      }
      if (connection_lost) return Error{"the display is gone"};
      int wait_ms = -1;
      if (timeout_ms >= 0) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
        if (left <= 0) return WindowEvent(TimeOver{});
        wait_ms = static_cast<int>(left);
      }
      pollfd server{ConnectionNumber(display_), POLLIN, 0};
      if (poll(&server, 1, wait_ms) < 0 && errno != EINTR)
        return Error{"waiting for clicks failed"};
    }
  }

 private:
  Display* display_;
  Screen area_;
  Window window_ = 0;
  Pixmap pixels_ = 0;
  GC painter_ = nullptr;
};
}  // namespace

// Existing monitors keep their outputs, so our first monitor takes the first output: X removes a
// monitor whose outputs another one takes (RandR 1.5, RRSetMonitor).
Status divide_screen(const std::string& display, int monitors) {
  Display* const opened = XOpenDisplay(display.empty() ? nullptr : display.c_str());
  if (opened == nullptr) return unreachable(display);
  const Window root = DefaultRootWindow(opened);
  const int number = DefaultScreen(opened);
  const int width = DisplayWidth(opened, number) / monitors;
  XRRScreenResources* const resources = XRRGetScreenResourcesCurrent(opened, root);
  const bool has_output = resources != nullptr && resources->noutput > 0;
  for (int i = 0; has_output && i < monitors; ++i) {
    XRRMonitorInfo monitor{};
    const std::string name = "franz-" + std::to_string(i + 1);
    monitor.name = XInternAtom(opened, name.c_str(), False);
    monitor.primary = i == 0 ? True : False;
    monitor.noutput = i == 0 ? 1 : 0;
    monitor.outputs = resources->outputs;
    monitor.x = i * width;
    monitor.width = width;
    monitor.height = DisplayHeight(opened, number);
    monitor.mwidth = monitor.width / 4;  // millimetres, at about 100 dots per inch
    monitor.mheight = monitor.height / 4;
    XRRSetMonitor(opened, root, &monitor);
  }
  if (resources != nullptr) XRRFreeScreenResources(resources);
  XSync(opened, False);
  XCloseDisplay(opened);
  if (!has_output)
    return Error{"the X display \"" + name_of(display) + "\" has no output to divide"};
  return Done{};
}

Result<std::unique_ptr<CardWindow>> open_card_window(const std::string& display,
                                                     const std::optional<Screen>& area) {
  Display* const opened = XOpenDisplay(display.empty() ? nullptr : display.c_str());
  if (opened == nullptr) return unreachable(display);
  XSetIOErrorExitHandler(
      opened, [](Display*, void*) { connection_lost = true; }, nullptr);
  const int number = DefaultScreen(opened);
  const Visual* const visual = DefaultVisual(opened, number);
  if (DefaultDepth(opened, number) != kDepth || visual->red_mask != 0xFF0000 ||
      visual->green_mask != 0xFF00 || visual->blue_mask != 0xFF) {
    XCloseDisplay(opened);
    return Error{"the X display \"" + name_of(display) + "\" has no 24-bit colours"};
  }
  const Screen all{0, 0, DisplayWidth(opened, number), DisplayHeight(opened, number)};
  return std::unique_ptr<CardWindow>(std::make_unique<X11CardWindow>(opened, area.value_or(all)));
}
}  // namespace franz::calibration_card
