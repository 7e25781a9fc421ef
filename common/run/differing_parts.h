#pragma once
// Compares what the memory itself contributes to a request: texts, calls, answers to calls, and the
// pictures of older turns. Replies and the feedback have checks of their own.
#include <string>
#include <string_view>
#include <vector>
#include "common/run/places.h"

namespace franz {
struct DifferingPart {
  enum class What {
    form,     // roles, part counts, or part order; values are prose
    picture,  // by digest; `got` says why there is no digest
    token,    // by bytes
  };
  std::string field;  // "messages[3]", "messages[3].tool_calls[0].arguments"
  What what = What::form;
  std::string expected, got;
};

// Differences in order of occurrence. Tokens are compared by bytes, pictures by digest. The turn's
// own picture may be missing. `request` must have the expected roles.
std::vector<DifferingPart> differing_parts(const std::vector<Message>& expected,
                                           const RequestView& request);

// Returns "messages" with both lists of roles or, if these are long, the first role that differs;
// also reports a request with too many parts. Empty: the roles are the same.
std::vector<DifferingPart> differing_roles(const std::vector<Message>& expected,
                                           const RequestView& request);
}  // namespace franz
