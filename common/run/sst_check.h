#pragma once
// The proof of memory: compares the story in a request with the reply that it continues from.
//
// The promise is verbatim memory: the story is exactly the string token that the model's reply
// contained. So tokens are compared by bytes, and only equal bytes are `ok`. Only tokens that
// differ are decoded, to report what the model would see: another text, or the same text that
// something on the way re-encoded. Both are violations. A lenient decoding, in which different
// wrong bytes look alike, can never excuse a change.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include "common/run/verdict.h"

namespace franz {
// Where two stories begin to differ.
struct SstDifference {
  bool same_text = false;  // only the tokens differ (escapes, wrong bytes); the text is the same
  // From 0: characters of the decoded texts or, if same_text, bytes between the tokens' quotes.
  std::size_t position = 0;
  std::string expected, got;  // about 40 characters around the position; UTF-8 (WTF-8)
  std::size_t expected_count = 0, got_count = 0;  // total lengths, in the unit of `position`
};

struct SstResult {
  Verdict verdict = Verdict::unverifiable;
  std::string detail;                       // one line for people; empty if there is nothing to say
  std::optional<SstDifference> difference;  // for a violation only
};

// Compares the story of a request for `turn` with the content token of the reply that it continues
// from. If `reply` is nothing, `why_no_reply` says why ("aborted", "not HTTP"). Tokens come with or
// without their quotes: the content of a JSON string never begins with a quote.
SstResult check_sst(int turn, std::optional<std::string_view> reply, std::string why_no_reply,
                    std::string_view story);

// The violation for two tokens with different bytes. The detail contains `what` ("the story is not
// the reply before it"), and the position of the difference or that only the bytes differ.
SstResult violation_between(std::string_view what, std::string_view expected, std::string_view got);

// The value of a record's "detail": null, or {"text":…} and, for a violation, "unit", "position",
// "expected", "got", "expected_count" and "got_count".
std::string detail_json(const SstResult& result);
}  // namespace franz
