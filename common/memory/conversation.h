#pragma once
// Shared by the memories that send a conversation: the reply with its calls as the assistant's
// message, an answer to each call, and what a turn shows to its model. A call without an id, or
// with the id of another call in the reply, gets an id of nine letters or digits: "000007002" for
// the second call of reply 7. Arguments given as a JSON value instead of text are sent as text;
// missing ones as {}; a text that is not JSON as {"invalid_json":"…"} with the text in it, because
// servers fail permanently on a conversation that contains such a call.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"

namespace franz {
// What a turn shows after the answers, for both `Now` and a step. Refers to their data.
struct Observation {
  const std::string& feedback;
  const std::optional<std::string>& note;
  const std::optional<PictureRef>& picture;
  Part::Source source;  // of the text
};
Observation observation_of(const Step& step);
Observation observation_of(const Now& now);

// The feedback with the operator's note; nothing if both are missing.
void add_words(Message& message, const Observation& seen);

// The ids of the reply's calls as sent.
std::vector<std::string> sent_ids(const Step& step);

// The text of the reply to the step in that form.
Part reply_part(const Step& step, const SentForm& form);

// The index of the first of so many steps that is sent as a pair of picture and reply, if this
// turn's picture counts among MemoryOptions::keep_pictures. The last step always is one, because
// the run continues from its reply.
std::size_t first_in_conversation(std::size_t steps, const MemoryOptions& options);

// How many of so many pictures or thoughts are dropped, the oldest first, if `keep` stay. In steps
// (MemoryOptions::in_steps) none are dropped up to twice `keep`, then all except `keep` together,
// and so on: the number changes every keep + 1 turns.
std::size_t dropped(std::size_t count, int keep, const MemoryOptions& options);

// Memory::most_pictures() of a memory that sends the newest turns as a conversation with a picture
// each, as defined by first_in_conversation().
int pictures_of_conversation(const MemoryOptions& options);
// The same if the newest keep_pictures stay; in steps, up to twice as many.
int kept_pictures(const MemoryOptions& options);

// The same if this turn's picture always stays.
int pictures_and_newest(const MemoryOptions& options);

// How many of the oldest steps MemoryOptions::from_turn leaves out; never the last one.
std::size_t left_out(std::span<const Step> steps, const MemoryOptions& options);
// The text that replaces so many left-out turns, at least one: "[Turns 1 to 37 are left out: they
// no longer fit the context.]".
std::string left_out_note(std::size_t turns);

// The reply to the step in that form, with its calls.
Message spoken(const Step& step, const std::vector<std::string>& ids, const SentForm& form);

// An answer for each call, with any result: the API requires one.
void add_answers(std::vector<Message>& messages, const std::vector<std::string>& ids,
                 const std::vector<Answer>& answers);

// The arguments of a call as the model gave them, from their sent form: the text in
// {"invalid_json":…}, others unchanged.
std::string given_arguments(std::string_view sent);
}  // namespace franz
