#include "proxy/log/turn_record.h"
#include <array>
#include <cmath>
#include "common/base/json_string.h"
#include "common/wire/json_fields.h"
#include "common/wire/raw_json.h"

namespace franz::proxy {
static std::string or_null(const std::optional<double>& value) {
  // Whole microseconds: more digits would only be noise.
  return value ? json_number(std::round(*value * 1e3) / 1e3) : "null";
}

static std::string text_or_null(const std::optional<std::string>& text) {
  return text ? quote_json(*text) : "null";
}

ActedSummary summarise_executor_out(std::string_view executor_out) {
  ActedSummary summary;
  Result<JsonFields> parsed = JsonFields::parse(executor_out);
  if (!parsed.ok()) return summary;
  JsonFields& fields = parsed.value();
  summary.actions = static_cast<int>(fields.size("/executed"));
  summary.renderer = static_cast<int>(fields.integer("/renderer", 0, INT32_MAX, 0));
  if (fields.is_object("/error")) {
    summary.error = fields.text("/error/text", "error");
  } else if (fields.size("/malformed") > 0) {
    summary.error = fields.text("/malformed/0/error", "malformed");
  }
  return summary;
}

static std::string to_json(const RecordedReply& reply) {
  JsonObject object;
  object.raw("text", reply.text).raw("reasoning", reply.reasoning);
  object.raw("finish_reason", text_or_null(reply.finish_reason));
  object.number("status", static_cast<long long>(reply.status));
  if (reply.usage) {
    JsonObject usage;
    usage.number("prompt_tokens", reply.usage->prompt_tokens);
    usage.number("completion_tokens", reply.usage->completion_tokens);
    usage.number("total_tokens", reply.usage->total_tokens);
    object.raw("usage", usage.finish());
  } else {
    object.null("usage");
  }
  return object.finish();
}

static std::string to_json(const RecordedPicture& picture) {
  JsonObject object;
  object.raw("file", picture.file.empty() ? "null" : quote_json(picture.file));
  object.number("bytes", static_cast<long long>(picture.bytes)).text("sha256", picture.sha256);
  object.number("width", static_cast<long long>(picture.width));
  object.number("height", static_cast<long long>(picture.height));
  return object.finish();
}

std::string to_json(const TurnRecord& record) {
  JsonObject sst, executor, request, latency, object;
  sst.raw("text", record.story).text("verdict", record.verdict).raw("detail", record.detail);
  executor.raw("in", record.executor_in).raw("out", record.executor_out);
  request.text("model", record.model)
      .raw("temperature", record.temperature ? json_number(*record.temperature) : "null");
  request.raw("top_p", record.top_p ? json_number(*record.top_p) : "null");
  request.raw("max_tokens", record.max_tokens ? std::to_string(*record.max_tokens) : "null");
  request.number("messages", static_cast<long long>(record.messages));
  request.number("bytes", static_cast<long long>(record.request_bytes));
  request.text("sha256", record.request_sha256);
  latency.raw("executor", or_null(record.executor_ms));
  latency.raw("first_byte", or_null(record.first_byte_ms));
  latency.raw("model", or_null(record.model_ms)).raw("turn", or_null(record.turn_ms));

  object.text("protocol", kTurnProtocol).number("turn", static_cast<long long>(record.turn));
  object.number("attempt", static_cast<long long>(record.attempt)).text("time", record.time);
  object.raw("sst", sst.finish()).raw("feedback", record.feedback);
  object.raw("note", text_or_null(record.note)).raw("executor", executor.finish());
  object.raw("degraded", json_text_array(record.degraded));
  object.raw("response", record.response ? to_json(*record.response) : "null");
  object.raw("request", request.finish()).raw("latency_ms", latency.finish());
  object.raw("image", record.picture ? to_json(*record.picture) : "null");
  const int renderer = summarise_executor_out(record.executor_out).renderer;
  object.raw("renderer", renderer == 0 ? "null" : std::to_string(renderer));
  return object.finish();
}

static std::string outcome_of(std::string_view verdict, bool degraded, const ActedSummary& acted) {
  if (verdict == "violation") return "violation";
  if (degraded) return "degraded";
  if (!acted.error.empty()) return "error";
  return acted.actions > 0 ? "actions" : "none";
}

TurnRow row_of(const TurnRecord& record) {
  const ActedSummary acted = summarise_executor_out(record.executor_out);
  TurnRow row;
  row.turn = record.turn;
  row.attempt = record.attempt;
  row.time = record.time;
  row.outcome = outcome_of(record.verdict, !record.degraded.empty(), acted);
  row.actions = acted.actions;
  row.verdict = record.verdict;
  row.latency_ms = std::round(record.model_ms.value_or(0) * 1e3) / 1e3;
  if (record.response) {
    row.tokens = record.response->usage ? record.response->usage->completion_tokens : 0;
    row.finish_reason = record.response->finish_reason.value_or("");
  }
  return row;
}

std::string to_json(const TurnRow& row) {
  JsonObject object;
  object.number("turn", static_cast<long long>(row.turn));
  object.number("attempt", static_cast<long long>(row.attempt)).text("time", row.time);
  object.text("outcome", row.outcome).number("actions", static_cast<long long>(row.actions));
  object.text("verdict", row.verdict).number("tokens", row.tokens);
  object.number("latency_ms", row.latency_ms).text("finish_reason", row.finish_reason);
  return object.finish();
}

// A number that may be null; negative ones only where clocks went wrong, and they stay.
static std::optional<double> read_number(JsonFields& fields, const std::string& pointer) {
  if (!fields.has(pointer)) return std::nullopt;
  return fields.number(pointer, -1e15, 1e15);
}

static RecordedReply read_reply(JsonFields& fields) {
  RecordedReply reply;
  reply.finish_reason = fields.optional_text("/response/finish_reason");
  reply.status = static_cast<int>(fields.integer("/response/status", 0, 999));
  if (fields.has("/response/usage")) {
    TokenUsage usage;
    usage.prompt_tokens = fields.integer("/response/usage/prompt_tokens", 0, INT64_MAX);
    usage.completion_tokens = fields.integer("/response/usage/completion_tokens", 0, INT64_MAX);
    usage.total_tokens = fields.integer("/response/usage/total_tokens", 0, INT64_MAX);
    reply.usage = usage;
  }
  return reply;
}

static RecordedPicture read_picture(JsonFields& fields) {
  RecordedPicture picture;
  picture.file = fields.text("/image/file", "");
  picture.bytes = static_cast<std::size_t>(fields.integer("/image/bytes", 0, INT64_MAX));
  picture.sha256 = fields.text("/image/sha256");
  picture.width = static_cast<int>(fields.integer("/image/width", 0, INT32_MAX));
  picture.height = static_cast<int>(fields.integer("/image/height", 0, INT32_MAX));
  return picture;
}

Result<TurnRecord> parse_turn_record(std::string_view json) {
  // Model text stays out of the JSON library's way.
  static constexpr std::array<std::string_view, 4> kModelText = {
      "/sst/text", "/feedback", "/response/text", "/response/reasoning"};
  const Result<CutJson> cut = cut_tokens(json, kModelText);
  if (!cut.ok()) return cut.error();
  Result<JsonFields> parsed = JsonFields::parse(cut.value().rest);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  const auto token = [&](std::string_view pointer) {
    return std::string(cut.value().find(json, pointer).value_or("null"));
  };
  fields.protocol(kTurnProtocol);
  TurnRecord record;
  record.turn = static_cast<int>(fields.integer("/turn", 1, INT32_MAX));
  record.attempt = static_cast<int>(fields.integer("/attempt", 1, INT32_MAX));
  record.time = fields.text("/time");
  record.story = token("/sst/text");
  record.verdict = fields.text("/sst/verdict");
  record.detail = fields.raw("/sst/detail");
  record.feedback = token("/feedback");
  record.note = fields.optional_text("/note");
  record.executor_in = fields.raw("/executor/in");
  record.executor_out = fields.raw("/executor/out");
  record.degraded = fields.texts("/degraded", 100);
  if (fields.is_object("/response")) {
    record.response = read_reply(fields);
    record.response->text = token("/response/text");
    record.response->reasoning = token("/response/reasoning");
  } else {
    fields.fail("/response", "an object");
  }
  record.model = fields.text("/request/model", "");
  record.temperature = read_number(fields, "/request/temperature");
  record.top_p = read_number(fields, "/request/top_p");
  if (fields.has("/request/max_tokens"))
    record.max_tokens = fields.integer("/request/max_tokens", INT64_MIN, INT64_MAX);
  record.messages = static_cast<std::size_t>(fields.integer("/request/messages", 0, INT32_MAX));
  record.request_bytes = static_cast<std::size_t>(fields.integer("/request/bytes", 0, INT64_MAX));
  record.request_sha256 = fields.text("/request/sha256");
  record.executor_ms = read_number(fields, "/latency_ms/executor");
  record.first_byte_ms = read_number(fields, "/latency_ms/first_byte");
  record.model_ms = read_number(fields, "/latency_ms/model");
  record.turn_ms = read_number(fields, "/latency_ms/turn");
  if (fields.has("/image")) record.picture = read_picture(fields);
  if (!fields.failure().empty()) return Error{fields.failure()};
  return record;
}

std::string utc_text(double unix_ms) {
  const auto total = static_cast<long long>(std::floor(unix_ms));
  const long long day_ms = 86'400'000;
  long long days = total / day_ms, rest = total % day_ms;
  if (rest < 0) rest += day_ms, --days;
  // Days to a Gregorian date, in 400-year eras that begin on the first of March.
  days += 719'468;
  const long long era = (days >= 0 ? days : days - 146'096) / 146'097;
  const long long day_of_era = days - era * 146'097;
  const long long year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36'524 - day_of_era / 146'096) / 365;
  const long long day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const long long shifted_month = (5 * day_of_year + 2) / 153;  // 0: March
  const auto day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  const auto month = static_cast<int>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
  const auto year = static_cast<int>(year_of_era + era * 400 + (month <= 2 ? 1 : 0));
  const auto part = [rest](long long unit, long long count) {
    return static_cast<int>(rest / unit % count);
  };
  return padded(year, 4) + "-" + padded(month, 2) + "-" + padded(day, 2) + "T" +
         padded(part(3'600'000, 24), 2) + ":" + padded(part(60'000, 60), 2) + ":" +
         padded(part(1000, 60), 2) + "." + padded(part(1, 1000), 3) + "Z";
}
}  // namespace franz::proxy
