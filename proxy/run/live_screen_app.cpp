#include "proxy/run/live_screen_app.h"
#include <memory>
#include <utility>
#include "common/base/base64.h"
#include "common/base/printable.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "common/tools/surface_facts.h"
#include "common/wire/capturer_messages.h"

namespace franz::proxy {
static constexpr int kLookTimeoutMs = 5000;

LiveScreen live_screen(const Settings& settings, const PrivateDisplay* display,
                       const std::optional<WindowTarget>& window) {
  LiveScreen screen;
  screen.surface = settings.surface.kind;
  screen.window = window;
  screen.display = display != nullptr
                       ? display->name()
                       : screen_of_run(settings.surface, display_facts(true), "").display;
  screen.monitor = settings.surface.monitor;
  if (display != nullptr) screen.authority = display->authority();
  screen.picture = settings.surface.picture;
  screen.secrets = key_variables(settings.model.api_key_env);
  return screen;
}

LiveScreen whole_screen(LiveScreen screen, Size size) {
  screen.surface = kProgramSurface;
  screen.monitor = "all";
  screen.window.reset();
  screen.picture = {size};
  return screen;
}

static ChildCommand capturer_for(const LiveScreen& screen) {
  ChildCommand command{sibling_program("capturer"), {"--lines"}, {}, "", screen.secrets};
  if (!screen.authority.empty()) command.environment = {{"XAUTHORITY", screen.authority}};
  return command;
}

LiveCapturer::LiveCapturer(const LiveScreen& screen) : child_(capturer_for(screen)) {}

Result<CaptureReply> LiveCapturer::capture(const LiveScreen& screen, const std::stop_token& stop,
                                           const std::string& known_sha256) {
  if (screen.picture.fit) {
    LiveScreen small = screen;
    small.picture = {{kMinFitSide, kMinFitSide}};
    const Result<CaptureReply> seen = capture(small, stop);
    if (!seen.ok()) return seen.error();
    small.picture =
        resolved(screen.picture, {seen.value().screen.width, seen.value().screen.height});
    return capture(small, stop, known_sha256);
  }
  CaptureRequest request;
  request.options.surface = screen.surface;
  request.options.window = screen.window;
  request.options.display = screen.display;
  request.options.monitor = screen.monitor;
  request.options.picture = screen.picture.size;
  request.options.marks = {false, false, false};
  request.known_sha256 = known_sha256.empty() ? std::string(64, '0') : known_sha256;
  auto reply = ask_line(child_, to_json(request), kLookTimeoutMs, parse_capture_reply, stop);
  if (!reply.ok()) return Error{"capturer: " + printable(reply.error().log)};
  return std::move(reply).value();
}

Result<std::string> look_at(const LiveScreen& screen) {
  LiveCapturer capturer(screen);
  const Result<CaptureReply> reply = capturer.capture(screen, {});
  if (!reply.ok()) return reply.error();
  return base64_decode(reply.value().screenshot_b64);
}

LiveScreenViewer::Look live_look(const LiveScreen& screen, const std::optional<Size>& whole) {
  const auto capturer = std::make_shared<LiveCapturer>(screen);
  return [capturer, screen, whole](
             const LiveScreenViewer::Wanted& wanted,
             const std::stop_token& stop) -> Result<LiveScreenViewer::Picture> {
    const bool all = wanted.whole && whole;
    const Result<CaptureReply> reply =
        capturer->capture(all ? whole_screen(screen, *whole) : screen, stop, wanted.known_sha256);
    if (!reply.ok()) return reply.error();
    LiveScreenViewer::Picture picture{"", reply.value().plain_sha256};
    if (reply.value().picture_known) return picture;
    Result<std::string> png = base64_decode(reply.value().screenshot_b64);
    if (!png.ok()) return within("capturer", png.error());
    picture.png = std::move(png).value();
    return picture;
  };
}
}  // namespace franz::proxy
