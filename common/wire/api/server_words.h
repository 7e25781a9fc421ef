#pragma once
// Reads from a server's answer: errors, names, and duplicate members.
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

// At most `max` bytes of valid UTF-8. Ends with a complete character and, if it was cut, with "…".
std::string clip(std::string_view text, std::size_t max = kMaxErrorText);

// The error in an object, in the forms that servers use: {"error":"…"}, {"error":{"message",…}}, or
// the same at the top level ({"object":"error","message":…}, {"detail":…}). `at`: pointer of the
// object. `has_reply`: it contains a reply, so only a member "error" counts.
std::optional<ServerError> find_error(MessageFields& fields, bool has_reply,
                                      const std::string& at = "");

// A token count; 0: missing.
long long token_count(MessageFields& fields, const std::string& pointer);

// The first count that is present. Nothing: none.
std::optional<long long> first_token_count(MessageFields& fields,
                                           std::initializer_list<std::string> pointers);

// Adds an object's duplicates to those of its reply, each once and only the first few.
void add_duplicates(const MessageFields& fields, std::vector<std::string>& duplicates);
}  // namespace franz
