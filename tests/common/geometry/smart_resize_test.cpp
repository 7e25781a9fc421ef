#include "common/geometry/smart_resize.h"
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/formats/formats.h"

namespace franz {
namespace {
std::string text_of(Size size) {
  return std::to_string(size.width) + "x" + std::to_string(size.height);
}

std::string resized(Size sent, std::string_view rule) {
  const Result<Size> size = smart_resize(sent, *find_resize_rule(rule));
  return size.ok() ? text_of(size.value()) : size.error().message;
}

std::string on_edge(Size sent, const LongEdgeRule& rule) {
  const Result<Size> size = fit_long_edge(sent, rule);
  return size.ok() ? text_of(size.value()) : size.error().message;
}

// Computed by Python's own arithmetic.
TEST(SmartResize, IsThatOfTheModelsPreprocessors) {
  const struct {
    Size sent;
    std::string by28, scalecua, by32, edge, large_edge;
  } rows[] = {
      {{512, 288}, "504x280", "504x280", "512x288", "512x288", "512x288"},
      {{1024, 576}, "1036x588", "1036x588", "1024x576", "1024x576", "1024x576"},
      {{1280, 720}, "1288x728", "1288x728", "1280x704", "1280x720", "1280x720"},
      {{1280, 800}, "1288x812", "1288x812", "1280x800", "1280x800", "1280x800"},
      {{1366, 768}, "1372x756", "1372x756", "1376x768", "1366x768", "1366x768"},
      {{1536, 864}, "1540x868", "1540x868", "1536x864", "1456x819", "1536x864"},
      {{1920, 1080}, "1932x1092", "1932x1092", "1920x1088", "1456x819", "1920x1080"},
      {{1920, 1200}, "1932x1204", "1820x1148", "1920x1216", "1389x868", "1920x1200"},
      {{2560, 1440}, "2548x1428", "1932x1064", "2560x1440", "1456x819", "2560x1440"},
      {{3840, 2160}, "3836x2156", "1932x1064", "3840x2176", "1456x819", "2576x1449"},
      {{1080, 1920}, "1092x1932", "1092x1932", "1088x1920", "819x1456", "1080x1920"},
      {{700, 434}, "700x448", "700x448", "704x448", "700x434", "700x434"},
  };
  for (const auto& row : rows) {
    SCOPED_TRACE(text_of(row.sent));
    EXPECT_EQ(resized(row.sent, "qwen2.5-vl"), row.by28);
    EXPECT_EQ(resized(row.sent, "ui-tars"), row.by28);
    EXPECT_EQ(resized(row.sent, "scalecua"), row.scalecua);
    EXPECT_EQ(resized(row.sent, "qwen3-vl"), row.by32);
    EXPECT_EQ(resized(row.sent, "evocua-s2"), row.by32);
    EXPECT_EQ(on_edge(row.sent, kAnthropicEdge), row.edge);
    EXPECT_EQ(on_edge(row.sent, kAnthropicLargeEdge), row.large_edge);
  }
}

TEST(SmartResize, KeepsWithinTheRangeOfPixels) {
  EXPECT_EQ(resized({100, 100}, "qwen3-vl"), "256x256");
  EXPECT_EQ(resized({320, 180}, "qwen3-vl"), "352x192");
  EXPECT_EQ(resized({8192, 8192}, "qwen3-vl"), "4096x4096");
  EXPECT_EQ(resized({14, 14}, "qwen2.5-vl"), "56x56");
  EXPECT_EQ(resized({200, 200}, "ui-tars"), "280x280");
  EXPECT_EQ(resized({1932, 1092}, "gui-owl"), "1932x1092");
  EXPECT_EQ(resized({1920, 1200}, "gui-owl"), "1932x1204");
  EXPECT_EQ(resized({2560, 1440}, "gui-owl"), "2044x1148");
}

TEST(SmartResize, RefusesWhatServersRefuse) {
  EXPECT_EQ(resized({200, 1}, "qwen3-vl"), "3648x32");
  EXPECT_EQ(resized({201, 1}, "qwen3-vl"), "201x1: one side is more than 200 times the other");
  EXPECT_EQ(resized({1, 201}, "ui-tars"), "1x201: one side is more than 200 times the other");
  EXPECT_EQ(resized({0, 10}, "ui-tars"), "0x10 is no size of a picture");
  EXPECT_EQ(on_edge({10, -1}, kAnthropicEdge), "10x-1 is no size of a picture");
  EXPECT_EQ(on_edge({1'000'000, 1}, kAnthropicEdge), "1568x1");
}

TEST(SmartResize, CountsVisualTokens) {
  const struct {
    Size sent;
    std::string_view rule;
    int tokens;
  } rows[] = {
      {{512, 288}, "qwen3-vl", 144},    {{1280, 704}, "qwen3-vl", 880},
      {{1376, 768}, "qwen3-vl", 1032},  {{1536, 864}, "qwen3-vl", 1296},
      {{1920, 1088}, "qwen3-vl", 2040}, {{512, 288}, "qwen2.5-vl", 180},
  };
  for (const auto& row : rows)
    EXPECT_EQ(visual_tokens(row.sent, *find_resize_rule(row.rule)).value(), row.tokens)
        << text_of(row.sent);
  EXPECT_FALSE(visual_tokens({500, 1}, *find_resize_rule("qwen3-vl")).ok());
}

TEST(SmartResize, RoundsHalfToEven) {
  const struct {
    int side, factor, multiple;
  } rows[] = {{1, 28, 28},    {14, 28, 28}, {42, 28, 56}, {70, 28, 56},
              {434, 28, 448}, {48, 32, 64}, {80, 32, 64}, {720, 32, 704}};
  for (const auto& row : rows)
    EXPECT_EQ(nearest_multiple(row.side, row.factor), row.multiple) << row.side;
}

TEST(SmartResize, HasARuleForEachName) {
  for (const ResizeRule& rule : all_resize_rules())
    EXPECT_EQ(find_resize_rule(rule.name), &rule) << rule.name;
  EXPECT_EQ(find_resize_rule("gpt"), nullptr);
}
}  // namespace
}  // namespace franz
