#pragma once
// Promises of the readers of pictures for any bytes; for the fuzzer and the test of its corpus.
#include <string>
#include <string_view>

namespace franz {
// Names the first broken promise; empty: all hold. An accepted PNG is within the limits and has the
// same pixels after writing and reading it again. Bytes that are not a PNG are used as pixels of a
// small picture, for the same test.
std::string broken_png_promise(std::string_view bytes);
}  // namespace franz

namespace franz::capturer {
// The same for a canvas: an accepted one keeps its bytes and has the length from its header, and
// whitening a row whitens only the part that is on the canvas.
std::string broken_bmp_promise(std::string_view bytes);
}  // namespace franz::capturer
