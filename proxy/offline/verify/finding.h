#pragma once
// What a check of a recorded run finds, and what it could not check.
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/run/turn_ranges.h"

namespace franz::proxy {
// Programs decide by these; the texts are for people.
enum class FindingCode : std::uint8_t {
  // ---- Findings: the run is not what was recorded.
  log,         // a line of run.jsonl does not parse, does not follow, or cannot be in that place
  file,        // a listed file is missing, cannot be read, or has other bytes
  sums,        // SHA256SUMS is not what the log makes it
  batch,       // a batch of records is not what the records make it
  record,      // a record, or a field of it, is not what its exchange and its turn make it
  row,         // the line shows something else than its record
  added,       // a member that no FRANZ writes
  request,     // a stored request or response cannot be read, or a member of the request is wrong
  request_id,  // X-Franz-Turn, or an id that was used before
  messages,    // the request's messages are not those that the memory makes
  story,       // the request does not carry the reply that it goes on from
  system,      // the system message is not the one that the log has
  note,        // the operator's note is not the one that the log has
  approval,    // what was done is not what the operator agreed to
  picture,     // a picture is not the one that the request had
  drawing,     // drawing the turn again gives something else
  canvas,      // the canvas is not what the turns drew, or a keyframe is impossible
  state,       // state.json is not the state after the last turn
  seal,        // --seal is not the seal of this run
  // ---- Not checked: what could not be compared.
  superseded,       // a turn went on from an older attempt than the newest
  unverifiable,     // what a turn went on from was not recorded or cannot be read
  lost,             // a turn, or an attempt at it, was not recorded
  unwitnessed,      // no relay saw the turn
  unlisted,         // a file that no line lists
  not_ended,        // the log has no `end`
  being_written,    // a recorder writes the run now
  damaged,          // what comes after a damaged line
  version,          // another version of FRANZ wrote it
  unread,           // the recorder could not read a message
  masked,           // a secret was masked in it
  keyframe,         // a picture that rests on a keyframe
  degraded,         // a program failed in the turn, so nothing shows what it drew
  surface,          // the turn was not in the sandbox
  drawing_unknown,  // what was on the canvas is not known
  renderer,         // another renderer, or other glyphs, drew it
  disk,             // a warning about a disk, which cannot be checked
};
// "log", "file", …
std::string_view finding_code_name(FindingCode code);
// Whether it belongs to the second list.
bool is_not_checked(FindingCode code);

struct Finding {
  FindingCode code = FindingCode::log;
  int turn = 0;               // 0: of the run as a whole
  std::string file;           // in the run folder; may be empty
  std::string field;          // "sst.text"; empty: the file as such
  std::string expected, got;  // short; both empty where `text` says all
  std::string text;
};

// What could not be checked, and why.
Finding not_checked(FindingCode code, int turn, std::string why);
// A file, or a field of it, about which one sentence says all.
Finding bad(FindingCode code, int turn, std::string file, std::string field, std::string text);
// Two values that should be one. Of long ones the part is shown where they begin to differ.
Finding differs(FindingCode code, int turn, std::string file, std::string field,
                std::string_view expected, std::string_view got);

void append(std::vector<Finding>& findings, std::vector<Finding> more);

// "turn 17: turn_0017.json: sst.text: expected …, got …": one line, safe for a terminal.
std::string to_line(const Finding& finding);

// All findings of a run in little memory: the first ones, how many there are, and what was not
// checked, with its turns for each reason.
class Findings {
 public:
  struct Unchecked {
    FindingCode code = FindingCode::lost;
    TurnRanges turns;  // empty: of the run
    std::string why;
  };

  void add(Finding finding);

  // The one of the lowest turn; among equals, and for the run as a whole, the first that was added.
  const std::optional<Finding>& first_bad() const { return first_bad_; }
  std::size_t bad_count() const { return bad_count_; }
  const TurnRanges& bad_turns() const { return bad_turns_; }
  const std::vector<Finding>& bad() const { return bad_; }  // the first kMostKept, as they came
  const std::vector<Unchecked>& unchecked() const { return unchecked_; }  // the first kMostKept
  std::size_t unchecked_left_out() const { return unchecked_left_out_; }

  static constexpr std::size_t kMostKept = 1000;
  // Bytes of a text, a file's name or a field that are kept: what a run folder says may be long.
  static constexpr std::size_t kMostShown = 300;

 private:
  void add_unchecked(Finding finding);

  std::optional<Finding> first_bad_;
  std::vector<Finding> bad_;
  std::size_t bad_count_ = 0;
  TurnRanges bad_turns_;
  std::vector<Unchecked> unchecked_;
  std::map<std::pair<FindingCode, std::string>, std::size_t> place_of_;  // in unchecked_
  std::size_t unchecked_left_out_ = 0;
};

// "turn 17: text", "turns 17-19, 23: text", "text"; safe for a terminal.
std::string to_line(const Findings::Unchecked& unchecked);
}  // namespace franz::proxy
