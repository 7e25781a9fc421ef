#include "proxy/run/live_screen_app.h"
#include <chrono>
#include <string_view>
#include "common/base/base64.h"
#include "common/base/printable.h"
#include "common/os/child_process.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "common/wire/capturer_messages.h"

namespace franz::proxy {
static constexpr std::chrono::milliseconds kLookTimeout{5000};

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

// The capturer's last line is its error message.
static std::string last_line(std::string_view errors) {
  while (errors.ends_with('\n')) errors.remove_suffix(1);
  return printable(errors.substr(errors.rfind('\n') + 1));
}

Result<CaptureReply> capture(const LiveScreen& screen, const std::stop_token& stop) {
  if (screen.picture.fit) {
    LiveScreen small = screen;
    small.picture = {{kMinFitSide, kMinFitSide}};
    const Result<CaptureReply> seen = capture(small, stop);
    if (!seen.ok()) return seen.error();
    small.picture =
        resolved(screen.picture, {seen.value().screen.width, seen.value().screen.height});
    return capture(small, stop);
  }
  CaptureRequest request;
  request.options.surface = screen.surface;
  request.options.window = screen.window;
  request.options.display = screen.display;
  request.options.monitor = screen.monitor;
  request.options.picture = screen.picture.size;
  request.options.marks = {false, false, false};
  ChildCommand capturer{sibling_program("capturer"), {}, {}, "", screen.secrets};
  if (!screen.authority.empty()) capturer.environment = {{"XAUTHORITY", screen.authority}};
  const ChildOutcome outcome = run_child(capturer, to_json(request) + "\n", kLookTimeout, stop);
  if (!outcome.end.ok()) {
    const std::string message = last_line(outcome.errors);
    return Error{message.empty() ? "capturer: " + describe(outcome.end, kLookTimeout) : message};
  }
  Result<CaptureReply> reply = parse_capture_reply(outcome.output);
  if (!reply.ok()) return within("capturer", reply.error());
  return reply;
}

Result<std::string> look_at(const LiveScreen& screen, const std::stop_token& stop) {
  const Result<CaptureReply> reply = capture(screen, stop);
  if (!reply.ok()) return reply.error();
  return base64_decode(reply.value().screenshot_b64);
}
}  // namespace franz::proxy
