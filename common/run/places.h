#pragma once
// Where a request has what a memory makes of it: the messages that the memory would send, and the
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
// The messages of the request for `turn`, of what is known of the turns before it and of this one:
// each part tells by its source what belongs there. The texts of replies are others'
// (KnownSteps::before), and the picture of this turn is one without a digest, whatever `now` has.
// It is there unless `request` has the form, or at least the roles, of the messages without it, and
// not of those with it.
std::vector<Message> expected_messages(const Memory& memory, int turn, const KnownSteps& known,
                                       Now now, const MemoryOptions& options,
                                       const RequestView* request = nullptr);

// As if every turn had been empty.
std::vector<Message> expected_messages(const Memory& memory, int turn);

// Of a request that says neither memory nor turn: the messages of the first memory that sends such
// roles with so many parts of each kind. Nothing: none does.
std::optional<std::vector<Message>> recognised_messages(
    const RequestView& request, std::span<const Memory> memories = all_memories());

// Whether it has these roles, with as many texts, answers and calls in each message.
bool has_form(const RequestView& request, const std::vector<Message>& expected);

// What a message says in an order of its own; calls and answers are read behind it.
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

// Such a part in a request of as many messages. Null: its message has another number of its kind.
const SentPart* sent_part(const std::vector<Message>& expected, const RequestView& request,
                          PartPlace place);
// The token of a text or an answer in that place.
std::optional<std::string_view> sent_text(const std::vector<Message>& expected,
                                          const RequestView& request, PartPlace place);

// A reply that a request carries.
struct CarriedReply {
  const Part& part;                      // as the memory sends it: one of `expected`
  std::size_t message = 0;               // of the request
  bool by_number = false;                // found by its number, whatever else there is
  std::optional<std::string_view> text;  // nothing: there is no single text in its place
  std::vector<ReplyCall> calls;          // as the model made them, but for ids (conversation.h)
};
// The replies of `expected`, in their order; one that is sent in several parts is there once for
// each. Where they are the assistant's own messages each is found by its number among those, since
// how many others a turn made that is not known cannot be told; else by its place. Empty: the
// request has another number of messages.
std::vector<CarriedReply> carried_replies(const std::vector<Message>& expected,
                                          const RequestView& request);
// The first part of the reply to the turn before `turn`: the story that a run goes on from. Null:
// none is carried.
const CarriedReply* story_in(const std::vector<CarriedReply>& replies, int turn);

// What the turn itself sends. Null: nothing of the kind.
struct NewParts {
  const SentPart* feedback = nullptr;
  const SentPart* picture = nullptr;
};
// Where the memory puts them, by what stands behind them where older turns are told of, for one of
// those may not be known. `expected`: null where no memory is known. With no memory, or in a
// request that has another number of messages and neither of them there, they are what the last
// message holds: its one text, and its first picture. `request` has messages.
NewParts new_parts(const RequestView& request, const std::vector<Message>* expected);
}  // namespace franz
