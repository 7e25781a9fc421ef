#include "common/wire/executor_messages.h"
#include <algorithm>
#include <array>
#include <initializer_list>
#include "common/base/json_string.h"
#include "common/tools/key_names.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr int kMaxMilliseconds = 3'600'000;
static constexpr int kMaxPause = 60'000;                   // milliseconds
static constexpr std::size_t kMaxItems = kMaxActions + 1;  // the last one may be malformed

// In the order of ActingMode.
static const std::vector<std::string> kModes = {"act", "plan", "interrupted", "overtaken"};

struct NamedOutcome {
  Outcome outcome;
  std::string_view name;
};
static constexpr std::array kOutcomes{
    NamedOutcome{Outcome::done, "done"},           NamedOutcome{Outcome::partial, "partial"},
    NamedOutcome{Outcome::refused, "refused"},     NamedOutcome{Outcome::noted, "noted"},
    NamedOutcome{Outcome::malformed, "malformed"}, NamedOutcome{Outcome::not_run, "not_run"},
    NamedOutcome{Outcome::unknown, "unknown"},
};

std::string_view outcome_name(Outcome outcome) {
  return std::ranges::find(kOutcomes, outcome, &NamedOutcome::outcome)->name;
}

bool may_have_acted(Outcome outcome) {
  return outcome == Outcome::done || outcome == Outcome::partial || outcome == Outcome::unknown;
}

std::optional<Outcome> find_outcome(std::string_view name) {
  const auto row = std::ranges::find(kOutcomes, name, &NamedOutcome::name);
  if (row == kOutcomes.end()) return std::nullopt;
  return row->outcome;
}

std::size_t count_executed(const std::vector<ActionItem>& items) {
  return static_cast<std::size_t>(std::ranges::count_if(items, [](const ActionItem& item) {
    return item.outcome == Outcome::done || item.outcome == Outcome::noted;
  }));
}

// ---- the request ----

static const std::vector<std::string> kApprove = {"never", "risky", "always"};

static Consent read_consent(MessageFields& fields) {
  Consent consent;
  if (!fields.has("/approve")) return consent;
  const std::string approve = fields.choice("/approve", kApprove);
  consent.approve = static_cast<Approve>(std::ranges::find(kApprove, approve) - kApprove.begin());
  consent.risky = fields.texts("/risky", 1000);
  if (fields.has("/approved")) {
    std::vector<ApprovedItem>& approved = consent.approved.emplace();
    const std::size_t count = fields.size("/approved");
    if (!fields.is_list("/approved") || count > kMaxItems)
      fields.fail("/approved", "a list of at most " + std::to_string(kMaxItems));
    for (std::size_t i = 0; i < count && fields.failure().empty(); ++i) {
      const std::string at = "/approved/" + std::to_string(i);
      approved.push_back({static_cast<int>(fields.integer(at + "/index", 0, kMaxItems)),
                          fields.text(at + "/around")});
    }
  }
  const std::size_t unapproved = fields.size("/unapproved");
  for (std::size_t i = 0; i < std::min(unapproved, kMaxItems); ++i)
    consent.unapproved.push_back(
        static_cast<int>(fields.integer("/unapproved/" + std::to_string(i), 0, kMaxItems)));
  consent.refusal = fields.text("/refusal", consent.refusal);
  return consent;
}

static void add_consent(JsonObject& object, const Consent& consent) {
  if (consent.approve == Approve::never) return;
  object.text("approve", kApprove[static_cast<std::size_t>(consent.approve)]);
  object.raw("risky", json_text_array(consent.risky));
  if (!consent.approved) {
    object.null("approved");
    return;
  }
  std::vector<std::string> approved, unapproved;
  for (const ApprovedItem& item : *consent.approved) {
    JsonObject each;
    each.number("index", static_cast<long long>(item.index)).text("around", item.around);
    approved.push_back(each.finish());
  }
  for (const int index : consent.unapproved) unapproved.push_back(std::to_string(index));
  object.raw("approved", json_array(approved)).raw("unapproved", json_array(unapproved));
  object.text("refusal", consent.refusal);
}

static std::optional<Reply> read_reply(MessageFields& fields) {
  const std::optional<std::string_view> text = fields.optional_token("/raw", kMaxReply);
  if (!text) return std::nullopt;
  Reply reply;
  reply.text = *text;
  reply.calls = read_calls(fields, "/calls");
  return reply;
}

static Result<ExecutorRequest> read_executor_request(MessageFields& fields) {
  fields.protocol(kExecutorProtocol);
  ExecutorRequest request;
  request.reply = read_reply(fields);
  request.options = read_picture_options(fields);
  request.dialect = fields.text("/dialect", "python");
  for (const std::string& name : fields.keys("/tools"))
    request.tools.emplace_back(name, fields.boolean("/tools/" + pointer_segment(name)));
  request.capturer_timeout_ms =
      static_cast<int>(fields.integer("/capturer_timeout_ms", 1, kMaxMilliseconds, 15000));
  DesktopOptions& desktop = request.desktop;
  desktop.display = fields.text("/desktop/display", "");
  desktop.monitor = fields.text("/desktop/monitor", "all");
  const auto pause = [&fields](const char* pointer) {
    return static_cast<int>(fields.integer(pointer, 0, kMaxPause, 0));
  };
  desktop.step_delay_ms = pause("/desktop/step_delay_ms");
  desktop.settle_ms = pause("/desktop/settle_ms");
  desktop.still_ms = pause("/desktop/still_ms");
  desktop.only_windows = fields.texts("/desktop/only_windows", 100);
  desktop.person = fields.boolean("/desktop/person", false);
  desktop.takeover = fields.boolean("/desktop/takeover", false);
  desktop.panic_key = fields.text("/desktop/panic_key", "");
  if (!desktop.panic_key.empty())
    if (const auto keys = key_combination(desktop.panic_key); !keys.ok())
      return Error{"/desktop/panic_key: " + keys.error().message};
  desktop.strict = fields.boolean("/desktop/strict", false);
  desktop.launch_prefix = fields.texts("/desktop/launch_prefix", 100);
  if (fields.has("/picture") && fields.choice("/picture", {"always", "when_asked"}) != "always")
    request.picture = PictureDue::when_asked;
  if (fields.has("/mode")) {
    const std::string mode = fields.choice("/mode", kModes);
    request.mode = static_cast<ActingMode>(std::ranges::find(kModes, mode) - kModes.begin());
    if (!fields.failure().empty()) request.mode = ActingMode::plan;
  }
  request.consent = read_consent(fields);
  request.options.display = desktop.display;
  request.options.monitor = desktop.monitor;
  request.pointer = read_map_point(fields, "/pointer");
  request.min_confidence = fields.number("/min_confidence", 0, 1, 0);
  request.finish_reason = fields.text("/finish_reason", "");
  request.asked_back = fields.boolean("/asked_back", false);
  request.dump_file = fields.text("/dump_file", "");
  if (!fields.failure().empty()) return Error{fields.failure()};
  return request;
}

Result<ExecutorRequest> parse_executor_request(std::string_view text) {
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  return read_executor_request(parsed.value());
}

static JsonObject start(const ExecutorRequest& request) {
  JsonObject object;
  object.text("protocol", kExecutorProtocol);
  object.number("turn", static_cast<long long>(request.options.turn));
  object.text("dialect", request.dialect);
  object.text("surface", request.options.surface);
  JsonObject tools;
  for (const auto& [name, on] : request.tools) tools.boolean(name, on);
  object.raw("tools", tools.finish());
  add_picture_options(object, request.options);
  object.number("capturer_timeout_ms", static_cast<long long>(request.capturer_timeout_ms));
  JsonObject desktop;
  desktop.text("display", request.desktop.display).text("monitor", request.desktop.monitor);
  desktop.number("step_delay_ms", static_cast<long long>(request.desktop.step_delay_ms));
  desktop.number("settle_ms", static_cast<long long>(request.desktop.settle_ms));
  desktop.number("still_ms", static_cast<long long>(request.desktop.still_ms));
  desktop.raw("only_windows", json_text_array(request.desktop.only_windows));
  if (request.desktop.person) desktop.boolean("person", true);
  if (request.desktop.takeover) desktop.boolean("takeover", true);
  if (!request.desktop.panic_key.empty()) desktop.text("panic_key", request.desktop.panic_key);
  if (request.desktop.strict) desktop.boolean("strict", true);
  if (!request.desktop.launch_prefix.empty())
    desktop.raw("launch_prefix", json_text_array(request.desktop.launch_prefix));
  object.raw("desktop", desktop.finish());
  if (request.mode != ActingMode::act)
    object.text("mode", kModes[static_cast<std::size_t>(request.mode)]);
  add_consent(object, request.consent);
  object.text("picture", request.picture == PictureDue::always ? "always" : "when_asked");
  if (request.pointer) object.raw("pointer", to_json(*request.pointer));
  if (request.min_confidence > 0) object.number("min_confidence", request.min_confidence);
  if (!request.finish_reason.empty()) object.text("finish_reason", request.finish_reason);
  if (request.asked_back) object.boolean("asked_back", true);
  if (!request.dump_file.empty()) object.text("dump_file", request.dump_file);
  return object;
}

// Written last: of two members with the same name most readers use the second, and nothing follows
// these.
static std::string reply_members(const std::optional<Reply>& reply) {
  return ",\"calls\":" + (reply ? calls_json(reply->calls) : "[]") +
         ",\"raw\":" + (reply ? reply->text : "null") + "}";
}

std::string to_json(const ExecutorRequest& request) {
  JsonObject object = start(request);
  add_known_picture(object, request.options);
  std::string json = object.finish();
  json.pop_back();
  return json + reply_members(request.reply);
}

std::string to_json_without_reply(const ExecutorRequest& request) {
  return start(request).finish();
}

Result<ExecutorRequest> executor_request_with(std::string_view in,
                                              const std::optional<Reply>& reply) {
  const std::size_t end = in.rfind('}');
  if (end == std::string_view::npos) return Error{"expected one JSON object"};
  return parse_executor_request(std::string(in.substr(0, end)) + reply_members(reply));
}

// Whether members after the object would be parsed as if they were inside it.
static bool may_be_joined(const Result<MessageFields>& object,
                          std::initializer_list<const char*> members) {
  if (!object.ok() || object.value().size("") == 0) return false;
  return std::ranges::none_of(members, [&object](const char* member) {
    return object.value().has(member) || object.value().is_null(member);
  });
}

Result<ExecutorRequest> recorded_executor_request(const SharedJson& in) {
  Result<MessageFields> fields = in.fields();
  if (may_be_joined(fields, {"/calls", "/raw"})) return read_executor_request(fields.value());
  return executor_request_with(in.str(), std::nullopt);
}

// ---- the answer ----

std::optional<Point> read_place(MessageFields& fields, const std::string& pointer) {
  if (!fields.has(pointer)) return std::nullopt;
  const auto along = [&](const char* index) {
    return static_cast<int>(fields.integer(pointer + index, INT32_MIN, INT32_MAX));
  };
  return Point{along("/0"), along("/1")};
}

static ActionItem read_action_item(MessageFields& fields, const std::string& at) {
  ActionItem item;
  item.call = fields.optional_text(at + "/call");
  item.written = fields.text(at + "/written", "");
  item.line = static_cast<int>(fields.integer(at + "/line", 0, INT32_MAX, 0));
  item.id = fields.optional_text(at + "/id");
  item.note = fields.optional_text(at + "/note");
  const std::optional<Outcome> outcome = find_outcome(fields.text(at + "/outcome"));
  if (!outcome) fields.fail(at + "/outcome", "done, partial, refused, noted, malformed or not_run");
  item.outcome = outcome.value_or(Outcome::done);
  item.why = fields.text(at + "/why", "");
  item.from = read_place(fields, at + "/from");
  item.to = read_place(fields, at + "/to");
  item.risk = fields.optional_text(at + "/risk");
  item.around = fields.optional_text(at + "/around");
  if (fields.has(at + "/changed")) item.changed = fields.boolean(at + "/changed");
  item.model_call = fields.optional_text(at + "/model_call");
  item.pointer = read_place(fields, at + "/pointer");
  if (fields.has(at + "/window")) item.window = read_window_target(fields, at + "/window");
  if (fields.has(at + "/changed_before"))
    item.changed_before = fields.boolean(at + "/changed_before");
  return item;
}

std::vector<Answer> read_answers(MessageFields& fields) {
  std::vector<Answer> read;
  const std::size_t answers = fields.size("/answers");
  if (answers > kMaxCalls)
    fields.fail("/answers", "a list of at most " + std::to_string(kMaxCalls));
  for (std::size_t i = 0; i < answers && fields.failure().empty(); ++i) {
    const std::string at = "/answers/" + std::to_string(i);
    read.push_back({std::string(fields.token(at + "/id", kMaxReply)),
                    std::string(fields.token(at + "/text", kMaxReply)),
                    fields.boolean(at + "/picture", false)});
  }
  return read;
}

// Reads everything except the picture.
static Result<ExecutorReply> read_executor_reply(MessageFields& fields) {
  fields.protocol(kExecutorProtocol);
  ExecutorReply reply;
  reply.feedback = fields.text("/feedback");
  reply.answers = read_answers(fields);
  if (!fields.is_list("/items")) fields.fail("/items", "a list");
  const std::size_t items = fields.size("/items");
  if (items > kMaxItems) fields.fail("/items", "a list of at most " + std::to_string(kMaxItems));
  for (std::size_t i = 0; i < items && fields.failure().empty(); ++i)
    reply.items.push_back(read_action_item(fields, "/items/" + std::to_string(i)));
  reply.blocks = static_cast<int>(fields.integer("/blocks", 0, INT32_MAX, 0));
  if (fields.has("/error")) {
    reply.error = CallFailure{fields.text("/error/class"), fields.text("/error/text"),
                              static_cast<int>(fields.integer("/error/line", 0, INT32_MAX, 0))};
  }
  reply.passed_over = fields.texts("/passed_over", 100);
  reply.done = fields.optional_text("/done");
  reply.takeover = fields.boolean("/takeover", false);
  reply.pointer = read_map_point(fields, "/pointer");
  reply.screen = read_screen(fields, "/screen");
  reply.timings_ms = {fields.number("/timings_ms/parse", 0, 1e9, 0),
                      fields.number("/timings_ms/input", 0, 1e9, 0),
                      fields.number("/timings_ms/capture", 0, 1e9, 0)};
  reply.renderer = static_cast<int>(fields.integer("/renderer", 0, INT32_MAX, 0));
  reply.plain_sha256 = fields.text("/plain_sha256", "");
  reply.glyphs = fields.text("/glyphs", "");
  reply.tiles = fields.text("/tiles", "");
  reply.picture_known = fields.boolean("/picture_known", false);
  reply.found = read_found(fields);
  reply.warnings = read_warnings(fields, "/warnings");
  reply.degraded = fields.texts("/degraded", 100);
  if (!fields.failure().empty()) return Error{fields.failure()};
  return reply;
}

Result<ExecutorReply> parse_executor_reply(std::string_view text) {
  Result<MessageFields> parsed = MessageFields::parse(text);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  Result<ExecutorReply> reply = read_executor_reply(fields);
  if (!reply.ok()) return reply;
  const std::string_view picture = fields.token("/screenshot_b64", kMaxMessage);
  if (!fields.failure().empty()) return Error{fields.failure()};
  reply.value().screenshot_b64 = picture.substr(1, picture.size() - 2);
  return reply;
}

std::string place_json(const std::optional<Point>& place) {
  if (!place) return "null";
  return "[" + std::to_string(place->x) + "," + std::to_string(place->y) + "]";
}

static std::string action_item_json(const ActionItem& item) {
  JsonObject object;
  object.text_or_null("call", item.call).text("written", item.written);
  object.number("line", static_cast<long long>(item.line));
  object.text_or_null("id", item.id).text_or_null("note", item.note);
  object.text("outcome", outcome_name(item.outcome)).text("why", item.why);
  object.raw("from", place_json(item.from)).raw("to", place_json(item.to));
  if (item.risk) object.text("risk", *item.risk);
  if (item.around) object.text("around", *item.around);
  if (item.changed) object.boolean("changed", *item.changed);
  if (item.model_call) object.text("model_call", *item.model_call);
  if (item.pointer) object.raw("pointer", place_json(item.pointer));
  if (item.window) object.raw("window", to_json(*item.window));
  if (item.changed_before) object.boolean("changed_before", *item.changed_before);
  return object.finish();
}

std::string items_json(const std::vector<ActionItem>& items) {
  std::vector<std::string> list;
  list.reserve(items.size());
  for (const ActionItem& item : items) list.push_back(action_item_json(item));
  return json_array(list);
}

std::string answers_json(const std::vector<Answer>& answers) {
  std::vector<std::string> list;
  for (const Answer& answer : answers) {
    JsonObject each;
    each.raw("id", answer.id).raw("text", answer.text).boolean("picture", answer.picture);
    list.push_back(each.finish());
  }
  return json_array(list);
}

static std::string write_reply(const ExecutorReply& reply, bool with_picture) {
  JsonObject object;
  object.text("protocol", kExecutorProtocol);
  object.text("feedback", reply.feedback);
  object.raw("answers", answers_json(reply.answers)).raw("items", items_json(reply.items));
  object.number("blocks", static_cast<long long>(reply.blocks));
  object.raw("passed_over", json_text_array(reply.passed_over));
  if (reply.error) {
    JsonObject error;
    error.text("class", reply.error->kind).text("text", reply.error->text);
    error.number("line", static_cast<long long>(reply.error->line));
    object.raw("error", error.finish());
  } else {
    object.null("error");
  }
  object.text_or_null("done", reply.done);
  if (reply.takeover) object.boolean("takeover", true);
  if (reply.pointer) object.raw("pointer", to_json(*reply.pointer));
  if (with_picture) object.raw("screenshot_b64", "\"" + reply.screenshot_b64 + "\"");
  object.raw("screen", to_json(reply.screen));
  JsonObject timings;
  timings.number("parse", reply.timings_ms.parse_ms).number("input", reply.timings_ms.input_ms);
  timings.number("capture", reply.timings_ms.capture_ms);
  object.raw("timings_ms", timings.finish());
  object.number("renderer", static_cast<long long>(reply.renderer));
  object.text("plain_sha256", reply.plain_sha256);
  if (!reply.glyphs.empty()) object.text("glyphs", reply.glyphs);
  if (!reply.tiles.empty()) object.text("tiles", reply.tiles);
  if (reply.picture_known) object.boolean("picture_known", true);
  add_found(object, reply.found);
  object.raw("warnings", to_json(reply.warnings));
  object.raw("degraded", json_text_array(reply.degraded));
  return object.finish();
}

std::string to_json(const ExecutorReply& reply) { return write_reply(reply, true); }
static std::string with_no_screenshot(std::string_view text) {
  return std::string(text.substr(0, text.rfind('}'))) + R"(,"screenshot_b64":""})";
}

Result<ExecutorReply> parse_reply_without_screenshot(std::string_view text) {
  if (text.rfind('}') == std::string_view::npos) return Error{"expected one JSON object"};
  return parse_executor_reply(with_no_screenshot(text));
}
Result<ExecutorReply> recorded_executor_reply(const SharedJson& out) {
  Result<MessageFields> fields = out.fields();
  if (may_be_joined(fields, {"/screenshot_b64"})) return read_executor_reply(fields.value());
  return parse_executor_reply(with_no_screenshot(out.str()));
}

std::string to_json_without_screenshot(const ExecutorReply& reply) {
  return write_reply(reply, false);
}
}  // namespace franz
