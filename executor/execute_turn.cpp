#include "executor/execute_turn.h"
#include <algorithm>
#include <iterator>
#include <utility>
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/dialect.h"
#include "common/formats/end_of_run.h"
#include "common/formats/known_forms.h"
#include "common/formats/other_scale.h"
#include "common/tools/surface_facts.h"
#include "common/wire/warning_codes.h"
#include "executor/dialect/dialects.h"
#include "executor/reply_form.h"
#include "executor/surface/surfaces.h"

namespace franz::executor {
namespace {
constexpr std::string_view kUnchanged = "no visible change";

ExecutorReply refusal(const ExecutorRequest& request, const std::string& why) {
  ExecutorReply reply;
  reply.feedback =
      to_valid_utf8("ERROR: " + why + "; nothing was executed and there is no picture this turn.");
  reply.screen = Screen{0, 0, request.options.canvas.width, request.options.canvas.height};
  reply.degraded.push_back("executor: " + why);
  return reply;
}

void take_over(CaptureReply& capture, ExecutorReply& reply) {
  reply.screenshot_b64 = std::move(capture.screenshot_b64);
  reply.screen = capture.screen;
  reply.renderer = capture.renderer;
  reply.plain_sha256 = std::move(capture.plain_sha256);
  reply.glyphs = std::move(capture.glyphs);
  reply.tiles = std::move(capture.tiles);
  reply.picture_known = capture.picture_known;
  reply.found = capture.found;
  reply.warnings = std::move(capture.warnings);
}

// ActionItem::model_call.
std::optional<std::string> model_call(const Call& call, const Source& source) {
  if (are_normalised(source.coordinates) || !start_point(call)) return std::nullopt;
  return canonical_text(with_places_on(call, source.coordinates, source.seen));
}

ActionItem account_of(const Item& item, const ItemResult& result, const Source& source) {
  ActionItem account;
  if (item.call) {
    account.call = canonical_text(*item.call);
    account.model_call = model_call(*item.call, source);
  }
  account.written = to_valid_utf8(item.written);
  account.line = item.line;
  account.id = item.id;
  account.note = item.note;
  account.outcome = result.outcome;
  account.why = result.why;
  if (result.unchanged())
    account.why += (account.why.empty() ? "" : "; ") + std::string(kUnchanged);
  account.from = result.from;
  account.to = result.to;
  account.risk = result.risk;
  account.around = result.around;
  account.changed = result.changed;
  account.pointer = result.pointer;
  account.window = result.window;
  account.changed_before = result.changed_before;
  return account;
}

// Whether the dialect found no action in the reply.
bool is_idle(const Reading& reading) {
  return !reading.done && std::ranges::none_of(reading.items, [](const Item& each) {
    return each.call.has_value();
  });
}
}  // namespace

ExecutorReply execute_turn(const ExecutorRequest& request, const Ports& ports) {
  const Dialect* dialect = find_dialect(request.dialect);
  if (dialect == nullptr)
    return refusal(request, "the executor has no dialect " + quote_json(request.dialect));
  const Surface* surface = find_surface(request.options.surface);
  if (surface == nullptr)
    return refusal(request, "the executor has no surface " + quote_json(request.options.surface));

  const double start = ports.clock();
  const Toolset tools = Toolset::from_switches(request.tools);
  const PictureOptions& options = request.options;
  const Source source{request.reply,
                      options.coordinates,
                      options.seen ? options.seen->image : options.picture,
                      request.pointer,
                      request.min_confidence,
                      request.finish_reason == "length",
                      request.asked_back};
  Reading reading = dialect->read(source, tools);
  settle_end(source, reading);
  refuse_other_scales(source, reading);
  const double parsed = ports.clock();
  SurfaceResult result = surface->run({request, reading, dialect->rules}, ports);
  Result<CaptureReply, ChildFailure>& capture = result.capture;
  const double performed = ports.clock();

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
  std::ranges::move(result.warnings, std::back_inserter(reply.warnings));
  std::ranges::move(result.degraded, std::back_inserter(reply.degraded));
  facts.turn = options.turn;
  facts.dump_file = request.dump_file;
  facts.screen = reply.screen;
  facts.picture = reply.picture_known || !reply.screenshot_b64.empty();
  facts.warnings = reply.warnings;
  facts.surface = where.said;
  facts.tools_help = tools_help(tools, where.help);

  const std::vector<ItemResult>& results = result.results;
  for (std::size_t i = 0; i < results.size(); ++i)
    reply.items.push_back(account_of(reading.items[i], results[i], source));
  TurnReport report = dialect->report(reading, results, facts);
  reply.feedback = std::move(report.feedback);
  reply.answers = std::move(report.answers);
  reply.error = std::move(report.error);
  reply.blocks = reading.blocks;
  // For the person; the model has its own feedback.
  if (request.reply && is_idle(reading))
    if (std::optional<std::string> text = foreign_form_text(*request.reply, request.dialect))
      reply.warnings.push_back({std::string(kForeignForm), *std::move(text)});
  const auto misread = std::ranges::find_if(
      reading.items, [](const Item& each) { return !each.other_scale.empty(); });
  if (misread != reading.items.end())
    reply.warnings.push_back(
        {std::string(kOtherScale), other_scale_advice(misread->other_scale, options.coordinates)});
  if (request.reply) reply.passed_over = passed_over_in(*request.reply);
  std::ranges::move(reading.forms, std::back_inserter(reply.passed_over));
  if (!report.done_withdrawn) reply.done = std::move(reading.done);
  reply.takeover = result.takeover;
  reply.pointer = reading.pointer;
  reply.timings_ms = {parsed - start, result.input_ms, performed - parsed - result.input_ms};
  return reply;
}
}  // namespace franz::executor
