#include "capturer/desktop_app.h"
#include <string>
#include <utility>
#include "capturer/capture_turn.h"
#include "capturer/screen_picture_app.h"
#include "common/desktop/monitors.h"

namespace franz::capturer {
namespace {
// The area of the screen that the settings ask for.
Result<Screen> area_of(ScreenView& view, const std::string& monitor) {
  const Result<std::vector<Monitor>> monitors = view.monitors();
  if (!monitors.ok()) return monitors.error();
  Result<Screen> area = captured_area(monitors.value(), monitor);
  if (!area.ok()) return within("/monitor", area.error());
  // Whether resizing supports the size.
  const auto fits = [](int side) { return side >= 1 && side <= kMaxCanvasSide; };
  if (!fits(area.value().width) || !fits(area.value().height))
    return Error{"the screen is " + std::to_string(area.value().width) + "x" +
                 std::to_string(area.value().height) + ", which is no size for a picture"};
  return area;
}

}  // namespace

static Result<CaptureReply> capture_from(ScreenView& view, const CaptureRequest& request,
                                         KeptScreen* kept) {
  const PictureOptions& options = request.options;
  const Result<Screen> area = area_of(view, options.monitor);
  if (!area.ok()) return area.error();
  Result<ShownScreen> shown = grab_shown(view, area.value());
  if (!shown.ok()) return shown.error();

  std::vector<Warning> warnings;
  if (shown.value().empty) warnings.push_back(empty_warning(screen_facts(request.options.display)));
  const Result<std::vector<std::string>> withheld = view.withheld_windows(area.value());
  if (!withheld.ok()) return withheld.error();
  for (const std::string& title : withheld.value()) warnings.push_back(withheld_warning(title));
  const Result<PointerImage> pointer = view.pointer();
  return finish_screen_picture(request, to_actions(request.actions),
                               std::move(shown).value().pixels, &pointer, std::move(warnings),
                               kept);
}

Result<CaptureReply> capture_desktop(const CaptureRequest& request, KeptScreen& kept) {
  const std::string& display = request.options.display;
  const bool is_watched = !request.known_sha256.empty();
  if (!is_watched || !kept.view || kept.display != display) {
    Result<std::unique_ptr<ScreenView>> opened = open_screen_view(display);
    if (!opened.ok()) return opened.error();
    if (!is_watched) return capture_from(*opened.value(), request, nullptr);
    kept = KeptScreen{display, std::move(opened).value(), {}, {}, ""};
  }
  Result<CaptureReply> reply = capture_from(*kept.view, request, &kept);
  if (!reply.ok()) kept = {};  // the display may have been replaced
  return reply;
}
}  // namespace franz::capturer
