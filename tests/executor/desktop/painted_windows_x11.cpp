#include <map>
#include <random>
#include <utility>
#include "tests/executor/desktop/painted_windows.h"

// After our headers: Xlib defines common words as macros.
#include <X11/Xlib.h>
#include <X11/Xutil.h>

#undef Status

namespace franz::executor {
namespace {
constexpr int kBlock = 8;  // pixels: side of a pattern's block

class X11Painted final : public PaintedWindows {
 public:
  explicit X11Painted(Display* display) : display_(display), gc_(DefaultGC(display, 0)) {}
  ~X11Painted() override { XCloseDisplay(display_); }
  X11Painted(const X11Painted&) = delete;
  X11Painted& operator=(const X11Painted&) = delete;

  Id add(const Screen& area, std::uint32_t seed) override {
    const Window window = XCreateSimpleWindow(display_, DefaultRootWindow(display_), area.origin_x,
                                              area.origin_y, static_cast<unsigned>(area.width),
                                              static_cast<unsigned>(area.height), 0, 0, 0);
    char name[] = "painted", kind[] = "Painted";
    XClassHint hint{name, kind};
    XSetClassHint(display_, window, &hint);
    XSelectInput(display_, window, ButtonPressMask);
    sizes_[window] = {area.width, area.height};
    paint(window, seed);
    XMapRaised(display_, window);
    XSync(display_, False);
    return window;
  }

  void paint(Id window, std::uint32_t seed) override {
    const Pixmap picture = picture_of(window);
    std::mt19937 random(seed);
    const Size size = sizes_[window];
    for (int y = 0; y < size.height; y += kBlock)
      for (int x = 0; x < size.width; x += kBlock)
        fill(picture, {x, y}, kBlock, seed == 0 ? 0x808080 : random() & 0xFFFFFFU);
    show(window, picture);
  }

  void paint_spot(Id window, Point at, int size) override {
    const Pixmap picture = picture_of(window);
    XImage* const before = XGetImage(display_, window, at.x, at.y, 1, 1, AllPlanes, ZPixmap);
    const unsigned long color = before == nullptr ? 0 : XGetPixel(before, 0, 0) ^ 0x555555U;
    if (before != nullptr) XDestroyImage(before);
    fill(picture, at, size, color);
    show(window, picture);
  }

  void move(Id window, Point to) override {
    XMoveWindow(display_, window, to.x, to.y);
    XSync(display_, False);
  }

  void remove(Id window) override {
    XDestroyWindow(display_, window);
    if (pictures_.contains(window)) XFreePixmap(display_, pictures_[window]);
    pictures_.erase(window);
    XSync(display_, False);
  }

  int take_clicks() override {
    XSync(display_, False);
    int clicks = 0;
    while (XPending(display_) > 0) {
      XEvent event{};
      XNextEvent(display_, &event);
      if (event.type == ButtonPress) ++clicks;
    }
    return clicks;
  }

 private:
  Pixmap picture_of(Window window) {
    const auto found = pictures_.find(window);
    if (found != pictures_.end()) return found->second;
    const Size size = sizes_[window];
    return pictures_[window] = XCreatePixmap(display_, window, static_cast<unsigned>(size.width),
                                             static_cast<unsigned>(size.height),
                                             static_cast<unsigned>(DefaultDepth(display_, 0)));
  }

  void fill(Pixmap picture, Point at, int size, unsigned long color) {
    XSetForeground(display_, gc_, color);
    XFillRectangle(display_, picture, gc_, at.x, at.y, static_cast<unsigned>(size),
                   static_cast<unsigned>(size));
  }

  // Sets the background, which the server paints whenever a part becomes visible.
  void show(Window window, Pixmap picture) {
    XSetWindowBackgroundPixmap(display_, window, picture);
    XClearWindow(display_, window);
    XSync(display_, False);
  }

  Display* display_;
  GC gc_;
  std::map<Window, Size> sizes_;
  std::map<Window, Pixmap> pictures_;
};
}  // namespace

Result<std::unique_ptr<PaintedWindows>> PaintedWindows::open(const std::string& display) {
  Display* const opened = XOpenDisplay(display.c_str());
  if (opened == nullptr) return Error{"the display " + display + " cannot be reached"};
  return std::unique_ptr<PaintedWindows>(std::make_unique<X11Painted>(opened));
}
}  // namespace franz::executor
