#include "capturer/screen_picture_app.h"
#include <cstdint>
#include <optional>
#include <thread>
#include <utility>
#include "capturer/capture_turn.h"
#include "capturer/desktop/desktop_picture.h"
#include "capturer/render/resize.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/desktop/monitors.h"
#include "common/desktop/screen_tiles.h"
#include "common/os/clock.h"
#include "common/os/meanwhile.h"

namespace franz::capturer {
Result<ShownScreen> grab_shown(ScreenView& view, const Screen& area,
                               std::chrono::milliseconds patience) {
  constexpr std::chrono::milliseconds kBetweenLooks{50};
  const std::int64_t until = steady_time_ms() + patience.count();
  for (bool late = false;; late = true) {
    Result<ScreenPixels> pixels = view.grab(area);
    if (!pixels.ok()) return pixels.error();
    if (!has_one_colour(pixels.value())) return ShownScreen{std::move(pixels).value(), false, late};
    const Result<bool> windows = view.shows_windows(area);
    if (!windows.ok()) return windows.error();
    const bool empty = !windows.value();
    // A window may fill the screen with one colour, but black means that nothing was painted.
    if (empty || !is_all_black(pixels.value()))
      return ShownScreen{std::move(pixels).value(), empty, late};
    if (steady_time_ms() >= until)
      return Error{
          "the screen is black though windows are shown on it: it may be locked, or belong to "
          "a Wayland session, which lets nobody see it this way"};
    std::this_thread::sleep_for(kBetweenLooks);
  }
}

Warning empty_warning(const ScreenFacts& screen) {
  return {"screen_empty", screen.window_titles ? "the screen is empty: no window is shown on it"
                                               : "the screen is empty: all of it has one colour"};
}

Warning withheld_warning(const std::string& title) {
  constexpr std::size_t kMaxTitle = 80;  // bytes
  return {"window_withheld", "the window " + quote_json(cut_text(printable(title), kMaxTitle)) +
                                 " keeps itself out of pictures: the model does not see it"};
}

// For somebody who has the picture of the last call; nothing: the screen has changed since.
static std::optional<CaptureReply> known_picture(const CaptureRequest& request,
                                                 const ScreenPixels& pixels,
                                                 const KeptScreen* kept) {
  if (kept == nullptr || kept->sha256 != request.known_sha256 ||
      kept->picture != request.options.picture || kept->pixels.area != pixels.area ||
      kept->pixels.bgrx != pixels.bgrx)
    return std::nullopt;
  CaptureReply reply;
  reply.plain_sha256 = kept->sha256;
  reply.picture_known = true;
  return reply;
}

CaptureReply finish_screen_picture(const CaptureRequest& request, std::vector<Action> actions,
                                   ScreenPixels pixels, const Result<PointerImage>* pointer,
                                   std::vector<Warning> warnings, KeptScreen* kept) {
  const PictureOptions& options = request.options;
  const bool is_watched = !request.known_sha256.empty();
  std::string tiles = is_watched ? "" : tile_digests(pixels);
  std::optional<Point> pointed;
  if (pointer != nullptr && pointer->ok()) {
    draw_system_pointer(pixels, pointer->value());
    pointed = pointer->value().at;
  } else if (pointer != nullptr) {
    warnings.push_back(
        {"pointer_unknown", "the pointer is not in the picture: " + pointer->error().message});
  }
  const Screen screen = pixels.area;
  std::optional<CaptureReply> known = known_picture(request, pixels, kept);
  CaptureReply reply = known ? *std::move(known) : CaptureReply{};
  if (!reply.picture_known) {
    const ImageView source{
        pixels.bgrx.data(), std::ptrdiff_t{screen.width} * 4, {screen.width, screen.height}, 4};
    const Picture plain = resize(source, options.picture);
    std::string digest = is_watched ? plain_digest(plain) : "";
    reply.picture_known = is_watched && digest == request.known_sha256;
    if (!reply.picture_known) {
      Meanwhile digesting([&] {
        if (!is_watched) digest = plain_digest(plain);
      });
      reply = reply_with(
          draw_plan(plain, plan_desktop_picture(
                               {std::move(actions), request.numbers, screen, pointed}, options)),
          request);
      digesting.finish();
    }
    reply.plain_sha256 = digest;
    if (kept != nullptr) {
      kept->pixels = std::move(pixels);
      kept->picture = options.picture;
      kept->sha256 = digest;
    }
  }
  reply.renderer = kRenderer;
  reply.tiles = std::move(tiles);
  reply.applied.assign(request.actions.size(), true);
  reply.screen = screen;
  reply.warnings = std::move(warnings);
  return reply;
}
}  // namespace franz::capturer
