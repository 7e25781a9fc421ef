#pragma once
// What the readers of pictures promise for any bytes: for the fuzzer, and for the test of its
// corpus.
#include <string>
#include <string_view>

namespace franz {
// The first promise that does not hold, named; empty: all hold. A PNG that is taken is within the
// limits, and has the same pixels when it is written and read again. Bytes that are no PNG are
// pixels of a small picture, likewise.
std::string broken_png_promise(std::string_view bytes);
}  // namespace franz

namespace franz::capturer {
// Likewise of a canvas: one that is taken keeps its bytes, is as long as its header says, and
// whitening a row whitens just that part of it that is on the canvas.
std::string broken_bmp_promise(std::string_view bytes);
}  // namespace franz::capturer
