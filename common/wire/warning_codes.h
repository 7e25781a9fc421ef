#pragma once
// Codes of warnings (turn_options.h) that programs act on.
#include <string_view>

namespace franz {
// From the executor, only for the person, not for the model. The last reply has no action in the
// form of its dialect, but is in another known form.
inline constexpr std::string_view kForeignForm = "foreign_form";
// For the person; the model has its own answer. The model gave a place in a scale that the profile
// does not use, so the action was not performed.
inline constexpr std::string_view kOtherScale = "other_scale";

// From the orchestrator, for the model: the server could not read its last reply, which is lost.
inline constexpr std::string_view kReplyLost = "reply_lost";

// From the orchestrator, for the model: a person used the private display since the last picture.
inline constexpr std::string_view kPersonUsed = "person_used";

// ---- For the surface `window`. The window no longer exists: there is no picture, and nothing was
// done.
inline constexpr std::string_view kWindowGone = "window_gone";
// Other windows cover it on the screen, and the system drew it without them for the picture.
inline constexpr std::string_view kWindowCovered = "window_covered";
// Parts of it are missing and black in the picture: they are beyond the screen's edge, or other
// windows cover them and the system cannot draw it without them.
inline constexpr std::string_view kWindowPartly = "window_partly_shown";
// It is minimised, and the system cannot draw it: there is no picture.
inline constexpr std::string_view kWindowMinimised = "window_minimised";
// It was moved or resized since the picture that the model saw; places are relative to its current
// top left corner.
inline constexpr std::string_view kWindowMoved = "window_moved";
}  // namespace franz
