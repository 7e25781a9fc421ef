#pragma once
// The search over a run's turns (GET /api/turns?q=), as a value. Terms are separated by blanks, and
// all must hold:
//
//   cat               a word anywhere in the turn's story, reply, reasoning, feedback, note and
//   calls "left ear"        two words with what is between them error:            the calls of the
//   turn failed; error:drag with this word in the reason sst:violation     the verdict, by its name
//   (common/run/verdict.h) outcome:error     the outcome of its row, likewise tool:drag         a
//   call of this tool turn:7  turn:10-20  turn:10- -TERM             the term does not hold
//
// Letters are compared without their case: ASCII, Latin, Greek and Cyrillic ones.
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
  std::string text;  // folded; of `error` empty: any
  Verdict verdict = Verdict::ok;
  TurnOutcome outcome = TurnOutcome::none;
  int from = 0, to = 0;  // turns
};

// No term: every turn.
struct TurnQuery {
  std::vector<QueryTerm> terms;
};

inline constexpr std::size_t kMaxQuery = 1000;  // bytes
inline constexpr std::size_t kMaxTerms = 32;

// Failure: the term that is wrong, and what would be right.
Result<TurnQuery> parse_turn_query(std::string_view text);

// What a row alone can tell: most turns need no look at their record.
enum class RowMatch { no, yes, ask_record };
RowMatch match_row(const TurnQuery& query, const TurnRow& row);

// A quick look at a record's JSON before it is parsed. False: match_record() would say no. Most
// records do not hold the word that is looked for, in any letters.
bool may_match(const TurnQuery& query, std::string_view record_json);

// Whether the record fulfils the terms that its row could not decide.
bool match_record(const TurnQuery& query, const TurnRecord& record);

// For comparison without case. Wrong UTF-8 becomes U+FFFD.
std::string fold_case(std::string_view text);
}  // namespace franz::proxy
