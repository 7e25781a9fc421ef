#include "proxy/telemetry/otlp.h"
#include <algorithm>
#include <charconv>
#include <optional>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/overload.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
static std::string value_of(const OtlpValue& value) {
  JsonObject object;
  std::visit(Overload{
                 [&](const std::string& text) { object.text("stringValue", text); },
                 [&](std::int64_t number) { object.text("intValue", std::to_string(number)); },
                 [&](double number) { object.number("doubleValue", number); },
                 [&](bool truth) { object.boolean("boolValue", truth); },
                 [&](const std::vector<std::string>& texts) {
                   std::vector<std::string> values;
                   for (const std::string& text : texts)
                     values.push_back(JsonObject().text("stringValue", text).finish());
                   object.open("arrayValue").raw("values", json_array(values)).close();
                 },
             },
             value);
  return object.finish();
}

static std::string attributes_json(const OtlpAttributes& attributes) {
  std::vector<std::string> all;
  for (const OtlpAttribute& each : attributes)
    all.push_back(JsonObject().text("key", each.key).raw("value", value_of(each.value)).finish());
  return json_array(all);
}

static std::string span_json(const OtlpSpan& span) {
  JsonObject object;
  object.text("traceId", span.trace).text("spanId", span.id);
  if (!span.parent.empty()) object.text("parentSpanId", span.parent);
  object.text("name", span.name).number("kind", static_cast<long long>(span.kind));
  object.text("startTimeUnixNano", std::to_string(span.start_ns));
  object.text("endTimeUnixNano", std::to_string(span.end_ns));
  object.raw("attributes", attributes_json(span.attributes));
  if (span.failed) object.open("status").number("code", 2LL).close();
  return object.finish();
}

static std::string event_json(const OtlpEvent& event) {
  JsonObject object;
  object.text("timeUnixNano", std::to_string(event.time_ns));
  object.text("observedTimeUnixNano", std::to_string(event.time_ns));
  object.number("severityNumber", static_cast<long long>(event.severity));
  object.raw("attributes", attributes_json(event.attributes));
  object.text("traceId", event.trace).text("spanId", event.span);
  return object.text("eventName", event.name).finish();
}

// {"resourceSpans":[{…"scopeSpans":[{…"spans":[…]}]}]}
static std::string request_json(const char* of_resource, const char* of_scope, const char* name,
                                const std::vector<std::string>& items, const std::string& version) {
  JsonObject scope;
  scope.open("scope").text("name", "franz").text("version", version).close();
  scope.raw(name, json_array(items)).text("schemaUrl", kSemanticConventions);
  JsonObject resource;
  resource.open("resource");
  resource.raw("attributes",
               attributes_json({{"service.name", "franz"}, {"service.version", version}}));
  resource.close().raw(of_scope, "[" + scope.finish() + "]");
  resource.text("schemaUrl", kSemanticConventions);
  return JsonObject().raw(of_resource, "[" + resource.finish() + "]").finish();
}

std::string to_json(const std::vector<OtlpSpan>& spans, const std::string& version) {
  std::vector<std::string> items;
  for (const OtlpSpan& span : spans) items.push_back(span_json(span));
  return request_json("resourceSpans", "scopeSpans", "spans", items, version);
}

std::string to_json(const std::vector<OtlpEvent>& events, const std::string& version) {
  std::vector<std::string> items;
  for (const OtlpEvent& event : events) items.push_back(event_json(event));
  return request_json("resourceLogs", "scopeLogs", "logRecords", items, version);
}

static std::size_t text_bytes(const OtlpAttributes& attributes) {
  std::size_t bytes = 0;
  for (const OtlpAttribute& each : attributes) {
    if (const auto* const text = std::get_if<std::string>(&each.value)) bytes += text->size();
    if (const auto* const texts = std::get_if<std::vector<std::string>>(&each.value))
      for (const std::string& text : *texts) bytes += text.size();
  }
  return bytes;
}

std::size_t attribute_bytes(const OtlpBatch& batch) {
  std::size_t bytes = 0;
  for (const OtlpSpan& span : batch.spans) bytes += text_bytes(span.attributes);
  for (const OtlpEvent& event : batch.events) bytes += text_bytes(event.attributes);
  return bytes;
}

// ---- Answers

static std::string shown(std::string_view text) {
  constexpr std::size_t kMostBytes = 200;
  return to_valid_utf8(printable(in_one_line(std::string(text.substr(0, kMostBytes)))));
}

// Which part a reply with status 200 rejected: {"partialSuccess":{"rejectedSpans":"3",
// "errorMessage":"…"}}. A collector may omit the body, and a message without a number is only a
// warning. Nothing: none was rejected.
static std::optional<OtlpAnswer> rejected_by(std::string_view body) {
  Result<MessageFields> fields = MessageFields::parse(body);
  if (!fields.ok()) return std::nullopt;
  for (const char* const name : {"rejectedSpans", "rejectedLogRecords"}) {
    const std::string at = std::string("/partialSuccess/") + name;
    if (!fields.value().has(at)) continue;
    const std::string raw = fields.value().raw(at);
    const std::string digits = raw.starts_with('"') ? decode_json_string(raw) : raw;
    std::size_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (number == 0) continue;
    const std::string message = fields.value().text("/partialSuccess/errorMessage", "");
    const std::string why = "rejected a part" + (message.empty() ? "" : ": " + message);
    return OtlpAnswer{OtlpAnswer::Kind::partly, shown(why), number};
  }
  return std::nullopt;
}

OtlpAnswer read_otlp_answer(int status, std::string_view body) {
  using Kind = OtlpAnswer::Kind;
  if (status >= 200 && status < 300) return rejected_by(body).value_or(OtlpAnswer{});
  const bool again = status == 429 || status == 502 || status == 503 || status == 504;
  const bool absent = status == 404 || status == 405 || status == 501;
  return {again    ? Kind::retry
          : absent ? Kind::absent
                   : Kind::refused,
          "answered " + std::to_string(status)};
}

// ---- Headers

static std::optional<std::string> percent_decoded(std::string_view text) {
  const auto digit = [](char c) -> int {
    if (c >= '0' && c <= '9') return c - '0';
    const char lower = static_cast<char>(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  };
  std::string decoded;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      decoded += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = digit(text[i + 1]), low = digit(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    decoded += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return decoded;
}

static bool is_header_name(std::string_view name) {
  // RFC 9110 §5.6.2
  constexpr std::string_view kOthers = "!#$%&'*+-.^_`|~";
  return !name.empty() && std::ranges::all_of(name, [&](char c) {
    const char lower = static_cast<char>(c | 0x20);
    return (c >= '0' && c <= '9') || (lower >= 'a' && lower <= 'z' && c >= 'A') ||
           kOthers.find(c) != std::string_view::npos;
  });
}

Result<std::vector<HttpHeader>> parse_otlp_headers(std::string_view text) {
  std::vector<HttpHeader> headers;
  for (std::size_t number = 1; !text.empty(); ++number) {
    const std::size_t comma = text.find(',');
    const std::string_view entry = trimmed(text.substr(0, comma));
    text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    if (entry.empty()) continue;
    const std::size_t equals = entry.find('=');
    const std::string name(trimmed(entry.substr(0, equals)));
    const std::optional<std::string> value =
        equals == std::string_view::npos ? std::nullopt
                                         : percent_decoded(trimmed(entry.substr(equals + 1)));
    const bool sound = is_header_name(name) && value && std::ranges::none_of(*value, [](char c) {
                         return static_cast<unsigned char>(c) < ' ' || c == '\x7f';
                       });
    if (!sound) return Error{"entry " + std::to_string(number) + " is not NAME=VALUE"};
    headers.push_back({name, *value});
  }
  return headers;
}
}  // namespace franz::proxy
