#include "capturer/desktop_app.h"
#include <optional>
#include <string>
#include <utility>
#include "capturer/capture_turn.h"
#include "capturer/desktop/desktop_picture.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/desktop/monitors.h"

namespace franz::capturer {
namespace {
constexpr int kMaxSide = kMaxCanvasSide;  // pixels: what resizing has room for

// What of the screen the settings ask for.
Result<Screen> area_of(ScreenView& view, const std::string& monitor) {
  const Result<std::vector<Monitor>> monitors = view.monitors();
  if (!monitors.ok()) return monitors.error();
  Result<Screen> area = captured_area(monitors.value(), monitor);
  if (!area.ok()) return within("/monitor", area.error());
  const auto fits = [](int side) { return side >= 1 && side <= kMaxSide; };
  if (!fits(area.value().width) || !fits(area.value().height))
    return Error{"the screen is " + std::to_string(area.value().width) + "x" +
                 std::to_string(area.value().height) + ", which is no size for a picture"};
  return area;
}

std::string shown_title(const std::string& title) {
  constexpr std::size_t kMaxTitle = 80;  // bytes
  return quote_json(cut_text(printable(title), kMaxTitle));
}

// Whether black pixels are the truth. Failure: they are not.
Result<std::optional<Warning>> judge_black(ScreenView& view, const ScreenPixels& pixels) {
  if (!is_all_black(pixels)) return std::optional<Warning>();
  const Result<bool> windows = view.shows_windows(pixels.area);
  if (!windows.ok()) return windows.error();
  if (windows.value())
    return Error{
        "the screen is black though windows are shown on it: it may be locked, or belong to "
        "a Wayland session, which lets nobody see it this way"};
  return std::optional(Warning{"screen_black", "the screen is black: no window is shown on it"});
}
}  // namespace

Result<CaptureReply> capture_desktop(const CaptureRequest& request) {
  const PictureOptions& options = request.options;
  Result<std::vector<Action>> actions = read_actions(request.actions);
  if (!actions.ok()) return actions.error();

  const Result<std::unique_ptr<ScreenView>> opened = open_screen_view(options.display);
  if (!opened.ok()) return opened.error();
  ScreenView& view = *opened.value();
  const Result<Screen> area = area_of(view, options.monitor);
  if (!area.ok()) return area.error();
  Result<ScreenPixels> pixels = view.grab(area.value());
  if (!pixels.ok()) return pixels.error();
  const Result<std::optional<Warning>> black = judge_black(view, pixels.value());
  if (!black.ok()) return black.error();

  std::vector<Warning> warnings;
  if (black.value()) warnings.push_back(*black.value());
  const Result<std::vector<std::string>> withheld = view.withheld_windows(area.value());
  if (!withheld.ok()) return withheld.error();
  for (const std::string& title : withheld.value())
    warnings.push_back({"window_withheld", "the window " + shown_title(title) +
                                               " keeps itself out of pictures: the model does not "
                                               "see it"});
  const Result<PointerImage> pointer = view.pointer();
  std::optional<Point> pointed;
  if (pointer.ok()) {
    draw_system_pointer(pixels.value(), pointer.value());
    pointed = pointer.value().at;
  } else {
    warnings.push_back(
        {"pointer_unknown", "the pointer is not in the picture: " + pointer.error().message});
  }

  const Screen& screen = area.value();
  const ImageView source{pixels.value().bgrx.data(),
                         std::ptrdiff_t{screen.width} * 4,
                         {screen.width, screen.height},
                         4};
  CaptureReply reply = finish_picture(
      source, options.picture,
      plan_desktop_picture({std::move(actions).value(), request.numbers, screen, pointed}, options),
      request.picture);
  reply.applied.assign(request.actions.size(), true);
  reply.screen = screen;
  reply.warnings = std::move(warnings);
  return reply;
}
}  // namespace franz::capturer
