#pragma once
// How the operator's note follows the feedback that a turn sends.
#include <optional>
#include <string>
#include <string_view>

namespace franz {
inline constexpr std::string_view kNoteMark = "\nOPERATOR: ";

// The feedback, then, if there is a note, the mark and the note.
std::string with_note(const std::string& feedback, const std::optional<std::string>& note);

// What stands in front of this note. `text` itself if it does not end with it.
std::string_view without_note(std::string_view text, std::string_view note);

// What `text` holds besides the feedback that it begins with.
struct AfterFeedback {
  bool is_note = false;  // nothing else stands there: the mark and a note, or nothing at all
  std::optional<std::string> note;
};
// Nothing: `text` does not begin with the feedback.
std::optional<AfterFeedback> after_feedback(std::string_view text, std::string_view feedback);
}  // namespace franz
