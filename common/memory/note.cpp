#include "common/memory/note.h"

namespace franz {
std::string with_note(const std::string& feedback, const std::optional<std::string>& note) {
  return note ? feedback + std::string(kNoteMark) + *note : feedback;
}

std::string_view without_note(std::string_view text, std::string_view note) {
  const std::string ending = std::string(kNoteMark) + std::string(note);
  if (text.ends_with(ending)) text.remove_suffix(ending.size());
  return text;
}

std::optional<AfterFeedback> after_feedback(std::string_view text, std::string_view feedback) {
  if (!text.starts_with(feedback)) return std::nullopt;
  text.remove_prefix(feedback.size());
  if (text.empty()) return AfterFeedback{true, std::nullopt};
  if (!text.starts_with(kNoteMark)) return AfterFeedback{};
  return AfterFeedback{true, std::string(text.substr(kNoteMark.size()))};
}
}  // namespace franz
