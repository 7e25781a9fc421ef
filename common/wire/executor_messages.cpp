#include "common/wire/executor_messages.h"
#include <span>
#include "common/base/json_string.h"

namespace franz {
static constexpr int kMaxMilliseconds = 3'600'000;
static constexpr std::string_view kRaw[] = {"/raw"};
static constexpr std::string_view kPicture[] = {"/screenshot_b64"};

Result<ExecutorRequest> parse_executor_request(std::string_view text) {
  const Result<CutJson> cut = cut_tokens(text, kRaw);
  if (!cut.ok()) return Error{"expected one JSON object: " + cut.error().message};
  Result<JsonFields> parsed = JsonFields::parse(cut.value().rest);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  fields.protocol(kExecutorProtocol);
  ExecutorRequest request;
  fields.text("/raw");
  if (const auto token = cut.value().find(text, "/raw")) request.raw = *token;
  request.options = read_picture_options(fields);
  request.dialect = fields.text("/dialect", "python");
  for (const std::string& name : fields.keys("/tools"))
    request.tools.emplace_back(name, fields.boolean("/tools/" + pointer_segment(name)));
  request.capturer_timeout_ms =
      static_cast<int>(fields.integer("/capturer_timeout_ms", 1, kMaxMilliseconds, 15000));
  DesktopOptions& desktop = request.desktop;
  desktop.monitor = fields.text("/desktop/monitor", "all");
  desktop.settle_ms = static_cast<int>(fields.integer("/desktop/settle_ms", 0, 60000, 0));
  desktop.step_delay_ms = static_cast<int>(fields.integer("/desktop/step_delay_ms", 0, 60000, 0));
  desktop.only_windows = fields.texts("/desktop/only_windows", 100);
  desktop.dry_run = fields.boolean("/desktop/dry_run", false);
  request.options.monitor = desktop.monitor;
  if (!fields.failure().empty()) return Error{fields.failure()};
  return request;
}

static void add_request(JsonObject& object, const ExecutorRequest& request) {
  object.text("dialect", request.dialect);
  object.text("surface", surface_name(request.options.surface));
  JsonObject tools;
  for (const auto& [name, on] : request.tools) tools.boolean(name, on);
  object.raw("tools", tools.finish());
  add_picture_options(object, request.options);
  object.number("capturer_timeout_ms", static_cast<long long>(request.capturer_timeout_ms));
  JsonObject desktop;
  desktop.text("monitor", request.desktop.monitor);
  desktop.number("settle_ms", static_cast<long long>(request.desktop.settle_ms));
  desktop.number("step_delay_ms", static_cast<long long>(request.desktop.step_delay_ms));
  desktop.raw("only_windows", json_text_array(request.desktop.only_windows));
  desktop.boolean("dry_run", request.desktop.dry_run);
  object.raw("desktop", desktop.finish());
}

static JsonObject start(const ExecutorRequest& request) {
  JsonObject object;
  object.text("protocol", kExecutorProtocol);
  object.number("turn", static_cast<long long>(request.options.turn));
  return object;
}

std::string to_json(const ExecutorRequest& request) {
  JsonObject object = start(request);
  object.raw("raw", request.raw);
  add_request(object, request);
  return object.finish();
}

std::string to_json_without_raw(const ExecutorRequest& request) {
  JsonObject object = start(request);
  add_request(object, request);
  return object.finish();
}

Result<ExecutorReply> parse_executor_reply(std::string_view text) {
  const Result<CutJson> cut = cut_tokens(text, kPicture);
  if (!cut.ok()) return Error{"expected one JSON object: " + cut.error().message};
  Result<JsonFields> parsed = JsonFields::parse(cut.value().rest);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  fields.protocol(kExecutorProtocol);
  ExecutorReply reply;
  reply.feedback = fields.text("/feedback");
  reply.executed = fields.texts("/executed", kMaxActions);
  reply.noted = fields.texts("/noted", kMaxActions);
  const std::size_t malformed = fields.size("/malformed");
  for (std::size_t i = 0; i < malformed && fields.failure().empty(); ++i) {
    const std::string at = "/malformed/" + std::to_string(i);
    reply.malformed.push_back({static_cast<int>(fields.integer(at + "/line", 0, INT32_MAX)),
                               fields.text(at + "/source"), fields.text(at + "/error")});
  }
  reply.blocks = static_cast<int>(fields.integer("/blocks", 0, INT32_MAX, 0));
  if (fields.has("/error")) {
    reply.error = CallFailure{fields.text("/error/class"), fields.text("/error/text"),
                              static_cast<int>(fields.integer("/error/line", 0, INT32_MAX, 0))};
  }
  reply.done = fields.optional_text("/done");
  const std::size_t results = fields.size("/results");
  for (std::size_t i = 0; i < results && fields.failure().empty(); ++i) {
    const std::string at = "/results/" + std::to_string(i);
    CallResult result{fields.text(at + "/call"),
                      fields.choice(at + "/outcome", {"done", "partial", "refused"}),
                      fields.text(at + "/why", ""), std::nullopt};
    if (fields.size(at + "/pixel") == 2) {
      const auto along = [&](const char* index) {
        return static_cast<int>(fields.integer(at + "/pixel/" + index, INT32_MIN, INT32_MAX));
      };
      result.pixel = Point{along("0"), along("1")};
    }
    reply.results.push_back(std::move(result));
  }
  reply.takeover = fields.boolean("/takeover", false);
  reply.wants_screenshot = fields.boolean("/wants_screenshot", false);
  fields.text("/screenshot_b64");
  if (const auto token = cut.value().find(text, "/screenshot_b64"))
    reply.screenshot_b64 = token->substr(1, token->size() - 2);
  reply.screen = read_screen(fields, "/screen");
  reply.timings_ms = {fields.number("/timings_ms/parse", 0, 1e9, 0),
                      fields.number("/timings_ms/input", 0, 1e9, 0),
                      fields.number("/timings_ms/capture", 0, 1e9, 0)};
  reply.renderer = static_cast<int>(fields.integer("/renderer", 0, INT32_MAX, 0));
  reply.plain_sha256 = fields.text("/plain_sha256", "");
  reply.warnings = fields.texts("/warnings", 100);
  reply.degraded = fields.texts("/degraded", 100);
  if (!fields.failure().empty()) return Error{fields.failure()};
  return reply;
}

static std::string to_json(const CallResult& result) {
  JsonObject object;
  object.text("call", result.call).text("outcome", result.outcome).text("why", result.why);
  if (result.pixel) {
    object.raw("pixel",
               "[" + std::to_string(result.pixel->x) + "," + std::to_string(result.pixel->y) + "]");
  }
  return object.finish();
}

static std::string write_reply(const ExecutorReply& reply, bool with_picture) {
  JsonObject object;
  object.text("protocol", kExecutorProtocol);
  object.text("feedback", reply.feedback);
  object.raw("executed", json_text_array(reply.executed));
  object.raw("noted", json_text_array(reply.noted));
  std::vector<std::string> malformed;
  for (const MalformedCall& call : reply.malformed) {
    JsonObject each;
    each.number("line", static_cast<long long>(call.line));
    each.text("source", call.source).text("error", call.error);
    malformed.push_back(each.finish());
  }
  object.raw("malformed", json_array(malformed));
  object.number("blocks", static_cast<long long>(reply.blocks));
  if (reply.error) {
    JsonObject error;
    error.text("class", reply.error->kind).text("text", reply.error->text);
    error.number("line", static_cast<long long>(reply.error->line));
    object.raw("error", error.finish());
  } else {
    object.null("error");
  }
  object.raw("done", reply.done ? quote_json(*reply.done) : "null");
  std::vector<std::string> results;
  for (const CallResult& result : reply.results) results.push_back(to_json(result));
  object.raw("results", json_array(results));
  object.boolean("takeover", reply.takeover);
  object.boolean("wants_screenshot", reply.wants_screenshot);
  if (with_picture) object.raw("screenshot_b64", "\"" + reply.screenshot_b64 + "\"");
  object.raw("screen", to_json(reply.screen));
  JsonObject timings;
  timings.number("parse", reply.timings_ms.parse_ms).number("input", reply.timings_ms.input_ms);
  timings.number("capture", reply.timings_ms.capture_ms);
  object.raw("timings_ms", timings.finish());
  object.number("renderer", static_cast<long long>(reply.renderer));
  object.text("plain_sha256", reply.plain_sha256);
  object.raw("warnings", json_text_array(reply.warnings));
  object.raw("degraded", json_text_array(reply.degraded));
  return object.finish();
}

std::string to_json(const ExecutorReply& reply) { return write_reply(reply, true); }
std::string to_json_without_screenshot(const ExecutorReply& reply) {
  return write_reply(reply, false);
}
}  // namespace franz
