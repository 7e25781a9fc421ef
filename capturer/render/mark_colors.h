#pragma once
#include "capturer/render/picture.h"

namespace franz::capturer {
// A picture of greys has thousands of colours once smooth red marks lie over it, and no palette has
// room for them, which makes its PNG twice as large and twice as slow. The marks get by with a few:
// each pixel in which `picture` differs from `plain` takes the nearest of 26 reds and 16 greys.
// Red, plate and white stay what they are; edges are at most 48 levels of a channel away, which is
// not seen even four times enlarged. A canvas of 1920x1080 has 226 greys at 512x288, the 16 among
// them: with the reds they fit 256. `plain`: the picture before the marks, all grey.
void limit_mark_colors(Picture& picture, const Picture& plain);
}  // namespace franz::capturer
