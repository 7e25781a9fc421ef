#include "common/desktop/display_look.h"
#include <gtest/gtest.h>

namespace franz {
TEST(DisplayLook, LettersGrowWithTheScreen) {
  const struct {
    Size size;
    int dpi;
  } cases[] = {{{640, 480}, 96},    {{1280, 720}, 96},   {{1920, 1080}, 96},
               {{2560, 1440}, 128}, {{3840, 2160}, 192}, {{16384, 16384}, 288}};
  for (const auto& [size, dpi] : cases) EXPECT_EQ(display_dpi(size), dpi) << size.width;
}

TEST(DisplayLook, ItsResourcesAreLinesOfNameAndValue) {
  EXPECT_EQ(display_resources({1280, 720}),
            "Xft.dpi:\t96\nXft.antialias:\t1\nXft.rgba:\tnone\n*VT100.faceName:\tmonospace\n"
            "*VT100.faceSize:\t10\n");
}
}  // namespace franz
