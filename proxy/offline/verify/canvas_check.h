#pragma once
// Compares canvases of the sandbox as bytes of their files (common/picture/canvas_file.h). Ink is
// white and is never erased. Pure.
#include <optional>
#include <string>
#include "common/base/result.h"

namespace franz::proxy {
// The same drawing in the current format. Nothing: it is not a canvas.
std::optional<std::string> canvas_in_our_form(const std::string& file);

// Whether both have the same size and each white pixel of `inner` is white in `outer`. Both are in
// the current format.
bool is_within(const std::string& inner, const std::string& outer);

// Converts a picture of a canvas to a canvas file. Failure: the picture cannot be decoded, is
// larger than a canvas, or has a pixel that is neither black nor white.
Result<std::string> canvas_of_png(const std::string& png);
}  // namespace franz::proxy
