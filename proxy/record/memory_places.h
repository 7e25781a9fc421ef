#pragma once
// Where a request has what the run's memory makes of it: the messages that the memory would send,
// without their texts, and the request's own texts in their places.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/memory/memory.h"
#include "common/wire/chat_request.h"

namespace franz::proxy {
// The messages of the request for `turn`, as if every reply had been empty: each part tells by its
// source what belongs there. With a picture, as the current one may be missing.
std::vector<Message> expected_messages(const Memory& memory, int turn);

struct PartPlace {
  std::size_t message = 0, part = 0;
};
std::vector<PartPlace> places_of(const std::vector<Message>& expected, Part::Source source);

// How many of its parts are texts of their own.
std::size_t count_texts(const Message& message);

// The token of such a part in a request of as many messages. Nothing: its message has another
// number of texts.
std::optional<std::string_view> sent_text(const std::vector<Message>& expected,
                                          const ChatRequestView& request, PartPlace place);
}  // namespace franz::proxy
