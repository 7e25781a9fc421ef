#include "proxy/telemetry/otlp.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace franz::proxy {
namespace {
std::string kind_name(OtlpAnswer::Kind kind) {
  switch (kind) {
    case OtlpAnswer::Kind::taken: return "taken";
    case OtlpAnswer::Kind::partly: return "partly";
    case OtlpAnswer::Kind::absent: return "absent";
    case OtlpAnswer::Kind::retry: return "retry";
    case OtlpAnswer::Kind::refused: return "refused";
  }
  return "";
}
}  // namespace

TEST(Otlp, WritesSpansInOtlpsJson) {
  OtlpSpan span{"5b8efff798038103d269b633813fc60c", "eee19b7ec3c1b174", "", "chat a\"b"};
  span.kind = OtlpSpan::Kind::client;
  span.start_ns = 1544712660300000000;
  span.end_ns = 1544712660600000001;
  span.attributes = {{"text", "one"},
                     {"number", std::int64_t{-7}},
                     {"share", 0.5},
                     {"texts", std::vector<std::string>{"a", "b"}}};
  span.failed = true;
  const std::string json = to_json(std::vector{span}, "1.0");
  EXPECT_NE(json.find(R"("spans":[{"traceId":"5b8efff798038103d269b633813fc60c",)"
                      R"("spanId":"eee19b7ec3c1b174","name":"chat a\"b","kind":3,)"
                      R"("startTimeUnixNano":"1544712660300000000",)"
                      R"("endTimeUnixNano":"1544712660600000001","attributes":[)"
                      R"({"key":"text","value":{"stringValue":"one"}},)"
                      R"({"key":"number","value":{"intValue":"-7"}},)"
                      R"({"key":"share","value":{"doubleValue":0.5}},)"
                      R"({"key":"texts","value":{"arrayValue":{"values":[{"stringValue":"a"},)"
                      R"({"stringValue":"b"}]}}}],"status":{"code":2}}])"),
            std::string::npos)
      << json;
  EXPECT_EQ(json.find('\n'), std::string::npos);
}

TEST(Otlp, ReadsACollectorsAnswer) {
  struct Case {
    int status;
    const char *body, *kind, *why;
    std::size_t rejected = 0;
  };
  const Case cases[] = {
      {200, "", "taken", ""},
      {204, "", "taken", ""},
      {200, "{}", "taken", ""},
      {200, R"({"partialSuccess":{}})", "taken", ""},
      {200, R"({"partialSuccess":{"rejectedSpans":"0","errorMessage":"old"}})", "taken", ""},
      {200, R"({"partialSuccess":{"rejectedSpans":"3","errorMessage":"too\nlong"}})", "partly",
       "rejected a part: too; long", 3},
      {200, R"({"partialSuccess":{"rejectedLogRecords":2}})", "partly", "rejected a part", 2},
      {200, R"({"partialSuccess":{"rejectedSpans":"-1"}})", "taken", ""},
      {200, R"({"partialSuccess":{"rejectedSpans":null,"errorMessage":"old"}})", "taken", ""},
      {200, "not JSON", "taken", ""},
      {400, "", "refused", "answered 400"},
      {401, "", "refused", "answered 401"},
      {404, "no page", "absent", "answered 404"},
      {405, "", "absent", "answered 405"},
      {501, "", "absent", "answered 501"},
      {429, "", "retry", "answered 429"},
      {500, "", "refused", "answered 500"},
      {502, "", "retry", "answered 502"},
      {503, "", "retry", "answered 503"},
      {504, "", "retry", "answered 504"},
      {302, "", "refused", "answered 302"},
  };
  for (const Case& each : cases) {
    const OtlpAnswer answer = read_otlp_answer(each.status, each.body);
    EXPECT_EQ(kind_name(answer.kind), each.kind) << each.status << each.body;
    EXPECT_EQ(answer.why, each.why) << each.status << each.body;
    EXPECT_EQ(answer.rejected, each.rejected) << each.status << each.body;
  }
}

TEST(Otlp, ReadsHeaders) {
  struct Case {
    const char *text, *headers;
  };
  const Case cases[] = {
      {"", ""},
      {"api-key=secret", "api-key: secret\n"},
      {" a = b , Authorization=Bearer%20x%3Dy,", "a: b\nAuthorization: Bearer x=y\n"},
      {"a=b=c", "a: b=c\n"},
      {"a=", "a: \n"},
      {"a", "entry 1 is not NAME=VALUE"},
      {"a=b,c d=e", "entry 2 is not NAME=VALUE"},
      {"a=b,c=%0d%0aHost:x", "entry 2 is not NAME=VALUE"},
      {"a=%4", "entry 1 is not NAME=VALUE"},
      {"a=%zz", "entry 1 is not NAME=VALUE"},
      {"=b", "entry 1 is not NAME=VALUE"},
  };
  for (const Case& each : cases) {
    const Result<std::vector<HttpHeader>> headers = parse_otlp_headers(each.text);
    std::string printed;
    if (headers.ok())
      for (const HttpHeader& header : headers.value())
        printed += header.name + ": " + header.value + "\n";
    EXPECT_EQ(headers.ok() ? printed : headers.error().message, each.headers) << each.text;
  }
}
}  // namespace franz::proxy
