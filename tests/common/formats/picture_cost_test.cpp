#include "common/formats/picture_cost.h"
#include <gtest/gtest.h>

namespace franz {
namespace {
TEST(PictureCost, IsEstimatedByTheModelsName) {
  const struct {
    const char* model;
    Size picture;
    const char* text;
  } rows[] = {
      {"qwen3-vl-2b", {512, 288}, "512x288, about 144 visual tokens"},
      {"qwen2.5-vl-7b", {512, 288}, "512x288, about 180 visual tokens"},
      {"Qwen3-VL-8B", {1536, 864}, "1536x864, about 1296 visual tokens"},
      {"ui-tars-1.5", {1344, 756}, "1344x756, about 1296 visual tokens"},
      {"something", {1920, 1080}, "1920x1080, about 2040 visual tokens"},
      {"gpt-5.4", {1920, 1080}, "1920x1080"},
      {"qwen3-vl-2b", {8192, 16}, "8192x16"},
  };
  for (const auto& row : rows) EXPECT_EQ(picture_cost(row.model, row.picture), row.text);
}

TEST(PictureCost, IsReportedIfTooSmallToFindPlaces) {
  const struct {
    const char* model;
    Size picture;
    bool real;
    const char* advice;  // its first line; empty: no advice
  } rows[] = {
      {"qwen3-vl-2b", {512, 288}, false, "in config.ini, [surface] picture = fit 1327104 grid 32"},
      {"qwen3-vl-2b", {1280, 704}, true, "in config.ini, [surface] picture = fit 1327104 grid 32"},
      {"qwen3-vl-2b", {1376, 768}, true, ""},
      {"UI-TARS-1.5", {1024, 576}, true, "in config.ini, [surface] picture = fit 1016064 grid 28"},
      {"UI-TARS-1.5", {1280, 720}, true, ""},
      {"something", {512, 288}, true, "in config.ini, [surface] picture = fit 1327104 grid 32"},
      {"something", {512, 288}, false, ""},
      {"gpt-5.4", {512, 288}, true, ""},
  };
  for (const auto& row : rows) {
    const auto advice = too_small_picture(row.model, row.picture, row.real);
    EXPECT_EQ(advice ? advice->fix.substr(0, advice->fix.find('\n')) : "", row.advice)
        << row.model << " " << row.picture.width;
  }
  const auto advice = too_small_picture("qwen3-vl-2b", {512, 288}, false);
  ASSERT_TRUE(advice);
  EXPECT_EQ(advice->found,
            "512x288, about 144 visual tokens: with fewer than 1024, models do not find places in "
            "a picture");
  EXPECT_EQ(advice->fix,
            "in config.ini, [surface] picture = fit 1327104 grid 32\nllama-server: "
            "--image-min-tokens 1024");
}

// The advised picture is large enough on each of these screens.
TEST(PictureCost, TheAdviceHelps) {
  for (const Size seen : {Size{1280, 720},
                          {1280, 800},
                          {1366, 768},
                          {1920, 1200},
                          {1080, 1920},
                          {700, 434},
                          {1024, 768},
                          {1280, 1024},
                          {3440, 1440}})
    for (const char* model : {"qwen3-vl-8b", "ui-tars-1.5", "scalecua", "gui-owl"}) {
      const int factor = std::string(model) == "qwen3-vl-8b" ? 32 : 28;
      const Size fitted_size = fitted({1296 * factor * factor, factor}, seen);
      EXPECT_FALSE(too_small_picture(model, fitted_size, true)) << model << seen.width;
    }
}

TEST(PictureCost, IsOfThePictureOfMostTurns) {
  SurfaceSettings surface;
  surface.picture = {{}, PictureFit{1'327'104, 32}};
  EXPECT_EQ(usual_picture(surface, {1920, 1080}), (Size{1536, 864}));
  surface.followup_picture = PictureSize{{640, 360}};
  EXPECT_EQ(usual_picture(surface, {1920, 1080}), (Size{640, 360}));
}
}  // namespace
}  // namespace franz
