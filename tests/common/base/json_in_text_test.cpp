#include "common/base/json_in_text.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
using Value = std::optional<std::string>;

TEST(JsonInText, IsANumberABooleanAListOrAnObject) {
  const struct {
    const char* text;
    Value expected;
  } cases[] = {
      {"100", "100"},          {" -1.5e2\n", "-1.5e2"}, {"true", "true"},
      {"True", "true"},        {" False ", "false"},    {"[\"ctrl\"]", "[\"ctrl\"]"},
      {"{} ", "{}"},           {"", std::nullopt},      {"null", std::nullopt},
      {"\"1\"", std::nullopt}, {"12px", std::nullopt},  {"+1", std::nullopt},
      {"TRUE", std::nullopt},  {"1 2", std::nullopt},   {"1e999", std::nullopt},
      {"[", std::nullopt},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(json_in_text(text), expected) << text;
}

TEST(JsonInText, ObjectsMayBeInTexts) {
  const struct {
    const char* value;
    Value expected;
  } cases[] = {
      {R"({"x":1})", R"({"x":1})"},
      {R"("{\"x\":1}")", R"({"x":1})"},
      {R"("")", "{}"},
      {R"(" \n")", "{}"},
      {"", std::nullopt},
      {"[]", std::nullopt},
      {"null", std::nullopt},
      {R"("[]")", std::nullopt},
      {R"("{")", std::nullopt},
      {R"("\"{}\"")", std::nullopt},
  };
  for (const auto& [value, expected] : cases) EXPECT_EQ(object_in(value), expected) << value;
}
}  // namespace
}  // namespace franz
