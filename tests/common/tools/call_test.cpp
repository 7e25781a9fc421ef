#include "common/tools/call.h"
#include <gtest/gtest.h>
#include <limits>

namespace franz {
TEST(Call, IsReadBackFromItsCanonicalText) {
  for (const std::string text :
       {"drag(350, 290, 410, 240)", "left_click(-5, 1500)", "left_click(0.5, 1e+16)",
        "screenshot()", "scroll(1, 2)", "scroll(1, 2, -3)", "hotkey(\"ctrl\", \"c\")", "hotkey()",
        "sleep(-0.0)", "type(\"meow \\\"m\\\"\\n\\\\ \u00e9\U0001F431\\u0007\\u0000\")",
        "type(\"\\ud83d\")", "launch(\"xterm\")", "focus_window(\"a, b)\")",
        "left_click(9223372036854775807, 5e-324)"}) {
    const Result<Call> call = parse_canonical_call(text);
    ASSERT_TRUE(call.ok()) << text << ": " << call.error().message;
    EXPECT_EQ(canonical_text(call.value()), text);
  }
}

TEST(Call, RefusesWhatIsNotOneCall) {
  const struct {
    const char* text;
    const char* error;
  } rows[] = {
      {"", "expected one call"},
      {"# x", "expected one call"},
      {"drag(1, 2, 3)", "TypeError: drag() missing 1 required positional argument: 'y2'"},
      {"erase(1)", "NameError: name 'erase' is not defined"},
      {"screenshot(); screenshot()", "SyntaxError: more than 20000 calls in one block"},
      {"screenshot()\nscreenshot()", "a control character in a canonical call"},
  };
  for (const auto& [text, error] : rows) {
    const Result<Call> call = parse_canonical_call(text);
    ASSERT_FALSE(call.ok()) << text;
    EXPECT_EQ(call.error().message, error);
  }
}

TEST(Call, HasItsNumbersPlacesAndText) {
  const Call scroll = parse_canonical_call("scroll(1, 2.5)").value();
  EXPECT_EQ(number_at(scroll, 0), 1);
  EXPECT_EQ(number_at(scroll, 1), 2.5);
  EXPECT_EQ(number_at(scroll, 2), -3);
  EXPECT_EQ(end_point(scroll), (MapPoint{1, 2.5}));

  const Call drag = parse_canonical_call("drag(1, 2, 3, -4)").value();
  EXPECT_EQ(start_point(drag), (MapPoint{1, 2}));
  EXPECT_EQ(end_point(drag), (MapPoint{3, -4}));

  const Call type = parse_canonical_call("type(\"a\\nb\")").value();
  EXPECT_EQ(text_at(type, 0), "a\nb");
  EXPECT_EQ(start_point(type), std::nullopt);
}

TEST(Call, KnowsWhenItWillBeClamped) {
  const struct {
    const char* text;
    bool leaves;
  } rows[] = {{"move(0, 1000)", false},      {"move(-0.0, 1000.0)", false},
              {"move(-1, 5)", true},         {"move(5, 1000.5)", true},
              {"drag(1, 2, 3, 1001)", true}, {"scroll(1, 2, 5000)", false},
              {"sleep(2000)", false},        {"hotkey(\"a\")", false}};
  for (const auto& [text, leaves] : rows) {
    EXPECT_EQ(leaves_the_picture(parse_canonical_call(text).value()), leaves) << text;
  }
}

TEST(WithPlacesOn, GivesTheNumbersThatWereWritten) {
  const Coordinates pixels{Coordinates::Kind::pixels, 1000, 0};
  const Size seen{600, 400};
  for (const char* text : {"left_click(50, 50)", "drag(0, 399, 599, 7)", "scroll(12.5, 3, -4)",
                           "type(\"a\")", "press(\"tab\")"}) {
    const Call written = parse_canonical_call(text).value();
    const Call normalised = with_normalised_places(written, pixels, seen);
    EXPECT_EQ(canonical_text(with_places_on(normalised, pixels, seen)), text);
    EXPECT_EQ(with_places_on(normalised, {}, seen), normalised);
  }
  EXPECT_EQ(canonical_text(with_places_on(
                parse_canonical_call("left_click(83.472, 125.313)").value(), pixels, seen)),
            "left_click(50, 50)");
  const Coordinates fractions{Coordinates::Kind::relative, 1, 0};
  EXPECT_EQ(canonical_text(with_places_on(parse_canonical_call("left_click(559.8, 12)").value(),
                                          fractions, seen)),
            "left_click(0.5598, 0.012)");
}

TEST(PythonRepr, WritesTheShortestDigitsThatReadBackTheSame) {
  const struct {
    double value;
    const char* text;
  } rows[] = {{0.5, "0.5"},
              {470, "470.0"},
              {0, "0.0"},
              {-0.0, "-0.0"},
              {1e-4, "0.0001"},
              {0.00012345, "0.00012345"},
              {1e-5, "1e-05"},
              {1.5e-7, "1.5e-07"},
              {9999999999999998, "9999999999999998.0"},
              {1e16, "1e+16"},
              {123.456, "123.456"},
              {-1e300, "-1e+300"},
              {0.1 + 0.2, "0.30000000000000004"},
              {std::numeric_limits<double>::infinity(), "inf"},
              {-std::numeric_limits<double>::infinity(), "-inf"}};
  for (const auto& [value, text] : rows) EXPECT_EQ(python_repr(value), text);
}
}  // namespace franz
