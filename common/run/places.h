#pragma once
// Locates in a request what a memory makes of it: the messages that the memory would send, and the
// request's own parts in their places.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/formats/memories.h"
#include "common/memory/memory.h"
#include "common/run/known_steps.h"
#include "common/wire/api/request.h"
#include "common/wire/reply.h"

namespace franz {
// The expected messages of the request for `turn`, built from what is known of this and earlier
// turns. Each part's source says what belongs there. Reply texts are placeholders
// (KnownSteps::before), and this turn's picture has no digest, whatever `now` contains. The picture
// is omitted if `request` has the form, or at least the roles, of the messages without it and not
// of those with it.
std::vector<Message> expected_messages(const Memory& memory, int turn, const KnownSteps& known,
                                       Now now, const MemoryOptions& options,
                                       const RequestView* request = nullptr);

// The same as if every turn had been empty.
std::vector<Message> expected_messages(const Memory& memory, int turn);

// For a request that names neither memory nor turn: the messages of the first memory that sends
// such roles with the same number of parts of each kind. Nothing: no memory does.
std::optional<std::vector<Message>> recognised_messages(
    const RequestView& request, std::span<const Memory> memories = all_memories());

// Whether it has these roles, with as many texts, answers and calls in each message.
bool has_form(const RequestView& request, const std::vector<Message>& expected);

// Kinds that have an order within a message; calls and answers are read after them.
inline bool is_content(Part::Kind kind) {
  return kind == Part::Kind::text || kind == Part::Kind::picture;
}

struct PartPlace {
  std::size_t message = 0, part = 0;
  friend bool operator<(const PartPlace& a, const PartPlace& b) {
    return a.message != b.message ? a.message < b.message : a.part < b.part;
  }
};
std::vector<PartPlace> places_of(const std::vector<Message>& expected, Part::Source source);

// The same part in a request with equally many messages. Null: its message has another number of
// parts of this kind.
const SentPart* sent_part(const std::vector<Message>& expected, const RequestView& request,
                          PartPlace place);
// The token of a text or an answer at that place.
std::optional<std::string_view> sent_text(const std::vector<Message>& expected,
                                          const RequestView& request, PartPlace place);

// A reply that a request carries.
struct CarriedReply {
  const Part& part;                      // as the memory sends it: one of `expected`
  std::size_t message = 0;               // index in the request
  bool by_number = false;                // found by its number among the assistant's messages
  std::optional<std::string_view> text;  // nothing: no single text at its place
  std::vector<ReplyCall> calls;          // as the model made them, without ids (conversation.h)
};
// The replies of `expected`, in order; a reply that is sent in several parts appears once for each.
// If replies are assistant messages, each is found by its number among those, since an unknown turn
// may have any number of other messages; otherwise by its place. Empty: the request has another
// number of messages.
std::vector<CarriedReply> carried_replies(const std::vector<Message>& expected,
                                          const RequestView& request);
// The first part of the reply to the turn before `turn`, the run's predecessor. Null: not carried.
const CarriedReply* story_in(const std::vector<CarriedReply>& replies, int turn);

// What the turn itself sends. Null: nothing of that kind.
struct NewParts {
  const SentPart* feedback = nullptr;
  const SentPart* picture = nullptr;
};
// Finds these parts where the memory puts them. If older turns are included, places are counted
// from the end, since an older turn may be unknown. `expected`: null if no memory is known. Without
// a memory, or if the request has another number of messages and neither part is found, the last
// message's single text and first picture are used. `request` must have messages.
NewParts new_parts(const RequestView& request, const std::vector<Message>* expected);
}  // namespace franz
