#include "proxy/offline/calibrate/calibration.h"
#include <gtest/gtest.h>
#include <initializer_list>
#include <string>

namespace franz::proxy {
namespace {
const CalibrationCase kHalf{"pilot", "pixels", {2560, 1440}, {1280, 720}, 1};

CalibrationResult result_of(std::initializer_list<const char*> lines) {
  CalibrationResult result;
  for (const char* const line : lines) {
    const Status taken = result.take(line);
    EXPECT_TRUE(taken.ok()) << taken.error().message;
  }
  return result;
}

constexpr const char* kShown = R"j({"area":[0,0,2560,1440],"targets":[[21,21],[2538,21]]})j";
constexpr const char* kFirst =
    R"j({"click":1,"clicked":[23,20],"target":0,"at":[21,21],"error":[2,-1],"again":false,"to_do":1})j";
constexpr const char* kAgain =
    R"j({"click":2,"clicked":[21,17],"target":0,"at":[21,21],"error":[0,-4],"again":true,"to_do":1})j";
constexpr const char* kSecond =
    R"j({"click":3,"clicked":[2538,21],"target":1,"at":[2538,21],"error":[0,0],"again":false,"to_do":0})j";
constexpr const char* kBeside = R"j({"click":4,"clicked":[400,300],"target":null,"to_do":1})j";
constexpr const char* kFinished = R"j({"finished":true})j";
}  // namespace

TEST(Calibration, CoversTheLastOfTheMonitors) {
  EXPECT_EQ(screen_of(kHalf), (Size{2560, 1440}));
  EXPECT_EQ(card_area(kHalf), (Screen{0, 0, 2560, 1440}));
  CalibrationCase second = kHalf;
  second.monitors = 2;
  EXPECT_EQ(screen_of(second), (Size{5120, 1440}));
  EXPECT_EQ(card_area(second), (Screen{2560, 0, 2560, 1440}));
}

TEST(Calibration, MeasuresTheWorstClickInBothKindsOfPixels) {
  const CalibrationResult result = result_of({kShown, kFirst, kSecond, kFinished});
  EXPECT_EQ(result.card(), (Size{2560, 1440}));
  EXPECT_EQ(result.targets(), 2);
  EXPECT_EQ(result.hit(), 2);
  EXPECT_EQ(result.misses(), 0);
  EXPECT_TRUE(result.finished());
  EXPECT_EQ(result.worst_x(), 2);
  EXPECT_EQ(result.worst_y(), 1);
  EXPECT_DOUBLE_EQ(worst_in_picture(result, kHalf), 1);
  EXPECT_TRUE(is_exact(result, kHalf));
}

TEST(Calibration, IsExactOnlyIfEveryTargetWasHitWithoutMisses) {
  EXPECT_FALSE(is_exact(CalibrationResult(), kHalf)) << "no card";
  EXPECT_FALSE(is_exact(result_of({kShown, kFirst}), kHalf)) << "not finished";
  EXPECT_FALSE(is_exact(result_of({kShown, kFirst, kFinished}), kHalf)) << "one was not hit";
  EXPECT_FALSE(is_exact(result_of({kShown, kFirst, kBeside, kSecond, kFinished}), kHalf))
      << "a miss";
  const CalibrationResult twice = result_of({kShown, kFirst, kAgain, kSecond, kFinished});
  EXPECT_EQ(twice.hit(), 2) << "a second click on a target hits no other";
  EXPECT_DOUBLE_EQ(worst_in_picture(twice, kHalf), 2) << "but it was that far off";
  EXPECT_FALSE(is_exact(twice, kHalf));
  CalibrationCase whole = kHalf;
  whole.picture = whole.monitor;
  EXPECT_FALSE(is_exact(result_of({kShown, kFirst, kSecond, kFinished}), whole))
      << "two pixels off";
}

TEST(Calibration, RefusesInvalidLines) {
  for (const char* const wrong :
       {"", "{", "[]", R"j({"click":1,"clicked":[1,1],"target":0,"error":["far",0]})j",
        R"j({"click":1,"error":[0,99999999999]})j"}) {
    CalibrationResult result;
    const Status taken = result.take(wrong);
    ASSERT_FALSE(taken.ok()) << wrong;
    EXPECT_TRUE(taken.error().message.starts_with("the card")) << taken.error().message;
  }
}

TEST(Calibration, PrintsATable) {
  CalibrationCase second = kHalf;
  second.monitors = 2;
  EXPECT_EQ(calibration_head(),
            "profile    coordinates  monitor  size       picture    targets  misses  on screen  "
            "in picture  ");
  EXPECT_EQ(calibration_line(kHalf, result_of({kShown, kFirst, kSecond, kFinished}), ""),
            "pilot      pixels       1 of 1   2560x1440  1280x720   2/2      0       2 px       "
            "1.0 px      ok");
  EXPECT_EQ(calibration_line(second, result_of({kShown, kFirst, kBeside}), "it took\ntoo long"),
            "pilot      pixels       2 of 2   2560x1440  1280x720   1/2      1       2 px       "
            "1.0 px      FAILED: it took too long");
  EXPECT_EQ(calibration_line(kHalf, CalibrationResult(), "the run ended"),
            "pilot      pixels       1 of 1   2560x1440  1280x720   0/0      0       -          "
            "-           FAILED: the run ended");
}
}  // namespace franz::proxy
