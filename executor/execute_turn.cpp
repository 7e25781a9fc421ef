#include "executor/execute_turn.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "executor/dialect/dialect.h"

namespace franz::executor {
namespace {
enum class Effect {
  drawn,  // by the capturer
  noted,  // screenshot(): there is one each turn
  none,   // a desktop tool
};

Effect effect_in_sandbox(ToolId tool) {
  if (tool == ToolId::screenshot) return Effect::noted;
  return tool_of(tool).core ? Effect::drawn : Effect::none;
}

ExecutorReply refusal(const ExecutorRequest& request, const std::string& why) {
  ExecutorReply reply;
  reply.feedback = refusal_feedback(why);
  reply.screen = Screen{0, 0, request.options.canvas.width, request.options.canvas.height};
  reply.degraded.push_back("executor: " + why);
  return reply;
}

// Why this request cannot be done here; empty: it can.
std::string why_not(const ExecutorRequest& request) {
  if (find_dialect(request.dialect) == nullptr) {
    return "the executor has no dialect " + quote_json(request.dialect);
  }
  if (request.options.surface != Surface::sandbox) {
    return "the executor has no surface " + quote_json(surface_name(request.options.surface));
  }
  if (request.options.coordinates != Coordinates::normalised) {
    return "the executor has no coordinates " +
           quote_json(coordinates_name(request.options.coordinates));
  }
  return "";
}

CaptureRequest capture_request(const ExecutorRequest& request,
                               const std::vector<PlacedCall>& calls) {
  CaptureRequest capture{request.options, {}};
  for (const auto& [call, line] : calls) {
    if (effect_in_sandbox(call.tool) == Effect::drawn) {
      capture.actions.push_back(canonical_text(call));
    }
  }
  return capture;
}

// Goes through the calls in order and enters each into the reply and the account.
class Accounting {
 public:
  Accounting(const Result<CaptureReply, ChildFailure>& capture, ExecutorReply& reply,
             TurnAccount& account)
      : capture_(capture), reply_(reply), account_(account) {}

  void enter(const std::vector<PlacedCall>& calls) {
    for (const PlacedCall& each : calls) {
      if (!enter(each)) break;
    }
    account_.actions = reply_.executed.size() + reply_.noted.size();
  }

 private:
  // False: the calls end here.
  bool enter(const PlacedCall& placed) {
    const Call& call = placed.call;
    std::string text = canonical_text(call);
    const Effect effect = effect_in_sandbox(call.tool);
    if (effect != Effect::drawn) {
      if (effect == Effect::none) account_.without_effect.push_back(text);
      const char* why = effect == Effect::none ? "no effect in the sandbox" : "";
      reply_.results.push_back({text, "done", why, std::nullopt});
      reply_.noted.push_back(std::move(text));
      return true;
    }
    const std::size_t position = drawn_++;
    if (!capture_.ok()) {
      reply_.results.push_back(
          {std::move(text), "partial", "the capturer " + describe(capture_.error()), pixel(call)});
      return true;
    }
    if (!capture_.value().applied[position]) {
      account_.error = no_visible_effect(text, placed.line);
      account_.cut_off = false;
      reply_.results.push_back({std::move(text), "refused", "no visible effect", std::nullopt});
      return false;
    }
    if (leaves_the_picture(call)) account_.clamped.push_back(text);
    reply_.results.push_back({text, "done", "", pixel(call)});
    reply_.executed.push_back(std::move(text));
    return true;
  }

  // Where the pointer is after the call.
  std::optional<Point> pixel(const Call& call) const {
    const std::optional<MapPoint> at = end_point(call);
    if (!at) return std::nullopt;
    return to_pixel(*at, reply_.screen);
  }

  const Result<CaptureReply, ChildFailure>& capture_;
  ExecutorReply& reply_;
  TurnAccount& account_;
  std::size_t drawn_ = 0;
};

// One `applied` entry per action is what the rest relies on.
Result<CaptureReply, ChildFailure> checked(Result<CaptureReply, ChildFailure> capture,
                                           std::size_t actions) {
  if (!capture.ok() || capture.value().applied.size() == actions) return capture;
  return ChildFailure{ChildFailure::Kind::unreadable, 0,
                      "answer: /applied: expected " + std::to_string(actions) + " entries"};
}

void take_over(CaptureReply& capture, ExecutorReply& reply) {
  reply.screenshot_b64 = std::move(capture.screenshot_b64);
  reply.screen = capture.screen;
  reply.renderer = capture.renderer;
  reply.plain_sha256 = std::move(capture.plain_sha256);
  reply.warnings = std::move(capture.warnings);
}
}  // namespace

ExecutorReply execute_turn(const ExecutorRequest& request, const CaptureScreen& capture_screen,
                           const Clock& clock) {
  if (const std::string why = why_not(request); !why.empty()) return refusal(request, why);

  const double start = clock();
  const Dialect& dialect = *find_dialect(request.dialect);
  const Toolset tools = Toolset::from_switches(request.tools);
  Reading reading = dialect.read(decode_json_string(request.raw), tools);
  const double parsed = clock();
  const CaptureRequest asked = capture_request(request, reading.calls);
  Result<CaptureReply, ChildFailure> capture = checked(capture_screen(asked), asked.actions.size());
  const double captured = clock();

  ExecutorReply reply;
  TurnAccount account;
  reply.screen = Screen{0, 0, request.options.canvas.width, request.options.canvas.height};
  if (capture.ok()) {
    take_over(capture.value(), reply);
  } else {
    account.capture_failure = capture.error();
    reply.degraded.push_back("capturer: " + capture.error().log);
  }
  account.blocks = reply.blocks = reading.blocks;
  account.no_calls = reading.calls.empty();
  account.error = std::move(reading.error);
  account.cut_off = account.error && reading.cut_off;
  account.warnings = reply.warnings;
  account.tools_help = tools_help(tools, HelpFor::sandbox);
  Accounting(capture, reply, account).enter(reading.calls);

  reply.feedback = dialect.feedback(account);
  reply.done = std::move(reading.done);
  if (const auto& error = account.error) {
    reply.error = CallFailure{error->kind, error->text, error->line};
    if (error->line > 0 && error->kind != "RuntimeError") {
      reply.malformed.push_back({error->line, error->source, error->text});
    }
  }
  reply.timings_ms = {parsed - start, 0, captured - parsed};
  return reply;
}
}  // namespace franz::executor
