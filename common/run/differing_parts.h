#pragma once
// What a request says in the memory's own words, against those words: texts, calls, answers to
// calls, and the pictures of older turns. Replies and the feedback have checks of their own.
#include <string>
#include <string_view>
#include <vector>
#include "common/run/places.h"

namespace franz {
struct DifferingPart {
  enum class What {
    form,     // roles, how many parts of a kind a message has, or their order: in words for people
    picture,  // by digest; `got` says why where it is none
    token,    // by bytes
  };
  std::string field;  // "messages[3]", "messages[3].tool_calls[0].arguments"
  What what = What::form;
  std::string expected, got;
};

// In their order. Tokens by bytes, pictures by digest. The turn's own picture may be missing.
// `request` has the expected roles.
std::vector<DifferingPart> differing_parts(const std::vector<Message>& expected,
                                           const RequestView& request);

// Where the request has messages of other roles: "messages" with all of both or, where they are
// many, the first that differs; or it has more parts than are read. Nothing: it has the same roles.
std::vector<DifferingPart> differing_roles(const std::vector<Message>& expected,
                                           const RequestView& request);
}  // namespace franz
