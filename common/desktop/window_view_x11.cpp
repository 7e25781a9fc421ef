#include <algorithm>
#include <chrono>
#include <map>
#include <thread>
#include <utility>
#include "common/desktop/monitors.h"
#include "common/desktop/window_view.h"
#include "common/desktop/x11_connection.h"
#include "common/desktop/x11_image.h"
#include "common/desktop/x11_views.h"
#include "common/desktop/x11_window_tree.h"

// Must be last: it defines common words as macros.
#include "common/desktop/xlib_x11.h"

namespace franz {
namespace {
constexpr std::pair kPixmapsSince{0, 2};  // of Composite: NameWindowPixmap
// Milliseconds. Programs repaint with a delay; toolkits draw at most 60 times a second.
constexpr int kLookAgain = 40;
constexpr int kMaxLooks = 15;
constexpr int kStillLooks = 2;  // so many equal pictures in a row

// For a window below the root, with its border.
Screen outer_area(const XWindowAttributes& top) {
  return {top.x, top.y, top.width + 2 * top.border_width, top.height + 2 * top.border_width};
}

// The parts of its outer area that it covers, in pixels of the screen.
std::vector<Screen> shape_of(X11Connection& x11, Window top, const XWindowAttributes& attributes) {
  int count = 0, order = 0;
  XRectangle* shape = XShapeGetRectangles(x11.get(), top, ShapeBounding, &count, &order);
  std::vector<Screen> parts;
  for (int i = 0; i < count; ++i)
    if (const auto part = common_area(
            {attributes.x + attributes.border_width + shape[i].x,
             attributes.y + attributes.border_width + shape[i].y, shape[i].width, shape[i].height},
            outer_area(attributes)))
      parts.push_back(*part);
  if (shape != nullptr) XFree(shape);
  return parts;
}

// While it lives, the server keeps the full contents of a window below the root, including parts
// that are covered or off the screen. Source: the Composite extension, "Redirection".
class Redirected {
 public:
  Redirected(X11Connection& x11, Window top) : x11_(x11), top_(top) {
    XCompositeRedirectWindow(x11.get(), top, CompositeRedirectAutomatic);
  }
  ~Redirected() {
    XCompositeUnredirectWindow(x11_.get(), top_, CompositeRedirectAutomatic);
    XSync(x11_.get(), False);
  }
  Redirected(const Redirected&) = delete;
  Redirected& operator=(const Redirected&) = delete;

  // The server starts with a copy of the screen there, so with other windows' pixels. A window of
  // ours that is mapped and unmapped inside makes these parts black and has the programs repaint
  // them.
  void clear(std::span<const Screen> parts) const {
    XWindowAttributes top{};
    if (XGetWindowAttributes(x11_.get(), top_, &top) == 0) return;
    const Screen outer = outer_area(top);
    for (const Screen& part : parts) {
      const std::optional<Screen> mine = common_area(part, outer);
      if (!mine) continue;
      XSetWindowAttributes attributes{};
      attributes.override_redirect = True;  // not managed by the window manager
      attributes.background_pixel = 0;
      const Window cover = XCreateWindow(
          x11_.get(), top_, mine->origin_x - outer.origin_x - top.border_width,
          mine->origin_y - outer.origin_y - top.border_width, static_cast<unsigned>(mine->width),
          static_cast<unsigned>(mine->height), 0, CopyFromParent, InputOutput, CopyFromParent,
          CWOverrideRedirect | CWBackPixel, &attributes);
      XMapRaised(x11_.get(), cover);
      XDestroyWindow(x11_.get(), cover);
    }
    XSync(x11_.get(), False);
  }

  // Nothing: it no longer exists, or its format cannot be read.
  std::optional<DrawnWindow> read() const {
    XWindowAttributes attributes{};
    if (XGetWindowAttributes(x11_.get(), top_, &attributes) == 0 ||
        attributes.map_state != IsViewable || !is_readable(attributes))
      return std::nullopt;
    const Screen outer = outer_area(attributes);
    static_cast<void>(x11_.nothing_refused());
    const Pixmap pixmap = XCompositeNameWindowPixmap(x11_.get(), top_);
    if (!x11_.nothing_refused()) return std::nullopt;
    const X11Image image(XGetImage(x11_.get(), pixmap, 0, 0, static_cast<unsigned>(outer.width),
                                   static_cast<unsigned>(outer.height), AllPlanes, ZPixmap));
    XFreePixmap(x11_.get(), pixmap);
    if (!x11_.nothing_refused() || !image || image->bits_per_pixel != 32) return std::nullopt;
    DrawnWindow drawn{
        outer, std::vector<std::uint8_t>(static_cast<std::size_t>(outer.width) *
                                         static_cast<std::size_t>(outer.height) * kPixelBytes)};
    const bool has_alpha = attributes.depth == 32;
    for (const Screen& each : shape_of(x11_, top_, attributes))
      copy(
          *image,
          {each.origin_x - outer.origin_x, each.origin_y - outer.origin_y, each.width, each.height},
          has_alpha, drawn);
    return drawn;
  }

 private:
  bool is_readable(const XWindowAttributes& attributes) const {
    return (attributes.depth == 24 || attributes.depth == 32) &&
           attributes.visual->c_class == TrueColor && attributes.visual->red_mask == 0xFF0000 &&
           attributes.visual->green_mask == 0xFF00 && attributes.visual->blue_mask == 0xFF &&
           ImageByteOrder(x11_.get()) == LSBFirst;
  }

  static void copy(const XImage& image, const Screen& part, bool has_alpha, DrawnWindow& drawn) {
    const auto* from = reinterpret_cast<const std::uint8_t*>(image.data);
    for (int y = part.origin_y; y < part.origin_y + part.height; ++y) {
      const std::uint8_t* row =
          from + static_cast<std::size_t>(y) * static_cast<std::size_t>(image.bytes_per_line);
      std::uint8_t* to = drawn.bgra.data() + static_cast<std::size_t>(y) *
                                                 static_cast<std::size_t>(drawn.area.width) *
                                                 kPixelBytes;
      const auto begin = static_cast<std::size_t>(part.origin_x) * kPixelBytes;
      const auto end = begin + static_cast<std::size_t>(part.width) * kPixelBytes;
      std::copy(row + begin, row + end, to + begin);
      if (has_alpha) continue;
      for (std::size_t i = begin + 3; i < end; i += kPixelBytes) to[i] = 0xFF;
    }
  }

  X11Connection& x11_;
  const Window top_;
};

class X11WindowView final : public WindowView {
 public:
  explicit X11WindowView(std::unique_ptr<X11Connection> x11) : x11_(std::move(x11)), tree_(*x11_) {
    int event = 0, error = 0, major = 0, minor = 0;
    can_draw_ = XCompositeQueryExtension(x11_->get(), &event, &error) != 0 &&
                XCompositeQueryVersion(x11_->get(), &major, &minor) != 0 &&
                std::pair(major, minor) >= kPixmapsSince;
  }

  Result<std::optional<WindowScene>> scene(std::uint64_t window) override {
    const auto id = static_cast<Window>(window);
    std::optional<WindowScene> scene;
    const Window top = tree_.top_of(id);
    const std::optional<Screen> area = top == None ? std::nullopt : tree_.area_of(id);
    XWindowAttributes attributes{};
    if (area && XGetWindowAttributes(x11_->get(), top, &attributes) != 0) {
      const bool minimised = tree_.is_minimised(id);
      if (minimised || tree_.is_mapped(id))
        scene = WindowScene{.area = *area,
                            .pid = tree_.pid_of(id),
                            .minimised = minimised,
                            .opaque = is_opaque(top, attributes, *area)};
      if (scene && !minimised) scene->above = above(id, top, *area);
    }
    if (const Status alive = x11_->sync(); !alive.ok()) return alive.error();
    return scene;
  }

  Result<std::vector<std::optional<DrawnWindow>>> draw(std::span<const std::uint64_t> windows,
                                                       std::span<const Screen> hidden) override {
    std::vector<std::optional<DrawnWindow>> drawn(windows.size());
    if (!can_draw_) return drawn;
    {
      // Null: it is not shown, although its window manager's frame may be.
      std::vector<std::unique_ptr<Redirected>> redirected;
      for (const std::uint64_t each : windows) {
        const auto window = static_cast<Window>(each);
        redirected.push_back(tree_.is_mapped(window)
                                 ? std::make_unique<Redirected>(*x11_, tree_.top_of(window))
                                 : nullptr);
      }
      for (const auto& each : redirected)
        if (each) each->clear(hidden);
      int same = 0;
      for (int look = 0; look < kMaxLooks && same < kStillLooks && !x11_->is_lost(); ++look) {
        std::this_thread::sleep_for(std::chrono::milliseconds(kLookAgain));
        bool changed = false;
        for (std::size_t i = 0; i < redirected.size(); ++i) {
          std::optional<DrawnWindow> next;
          if (redirected[i]) next = redirected[i]->read();
          changed = changed || next.has_value() != drawn[i].has_value() ||
                    (next && next->bgra != drawn[i]->bgra);
          drawn[i] = std::move(next);
        }
        same = changed ? 0 : same + 1;
      }
    }
    if (const Status alive = x11_->sync(); !alive.ok()) return alive.error();
    return drawn;
  }

 private:
  // The windows above `top`, which contains `window`.
  std::vector<WindowAbove> above(Window window, Window top, const Screen& area) {
    std::vector<Window> stack = tree_.children_of(x11_->root());
    std::ranges::reverse(stack);
    stack.erase(std::ranges::find(stack, top), stack.end());
    std::vector<WindowAbove> above;
    for (const Window each : stack) {
      // The server's overlay, on which a compositing manager draws the whole screen.
      if (x11_->client_of(each) == x11_->client_of(x11_->root())) continue;
      XWindowAttributes attributes{};
      if (XGetWindowAttributes(x11_->get(), each, &attributes) == 0 ||
          attributes.map_state != IsViewable || attributes.c_class != InputOutput)
        continue;
      const Screen frame = outer_area(attributes);
      if (!common_area(frame, area)) continue;
      const Window inside = tree_.client_in(each);
      const auto owners = tree_.owners_of(inside == None ? each : inside);
      above.push_back({each, frame, std::ranges::find(owners, window) != owners.end(),
                       is_opaque(each, attributes, frame)});
    }
    return above;
  }

  // Whether a window below the root is fully opaque in this part.
  bool is_opaque(Window top, const XWindowAttributes& attributes, const Screen& part) {
    if (attributes.depth == 32) return false;
    std::vector<Screen> left{part};
    for (const Screen& each : shape_of(*x11_, top, attributes)) left = without(left, each);
    return left.empty();
  }

  std::unique_ptr<X11Connection> x11_;
  X11WindowTree tree_;
  bool can_draw_ = false;
};
}  // namespace

Result<std::unique_ptr<WindowView>> open_x11_window_view(const std::string& display) {
  auto x11 = X11Connection::open(display);
  if (!x11.ok()) return x11.error();
  return std::unique_ptr<WindowView>(std::make_unique<X11WindowView>(std::move(x11).value()));
}
}  // namespace franz
