#include "orchestrator/turn_request.h"
#include <algorithm>
#include <cmath>
#include <utility>
#include "common/tools/surface_facts.h"

namespace franz::orchestrator {
static int milliseconds(double seconds) { return static_cast<int>(std::lround(seconds * 1000)); }

static Coordinates coordinates_of(const std::string& name) {
  const auto row = std::ranges::find(all_coordinates(), name, &NamedCoordinates::name);
  return row == all_coordinates().end() ? Coordinates{} : row->value;
}

ExecutorRequest turn_request(const LoopState& state, const Settings& settings,
                             const std::string& run_dir, const std::string& time) {
  ExecutorRequest request;
  request.reply = state.reply;
  request.dialect = settings.agent.dialect;
  request.pointer = state.pointer;
  request.tools = settings.tools;
  request.capturer_timeout_ms = milliseconds(settings.limits.capturer_s);

  PictureOptions& options = request.options;
  options.turn = state.turn + 1;
  options.surface = settings.surface.kind;
  options.picture = settings.surface.picture;
  options.marks = {settings.marks.classic, settings.marks.cursor, settings.marks.badge};
  options.overlays = {settings.overlays.grid, settings.overlays.crosshair, settings.overlays.inset,
                      settings.overlays.banner};
  options.canvas = settings.surface.canvas;
  options.run_dir = run_dir;
  options.time = time;
  options.coordinates = coordinates_of(settings.agent.coordinates);
  options.monitor = settings.surface.monitor;
  options.seen = state.seen;

  request.desktop.monitor = settings.surface.monitor;
  request.desktop.settle_ms = settings.surface.settle_ms;
  request.desktop.step_delay_ms = settings.agent.step_delay_ms;
  request.desktop.only_windows = settings.surface.only_windows;
  return request;
}

Result<ExecutorRequest> repeated_request(const LoopState& state, const Settings& settings,
                                         const std::string& run_dir) {
  const Result<ExecutorRequest> then = executor_request_with(state.acting->in, state.reply);
  if (!then.ok()) return within("/acting/in", then.error());
  ExecutorRequest request = turn_request(state, settings, run_dir, then.value().options.time);
  request.tools = then.value().tools;
  request.dialect = then.value().dialect;
  request.pointer = then.value().pointer;
  request.options.canvas = then.value().options.canvas;
  return request;
}

std::optional<ExecutorReply> performed_before(const Acting& acting) {
  if (!acting.result) return std::nullopt;
  Result<ExecutorReply> then = parse_reply_without_screenshot(*acting.result);
  if (!then.ok()) return std::nullopt;
  return std::move(then).value();
}

ExecutorRequest picture_request(ExecutorRequest request) {
  request.reply.reset();
  return request;
}

ExecutorReply with_picture_of(ExecutorReply now, ExecutorReply then) {
  if (then.plain_sha256.empty() && then.degraded.empty()) return then;
  then.screenshot_b64 = std::move(now.screenshot_b64);
  then.screen = now.screen;
  then.renderer = now.renderer;
  then.plain_sha256 = std::move(now.plain_sha256);
  then.degraded = std::move(now.degraded);
  return then;
}

int executor_deadline_ms(const Settings& settings) {
  const bool waits = !is_repeatable(settings.surface.kind);
  return milliseconds(settings.limits.executor_s + (waits ? settings.limits.act_s : 0));
}
}  // namespace franz::orchestrator
