#pragma once
// Shared by tests of memories: steps, messages as text, and a check that a request's messages can
// be built without the replies' texts.
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/base/json_string.h"
#include "common/memory/memory.h"
#include "common/run/known_steps.h"

namespace franz {
// Turn `turn`, whose picture is "p3" for turn 3.
inline Step step_with(int turn, const std::string& reply, const std::string& feedback = "") {
  Step step;
  step.turn = turn;
  step.reply.text = quote_json(reply);
  step.feedback = feedback;
  step.picture = PictureRef{"p" + std::to_string(turn)};
  return step;
}

inline Now now_with(const std::string& picture) {
  Now now;
  now.system = "SYS";
  now.objective = "draw";
  now.picture = PictureRef{picture};
  return now;
}

inline std::string shown_part(const Part& part) {
  switch (part.kind) {
    case Part::Kind::text: return part.token;
    case Part::Kind::picture: return "picture " + part.picture->sha256;
    case Part::Kind::call: return "call " + part.id + " " + part.name + " " + part.token;
    case Part::Kind::answer: break;
  }
  return "answer " + part.id + " " + part.token;
}

// A message a line: "user: picture p1 | \"draw\"".
inline std::string shown_messages(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& message : messages) {
    text += message.role + ":";
    for (const Part& part : message.parts)
      text += (&part == &message.parts.front() ? " " : " | ") + shown_part(part);
    text += "\n";
  }
  return text;
}

// The messages. They are rebuilt with placeholders for the replies: everything except the replies'
// own parts must be equal, and those are identified by their digests.
inline std::vector<Message> provable_messages(const Memory& memory, const std::vector<Step>& steps,
                                              const Now& now, const MemoryOptions& options) {
  std::vector<Message> messages = memory.messages(steps, now, options);
  KnownSteps known;
  for (const Step& step : steps) {
    known.set_step(step);
    known.set_reply(step.turn, step.reply);
  }
  std::vector<Message> again =
      memory.messages(known.before(static_cast<int>(steps.size()) + 1, memory.need), now, options);
  std::vector<Message> others = messages;
  for (std::vector<Message>* const each : {&others, &again})
    for (Message& message : *each)
      for (Part& part : message.parts) {
        if (part.source != Part::Source::reply) continue;
        if (each == &others) {
          EXPECT_EQ(known.is_reply(part, part.token), true) << part.token;
        }
        part.token.clear();
      }
  EXPECT_EQ(shown_messages(others), shown_messages(again));
  EXPECT_TRUE(others == again);
  return messages;
}
}  // namespace franz
