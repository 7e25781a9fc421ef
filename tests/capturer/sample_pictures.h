#pragma once
// Kinds of pictures, the same each time: what encoders are compared by.
#include "capturer/render/picture.h"

namespace franz::capturer {
// Strokes, a text, and the marks of a turn.
Picture sample_drawing(Size size);

// A background that shades.
Picture sample_shades(Size size);

// The picture with windows on it, with title bars and lines of text.
Picture sample_desktop(Picture picture);

// Text from edge to edge.
Picture sample_page(Size size);

// Soft shades with the noise of a sensor.
Picture sample_photo(Size size);
}  // namespace franz::capturer
