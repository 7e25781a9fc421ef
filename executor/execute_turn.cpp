#include "executor/execute_turn.h"
#include <algorithm>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/tools/surface_facts.h"
#include "executor/dialect/dialect.h"
#include "executor/reply_form.h"
#include "executor/surface/surface.h"

namespace franz::executor {
namespace {
ExecutorReply refusal(const ExecutorRequest& request, const std::string& why) {
  ExecutorReply reply;
  reply.feedback =
      to_valid_utf8("ERROR: " + why + "; nothing was executed and there is no picture this turn.");
  reply.screen = Screen{0, 0, request.options.canvas.width, request.options.canvas.height};
  reply.degraded.push_back("executor: " + why);
  return reply;
}

// The items up to the one that ends the turn before anything is performed; all of them if none
// does.
std::span<const Item> runnable(const Reading& reading, OnError on_error) {
  const std::span items(reading.items);
  if (on_error == OnError::skip) return items;
  std::size_t count = 0;
  while (count < items.size() && items[count].call) ++count;
  return items.first(count);
}

bool picture_is_due(const ExecutorRequest& request, const Reading& reading) {
  return request.picture == PictureDue::always || !request.reply || reading.done ||
         std::ranges::any_of(reading.items, asks_for_picture);
}

CaptureRequest capture_request(const ExecutorRequest& request, const Reading& reading,
                               const ActionRules& rules, const Surface& surface) {
  CaptureRequest capture{request.options, rules, {}, picture_is_due(request, reading)};
  for (const Item& item : runnable(reading, rules.on_error)) {
    if (item.call && surface.effect(item.call->tool) == Effect::drawn)
      capture.actions.push_back(canonical_text(*item.call));
  }
  return capture;
}

// What becomes of the items, one after the other.
class Accounting {
 public:
  Accounting(const Result<CaptureReply, ChildFailure>& capture, const ActionRules& rules,
             const Surface& surface, const Screen& screen)
      : capture_(capture), rules_(rules), surface_(surface), screen_(screen) {}

  ItemResult next(const Item& item) {
    ItemResult result = outcome_of(item);
    if (result.outcome == Outcome::malformed || result.outcome == Outcome::refused)
      ended_ = rules_.on_error == OnError::stop;
    return result;
  }

 private:
  ItemResult outcome_of(const Item& item) {
    ItemResult result;
    if (item.call) place(*item.call, result);
    if (ended_) {
      result.outcome = Outcome::not_run;
    } else if (!item.call) {
      result.outcome = Outcome::malformed;
      result.why = item.error ? item.error->text : "";
    } else {
      perform(*item.call, result);
    }
    return result;
  }

  void perform(const Call& call, ItemResult& result) {
    const Effect effect = surface_.effect(call.tool);
    if (!capture_.ok()) {
      result.outcome = Outcome::partial;
      result.why = "the capturer " + describe(capture_.error());
    } else if (effect != Effect::drawn) {
      result.outcome = Outcome::noted;
      if (effect == Effect::none)
        result.why = "no effect in " + std::string(find_surface_facts(surface_.name)->said);
    } else if (!capture_.value().applied[drawn_++]) {
      result.outcome = Outcome::refused;
      result.why = "no visible effect";
    } else if (rules_.type_after.has(call.tool)) {
      type_at_ = result.from;
    }
  }

  void place(const Call& call, ItemResult& result) const {
    const auto pixel = [&](const std::optional<MapPoint>& at) -> std::optional<Point> {
      if (!at) return std::nullopt;
      return to_pixel(*at, screen_);
    };
    const std::optional<MapPoint> start = start_point(call), end = end_point(call);
    result.from = call.tool == ToolId::type ? type_at_ : pixel(start);
    if (end != start) result.to = pixel(end);
  }

  const Result<CaptureReply, ChildFailure>& capture_;
  const ActionRules rules_;
  const Surface& surface_;
  const Screen screen_;
  std::size_t drawn_ = 0;         // of the capturer's actions
  bool ended_ = false;            // nothing more is performed
  std::optional<Point> type_at_;  // where a text is typed, as far as this turn tells
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

ActionItem account_of(const Item& item, const ItemResult& result) {
  ActionItem account;
  if (item.call) account.call = canonical_text(*item.call);
  account.written = to_valid_utf8(item.written);
  account.line = item.line;
  account.id = item.id;
  account.note = item.note;
  account.outcome = result.outcome;
  account.why = result.why;
  account.from = result.from;
  account.to = result.to;
  return account;
}
}  // namespace

ExecutorReply execute_turn(const ExecutorRequest& request, const CaptureScreen& capture_screen,
                           const Clock& clock) {
  const Dialect* dialect = find_dialect(request.dialect);
  if (dialect == nullptr)
    return refusal(request, "the executor has no dialect " + quote_json(request.dialect));
  const Surface* surface = find_surface(request.options.surface);
  if (surface == nullptr)
    return refusal(request, "the executor has no surface " + quote_json(request.options.surface));

  const double start = clock();
  const Toolset tools = Toolset::from_switches(request.tools);
  const PictureOptions& options = request.options;
  Reading reading =
      dialect->read({request.reply, options.coordinates,
                     options.seen ? options.seen->image : options.picture, request.pointer},
                    tools);
  const double parsed = clock();
  const CaptureRequest asked = capture_request(request, reading, dialect->rules, *surface);
  Result<CaptureReply, ChildFailure> capture = checked(capture_screen(asked), asked.actions.size());
  const double captured = clock();

  ExecutorReply reply;
  TurnFacts facts;
  const SurfaceFacts& where = *find_surface_facts(surface->name);
  reply.screen = Screen{0, 0, options.canvas.width, options.canvas.height};
  if (capture.ok()) {
    take_over(capture.value(), reply);
  } else {
    facts.capture_failure = capture.error();
    reply.degraded.push_back("capturer: " + capture.error().log);
  }
  facts.turn = options.turn;
  facts.screen = reply.screen;
  facts.picture = !reply.screenshot_b64.empty();
  facts.warnings = reply.warnings;
  facts.surface = where.said;
  facts.tools_help = tools_help(tools, where.help);

  std::vector<ItemResult> results;
  Accounting accounting(capture, dialect->rules, *surface, reply.screen);
  for (const Item& item : reading.items) {
    results.push_back(accounting.next(item));
    reply.items.push_back(account_of(item, results.back()));
  }
  Told told = dialect->tell(reading, results, facts);
  reply.feedback = std::move(told.feedback);
  reply.answers = std::move(told.answers);
  reply.error = std::move(told.error);
  reply.blocks = reading.blocks;
  if (request.reply) reply.passed_over = passed_over_in(*request.reply);
  if (reading.calls_in_text) reply.passed_over.emplace_back("calls_in_text");
  reply.done = std::move(reading.done);
  reply.pointer = reading.pointer;
  reply.timings_ms = {parsed - start, 0, captured - parsed};
  return reply;
}
}  // namespace franz::executor
