#include "orchestrator/turn_request.h"
#include <algorithm>
#include <cmath>
#include <utility>
#include "common/tools/surface_facts.h"
#include "common/wire/computer_call.h"

namespace franz::orchestrator {
static int milliseconds(double seconds) { return static_cast<int>(std::lround(seconds * 1000)); }

static Coordinates coordinates_of(const std::string& name) {
  const auto row = std::ranges::find(all_coordinates(), name, &NamedCoordinates::name);
  return row == all_coordinates().end() ? Coordinates{} : row->value;
}

// Consent is for a real screen; `auto` means risky actions on a person's screen.
static Consent consent_of(const Settings& settings, const RunScreen& screen) {
  Consent consent;
  const std::string& approve = settings.safety.approve;
  const bool risky = approve == "risky" || (approve == "auto" && screen.person);
  if (is_repeatable(settings.surface.kind)) return consent;
  if (approve == "always") consent.approve = Approve::always;
  if (risky) consent.approve = Approve::risky;
  if (consent.approve != Approve::never)
    consent.risky = rules_for(screen.facts(), settings.safety.risky);
  return consent;
}

ExecutorRequest turn_request(const LoopState& state, const Settings& settings,
                             const std::string& run_dir, const std::string& time,
                             const RunScreen& screen) {
  ExecutorRequest request;
  request.reply = state.reply;
  request.dialect = settings.agent.dialect;
  request.pointer = state.pointer;
  request.finish_reason = state.finish_reason;
  request.asked_back = state.asked_back;
  request.tools = settings.tools;
  request.capturer_timeout_ms = milliseconds(settings.limits.capturer_s);

  PictureOptions& options = request.options;
  options.turn = state.turn + 1;
  options.surface = settings.surface.kind;
  options.picture = settings.surface.picture.size;
  options.marks = {settings.marks.classic, settings.marks.cursor, settings.marks.badge};
  options.overlays = {settings.overlays.grid, settings.overlays.crosshair, settings.overlays.inset,
                      settings.overlays.banner};
  options.canvas = settings.surface.canvas;
  options.run_dir = run_dir;
  options.time = time;
  options.coordinates = coordinates_of(settings.agent.coordinates);
  options.display = screen.display;
  options.monitor = settings.surface.monitor;
  options.window = screen.window;
  options.seen = state.seen;

  request.desktop.display = options.display;
  request.desktop.monitor = settings.surface.monitor;
  request.desktop.settle_ms = settings.surface.settle_ms;
  request.desktop.still_ms = settings.surface.still_ms;
  request.desktop.step_delay_ms = settings.agent.step_delay_ms;
  request.desktop.only_windows = settings.surface.only_windows;
  request.desktop.person = screen.person;
  request.desktop.takeover = screen.facts().takeover() && settings.safety.takeover;
  if (screen.facts().has_panic_key()) request.desktop.panic_key = settings.safety.panic_key;
  request.min_confidence = settings.agent.min_confidence;
  request.consent = consent_of(settings, screen);
  // A pending safety check of the server always needs consent.
  if (request.consent.approve == Approve::never && !is_repeatable(settings.surface.kind) &&
      request.reply && has_pending_safety_checks(*request.reply))
    request.consent.approve = Approve::risky;
  if (settings.safety.dry_run && !is_repeatable(settings.surface.kind))
    request.mode = ActingMode::plan;
  // A dry run does nothing and needs no consent.
  if (request.mode != ActingMode::act) request.consent = Consent{};
  return request;
}

Result<ExecutorRequest> repeated_request(const LoopState& state, const Settings& settings,
                                         const std::string& run_dir, const RunScreen& screen) {
  const Result<ExecutorRequest> then = executor_request_with(state.acting->in, state.reply);
  if (!then.ok()) return within("/acting/in", then.error());
  ExecutorRequest request =
      turn_request(state, settings, run_dir, then.value().options.time, screen);
  request.tools = then.value().tools;
  request.dialect = then.value().dialect;
  request.pointer = then.value().pointer;
  request.finish_reason = then.value().finish_reason;
  request.asked_back = then.value().asked_back;
  request.dump_file = then.value().dump_file;
  request.options.canvas = then.value().options.canvas;
  if (state.acting->result) {
    request.mode = then.value().mode;
  } else if (request.reply && !is_repeatable(request.options.surface) &&
             then.value().mode != ActingMode::plan) {
    const bool overtaken = then.value().mode == ActingMode::overtaken;
    request.mode = overtaken ? ActingMode::overtaken : ActingMode::interrupted;
  }
  if (request.mode != ActingMode::act) request.consent = Consent{};
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
  request.finish_reason.clear();
  request.asked_back = false;
  return request;
}

ExecutorRequest size_request(const Settings& settings, const RunScreen& screen) {
  constexpr Size kSmallest{kMinFitSide, kMinFitSide};
  ExecutorRequest request = turn_request({}, settings, "", "", screen);
  request.mode = ActingMode::plan;
  request.consent = Consent{};
  request.options.picture = kSmallest;
  request.options.marks = {false, false, false};
  request.options.overlays = {};
  return request;
}

ExecutorReply with_picture_of(ExecutorReply now, ExecutorReply then) {
  if (then.plain_sha256.empty() && then.degraded.empty()) return then;
  then.screenshot_b64 = std::move(now.screenshot_b64);
  then.screen = now.screen;
  then.renderer = now.renderer;
  then.plain_sha256 = std::move(now.plain_sha256);
  then.glyphs = std::move(now.glyphs);
  then.degraded = std::move(now.degraded);
  for (Warning& warning : now.warnings)
    if (std::ranges::find(then.warnings, warning) == then.warnings.end())
      then.warnings.push_back(std::move(warning));
  return then;
}

int executor_deadline_ms(const Settings& settings) {
  const bool waits = !is_repeatable(settings.surface.kind);
  return milliseconds(settings.limits.executor_s + (waits ? settings.limits.act_s : 0));
}
}  // namespace franz::orchestrator
