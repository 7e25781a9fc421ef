#pragma once
// What a server says beside a reply: errors, names, and members that stand twice.
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/api/model_reply.h"

namespace franz {
class MessageFields;

inline constexpr std::size_t kMaxName =
    200;  // bytes of a finish reason, a model, an error's type, an id

// At most `max` bytes of valid UTF-8, ending with a whole character and, where it was cut, with
// "…".
std::string clip(std::string_view text, std::size_t max = kMaxErrorText);

// An error that an object without a reply says, in the forms that servers use: {"error":"…"},
// {"error":{"message",…}}, or the same at the top level ({"object":"error","message":…},
// {"detail":…}). `at`: the pointer of the object. `has_reply`: it holds a reply, and only a member
// "error" can be one.
std::optional<ServerError> find_error(MessageFields& fields, bool has_reply,
                                      const std::string& at = "");

// A count of tokens; 0: it is not there.
long long token_count(MessageFields& fields, const std::string& pointer);

// The first of the counts that is there. Nothing: none is.
std::optional<long long> first_token_count(MessageFields& fields,
                                           std::initializer_list<std::string> pointers);

// Adds the duplicates of an object to those of its reply, each once and the first few only.
void add_duplicates(const MessageFields& fields, std::vector<std::string>& duplicates);
}  // namespace franz
