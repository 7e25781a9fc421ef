#pragma once
// The search over a run's turns (GET /api/turns?q=), as a value. Terms are separated by blanks, and
// all must match:
//
//   cat                 this word in the turn's story, reply, reasoning, feedback, note or calls
//   "left ear"          these words in this order
//   error:              a call of the turn failed; error:drag with this word in the reason
//   sst:violation       the verdict, by its name (common/run/verdict.h)
//   outcome:error       the outcome of its row, by its name
//   tool:drag           a call of this tool
//   turn:7 turn:10-20 turn:10-    a turn or a range of turns
//   -TERM               the term does not match
//
// Case is ignored for ASCII, Latin, Greek and Cyrillic letters.
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/run/turn_record.h"

namespace franz::proxy {
struct QueryTerm {
  enum class Kind { text, error, sst, outcome, tool, turns };
  Kind kind = Kind::text;
  bool negated = false;
  std::string text;  // case-folded; empty for `error`: any
  Verdict verdict = Verdict::ok;
  TurnOutcome outcome = TurnOutcome::none;
  int from = 0, to = 0;  // turns
};

// Without terms it matches every turn.
struct TurnQuery {
  std::vector<QueryTerm> terms;
};

inline constexpr std::size_t kMaxQuery = 1000;  // bytes
inline constexpr std::size_t kMaxTerms = 32;

// Failure: the wrong term, and what would be right.
Result<TurnQuery> parse_turn_query(std::string_view text);

// The result for a row alone: most turns do not need their record.
enum class RowMatch { no, yes, ask_record };
RowMatch match_row(const TurnQuery& query, const TurnRow& row);

// A fast check of a record's JSON before parsing. False: match_record() would be false. Most
// records do not contain the word in any case.
bool may_match(const TurnQuery& query, std::string_view record_json);

// Whether the record matches the terms that its row could not decide.
bool match_record(const TurnQuery& query, const TurnRecord& record);

// Case-folds for comparison. Invalid UTF-8 becomes U+FFFD.
std::string fold_case(std::string_view text);
}  // namespace franz::proxy
