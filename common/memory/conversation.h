#pragma once
// What the memories that send a conversation have in common: the reply with its calls as the
// assistant's message, an answer to each call, and what a turn shows its model.
// - A call without an id, or with one that another call of the reply has, gets one of its own of
//   nine letters or digits: "000007002" for the second call of reply 7.
// - Arguments that are a JSON value instead of its text are sent as the text; nothing at all is
// sent
//   as {}; a text that is not JSON is sent as {"invalid_json":"…"}, with the text in it, since
//   servers fail for ever on a conversation that holds such a call.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
// What a turn tells behind the answers; of `Now` and of a step alike. It points into them.
struct Observation {
  const std::string& feedback;
  const std::optional<std::string>& note;
  const std::optional<PictureRef>& picture;
  Part::Source source;  // of the words
};
Observation observation_of(const Step& step);
Observation observation_of(const Now& now);

// The feedback with the operator's note, if there is either.
void add_words(Message& message, const Observation& seen);

// The ids of the reply's calls as they are sent.
std::vector<std::string> sent_ids(const Step& step);

// The text of the reply to the step in that form.
Part reply_part(const Step& step, const SentForm& form);

// The index of the first of so many steps that is sent as a pair of picture and reply where this
// turn's picture counts among MemoryOptions::keep_pictures. The last step always is one: the run
// goes on from the reply to it.
std::size_t first_in_conversation(std::size_t steps, const MemoryOptions& options);

// How many of so many pictures, or thoughts, are dropped, the oldest ones, where `keep` stay. In
// steps (MemoryOptions::in_steps) none are up to twice as many, then all but `keep` at once, and so
// on: a number that changes every keep + 1 turns.
std::size_t dropped(std::size_t count, int keep, const MemoryOptions& options);

// Memory::most_pictures() of a memory that sends the newest turns as a conversation, each with its
// picture, as first_in_conversation() has it.
int pictures_of_conversation(const MemoryOptions& options);
// The same of one in which the newest keep_pictures stay; in steps, up to twice as many.
int kept_pictures(const MemoryOptions& options);

// The same of one in which this turn's stays in any case.
int pictures_and_newest(const MemoryOptions& options);

// How many of the oldest steps MemoryOptions::from_turn leaves out; never the last.
std::size_t left_out(std::span<const Step> steps, const MemoryOptions& options);
// What is sent in the place of so many left-out turns, at least one: "[Turns 1 to 37 are left out:
// they no longer fit the context.]".
std::string left_out_note(std::size_t turns);

// The reply to the step in that form, with its calls.
Message spoken(const Step& step, const std::vector<std::string>& ids, const SentForm& form);

// An answer for each call, whatever became of them: the API takes nothing else.
void add_answers(std::vector<Message>& messages, const std::vector<std::string>& ids,
                 const std::vector<Answer>& answers);

// The arguments of a call as the model gave them, from what a request sends of it: what stands in
// {"invalid_json":…}, all others as they are.
std::string given_arguments(std::string_view sent);
}  // namespace franz
