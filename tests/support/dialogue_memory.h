#pragma once
// A memory that is not in the table: every reply is the assistant's own with its calls, after the
// feedback that it answered; before the feedback come the answers to the previous reply's calls.
// Code that supports any memory must support this one.
#include <span>
#include <vector>
#include "common/base/json_string.h"
#include "common/formats/memories.h"
#include "common/memory/memory.h"
#include "common/memory/note.h"

namespace franz {
inline Part call_part(const ReplyCall& call) {
  Part part;
  part.kind = Part::Kind::call;
  part.id = call.id;
  part.name = call.name;
  part.token = call.arguments;
  return part;
}

inline Message answer_message(const Answer& answer) {
  Part part;
  part.kind = Part::Kind::answer;
  part.id = answer.id;
  part.token = answer.text;
  return {"tool", {part}};
}

inline std::vector<Message> dialogue_messages(std::span<const Step> steps, const Now& now,
                                              const MemoryOptions&) {
  using Source = Part::Source;
  std::vector<Message> messages = {{"system", {text_part(quote_json(now.system), Source::system)}}};
  for (const Step& step : steps) {
    for (const Answer& answer : step.answers) messages.push_back(answer_message(answer));
    messages.push_back({"user", {text_part(quote_json("It said: " + step.feedback))}});
    messages.push_back({"assistant", {text_part(step.reply.text, Source::reply, step.turn)}});
    for (const ReplyCall& call : step.reply.calls) messages.back().parts.push_back(call_part(call));
  }
  for (const Answer& answer : now.answers) messages.push_back(answer_message(answer));
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
