#include <gtest/gtest.h>
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"

namespace franz {
using Id = JsonDocument::Id;

// The value as compact JSON, and the duplicate members.
static std::string read_and_show(std::string_view text) {
  const Result<JsonDocument> read = JsonDocument::read(text);
  if (!read.ok()) return "error: " + read.error().message;
  std::string shown = read.value().compact(JsonDocument::kRoot);
  for (const std::string& each : read.value().duplicates()) shown += "  " + each;
  return shown;
}

// The bytes at a pointer.
static std::string bytes_at(std::string_view text, std::string_view pointer) {
  const JsonDocument values = JsonDocument::read(text).value();
  const Id found = values.at(pointer);
  return found == JsonDocument::kNone ? "none" : std::string(values.bytes(found));
}

TEST(JsonDocument, AreReadAndWrittenWithoutWhiteSpace) {
  const struct {
    std::string text, shown;
  } cases[] = {
      {R"( { "b" : 1 , "a" : "x" } )", R"({"b":1,"a":"x"})"},
      {R"({"c":[{"d":"1"},{"d":"2"}],"a":null})", R"({"c":[{"d":"1"},{"d":"2"}],"a":null})"},
      {"{\"a\":\"\xFF\xC0\"}", "{\"a\":\"\uFFFD\uFFFD\"}"},
      {R"({"\u0061":"\ud800 \u00e9 \/ \u003c"})", "{\"a\":\"\uFFFD é / <\"}"},
      {"\t[ ]\r\n", "[]"},
      {R"("a scalar")", R"("a scalar")"},
      {R"([0,-1.5e-3,10E2,1.0,18446744073709551616,true,false,null])",
       R"([0,-1.5e-3,10E2,1.0,18446744073709551616,true,false,null])"},
      {"[1e308,1e-999,-0e99999999999,0.001e310,1e-99999999999]",
       "[1e308,1e-999,-0e99999999999,0.001e310,1e-99999999999]"},
      {R"({"e":{},"l":[[],[1,{}]]})", R"({"e":{},"l":[[],[1,{}]]})"},
  };
  for (const auto& [text, shown] : cases) EXPECT_EQ(read_and_show(text), shown) << text;
}

TEST(JsonDocument, OfEqualKeysTheLastCountsAndTheOthersAreReported) {
  const struct {
    std::string text, shown;
  } cases[] = {
      {R"({"a":1,"b":2,"a":3})", R"({"b":2,"a":3}  /a)"},
      {R"({"a":1,"a":2,"a":3})", R"({"a":3}  /a)"},
      {R"({"raw":1,"r\u0061w":2})", R"({"raw":2}  /raw)"},
      {R"({"x":[0,{"y":{"~/":1,"~/":2}}]})", R"({"x":[0,{"y":{"~/":2}}]}  /x/1/y/~0~1)"},
      {R"([{"a":1},{"a":1}])", R"([{"a":1},{"a":1}])"},
      {R"({"a":{"b":1,"b":2},"a":{"b":3,"b":4}})", R"({"a":{"b":4}}  /a/b  /a)"},
      // Different bytes, but one key if read as UTF-8.
      {"{\"\xFF\":1,\"\xFE\":2}", "{\"\uFFFD\":2}  /\uFFFD"},
      {"{\"" + std::string(101, 'k') + "\":1,\"" + std::string(101, 'k') + "\":2}",
       "{\"" + std::string(101, 'k') + "\":2}  /" + std::string(100, 'k') + "…"},
  };
  for (const auto& [text, shown] : cases) EXPECT_EQ(read_and_show(text), shown) << text;

  std::string many = "{";
  for (int i = 0; i < 22; ++i) many += "\"" + std::to_string(i % 11) + "\":1,";
  many.back() = '}';
  EXPECT_EQ(JsonDocument::read(many).value().duplicates().size(), JsonDocument::kMaxDuplicates);
}

TEST(JsonDocument, AreFoundByPointer) {
  const std::string text =
      R"({"":{"":"empty"},"a/b":1,"m~n":2,"\u00e9":3,"l":[4,[5],{"0":"\ud83d\/"}],"a":"x","a":"y"})";
  const struct {
    std::string pointer, bytes;
  } cases[] = {
      {"/", R"({"":"empty"})"},
      {"//", R"("empty")"},
      {"/a~1b", "1"},
      {"/m~0n", "2"},
      {"/é", "3"},
      {"/l/0", "4"},
      {"/l/1/0", "5"},
      {"/l/2/0", R"("\ud83d\/")"},
      {"/a", R"("y")"},
      {"/l/3", "none"},
      {"/l/00", "none"},
      {"/l/-", "none"},
      {"/l/-1", "none"},
      {"/l/+1", "none"},
      {"/l/", "none"},
      {"/l/1/0/0", "none"},
      {"/l/4294967296", "none"},
      {"/l/18446744073709551616", "none"},
      {"/l/99999999999999999999999", "none"},
      {"/m~n~", "none"},
      {"/a/0", "none"},
      {"a", "none"},
  };
  for (const auto& [pointer, bytes] : cases) EXPECT_EQ(bytes_at(text, pointer), bytes) << pointer;
  EXPECT_EQ(bytes_at(text, ""), text);
  EXPECT_EQ(bytes_at("[1]", "/0"), "1");
}

// Keys of any length, with differences at any position.
TEST(JsonDocument, FindEveryKeyAmongThoseThatLookLikeIt) {
  std::vector<std::string> keys = {"", std::string(1, '\0')};
  for (const std::size_t length : {1U, 6U, 7U, 8U, 9U, 254U, 255U, 256U, 300U}) {
    const std::string key(length, 'k');
    keys.push_back(key);
    for (const std::size_t at : {std::size_t{0}, length / 2, length - 1}) {
      for (const std::string_view other : {"a", "z", "\u00e9"}) {
        std::string changed = key;
        keys.push_back(changed.replace(at, 1, other));
      }
    }
  }
  std::ranges::sort(keys);
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::string text = "{";
  // Each occurs twice: the last one counts.
  for (const std::string value : {"old", "new"})
    for (auto key = keys.rbegin(); key != keys.rend(); ++key)
      text += quote_json(*key) + ":\"" + value + " " + std::to_string(key->size()) + "\",";
  text.back() = '}';
  const JsonDocument values = JsonDocument::read(text).value();
  EXPECT_EQ(values.size(JsonDocument::kRoot), keys.size());
  for (const std::string& key : keys) {
    const Id found = values.at("/" + key);
    ASSERT_NE(found, JsonDocument::kNone) << key;
    EXPECT_EQ(values.text(found), "new " + std::to_string(key.size())) << key;
    EXPECT_EQ(values.key(found), key);
  }
  EXPECT_EQ(values.at("/kkkkkkkb"), JsonDocument::kNone);
}

TEST(JsonDocument, RefuseWhatIsNoJson) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "error: no JSON at position 0"},
      {"{", "error: no JSON at position 1"},
      {R"({"a")", "error: no JSON at position 4"},
      {R"({"a":})", "error: no JSON at position 5"},
      {R"({"a":1,})", "error: no JSON at position 7"},
      {R"([1 2])", "error: no JSON at position 3"},
      {"pause", "error: no JSON at position 0"},
      {"[1e309]", "error: a number over 1.8e308 at position 1"},
      {"[-2e308]", "error: a number over 1.8e308 at position 1"},
      {"[1e99999999999]", "error: a number over 1.8e308 at position 1"},
      {"[0.001e+312]", "error: a number over 1.8e308 at position 1"},
      {"[1" + std::string(400, '0') + "e-50]", "error: a number over 1.8e308 at position 1"},
      {"[01]", "error: no JSON at position 1"},
      {"[-]", "error: no JSON at position 1"},
      {"[1.]", "error: no JSON at position 1"},
      {"[1e+]", "error: no JSON at position 1"},
      {R"([1,])", "error: no JSON at position 3"},
      {R"({a:1})", "error: no JSON at position 1"},
      {R"([1}])", "error: no JSON at position 2"},
      {R"({} {})", "error: no JSON at position 3"},
      {R"("open)", "error: no JSON at position 0"},
      {"\"a\nb\"", "error: no JSON at position 0"},
      {R"("\x")", "error: no JSON at position 0"},
      {R"("\u12g4")", "error: no JSON at position 0"},
      {std::string(201, '['), "error: deeper than 200 brackets"},
  };
  for (const auto& [text, shown] : cases) EXPECT_EQ(read_and_show(text), shown) << text;
}

TEST(JsonDocument, ErrorsNameThePositionAndWhatWasExpected) {
  using Expected = JsonStop::Expected;
  struct Row {
    std::string text;
    std::size_t at;
    Expected expected;
    std::string open;
    bool after_comma = false;
  };
  const Row rows[] = {
      {"", 0, Expected::value, ""},
      {" ,", 1, Expected::value, ""},
      {"{", 1, Expected::key, "}"},
      {"{a:1}", 1, Expected::key, "}"},
      {R"({"a" 1})", 5, Expected::colon, "}"},
      {R"({"a":})", 5, Expected::value, "}"},
      {R"({"a":[1,2})", 9, Expected::comma_or_end, "]}"},
      {R"({"a":[1,2)", 9, Expected::comma_or_end, "]}"},
      {R"({"a":1,})", 7, Expected::key, "}", true},
      {R"([[],])", 4, Expected::value, "]", true},
      {R"([[],)", 4, Expected::value, "]", true},
      {R"([1,,2])", 3, Expected::value, "]", true},
      {R"([[1,[]],x])", 8, Expected::value, "]", true},
      {R"({"a":"b)", 7, Expected::character, "}"},
      {R"({"a":"b\x"})", 7, Expected::character, "}"},
      {R"({"a":"\u12"})", 6, Expected::character, "}"},
      {R"(["\)", 3, Expected::character, "]"},
      {"{\"a\nb\":1}", 3, Expected::character, "}"},
      {"{} []", 3, Expected::end_of_text, ""},
      {"1 2", 2, Expected::end_of_text, ""},
      {"[1e999]", 1, Expected::less, "]"},
      {std::string(201, '['), 200, Expected::less, std::string(200, ']')},
  };
  for (const Row& row : rows) {
    JsonStop stop;
    EXPECT_FALSE(JsonDocument::read(row.text, &stop).ok()) << row.text;
    EXPECT_EQ(stop.at, row.at) << row.text;
    EXPECT_EQ(stop.expected, row.expected) << row.text;
    EXPECT_EQ(stop.open, row.open) << row.text;
    EXPECT_EQ(stop.after_comma, row.after_comma) << row.text;
  }
}

TEST(JsonDocument, HaveLimits) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_TRUE(JsonDocument::read(nested(kMaxDepth)).ok());
  EXPECT_EQ(read_and_show(nested(kMaxDepth + 1)), "error: deeper than 200 brackets");

  std::string list = "[";
  for (std::size_t i = 1; i < kMaxValues; ++i) list += "0,";
  list.back() = ']';  // the list itself is a value too
  EXPECT_TRUE(JsonDocument::read(list).ok());
  list.back() = ',';
  EXPECT_EQ(read_and_show(list + "0]"), "error: more than 1000000 values");

  const std::string text = "\"" + std::string(kMaxMessage - 2, 'x') + "\"";
  EXPECT_TRUE(JsonDocument::read(text).ok());
  const Result<JsonDocument> longer = JsonDocument::read(text + " ");
  ASSERT_FALSE(longer.ok());
  EXPECT_EQ(longer.error().message, "longer than 64 MiB");
  EXPECT_EQ(longer.error().code, ErrorCode::too_large);
}
}  // namespace franz
