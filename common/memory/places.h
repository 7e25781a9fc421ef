#pragma once
// Where a request has what a memory makes of it: the messages that the memory would send, without
// their texts, and the request's own texts in their places.
#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"
#include "common/wire/api/request.h"

namespace franz {
// The messages of the request for `turn`, as if every turn had been empty: each part tells by its
// source what belongs there. With a picture, as the current one may be missing.
std::vector<Message> expected_messages(const Memory& memory, int turn);

// Likewise with what is known of the turns (of those before `turn`, by their number) and of this
// one; replies stay empty. `now` has its picture put in.
std::vector<Message> expected_messages(const Memory& memory, int turn,
                                       const std::map<int, Step>& known, Now now,
                                       const MemoryOptions& options);

// Of a request that says neither memory nor turn: the messages of the first memory that sends such
// roles with so many texts. Nothing: none does.
std::optional<std::vector<Message>> recognised_messages(
    const RequestView& request, std::span<const Memory> memories = all_memories());

struct PartPlace {
  std::size_t message = 0, part = 0;
};
std::vector<PartPlace> places_of(const std::vector<Message>& expected, Part::Source source);

// The message with the feedback, and the turn's picture beside it: where the memory puts it; with
// no memory, or in a request that it does not make, the last. `request` has messages.
const RequestView::Message& feedback_message(const RequestView& request, const Memory* memory,
                                             int turn);

// How many of its parts are texts of their own.
std::size_t count_texts(const Message& message);

// The token of such a part in a request of as many messages. Nothing: its message has another
// number of texts.
std::optional<std::string_view> sent_text(const std::vector<Message>& expected,
                                          const RequestView& request, PartPlace place);
}  // namespace franz
