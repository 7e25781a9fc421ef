#pragma once
// Codes of warnings (turn_options.h) that a program decides by.
#include <string_view>

namespace franz {
// The executor's, for the person alone: the model is not told. The last reply holds no action in
// the form that its dialect reads, but is in another known one.
inline constexpr std::string_view kForeignForm = "foreign_form";
// For the person; the model has an answer of its own. It wrote a place in another scale than the
// profile reads, and nothing was done at it.
inline constexpr std::string_view kOtherScale = "other_scale";

// The orchestrator's, for the model: the server could not read its last reply, which is lost.
inline constexpr std::string_view kReplyLost = "reply_lost";

// ---- Of the surface `window`. Whoever has kWindowGone has no picture: the window is not there any
// more, and nothing was done.
inline constexpr std::string_view kWindowGone = "window_gone";
// Its picture does not show it as it lies on the screen: others cover it, and the system drew it
// without them.
inline constexpr std::string_view kWindowCovered = "window_covered";
// What of it is not in the picture: it lies beyond the screen's edge, or others cover it and the
// system cannot draw it without them. These parts are black.
inline constexpr std::string_view kWindowPartly = "window_partly_shown";
// It is minimised, and the system cannot draw it: there is no picture.
inline constexpr std::string_view kWindowMinimised = "window_minimised";
// It was moved or resized since the picture that the model saw; places were taken from its top left
// corner as it is now.
inline constexpr std::string_view kWindowMoved = "window_moved";
}  // namespace franz
