#pragma once
// A memory that is no row of the table: every reply as the assistant's own, behind the feedback
// that it answered. Whoever serves a memory serves this one too.
#include <span>
#include <vector>
#include "common/base/json_string.h"
#include "common/memory/memory.h"
#include "common/memory/note.h"

namespace franz {
inline std::vector<Message> dialogue_messages(std::span<const Step> steps, const Now& now,
                                              const MemoryOptions&) {
  using Source = Part::Source;
  std::vector<Message> messages = {{"system", {text_part(quote_json(now.system), Source::system)}}};
  for (const Step& step : steps) {
    messages.push_back({"user", {text_part(quote_json("It said: " + step.feedback))}});
    messages.push_back({"assistant", {text_part(step.reply.text, Source::reply, step.turn)}});
  }
  messages.push_back(
      {"user", {text_part(quote_json(with_note(now.feedback, now.note)), Source::feedback)}});
  if (now.picture) messages.back().parts.push_back(picture_part(*now.picture));
  return messages;
}
inline constexpr Memory kDialogue{"dialogue", Need::all_steps, PictureDue::always,
                                  dialogue_messages};

// As find_memory(), with this one.
inline const Memory* find_dialogue(std::string_view name) {
  return name == kDialogue.name ? &kDialogue : find_memory(name);
}
}  // namespace franz
