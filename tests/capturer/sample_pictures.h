#pragma once
// Deterministic sample pictures for comparing encoders.
#include "capturer/render/picture.h"

namespace franz::capturer {
// Strokes, a text, and the marks of a turn.
Picture sample_drawing(Size size);

// A background with shades.
Picture sample_shades(Size size);

// Adds windows with title bars and lines of text to the picture.
Picture sample_desktop(Picture picture);

// Text from edge to edge.
Picture sample_page(Size size);

// Soft shades with the noise of a sensor.
Picture sample_photo(Size size);
}  // namespace franz::capturer
