#include "proxy/calibration_card/card.h"
#include <gtest/gtest.h>
#include <cmath>
#include "common/picture/target_look.h"
#include "proxy/calibration_card/card_area.h"
#include "proxy/calibration_card/card_lines.h"

namespace franz::calibration_card {
namespace {
std::vector<Point> places(Size size, int random, std::uint64_t seed) {
  Result<std::vector<Point>> places = target_places(size, random, seed);
  EXPECT_TRUE(places.ok());
  return places.ok() ? std::move(places).value() : std::vector<Point>{};
}

TEST(CalibrationCard, HasTargetsInCornersAtEdgesAndAtRandomPlaces) {
  const std::vector<Point> all = places({1280, 720}, 12, 1);
  ASSERT_EQ(all.size(), 21U);
  const std::vector<Point> fixed{{21, 21},   {1258, 21}, {21, 698},   {1258, 698}, {640, 21},
                                 {640, 698}, {21, 360},  {1258, 360}, {640, 360}};
  EXPECT_EQ(std::vector<Point>(all.begin(), all.begin() + 9), fixed);
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_GE(all[i].x, 21);
    EXPECT_LE(all[i].x, 1258);
    EXPECT_GE(all[i].y, 21);
    EXPECT_LE(all[i].y, 698);
    for (std::size_t k = 0; k < i; ++k)
      EXPECT_GE(std::hypot(all[i].x - all[k].x, all[i].y - all[k].y), target_look::kSpacing);
  }
}

TEST(CalibrationCard, HasTheSamePlacesForTheSameSeed) {
  EXPECT_EQ(places({1280, 720}, 12, 7), places({1280, 720}, 12, 7));
  EXPECT_NE(places({1280, 720}, 12, 7), places({1280, 720}, 12, 8));
  // On every system.
  EXPECT_EQ(places({1280, 720}, 1, 1).back(), (Point{1248, 202}));
}

TEST(CalibrationCard, LeavesOutWhatItHasNoRoomFor) {
  EXPECT_LT(places({200, 200}, 100, 1).size(), 20U);
  EXPECT_FALSE(target_places({199, 720}, 0, 1).ok());
}

TEST(CalibrationCard, TicksTheTargetThatWasHit) {
  Card card({400, 300}, {{50, 50}, {200, 150}});
  EXPECT_FALSE(card.click({100, 100}));
  EXPECT_FALSE(card.click({50, 69}));  // one pixel beside the disc
  const std::optional<Hit> first = card.click({50, 68});
  ASSERT_TRUE(first);
  EXPECT_EQ(first->target, 0U);
  EXPECT_TRUE(first->is_first);
  EXPECT_FALSE(card.click({51, 50})->is_first);
  EXPECT_EQ(card.to_do(), 1U);
  EXPECT_EQ(card.click({200, 150})->target, 1U);
  EXPECT_TRUE(card.is_finished());
}

TEST(CalibrationCard, ShowsWhatIsToDoWhatIsTickedAndThatItIsFinished) {
  Card card({400, 300}, {{50, 50}, {200, 150}});
  const auto pixel = [&](int x, int y) {
    const std::vector<std::uint8_t> bgrx = card.paint();
    const auto at = static_cast<std::size_t>(y * 400 + x) * 4;
    return target_look::Rgb{bgrx[at + 2], bgrx[at + 1], bgrx[at]};
  };
  EXPECT_EQ(pixel(0, 0), target_look::kGround);
  EXPECT_EQ(pixel(50, 50), target_look::kRing);
  EXPECT_EQ(pixel(51, 50), target_look::kToDo);
  EXPECT_EQ(pixel(59, 50), target_look::kRing);
  EXPECT_EQ(pixel(32, 50), target_look::kToDo);
  EXPECT_EQ(pixel(31, 50), target_look::kGround);
  card.click({50, 50});
  EXPECT_EQ(pixel(51, 50), target_look::kTicked);
  EXPECT_EQ(pixel(201, 150), target_look::kToDo);
  card.click({200, 150});
  EXPECT_EQ(pixel(0, 0), target_look::kFinishedGround);
}

TEST(CalibrationCard, ReportsPixelsOfTheScreen) {
  const Screen area{-400, 100, 400, 300};
  Card card({400, 300}, {{50, 50}, {200, 150}});
  EXPECT_EQ(shown_line(area, card),
            R"({"area":[-400,100,400,300],"targets":[[-350,150],[-200,250]]})");
  const auto hit = card.click({51, 48});
  EXPECT_EQ(
      click_line(1, {-349, 148}, hit, area, card),
      R"({"click":1,"clicked":[-349,148],"target":0,"at":[-350,150],"error":[1,-2],"again":false,"to_do":1})");
  EXPECT_EQ(click_line(2, {-400, 100}, std::nullopt, area, card),
            R"({"click":2,"clicked":[-400,100],"target":null,"to_do":1})");
}

TEST(CardArea, IsWrittenAsXWritesGeometries) {
  const struct {
    const char* text;
    Screen area;
  } rows[] = {
      {"1280x720", {0, 0, 1280, 720}},
      {"1280x720+1920+0", {1920, 0, 1280, 720}},
      {"800x600+-800+-20", {-800, -20, 800, 600}},
  };
  for (const auto& row : rows) {
    const Result<Screen> area = parse_area(row.text);
    ASSERT_TRUE(area.ok()) << row.text;
    EXPECT_EQ(area.value(), row.area) << row.text;
  }
  for (const char* wrong : {"", "1280", "1280x", "0x720", "1280x720+1", "1280x720-1-1",
                            "1280x720+1+1+1", "1280x720 ", "99999x720"}) {
    const Result<Screen> area = parse_area(wrong);
    ASSERT_FALSE(area.ok()) << wrong;
    EXPECT_EQ(area.error().message, std::string("expected WIDTHxHEIGHT+X+Y, got ") + wrong);
  }
}
}  // namespace
}  // namespace franz::calibration_card
