#include "common/desktop/display_look.h"
#include <algorithm>

namespace franz {
int display_dpi(Size size) {
  constexpr int kUsual = 96, kUsualWidth = 1920, kLargest = 288;
  return std::clamp(kUsual * size.width / kUsualWidth, kUsual, kLargest);
}

std::string display_resources(Size size) {
  // No subpixel colours at the edges of letters: they suit only screens of a known kind.
  return "Xft.dpi:\t" + std::to_string(display_dpi(size)) +
         "\nXft.antialias:\t1\nXft.rgba:\tnone\n"
         "*VT100.faceName:\tmonospace\n*VT100.faceSize:\t10\n";
}
}  // namespace franz
