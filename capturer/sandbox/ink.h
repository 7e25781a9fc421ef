#pragma once
#include <span>
#include "capturer/sandbox/canvas.h"
#include "capturer/sandbox/trace.h"

namespace franz::capturer {
// Draws permanent white ink: a dot of radius 10 for left and double clicks, a square of 18 for
// right clicks, a line 9 thick with round ends for drags, letters for type (for a canvas of 1080
// lines, otherwise in proportion). Ink only lightens, so drawing the same again changes nothing.
// Edges are hard; averaging a canvas of 1920x1080 down to the model's picture smooths them. Edges
// with the coverage of 4x4 subpixels made no line of a 512x288 picture clearer. They only softened
// the steps of nearly level lines, and would use every grey, which leaves no room for marks in a
// palette.
void draw_ink(Canvas& canvas, std::span<const TracedAction> actions);
}  // namespace franz::capturer
