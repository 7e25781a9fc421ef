#include <sys/ipc.h>
#include <sys/shm.h>
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include "common/desktop/monitors.h"
#include "common/desktop/screen_view.h"
#include "common/desktop/x11_image.h"
#include "common/desktop/x11_views.h"

// Must be last: it defines common words as macros.
#include "common/desktop/xlib_x11.h"

namespace franz {
namespace {
constexpr int kPixelBits = 32;
// Smaller pictures arrive faster through the connection than by setting up shared memory, and leave
// the existing shared memory for larger pictures.
constexpr long long kLeastSharedPixels = 128LL * 128;
constexpr unsigned long kRedMask = 0xFF0000, kGreenMask = 0xFF00, kBlueMask = 0xFF;
constexpr std::pair kMonitorsSince{1, 5};  // of RandR

// Collects the errors of requests in its scope, on one display; errors of others go to the previous
// handler. Without a handler Xlib ends the process.
class ErrorScope {
 public:
  explicit ErrorScope(Display* display) : display_(display), outer_(innermost) {
    innermost = this;
    previous_ = XSetErrorHandler(note);
  }
  ~ErrorScope() {
    settle();
    XSetErrorHandler(previous_);
    innermost = outer_;
  }
  ErrorScope(const ErrorScope&) = delete;
  ErrorScope& operator=(const ErrorScope&) = delete;

  // Whether no request has failed so far.
  bool clean() const {
    settle();
    return error_.empty();
  }
  const std::string& error() const { return error_; }

 private:
  // The answer to the last request proves as much as XSync, which would be another round trip.
  void settle() const {
    if (LastKnownRequestProcessed(display_) + 1 != NextRequest(display_)) XSync(display_, False);
  }

  static int note(Display* display, XErrorEvent* event) {
    for (ErrorScope* scope = innermost; scope != nullptr; scope = scope->outer_) {
      if (scope->display_ != display) continue;
      char words[128] = "";
      XGetErrorText(display, event->error_code, words, sizeof words);
      if (scope->error_.empty())
        scope->error_ = std::string(words) + ", request " + std::to_string(event->request_code) +
                        "." + std::to_string(event->minor_code);
      return 0;
    }
    const bool others = innermost != nullptr && innermost->previous_ != nullptr;
    return others ? innermost->previous_(display, event) : 0;
  }

  static ErrorScope* innermost;
  Display* display_;
  ErrorScope* outer_;
  XErrorHandler previous_ = nullptr;
  std::string error_;
};
ErrorScope* ErrorScope::innermost = nullptr;

struct XDeleter {
  void operator()(void* value) const { XFree(value); }
};

// Memory into which the server writes a picture of this size.
class SharedImage {
 public:
  // Nothing: the server cannot access our memory, or the system has none.
  static std::unique_ptr<SharedImage> make(Display* display, Visual* visual, int depth, Size size) {
    std::unique_ptr<SharedImage> shared(new SharedImage(display));
    shared->image_.reset(XShmCreateImage(
        display, visual, static_cast<unsigned>(depth), ZPixmap, nullptr, &shared->segment_,
        static_cast<unsigned>(size.width), static_cast<unsigned>(size.height)));
    if (!shared->image_) return nullptr;
    const std::size_t bytes = static_cast<std::size_t>(shared->image_->bytes_per_line) *
                              static_cast<std::size_t>(size.height);
    const int id = ::shmget(IPC_PRIVATE, bytes, IPC_CREAT | 0600);
    if (id < 0) return nullptr;
    void* memory = ::shmat(id, nullptr, 0);
    bool attached = reinterpret_cast<std::intptr_t>(memory) != -1;
    if (attached) {
      shared->segment_.shmid = id;
      shared->segment_.shmaddr = shared->image_->data = static_cast<char*>(memory);
      shared->segment_.readOnly = False;
      ErrorScope errors(display);
      attached = XShmAttach(display, &shared->segment_) != 0 && errors.clean();
      shared->attached_ = attached;
    }
    // It is removed with its last user, however we end.
    ::shmctl(id, IPC_RMID, nullptr);
    return attached ? std::move(shared) : nullptr;
  }

  ~SharedImage() {
    if (attached_) {
      XShmDetach(display_, &segment_);
      XSync(display_, False);
    }
    if (image_) image_->data = nullptr;  // not allocated by malloc
    if (segment_.shmaddr != nullptr) ::shmdt(segment_.shmaddr);
  }
  SharedImage(const SharedImage&) = delete;
  SharedImage& operator=(const SharedImage&) = delete;

  XImage* image() const { return image_.get(); }
  bool has(Size size) const { return image_->width == size.width && image_->height == size.height; }

 private:
  explicit SharedImage(Display* display) : display_(display) {}
  Display* display_;
  XShmSegmentInfo segment_{};
  X11Image image_;
  bool attached_ = false;
};

std::uint8_t straight(unsigned long color, unsigned long alpha) {
  return static_cast<std::uint8_t>(std::min(255UL, (color * 255 + alpha / 2) / alpha));
}

class X11View final : public ScreenView {
 public:
  static Result<std::unique_ptr<ScreenView>> open(const std::string& wanted);
  ~X11View() override {
    shared_.reset();
    XCloseDisplay(display_);
  }
  X11View(const X11View&) = delete;
  X11View& operator=(const X11View&) = delete;

  Result<std::vector<Monitor>> monitors() override;
  Result<ScreenPixels> grab(const Screen& area) override;
  Result<PointerImage> pointer() override;
  Result<bool> shows_windows(const Screen& area) override;
  // X11 hides no windows from clients with access.
  Result<std::vector<std::string>> withheld_windows(const Screen&) override {
    return std::vector<std::string>();
  }

 private:
  X11View(Display* display, std::string name)
      : display_(display), name_(std::move(name)), root_(DefaultRootWindow(display)) {
    XSetIOErrorExitHandler(
        display, [](Display*, void* lost) { *static_cast<bool*>(lost) = true; }, &lost_);
    int event = 0, error = 0;
    has_monitors_ = XRRQueryExtension(display, &event, &error) != 0;
    int major = 0, minor = 0;
    has_monitors_ = has_monitors_ && XRRQueryVersion(display, &major, &minor) != 0 &&
                    std::pair(major, minor) >= kMonitorsSince;
    has_pointer_ = XFixesQueryExtension(display, &event, &error) != 0 &&
                   XFixesQueryVersion(display, &major, &minor) != 0;
    may_share_ = XShmQueryExtension(display) != 0;
  }

  Error failed(const std::string& what, const ErrorScope& errors) const {
    const std::string why = lost_                    ? "the X server is gone"
                            : errors.error().empty() ? "the X server gave no answer"
                                                     : errors.error();
    return Error{"the display " + name_ + ": " + what + ": " + why};
  }

  Status check_format() const;
  std::optional<Screen> whole(ErrorScope& errors) const;
  Result<const XImage*> read(const Screen& area);

  Display* display_;
  const std::string name_;
  const Window root_;
  bool lost_ = false;
  bool has_monitors_ = false, has_pointer_ = false, may_share_ = false;
  std::unique_ptr<SharedImage> shared_;  // reused for pictures of the same size
  X11Image copied_;                      // the last picture that did not use it
};

Result<std::unique_ptr<ScreenView>> X11View::open(const std::string& wanted) {
  const std::string name = XDisplayName(wanted.empty() ? nullptr : wanted.c_str());
  if (name.empty()) return Error{"no display is named, and DISPLAY is not set"};
  // Statically linked programs cannot look up host names (static_x11_posix.cpp), and a screen of
  // another machine would be slow and unprotected.
  const std::size_t colon = name.rfind(':');
  if (colon != 0 && colon != std::string::npos && name[0] != '/' && !name.starts_with("unix"))
    return Error{"the display " + name +
                 " is another machine's: only those of this one, such as :0, can be used"};
  XSetIOErrorHandler([](Display*) { return 0; });  // reported by lost_
  Display* display = XOpenDisplay(name.c_str());
  if (display == nullptr)
    return Error{"the display " + name +
                 " cannot be reached: no X server is there, or it does not accept us (XAUTHORITY)"};
  std::unique_ptr<X11View> view(new X11View(display, name));
  if (Status format = view->check_format(); !format.ok()) return format.error();
  return std::unique_ptr<ScreenView>(std::move(view));
}

Status X11View::check_format() const {
  const ::Screen* screen = DefaultScreenOfDisplay(display_);
  const Visual* visual = DefaultVisualOfScreen(screen);
  const int depth = DefaultDepthOfScreen(screen);
  int count = 0, bits = 0;
  const std::unique_ptr<XPixmapFormatValues, XDeleter> formats(
      XListPixmapFormats(display_, &count));
  for (int i = 0; i < count; ++i)
    if (formats.get()[i].depth == depth) bits = formats.get()[i].bits_per_pixel;
  if ((depth == 24 || depth == 32) && bits == kPixelBits && visual->c_class == TrueColor &&
      visual->red_mask == kRedMask && visual->green_mask == kGreenMask &&
      visual->blue_mask == kBlueMask && ImageByteOrder(display_) == LSBFirst)
    return Done{};
  return Error{
      "the display " + name_ + " has " + std::to_string(depth) +
      " bits a pixel in a form that cannot be read: 24 or 32 are needed (TrueColor, blue first)"};
}

// The server's current size: Xlib's is from when the display was opened.
std::optional<Screen> X11View::whole(ErrorScope& errors) const {
  Window root = 0;
  int x = 0, y = 0;
  unsigned width = 0, height = 0, border = 0, depth = 0;
  if (XGetGeometry(display_, root_, &root, &x, &y, &width, &height, &border, &depth) == 0 ||
      !errors.clean())
    return std::nullopt;
  return Screen{0, 0, static_cast<int>(width), static_cast<int>(height)};
}

Result<std::vector<Monitor>> X11View::monitors() {
  ErrorScope errors(display_);
  std::vector<Monitor> monitors;
  if (has_monitors_) {
    int count = 0;
    XRRMonitorInfo* all = XRRGetMonitors(display_, root_, True, &count);
    for (int i = 0; all != nullptr && i < count; ++i) {
      const XRRMonitorInfo& each = all[i];
      const std::unique_ptr<char, XDeleter> name(XGetAtomName(display_, each.name));
      monitors.push_back(
          {name ? name.get() : "", {each.x, each.y, each.width, each.height}, each.primary != 0});
    }
    if (all != nullptr) XRRFreeMonitors(all);
  }
  if (monitors.empty()) {
    const std::optional<Screen> screen = whole(errors);
    if (screen) monitors.push_back({"", *screen, true});
  }
  if (lost_ || !errors.clean() || monitors.empty()) return failed("its monitors", errors);
  return monitors;
}

// The pixels of an area on the screen, valid until the next call.
Result<const XImage*> X11View::read(const Screen& area) {
  const Size size{area.width, area.height};
  ErrorScope errors(display_);
  const bool share = may_share_ && 1LL * size.width * size.height >= kLeastSharedPixels;
  if (share && (!shared_ || !shared_->has(size))) {
    shared_.reset();
    shared_ = SharedImage::make(display_, DefaultVisual(display_, DefaultScreen(display_)),
                                DefaultDepth(display_, DefaultScreen(display_)), size);
    may_share_ = shared_ != nullptr;
  }
  if (share && shared_) {
    if (XShmGetImage(display_, root_, shared_->image(), area.origin_x, area.origin_y, AllPlanes) !=
            0 &&
        errors.clean() && !lost_)
      return shared_->image();
    return failed("its pixels", errors);
  }
  copied_.reset(XGetImage(display_, root_, area.origin_x, area.origin_y,
                          static_cast<unsigned>(area.width), static_cast<unsigned>(area.height),
                          AllPlanes, ZPixmap));
  if (!copied_ || !errors.clean() || lost_) return failed("its pixels", errors);
  return copied_.get();
}

Result<ScreenPixels> X11View::grab(const Screen& area) {
  const Result<std::vector<Monitor>> shown = monitors();
  if (!shown.ok()) return shown.error();
  std::optional<Screen> screen;
  {
    ErrorScope errors(display_);
    screen = whole(errors);
    if (!screen) return failed("its size", errors);
  }
  ScreenPixels pixels{area, {}};
  const std::size_t row = static_cast<std::size_t>(area.width) * 4;
  const std::optional<Screen> part = common_area(area, *screen);
  if (!part) {
    pixels.bgrx.resize(row * static_cast<std::size_t>(area.height));
    return pixels;
  }
  const Result<const XImage*> read_part = read(*part);
  if (!read_part.ok()) return read_part.error();
  const XImage& image = *read_part.value();
  const auto* from = reinterpret_cast<const std::uint8_t*>(image.data);
  const auto stride = static_cast<std::size_t>(image.bytes_per_line);
  if (*part == area && stride == row) {
    pixels.bgrx.assign(from, from + row * static_cast<std::size_t>(area.height));
  } else {
    pixels.bgrx.resize(row * static_cast<std::size_t>(area.height));
    for (int y = 0; y < part->height; ++y)
      std::memcpy(
          pixels.bgrx.data() + static_cast<std::size_t>(part->origin_y - area.origin_y + y) * row +
              static_cast<std::size_t>(part->origin_x - area.origin_x) * 4,
          from + static_cast<std::size_t>(y) * stride, static_cast<std::size_t>(part->width) * 4);
  }
  blacken_beside(shown.value(), pixels);
  return pixels;
}

Result<PointerImage> X11View::pointer() {
  if (!has_pointer_)
    return Error{"the display " + name_ + " does not provide its pointer's image (XFixes)"};
  ErrorScope errors(display_);
  const std::unique_ptr<XFixesCursorImage, XDeleter> cursor(XFixesGetCursorImage(display_));
  if (!cursor || !errors.clean() || lost_) return failed("its pointer", errors);
  PointerImage pointer{
      {cursor->x, cursor->y}, {cursor->xhot, cursor->yhot}, {cursor->width, cursor->height}, {}};
  const std::size_t count = std::size_t{cursor->width} * cursor->height;
  pointer.bgra.reserve(count * 4);
  for (std::size_t i = 0; i < count; ++i) {
    // 32 bits in a long, colours premultiplied by the alpha in the top byte (XFixes protocol,
    // GetCursorImage).
    const unsigned long pixel = cursor->pixels[i];
    const unsigned long alpha = (pixel >> 24U) & 0xFFU;
    for (const unsigned shift : {0U, 8U, 16U})
      pointer.bgra.push_back(alpha == 0 ? 0 : straight((pixel >> shift) & 0xFFU, alpha));
    pointer.bgra.push_back(static_cast<std::uint8_t>(alpha));
  }
  return pointer;
}

Result<bool> X11View::shows_windows(const Screen& area) {
  ErrorScope errors(display_);
  Window root = 0, parent = 0;
  Window* all = nullptr;
  unsigned count = 0;
  const bool is_answered = XQueryTree(display_, root_, &root, &parent, &all, &count) != 0;
  const std::unique_ptr<Window, XDeleter> windows(all);
  if (!is_answered || lost_) return failed("its windows", errors);
  for (unsigned i = 0; i < count; ++i) {
    XWindowAttributes window{};
    // Skip a window that disappears meanwhile.
    if (XGetWindowAttributes(display_, windows.get()[i], &window) == 0) continue;
    const Screen place{window.x, window.y, window.width, window.height};
    if (window.map_state == IsViewable && window.c_class == InputOutput && common_area(place, area))
      return true;
  }
  return false;
}
}  // namespace

Result<std::unique_ptr<ScreenView>> open_x11_screen_view(const std::string& display) {
  return X11View::open(display);
}
}  // namespace franz
