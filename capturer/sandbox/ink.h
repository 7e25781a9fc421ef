#pragma once
#include <span>
#include "capturer/sandbox/canvas.h"
#include "capturer/sandbox/trace.h"

namespace franz::capturer {
// Draws in permanent white: a dot of radius 10 for left and double clicks, a square of 18 for right
// clicks, a line 9 thick with round ends for drags, letters for type (for a canvas of 1080 lines;
// in proportion on others). Ink only lightens, so drawing the same again changes nothing. Its edges
// are hard: a canvas of 1920x1080 is averaged down to the model's picture, which smooths them.
// Edges by coverage of 4x4 parts of a pixel made no line of a 512x288 picture clearer, only the
// steps of nearly level ones softer, and would have every grey, for which no palette has room
// beside marks.
void draw_ink(Canvas& canvas, std::span<const TracedAction> actions);
}  // namespace franz::capturer
