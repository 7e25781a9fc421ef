#pragma once
#include "capturer/render/picture.h"

namespace franz::capturer {
// A grey picture has thousands of colours after smooth red marks are drawn over it. They do not fit
// into a palette, which makes its PNG twice as large and twice as slow. So each pixel in which
// `picture` differs from `plain` is set to the nearest of 26 reds and 16 greys. Red, plate and
// white do not change; edges change by at most 48 levels of a channel, which is invisible even at
// four times the size. A canvas of 1920x1080 has 226 greys at 512x288, including the 16; with the
// reds they fit into 256. `plain`: the picture before the marks, all grey.
void limit_mark_colors(Picture& picture, const Picture& plain);
}  // namespace franz::capturer
