#pragma once
// How the operator's note is added to the feedback of a turn.
#include <optional>
#include <string>
#include <string_view>

namespace franz {
inline constexpr std::string_view kNoteMark = "\nOPERATOR: ";

// The feedback, followed by the mark and the note if there is a note.
std::string with_note(const std::string& feedback, const std::optional<std::string>& note);

// The part before this note. `text` itself if it does not end with the note.
std::string_view without_note(std::string_view text, std::string_view note);

// The parts of `text` after the feedback that it begins with.
struct AfterFeedback {
  bool is_note = false;  // the rest is only the mark and a note, or empty
  std::optional<std::string> note;
};
// Nothing: `text` does not begin with the feedback.
std::optional<AfterFeedback> after_feedback(std::string_view text, std::string_view feedback);
}  // namespace franz
