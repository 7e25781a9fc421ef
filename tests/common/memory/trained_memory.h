#pragma once
// The memories of trained formats, in a form for tables, and built as by a request's checker.
#include <gtest/gtest.h>
#include <string>
#include <vector>
#include "common/base/json_string.h"
#include "common/memory/memory.h"
#include "common/run/known_steps.h"

namespace franz {
using BuildMessages = std::vector<Message> (*)(std::span<const Step> steps, const Now& now,
                                               const MemoryOptions& options);

// Turn `turn` with picture "p<turn>".
inline Step step_of(int turn, const std::string& text, std::vector<ReplyCall> calls = {}) {
  Step step;
  step.turn = turn;
  step.reply = {quote_json(text), std::move(calls)};
  step.picture = PictureRef{"p" + std::to_string(turn)};
  return step;
}

inline std::string shown(const Part& part) {
  switch (part.kind) {
    case Part::Kind::text: return part.token;
    case Part::Kind::picture: return "picture " + part.picture->sha256;
    case Part::Kind::call: return "call " + part.id + " " + part.name + " " + part.token;
    case Part::Kind::answer: return "answer " + part.id + " " + part.token;
  }
  return "";
}

// A message a line: "user: \"draw\" | picture a".
inline std::string shown(const std::vector<Message>& messages) {
  std::string text;
  for (const Message& message : messages) {
    text += message.role + ":";
    for (const Part& part : message.parts)
      text += (&part == message.parts.data() ? " " : " | ") + shown(part);
    text += "\n";
  }
  return text;
}

// The messages. They must be the same without the replies' texts, apart from these, and the digests
// must prove the replies, but not with a changed byte.
inline std::string provable(BuildMessages build, const std::vector<Step>& steps, const Now& now,
                            const MemoryOptions& options) {
  const std::vector<Message> sent = build(steps, now, options);
  KnownSteps known;
  for (const Step& each : steps) {
    known.set_step(each);
    known.set_reply(each.turn, each.reply);
  }
  const std::vector<Message> expected =
      build(known.before(static_cast<int>(steps.size()) + 1, Need::all_steps), now, options);
  EXPECT_EQ(sent.size(), expected.size());
  for (std::size_t i = 0; i < std::min(sent.size(), expected.size()); ++i) {
    EXPECT_EQ(sent[i].role, expected[i].role);
    EXPECT_EQ(sent[i].parts.size(), expected[i].parts.size());
    for (std::size_t j = 0; j < std::min(sent[i].parts.size(), expected[i].parts.size()); ++j) {
      const Part& part = sent[i].parts[j];
      Part same = expected[i].parts[j];
      if (part.source == Part::Source::reply) {
        EXPECT_EQ(known.is_reply(same, part.token), true) << part.token;
        std::string changed = part.token;
        changed.insert(changed.size() - 1, "!");
        EXPECT_EQ(known.is_reply(same, changed), false) << changed;
        same.token = part.token;
      }
      EXPECT_EQ(part, same) << shown(part) << " / " << shown(same);
    }
  }
  return shown(sent);
}
}  // namespace franz
