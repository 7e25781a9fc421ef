#pragma once
// reply_marks.txt: which replies passed whole, of the last turns. Its room is taken when the run
// begins, and each mark is written in its own place there, before the turn's record is: so that a
// reply leaves a trace where a full disk takes no record of it and a kill keeps run.json from
// telling. kReplyMarks lines of 64 bytes, turn T in line T mod kReplyMarks from 0; one of no turn
// is blank:
//
//   turn 000000057, attempt 000000001, check 1193a97c80c3002c5b1397<LF>
//
// `check`: the first 22 digits of the SHA-256 of what stands before it.
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include "common/run/run_jobs.h"
#include "common/run/turn_ranges.h"

namespace franz {
inline constexpr int kReplyMarks = 64;
inline constexpr std::size_t kReplyMarkBytes = 64;  // one is in one sector: none is torn by a kill
inline constexpr std::size_t kReplyMarksBytes = kReplyMarks * kReplyMarkBytes;

struct ReplyMarks {
  std::map<int, int> attempts;  // turn → the attempt at it whose reply passed last
  int damaged = 0;              // lines that are neither a mark nor blank

  int last() const { return attempts.empty() ? 0 : attempts.rbegin()->first; }
};

std::string no_reply_marks();  // the file as it begins
std::string to_line(const ReplyPassed& reply);
std::size_t offset_of_mark(int turn);  // in the file

// Anything may stand there: a file of another length is damaged as a whole.
ReplyMarks parse_reply_marks(std::string_view file);

// "reply_marks.txt: 2 of 64 lines are damaged, and …", for people.
std::string damaged_marks(const ReplyMarks& marks);

// Replies that passed and are in no record, or in none but that of an earlier attempt.
struct UnrecordedReplies {
  // The run went past these: marked ones and those between the marks and, where the marks have no
  // room for all of them, those from the last recorded turn before them on.
  TurnRanges over;
  int last = 0;  // the last turn of all, as far as the marks tell; 0: that is recorded
};

// `recorded`: the turns with a record; `attempts`: the recorded attempt at those of them that are
// marked, and perhaps at others.
UnrecordedReplies unrecorded_replies(const ReplyMarks& marks, const TurnRanges& recorded,
                                     const std::map<int, int>& attempts);
}  // namespace franz
