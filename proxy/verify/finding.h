#pragma once
// What a check of a recorded run finds, and how it is told.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace franz::proxy {
struct Finding {
  enum class Kind {
    bad,   // the run is not what was recorded
    note,  // worth saying, and no error: what could not be checked, and why
  };
  Kind kind = Kind::bad;
  int turn = 0;               // 0: of the run as a whole
  std::string file;           // in the run folder; may be empty
  std::string field;          // "sst.text"; empty: the file as such
  std::string expected, got;  // short; both empty where `text` says all
  std::string text;
};

Finding note(int turn, std::string text);
// A file, or a field of it, about which one sentence says all.
Finding bad(int turn, std::string file, std::string field, std::string text);
// Two values that should be one. What is shown of long ones is where they part.
Finding differs(int turn, std::string file, std::string field, std::string_view expected,
                std::string_view got);

// "turn 17: turn_0017.json: sst.text: expected …, got …": one line, safe for a terminal.
std::string to_line(const Finding& finding);

// All findings of a run in little memory: the first bad one, how many there are, and the notes,
// with equal ones of turns in a row joined.
class Findings {
 public:
  struct Note {
    int first = 0, last = 0;  // turns; 0: of the run
    std::string text;
  };

  void add(Finding finding);

  // The one of the lowest turn; among equals, and for the run as a whole, the first that was added.
  const std::optional<Finding>& first_bad() const { return first_bad_; }
  std::size_t bad_count() const { return bad_count_; }
  std::size_t bad_turns() const { return bad_turns_; }  // counted as they come, in a row
  const std::vector<Note>& notes() const { return notes_; }

 private:
  std::optional<Finding> first_bad_;
  std::size_t bad_count_ = 0, bad_turns_ = 0;
  int last_bad_turn_ = 0;
  std::vector<Note> notes_;
};

// "turn 17: text", "turns 17 to 19: text", "text"; safe for a terminal.
std::string to_line(const Findings::Note& note);
}  // namespace franz::proxy
