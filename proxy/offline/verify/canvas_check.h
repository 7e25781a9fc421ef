#pragma once
// Canvases of the sandbox as the bytes of their files (common/picture/canvas_file.h), compared. Ink
// is white and never goes away. Pure.
#include <optional>
#include <string>
#include "common/base/result.h"

namespace franz::proxy {
// The same drawing in the form in which it is written now. Nothing: it is no canvas.
std::optional<std::string> canvas_in_our_form(const std::string& file);

// Whether both have the same size, and each white pixel of `inner` is white in `outer`. Both are in
// our form.
bool is_within(const std::string& inner, const std::string& outer);

// A picture of a canvas as its file. Failure: it cannot be decoded, is larger than a canvas, or has
// a pixel that is neither black nor white.
Result<std::string> canvas_of_png(const std::string& png);
}  // namespace franz::proxy
