#pragma once
// What a check of a recorded run finds, and how it is told.
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/run/turn_ranges.h"

namespace franz::proxy {
struct Finding {
  enum class Kind {
    bad,        // the run is not what was recorded
    missing,    // the turn has no record: a kill or a full disk took it
    unchecked,  // no error, but something could not be checked that is checked as a rule
    note,       // worth saying, and nothing more
  };
  Kind kind = Kind::bad;
  int turn = 0;               // 0: of the run as a whole
  std::string file;           // in the run folder; may be empty
  std::string field;          // "sst.text"; empty: the file as such
  std::string expected, got;  // short; both empty where `text` says all
  std::string text;
};

Finding note(int turn, std::string text);
Finding unchecked(int turn, std::string text);
Finding not_recorded(int turn);
// A file, or a field of it, about which one sentence says all.
Finding bad(int turn, std::string file, std::string field, std::string text);
// Two values that should be one. What is shown of long ones is where they part.
Finding differs(int turn, std::string file, std::string field, std::string_view expected,
                std::string_view got);

void append(std::vector<Finding>& findings, std::vector<Finding> more);

// "turn 17: turn_0017.json: sst.text: expected …, got …": one line, safe for a terminal.
std::string to_line(const Finding& finding);

// All findings of a run in little memory: the first bad ones, how many there are, each turn that is
// missing, and the notes, equal ones as one with its turns.
class Findings {
 public:
  struct Note {
    TurnRanges turns;  // empty: of the run
    std::string text;
    bool unchecked = false;
  };

  void add(Finding finding);
  // Turns in a row without a record.
  void add_missing(int first, int last);

  // The one of the lowest turn; among equals, and for the run as a whole, the first that was added.
  const std::optional<Finding>& first_bad() const { return first_bad_; }
  std::size_t bad_count() const { return bad_count_; }
  std::size_t bad_turns() const { return bad_turns_; }      // counted as they come, in a row
  const std::vector<Finding>& bad() const { return bad_; }  // the first kMostKept, as they came
  const TurnRanges& missing() const { return missing_; }
  const std::vector<Note>& notes() const { return notes_; }  // the first kMostKept
  std::size_t notes_left_out() const { return notes_left_out_; }
  bool all_checked() const { return all_checked_ && missing_.empty(); }

  static constexpr std::size_t kMostKept = 1000;
  // Bytes of a text, a file's name or a field that are kept: what a run folder says may be long.
  static constexpr std::size_t kMostShown = 300;

 private:
  void add_note(Finding finding);

  std::optional<Finding> first_bad_;
  std::vector<Finding> bad_;
  std::size_t bad_count_ = 0, bad_turns_ = 0;
  int last_bad_turn_ = 0;
  TurnRanges missing_;
  std::vector<Note> notes_;
  std::map<std::string, std::size_t> note_of_;  // text -> place in notes_
  std::size_t notes_left_out_ = 0;
  bool all_checked_ = true;
};

// "turn 17: text", "turns 17-19, 23: text", "text"; safe for a terminal.
std::string to_line(const Findings::Note& note);
}  // namespace franz::proxy
