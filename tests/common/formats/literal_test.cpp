#include "common/formats/literal.h"
#include <gtest/gtest.h>
#include "common/formats/literal_call.h"
#include "tests/support/least_time.h"

namespace franz {
namespace {
std::string read(const std::string& text) {
  const auto literal = whole_literal(text);
  return literal ? shown(*literal, 1000) : "none";
}
}  // namespace

TEST(Literal, IsReadAsJsonAndAsPython) {
  const struct {
    const char *text, *json;
  } rows[] = {
      {"1", "1"},
      {" -1.5e2 ", "-150"},
      {"+3", "3"},
      {"0x1F", "31"},
      {"1_000", "1000"},
      {".5", "0.5"},
      {"5.", "5"},
      {"1e999", "none"},
      {"....6e..400", "none"},
      {"1.5.5e9", "none"},
      {"1e", "none"},
      {"1px", "none"},
      {"0b11", "none"},
      {"-", "none"},
      {"\"a\\n\\u00e9\"", "\"a\\n\u00e9\""},
      {"'it\\'s'", "\"it's\""},
      {"'''a 'quoted' text'''", "\"a 'quoted' text\""},
      {"\"\"\"two\nlines\"\"\"", "\"two\\nlines\""},
      {"r'C:\\new'", "\"C:\\\\new\""},
      {"'C:\\dir'", "\"C:\\\\dir\""},
      {"'a' \"b\"", "\"ab\""},
      {"f'{x}'", "none"},
      {"b'x'", "none"},
      {"''", "\"\""},
      {"'open", "none"},
      {"True", "true"},
      {"false", "false"},
      {"None", "null"},
      {"name", "none"},
      {"[1, 'a', [2,],]", "[1,\"a\",[2]]"},
      {"(1, 2)", "[1,2]"},
      {"(1)", "1"},
      {"(1,)", "[1]"},
      {"()", "[]"},
      {"[1 2]", "none"},
      {"[1", "none"},
      {"{'a': 1, \"b\": {'c': None}}", "{\"a\":1,\"b\":{\"c\":null}}"},
      {"{1: 2}", "none"},
      {"{}", "{}"},
      {"", "none"},
      {"1 2", "none"},
      {"__import__('os')", "none"},
  };
  for (const auto& [text, json] : rows) EXPECT_EQ(read(text), json) << text;
}

TEST(Literal, ReportsItsEnd) {
  const auto read = read_literal("x = {'a': 1} and more", 4);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->end, 12U);
}

TEST(Literal, FindsMembersAndNumbers) {
  const auto literal = whole_literal(R"({"x":"12","x":13,"y":" 4.5 ","z":"4px","n":null})");
  ASSERT_TRUE(literal);
  EXPECT_EQ(literal->find("x")->number(), 13.0);
  EXPECT_EQ(literal->find("y")->number(), 4.5);
  EXPECT_EQ(literal->find("z")->number(), std::nullopt);
  EXPECT_EQ(literal->find("n"), nullptr);
  EXPECT_EQ(literal->find("w"), nullptr);
}

TEST(LiteralCall, IsReadWithDotsAndNames) {
  const std::string text = "pyautogui.click( 1, y=2.5, button='left' ) # more";
  const auto call = read_literal_call(text, 0);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->name, "pyautogui.click");
  EXPECT_EQ(text.substr(0, call->end), "pyautogui.click( 1, y=2.5, button='left' )");
}

TEST(LiteralCall, RequiresNoEvaluation) {
  for (const char* const text :
       {"f(g())", "f(x)", "f(1 + 1)", "f(*a)", "f", "f (", "f(1", "f(a=)", "f(1 2)", "f(,)",
        "f(lambda: 0)", "f('a' % 1)", "1()", ".f()", "f.()", "f(a.b=1)x"})
    EXPECT_EQ(read_literal_call(text, 0).has_value(), std::string(text) == "f(a.b=1)x") << text;
}

TEST(Literal, IsReadInLinearTime) {
  for (const std::string piece : {"[", "'", "'a' ", "{'a':", "1,", "\\"}) {
    const auto text_of = [&](std::size_t count) {
      std::string text;
      for (std::size_t i = 0; i < count; ++i) text += piece;
      return text;
    };
    EXPECT_LT(growth(text_of(20'000), text_of(320'000), 64,
                     [](const std::string& text) { static_cast<void>(whole_literal(text)); }),
              64)
        << piece;
  }
}
}  // namespace franz
