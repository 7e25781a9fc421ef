#include "proxy/offline/verify/cut_drawing.h"
#include <gtest/gtest.h>
#include <vector>

namespace franz::proxy {
namespace {
// A file whose pixels begin behind 14 bytes of header.
std::string bmp(const std::string& pixels) {
  return std::string("BM\0\0\0\0\0\0\0\0\x0e\0\0\0", 14) + pixels;
}
using Drawings = std::vector<std::optional<std::string>>;
}  // namespace

TEST(CutDrawing, LiesBetweenTwoWays) {
  const std::string black(4, '\0');
  const Drawings two{bmp(black), bmp(std::string("\xff\xff\0\xff", 4))};
  const struct {
    std::string name, canvas;
    Drawings drawings;
    bool is_cut;
  } cases[] = {
      {"nothing of it", bmp(black), two, true},
      {"a part of it", bmp(std::string("\0\xff\0\0", 4)), two, true},
      {"all of it", *two[1], two, true},
      {"ink beside it", bmp(std::string("\0\xff\xff\0", 4)), two, false},
      {"another grey", bmp(std::string("\x80\0\0\0", 4)), two, false},
      {"another header", "XM" + two[0]->substr(2), two, false},
      {"shorter", bmp(std::string(3, '\0')), two, false},
      {"no canvas before", bmp(std::string("\xff\0\0\0", 4)), {std::nullopt, two[1]}, true},
      {"no canvas before, ink beside it",
       bmp(std::string("\xff\0\xff\0", 4)),
       {std::nullopt, two[1]},
       false},
      {"only one way", bmp(black), {two[0]}, false},
      {"no way has one", bmp(black), {std::nullopt, std::nullopt}, false},
      {"the third way", bmp(std::string("\0\0\0\xff", 4)), {std::nullopt, two[0], two[1]}, true},
  };
  for (const auto& [name, canvas, drawings, is_cut] : cases)
    EXPECT_EQ(is_cut_drawing(canvas, drawings), is_cut) << name;
}
}  // namespace franz::proxy
