#pragma once
// The proof of memory: the story in a request against the reply that it goes on from.
//
// The promise is verbatim memory: the story is the very string token that the model's reply
// carried. So tokens are compared by bytes, and only equal bytes are `ok`. Only where bytes differ
// are both decoded, to tell what the model would see: another text, or the same text that something
// on the way re-encoded. Both are violations; a lenient decoding, in which different wrong bytes
// look alike, can never excuse a change.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include "common/run/verdict.h"

namespace franz {
// Where two stories part.
struct SstDifference {
  bool same_text =
      false;  // only the tokens differ: escapes or wrong bytes; the text reads the same
  // From 0: characters of the decoded texts or, if same_text, bytes between the tokens' quotes.
  std::size_t position = 0;
  std::string expected, got;  // some 40 characters around the position; UTF-8 (WTF-8)
  std::size_t expected_count = 0, got_count = 0;  // of the whole, in the unit of `position`
};

struct SstResult {
  Verdict verdict = Verdict::unverifiable;
  std::string detail;  // one line for people; empty where nothing is to be said
  std::optional<SstDifference> difference;  // violation only
};

// The story of a request for `turn` against the content token of the reply that it goes on from;
// nothing: there is none, and `why_no_reply` says why ("aborted", "not HTTP"). Tokens come with or
// without their quotes: inside a JSON string no quote stands first.
SstResult check_sst(int turn, std::optional<std::string_view> reply, std::string why_no_reply,
                    std::string_view story);

// Of two tokens that are not the same bytes: `what` ("the story is not the reply before it"), and
// from where on; or that the text is the same in other bytes. The detail says all of it.
SstResult violation_between(std::string_view what, std::string_view expected, std::string_view got);

// The value of a record's "detail": null, or {"text":…} and, for a violation, "unit", "position",
// "expected", "got", "expected_count" and "got_count".
std::string detail_json(const SstResult& result);
}  // namespace franz
