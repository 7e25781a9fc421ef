#include "common/run/turn_record.h"
#include <cmath>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/run/log_entry.h"
#include "common/wire/executor_messages.h"
#include "common/wire/franz_turn.h"
#include "common/wire/limits.h"
#include "common/wire/message_fields.h"

namespace franz {
static std::string or_null(const std::optional<double>& value) {
  // Whole microseconds: more digits would be noise.
  return value ? json_number(std::round(*value * 1e3) / 1e3) : "null";
}

static int read_renderer(MessageFields& fields) {
  return static_cast<int>(fields.integer("/renderer", 0, INT32_MAX, 0));
}

static int renderer_in(const SharedJson& executor_out) {
  Result<MessageFields> fields = executor_out.fields();
  return fields.ok() ? read_renderer(fields.value()) : 0;
}

ActedSummary summarise_executor_out(const SharedJson& executor_out) {
  ActedSummary summary;
  Result<MessageFields> parsed = executor_out.fields();
  if (!parsed.ok()) return summary;
  MessageFields& fields = parsed.value();
  for (std::size_t i = 0; i < fields.size("/items"); ++i) {
    const std::string at = "/items/" + std::to_string(i);
    const auto outcome = find_outcome(fields.text(at + "/outcome", ""));
    // As the feedback counts: screenshot() draws nothing, but it is an action.
    if (outcome == Outcome::done || outcome == Outcome::noted) ++summary.actions;
    if (outcome == Outcome::malformed && summary.error.empty())
      summary.error = fields.text(at + "/why", "malformed");
  }
  summary.renderer = read_renderer(fields);
  if (fields.is_object("/error")) {
    summary.error = fields.text("/error/text", "error");
  }
  return summary;
}

void add_response(JsonObject& object, const RecordedReply& reply) {
  object.open("response").raw_kept("text", reply.text.str());
  object.raw("calls", calls_json(reply.calls)).raw("reasoning", reply.reasoning);
  object.text_or_null("finish_reason", reply.finish_reason);
  if (reply.usage) {
    object.open("usage").number("prompt_tokens", reply.usage->prompt_tokens);
    object.number("completion_tokens", reply.usage->completion_tokens);
    object.number("total_tokens", reply.usage->total_tokens);
    if (reply.usage->cached_tokens) object.number("cached_tokens", *reply.usage->cached_tokens);
    object.close();
  } else {
    object.null("usage");
  }
  object.close();
}

static void add_request_members(JsonObject& object, const TurnRecord& record) {
  object.open("request").text("model", record.model);
  object.raw("temperature", record.temperature ? json_number(*record.temperature) : "null");
  object.raw("top_p", record.top_p ? json_number(*record.top_p) : "null");
  object.raw("max_tokens", record.max_tokens ? std::to_string(*record.max_tokens) : "null");
  object.number("messages", static_cast<long long>(record.messages));
  object.number("bytes", static_cast<long long>(record.request_bytes));
  object.text("sha256", record.request_sha256);
  if (record.cuts.bytes > 0) object.raw("stored", to_json(record.cuts));
  object.close();
}

static std::string picture_json(const RecordedPicture& picture) {
  JsonObject object;
  object.raw("file", picture.file.empty() ? "null" : quote_json(picture.file));
  object.number("bytes", static_cast<long long>(picture.bytes)).text("sha256", picture.sha256);
  object.number("width", static_cast<long long>(picture.width));
  object.number("height", static_cast<long long>(picture.height));
  return object.finish();
}

bool is_request_unread(const TurnRecord& record) {
  return record.request_bytes > 0 && record.messages == 0;
}

std::string to_json(const TurnRecord& record) {
  JsonObject object;
  object.text("protocol", kTurnProtocol).number("turn", static_cast<long long>(record.turn));
  object.number("attempt", static_cast<long long>(record.attempt));
  object.raw("request_id", record.request_id.empty() ? "null" : quote_json(record.request_id));
  object.raw("after", record.after.empty() ? "null" : quote_json(record.after));
  object.number("status", static_cast<long long>(record.status)).text("time", record.time);
  object.open("sst")
      .raw_kept("text", record.story.str())
      .text("verdict", verdict_name(record.verdict));
  object.raw("detail", record.detail).close();
  object.raw("feedback", record.feedback).text_or_null("note", record.note);
  object.raw("memory", record.memory ? to_json(*record.memory) : "null");
  object.open("executor")
      .raw("in", record.executor_in.str())
      .raw("out", record.executor_out.str())
      .close();
  if (record.approval) object.raw("approval", to_json(*record.approval));
  object.raw("degraded", json_text_array(record.degraded));
  if (record.response) {
    add_response(object, *record.response);
  } else {
    object.null("response");
  }
  if (record.finish) {
    object.null("request").raw("finished", to_json(*record.finish));
  } else if (record.called) {
    object.null("request");
  } else {
    add_request_members(object, record);
  }
  object.open("latency_ms").raw("executor", or_null(record.executor_ms));
  object.raw("first_byte", or_null(record.first_byte_ms)).raw("model", or_null(record.model_ms));
  object.raw("turn", or_null(record.turn_ms)).close();
  object.raw("image", record.picture ? picture_json(*record.picture) : "null");
  const int renderer = renderer_in(record.executor_out);
  object.raw("renderer", renderer == 0 ? "null" : std::to_string(renderer));
  return std::move(object).finish();
}

static TurnOutcome outcome_of(Verdict verdict, bool degraded, const ActedSummary& acted) {
  if (verdict == Verdict::violation) return TurnOutcome::violation;
  if (degraded) return TurnOutcome::degraded;
  if (!acted.error.empty()) return TurnOutcome::error;
  return acted.actions > 0 ? TurnOutcome::actions : TurnOutcome::none;
}

TurnRow row_of(const TurnRecord& record) {
  return row_of(record, summarise_executor_out(record.executor_out));
}

TurnRow row_of(const TurnRecord& record, const ActedSummary& acted) {
  TurnRow row;
  row.turn = record.turn;
  row.attempt = record.attempt;
  row.time = record.time;
  row.outcome = outcome_of(record.verdict, !record.degraded.empty(), acted);
  row.actions = acted.actions;
  row.verdict = record.verdict;
  row.latency_ms = std::round(record.model_ms.value_or(0) * 1e3) / 1e3;
  row.picture = record.picture.has_value();
  if (record.finish) row.finished = cut_text(record.finish->text, kMaxShownText);
  if (record.response) {
    row.tokens = record.response->usage ? record.response->usage->completion_tokens : 0;
    row.finish_reason = record.response->finish_reason.value_or("");
  }
  return row;
}

// A number that may be null. Negative ones result from clock changes and are kept.
static std::optional<double> read_number(MessageFields& fields, const std::string& pointer) {
  if (!fields.has(pointer)) return std::nullopt;
  return fields.number(pointer, -1e15, 1e15);
}

static std::string at_most(MessageFields& fields, const std::string& pointer, std::string text,
                           std::size_t max) {
  if (text.size() > max) fields.fail(pointer, "at most " + std::to_string(max) + " bytes of text");
  return text;
}

static RecordedReply read_reply(MessageFields& fields) {
  RecordedReply reply;
  reply.finish_reason = fields.optional_text("/response/finish_reason");
  if (reply.finish_reason)
    at_most(fields, "/response/finish_reason", *reply.finish_reason, kMaxFinishReason);
  if (fields.has("/response/usage")) {
    TokenUsage usage;
    usage.prompt_tokens = fields.integer("/response/usage/prompt_tokens", 0, INT64_MAX);
    usage.completion_tokens = fields.integer("/response/usage/completion_tokens", 0, INT64_MAX);
    usage.total_tokens = fields.integer("/response/usage/total_tokens", 0, INT64_MAX);
    if (fields.has("/response/usage/cached_tokens"))
      usage.cached_tokens = fields.integer("/response/usage/cached_tokens", 0, INT64_MAX);
    reply.usage = usage;
  }
  return reply;
}

static void read_request_members(MessageFields& fields, TurnRecord& record) {
  record.model = fields.text("/request/model", "");
  record.temperature = read_number(fields, "/request/temperature");
  record.top_p = read_number(fields, "/request/top_p");
  if (fields.has("/request/max_tokens"))
    record.max_tokens = fields.integer("/request/max_tokens", INT64_MIN, INT64_MAX);
  record.messages = static_cast<std::size_t>(fields.integer("/request/messages", 0, INT32_MAX));
  record.request_bytes = static_cast<std::size_t>(fields.integer("/request/bytes", 0, INT64_MAX));
  record.request_sha256 = fields.text("/request/sha256");
  if (fields.has("/request/stored")) record.cuts = read_cuts(fields, "/request/stored");
}

static RecordedPicture read_picture_members(MessageFields& fields) {
  RecordedPicture picture;
  picture.file = fields.text("/image/file", "");
  picture.bytes = static_cast<std::size_t>(fields.integer("/image/bytes", 0, INT64_MAX));
  picture.sha256 = fields.text("/image/sha256");
  picture.width = static_cast<int>(fields.integer("/image/width", 0, INT32_MAX));
  picture.height = static_cast<int>(fields.integer("/image/height", 0, INT32_MAX));
  return picture;
}

Result<TurnRecord> parse_turn_record(std::string_view json) {
  Result<MessageFields> parsed = MessageFields::parse(json);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  const auto token = [&](const std::string& pointer) {
    return std::string(fields.optional_token(pointer, kMaxReply).value_or("null"));
  };
  fields.protocol(kTurnProtocol);
  TurnRecord record;
  record.turn = static_cast<int>(fields.integer("/turn", 1, kMaxTurn));
  record.attempt = static_cast<int>(fields.integer("/attempt", 1, kMaxAttempt));
  const auto id = [&](const char* pointer) {
    std::string text = fields.optional_text(pointer).value_or("");
    if (!text.empty() && !is_request_id(text))
      fields.fail(pointer, "16 hexadecimal digits, or null");
    return text;
  };
  record.request_id = id("/request_id");
  record.after = id("/after");
  record.status = static_cast<int>(fields.integer("/status", 0, 999));
  record.time = at_most(fields, "/time", fields.text("/time"), kMaxRecordTime);
  record.story = token("/sst/text");
  const auto verdict = find_verdict(fields.text("/sst/verdict"));
  if (!verdict) fields.fail("/sst/verdict", "a verdict");
  record.verdict = verdict.value_or(Verdict::not_applicable);
  record.detail = fields.raw("/sst/detail");
  record.feedback = token("/feedback");
  record.note = fields.optional_text("/note");
  record.executor_in = fields.raw("/executor/in");
  record.executor_out = fields.raw("/executor/out");
  record.degraded = fields.texts("/degraded", 100);
  for (std::size_t i = 0; i < record.degraded.size(); ++i)
    at_most(fields, "/degraded/" + std::to_string(i), record.degraded[i], kMaxDegraded);
  if (fields.has("/approval")) record.approval = read_approval(fields, "/approval");
  if (fields.has("/memory")) record.memory = read_used_memory(fields, "/memory");
  if (fields.has("/finished")) {
    record.finish = read_finish(fields, "/finished");
    if (!has_closing_turn(record.finish->reason))
      fields.fail("/finished/reason", "one of a closing turn");
    for (const char* none : {"/request", "/response"})
      if (fields.has(none)) fields.fail(none, "null in the closing turn");
    if (record.story != "null") fields.fail("/sst/text", "null: it sent nothing");
    if (record.verdict != Verdict::not_applicable) fields.fail("/sst/verdict", "not_applicable");
    if (record.detail != "null") fields.fail("/sst/detail", "null");
    if (record.note || record.memory)
      fields.fail("/memory", "no note and no memory: it sent nothing");
  } else if (fields.is_object("/response")) {
    record.response = read_reply(fields);
    record.response->text = token("/response/text");
    record.response->calls = read_calls(fields, "/response/calls");
    record.response->reasoning = token("/response/reasoning");
  } else if (!fields.is_null("/response")) {
    fields.fail("/response", "an object, or null");
  }
  record.called = !record.finish && fields.is_null("/request");
  if (record.called) {
    if (record.verdict != Verdict::unwitnessed) fields.fail("/sst/verdict", "unwitnessed");
    if (record.story != "null") fields.fail("/sst/text", "null: nothing was sent");
  } else if (!record.finish) {
    read_request_members(fields, record);
  }
  record.executor_ms = read_number(fields, "/latency_ms/executor");
  record.first_byte_ms = read_number(fields, "/latency_ms/first_byte");
  record.model_ms = read_number(fields, "/latency_ms/model");
  record.turn_ms = read_number(fields, "/latency_ms/turn");
  if (fields.has("/image")) record.picture = read_picture_members(fields);
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

std::optional<long long> read_utc_text(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00.000Z";
  if (text.size() != kForm.size()) return std::nullopt;
  const auto number = [text](std::size_t at, std::size_t digits) {
    long long value = 0;
    for (const char digit : text.substr(at, digits)) value = value * 10 + (digit - '0');
    return value;
  };
  // The inverse of the calculation above.
  const long long month = number(5, 2), year = number(0, 4) - (month <= 2 ? 1 : 0);
  const long long era = (year >= 0 ? year : year - 399) / 400, year_of_era = year - era * 400;
  const long long shifted_month = month > 2 ? month - 3 : month + 9;
  const long long day_of_year = (153 * shifted_month + 2) / 5 + number(8, 2) - 1;
  const long long day_of_era =
      365 * year_of_era + year_of_era / 4 - year_of_era / 100 + day_of_year;
  const long long hours = (era * 146'097 + day_of_era - 719'468) * 24 + number(11, 2);
  const long long ms = ((hours * 60 + number(14, 2)) * 60 + number(17, 2)) * 1000 + number(20, 3);
  // Invalid digits, days and hours do not survive the round trip.
  if (utc_text(static_cast<double>(ms)) != text) return std::nullopt;
  return ms;
}
}  // namespace franz
