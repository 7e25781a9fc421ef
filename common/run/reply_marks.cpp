#include "common/run/reply_marks.h"
#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include "common/base/sha256.h"
#include "common/run/run_files.h"
#include "common/wire/limits.h"

namespace franz {
static constexpr std::string_view kTurn = "turn ", kAttempt = ", attempt ", kCheck = ", check ";
static constexpr std::size_t kTurnDigits = 9;  // of kMaxTurn and kMaxAttempt
static constexpr std::size_t kCheckDigits = 22;
static_assert(kTurn.size() + kAttempt.size() + kCheck.size() + 2 * kTurnDigits + kCheckDigits + 1 ==
              kReplyMarkBytes);

static std::string blank_line() { return std::string(kReplyMarkBytes - 1, ' ') + "\n"; }

std::string no_reply_marks() {
  std::string file;
  for (int i = 0; i < kReplyMarks; ++i) file += blank_line();
  return file;
}

std::string to_line(const ReplyPassed& reply) {
  std::string line(kTurn);
  line += padded(reply.turn, kTurnDigits);
  line += kAttempt;
  line += padded(reply.attempt, kTurnDigits);
  const std::string check = sha256_hex(line).substr(0, kCheckDigits);
  line += kCheck;
  return line + check + "\n";
}

std::size_t offset_of_mark(int turn) {
  return static_cast<std::size_t>(turn % kReplyMarks) * kReplyMarkBytes;
}

static int number_at(std::string_view line, std::size_t at) {
  int number = 0;
  const std::string_view digits = line.substr(at, kTurnDigits);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

// Only the very line that is written for its numbers is one.
static std::optional<ReplyPassed> parse_line(std::string_view line) {
  const ReplyPassed reply{number_at(line, kTurn.size()),
                          number_at(line, kTurn.size() + kTurnDigits + kAttempt.size())};
  if (reply.turn < 1 || reply.attempt < 1 || to_line(reply) != line) return std::nullopt;
  return reply;
}

ReplyMarks parse_reply_marks(std::string_view file) {
  ReplyMarks marks;
  if (file.size() != kReplyMarksBytes) {
    marks.damaged = kReplyMarks;
    return marks;
  }
  const std::string blank = blank_line();
  for (std::size_t at = 0; at < file.size(); at += kReplyMarkBytes) {
    const std::string_view line = file.substr(at, kReplyMarkBytes);
    if (line == blank) continue;
    const std::optional<ReplyPassed> reply = parse_line(line);
    if (reply && offset_of_mark(reply->turn) == at) {
      marks.attempts[reply->turn] = reply->attempt;
    } else {
      ++marks.damaged;
    }
  }
  return marks;
}

std::string damaged_marks(const ReplyMarks& marks) {
  return std::string(kReplyMarksFile) + ": " + std::to_string(marks.damaged) + " of " +
         std::to_string(kReplyMarks) +
         " lines are damaged: replies that are not recorded may not be named";
}

// The last turn before `turn` that is in the set; 0: none.
static int last_before(const TurnRanges& turns, int turn) {
  int last = 0;
  for (const auto& [first, end] : turns.ranges())
    if (first < turn) last = std::min(end, turn - 1);
  return last;
}

UnrecordedReplies unrecorded_replies(const ReplyMarks& marks, const TurnRanges& recorded,
                                     const std::map<int, int>& attempts) {
  UnrecordedReplies found;
  if (marks.attempts.empty()) return found;
  int first = marks.attempts.begin()->first;
  if (marks.attempts.size() + static_cast<std::size_t>(marks.damaged) >= kReplyMarks)
    first = last_before(recorded, first) + 1;
  TurnRanges turns = recorded.missing(first, marks.last());
  for (const auto& [turn, attempt] : marks.attempts) {
    const auto record = attempts.find(turn);
    if (record != attempts.end() && record->second < attempt) turns.add(turn);
  }
  if (turns.contains(marks.last())) found.last = marks.last();
  turns.remove(marks.last());
  found.over = std::move(turns);
  return found;
}
}  // namespace franz
