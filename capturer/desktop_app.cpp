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

Result<CaptureReply> capture_desktop(const CaptureRequest& request) {
  const PictureOptions& options = request.options;
  const Result<std::unique_ptr<ScreenView>> opened = open_screen_view(options.display);
  if (!opened.ok()) return opened.error();
  ScreenView& view = *opened.value();
  const Result<Screen> area = area_of(view, options.monitor);
  if (!area.ok()) return area.error();
  Result<ShownScreen> shown = grab_shown(view, area.value());
  if (!shown.ok()) return shown.error();

  std::vector<Warning> warnings;
  if (shown.value().empty) warnings.push_back(empty_warning());
  const Result<std::vector<std::string>> withheld = view.withheld_windows(area.value());
  if (!withheld.ok()) return withheld.error();
  for (const std::string& title : withheld.value()) warnings.push_back(withheld_warning(title));
  const Result<PointerImage> pointer = view.pointer();
  return finish_screen_picture(request, to_actions(request.actions),
                               std::move(shown).value().pixels, &pointer, std::move(warnings));
}
}  // namespace franz::capturer
