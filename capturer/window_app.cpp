#include "capturer/window_app.h"
#include <algorithm>
#include <cstdint>
#include <optional>
#include <thread>
#include <utility>
#include "capturer/capture_turn.h"
#include "capturer/desktop/window_picture.h"
#include "capturer/screen_picture_app.h"
#include "common/desktop/monitors.h"
#include "common/os/clock.h"

namespace franz::capturer {
namespace {
CaptureReply no_picture(const CaptureRequest& request, std::vector<Warning> warnings) {
  CaptureReply reply;
  const PictureOptions& options = request.options;
  reply.screen = options.seen ? options.seen->screen
                              : Screen{0, 0, options.canvas.width, options.canvas.height};
  reply.applied.assign(request.actions.size(), true);
  reply.warnings = std::move(warnings);
  return reply;
}

// The request with places converted to `area`, from where the window was when the model saw it.
CaptureRequest placed_on(const Screen& area, const CaptureRequest& request,
                         std::vector<Action>& actions) {
  CaptureRequest placed = request;
  if (!placed.options.seen) return placed;
  Screen& seen = placed.options.seen->screen;
  for (Action& each : actions) {
    each.from = moved_place(each.from, seen, area);
    each.to = moved_place(each.to, seen, area);
  }
  seen = area;
  return placed;
}

// The picture of the requested window. A window may be black, but a screen that is completely black
// is treated as in capture_desktop().
Result<WindowPicture> picture_of_shown_window(const WindowTarget& asked, WindowView& windows,
                                              ScreenView& view,
                                              std::chrono::milliseconds patience) {
  Result<WindowPicture> taken = picture_of_painted_window(asked, windows, view, patience);
  if (!taken.ok() || !taken.value().pixels || !is_all_black(*taken.value().pixels)) return taken;
  const Result<std::vector<Monitor>> monitors = view.monitors();
  if (!monitors.ok()) return monitors.error();
  const Result<Screen> all = captured_area(monitors.value(), "all");
  if (!all.ok()) return all.error();
  const Result<ShownScreen> whole = grab_shown(view, all.value());
  if (!whole.ok()) return whole.error();
  return whole.value().late ? picture_of_window(asked, windows, view) : std::move(taken);
}
}  // namespace

Result<WindowPicture> picture_of_painted_window(const WindowTarget& target, WindowView& windows,
                                                ScreenView& screen,
                                                std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kBetweenLooks{50};
  const std::int64_t until = steady_time_ms() + patience.count();
  while (true) {
    Result<WindowPicture> taken = picture_of_window(target, windows, screen);
    const bool unpainted =
        taken.ok() && taken.value().pixels && has_one_colour(*taken.value().pixels);
    if (!unpainted || steady_time_ms() >= until) return taken;
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

Result<CaptureReply> capture_window(const CaptureRequest& request) {
  if (!request.options.window) return Error{"/window: expected an object: it bounds the picture"};
  const auto windows = open_window_view(request.options.display);
  if (!windows.ok()) return windows.error();
  const auto view = open_screen_view(request.options.display);
  if (!view.ok()) return view.error();

  // Later pictures do not wait: a window of one colour is assumed to be painted.
  Result<WindowPicture> taken = picture_of_shown_window(
      *request.options.window, *windows.value(), *view.value(),
      request.options.seen ? std::chrono::milliseconds(0) : kPaintingMayTake);
  if (!taken.ok()) return taken.error();
  WindowPicture& picture = taken.value();
  if (!picture.pixels) return no_picture(request, std::move(picture.warnings));
  if (picture.scene.withheld)
    picture.warnings.push_back(withheld_warning(request.options.window->title));

  const Result<PointerImage> pointer = view.value()->pointer();
  // The pointer is not drawn where another window covers this one.
  const bool shown =
      !pointer.ok() || (contains(picture.scene.area, pointer.value().at) &&
                        std::ranges::none_of(picture.hidden, [&](const Screen& part) {
                          return contains(part, pointer.value().at);
                        }));
  std::vector<Action> actions = to_actions(request.actions);
  const CaptureRequest placed = placed_on(picture.pixels->area, request, actions);
  return finish_screen_picture(placed, std::move(actions), *std::move(picture.pixels),
                               shown ? &pointer : nullptr, std::move(picture.warnings));
}
}  // namespace franz::capturer
