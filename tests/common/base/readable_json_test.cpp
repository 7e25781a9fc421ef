#include "common/base/readable_json.h"
#include <gtest/gtest.h>
#include "common/base/sha256.h"

namespace franz {
TEST(ReadableJson, KeepsOrderNumbersAndStringsAsTheyStand) {
  const struct {
    const char* json;
    const char* expected;
  } rows[] = {
      {R"({"b":1.50,"a":[1e5,-0,true,null]})",
       "{\n  \"b\": 1.50,\n  \"a\": [\n    1e5,\n    -0,\n    true,\n    null\n  ]\n}"},
      {" [ ] ", "[]"},
      {R"({"a":{ },"b":[[]]})", "{\n  \"a\": {},\n  \"b\": [\n    []\n  ]\n}"},
      {R"("a\/\ud800\u0041, {b}: [c] \"d\"")", R"("a\/\ud800\u0041, {b}: [c] \"d\"")"},
      {R"({"a":1,"a":2})", "{\n  \"a\": 1,\n  \"a\": 2\n}"},
      {"7", "7"},
      // Text that is not JSON is unchanged.
      {"<html>\n  busy</html>", "<html>\n  busy</html>"},
      {R"({"a":1)", R"({"a":1)"},
      {"", ""},
  };
  for (const auto& row : rows) EXPECT_EQ(readable_json(row.json), row.expected) << row.json;
}

// Source of the digest: printf %s iVBORw0KGgo= | sha256sum
TEST(ReadableJson, ShortensPictures) {
  EXPECT_EQ(sha256_hex("iVBORw0KGgo=").substr(0, 12), "929e08d597fe");
  const std::string cut = "[b64 sha=929e08d597fe len=12]\"";
  const struct {
    const char* json;
    std::string expected;
  } rows[] = {
      {R"("data:image/png;base64,iVBORw0KGgo=")", "\"data:image/png;base64," + cut},
      {R"("data:image\/jpeg;base64,iVBORw0KGgo=")", "\"data:image/jpeg;base64," + cut},
      {R"("data:text/plain;base64,iVBORw0KGgo=")", R"("data:text/plain;base64,iVBORw0KGgo=")"},
      {R"("see data:image/png;base64,iVBORw0KGgo=")",
       R"("see data:image/png;base64,iVBORw0KGgo=")"},
  };
  for (const auto& row : rows) EXPECT_EQ(readable_json(row.json), row.expected) << row.json;
}
}  // namespace franz
