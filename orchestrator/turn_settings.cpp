#include "orchestrator/turn_settings.h"
#include <utility>
#include "common/base/sha256.h"
#include "common/tools/surface_facts.h"
#include "orchestrator/system_message.h"

namespace franz::orchestrator {
void TurnSettings::read(const LoopPorts& ports, int turn, const ModelPolicy& policy) {
  LoopSettings read = ports.read_settings(turn);
  in_force_ = std::move(read.settings);
  now_.settings = policy.applied(in_force_, turn);
  now_.screen = std::move(read.screen);
  PictureSize& picture = now_.settings.surface.picture;
  if (picture.fit) picture = resolved(picture, surface_size(ports));
  now_.system_prompt = system_message(read.system_prompt, now_.settings);
}

// Of the canvas, if the surface is drawn; else of the screen, as last seen or measured now.
Size TurnSettings::surface_size(const LoopPorts& ports) {
  const SurfaceSettings& surface = now_.settings.surface;
  if (!shows_real_screen(surface.kind)) return surface.canvas;
  if (!screen_size_ || monitor_ != surface.monitor) {
    const Result<Size> size = ports.screen_size(now_.settings, now_.screen);
    const std::string trouble = size.ok() ? "" : size.error().message;
    if (trouble != size_trouble_ && !trouble.empty())
      warn(ports, "the screen's size is not known: " + trouble +
                      "; the picture is fitted as if it were " + size_text(surface.canvas));
    size_trouble_ = trouble;
    if (!size.ok()) return surface.canvas;
    screen_size_ = size.value();
    monitor_ = surface.monitor;
  }
  return *screen_size_;
}

void TurnSettings::saw_screen(const Screen& screen) {
  if (screen.width > 0) screen_size_ = Size{screen.width, screen.height};
}

// What changed in the system message; "prompt": the text of the prompt itself.
static std::string cause_of_change(const LoopSettings& before, const LoopSettings& now) {
  const Settings &a = before.settings, &b = now.settings;
  std::string cause;
  const auto add = [&cause](bool differs, const char* what) {
    if (differs) cause += (cause.empty() ? "" : ", ") + std::string(what);
  };
  add(a.agent.objective != b.agent.objective, "objective");
  add(a.tools != b.tools, "tools");
  add(a.surface.picture != b.surface.picture, "picture size");
  return cause.empty() ? "prompt" : cause;
}

void TurnSettings::report_system(const LoopPorts& ports, int turn) {
  if (reported_ && reported_->system_prompt == now_.system_prompt) return;
  LoopEvent event = loop_event(LoopEvent::Kind::config, turn);
  event.settings = settings_as_json(in_force_);
  event.system = SystemChange{turn, sha256_hex(now_.system_prompt),
                              reported_ ? cause_of_change(*reported_, now_) : "start"};
  reported_ = now_;
  ports.emit(event);
}
}  // namespace franz::orchestrator
