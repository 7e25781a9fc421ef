#pragma once
// The JSON form of the OpenTelemetry Protocol (OTLP): spans and events as export requests, and what
// a collector answers to one.
//   {"resourceSpans":[{"resource":{"attributes":[…]},"scopeSpans":[{"scope":{…},"spans":[
//     {"traceId":"5b8e…","spanId":"eee1…","parentSpanId":"ab12…","name":"chat gpt-4.1","kind":3,
//      "startTimeUnixNano":"1764417681304000000","endTimeUnixNano":"…",
//      "attributes":[{"key":"gen_ai.usage.input_tokens","value":{"intValue":"2218"}}],
//      "status":{"code":2}}],"schemaUrl":"…"}],"schemaUrl":"…"}]}
// Source: OTLP 1.9.0 (opentelemetry.io/docs/specs/otlp), "JSON Protobuf Encoding": lowerCamelCase
// names, enums as numbers, ids as hexadecimal digits, 64-bit integers as decimal texts.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>
#include "common/base/result.h"
#include "common/http/http_headers.h"

namespace franz::proxy {
// The version of the semantic conventions that the attributes follow. It is the last one that
// defines gen_ai.*: later versions refer to a repository that has not published a schema URL.
inline constexpr const char* kSemanticConventions = "https://opentelemetry.io/schemas/1.41.0";

using OtlpValue = std::variant<std::string, std::int64_t, double, bool, std::vector<std::string>>;
struct OtlpAttribute {
  std::string key;
  OtlpValue value;
};
using OtlpAttributes = std::vector<OtlpAttribute>;

// Trace ids have 32 hexadecimal digits and span ids 16, lower case, not all zero. Times are Unix
// nanoseconds.
struct OtlpSpan {
  enum class Kind { internal = 1, client = 3 };
  std::string trace, id;
  std::string parent;  // empty: the root of its trace
  std::string name;
  Kind kind = Kind::internal;
  std::int64_t start_ns = 0, end_ns = 0;
  OtlpAttributes attributes = {};
  bool failed = false;  // status ERROR; otherwise the status is unset
};

// A log record with a name, which belongs to a span.
struct OtlpEvent {
  enum class Severity { info = 9, error = 17 };
  std::string trace, span;
  std::string name;
  std::int64_t time_ns = 0;
  Severity severity = Severity::info;
  OtlpAttributes attributes = {};
};

struct OtlpBatch {
  std::vector<OtlpSpan> spans;
  std::vector<OtlpEvent> events;
};

// An ExportTraceServiceRequest and an ExportLogsServiceRequest, in one line without its LF.
// `version`: of FRANZ.
std::string to_json(const std::vector<OtlpSpan>& spans, const std::string& version);
std::string to_json(const std::vector<OtlpEvent>& events, const std::string& version);

// The bytes of all texts in the attributes' values, which are most of a large request.
std::size_t attribute_bytes(const OtlpBatch& batch);

// A collector's answer to an export request.
struct OtlpAnswer {
  enum class Kind {
    taken,
    partly,   // some of it was rejected: `rejected`, `why`
    absent,   // status 404, 405 or 501: the collector does not have the signal
    retry,    // status 429, 502, 503 or 504: the request may be sent again
    refused,  // any other status: it may not
  };
  Kind kind = Kind::taken;
  std::string why = {};      // for people, printable, at most 200 bytes
  std::size_t rejected = 0;  // spans or events, as the collector says: may be over those sent
};
// Source: OTLP 1.9.0, "OTLP/HTTP Response".
OtlpAnswer read_otlp_answer(int status, std::string_view body);

// The headers in a text like "api-key=secret,Authorization=Bearer%20abc": names and
// percent-encoded values. Failure: says which entry is wrong by its number, never its value.
// Source: the OpenTelemetry specification, OTEL_EXPORTER_OTLP_HEADERS.
Result<std::vector<HttpHeader>> parse_otlp_headers(std::string_view text);
}  // namespace franz::proxy
