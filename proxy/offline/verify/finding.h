#pragma once
// The findings of a check of a recorded run, and what it could not check.
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
// Programs use these codes; the texts are for people.
enum class FindingCode : std::uint8_t {
  // ---- Findings: the run differs from what was recorded.
  log,     // a line of run.jsonl does not parse, does not follow the one before, or is in the wrong
           // place
  file,    // a listed file is missing, unreadable, or has different bytes
  sums,    // SHA256SUMS differs from the one that the log gives
  batch,   // a batch of records differs from its records
  record,  // a record or one of its fields differs from its exchange or turn
  row,     // the line differs from its record
  added,   // a member that no version of FRANZ writes
  request,     // a stored request or response is unreadable, or a member of the request is wrong
  request_id,  // X-Franz-Turn, or a reused id
  messages,    // the request's messages differ from those that the memory builds
  story,       // the request does not contain the reply that it continues from
  system,      // the system message differs from the one in the log
  note,        // the operator's note differs from the one in the log
  approval,    // the executed actions differ from those that the operator approved
  picture,     // a picture differs from the one in the request
  drawing,     // redrawing the turn gives a different result
  canvas,      // the canvas differs from what the turns drew, or a keyframe is impossible
  state,       // state.json differs from the state after the last turn
  seal,        // --seal is not the seal of this run
  task,        // a trial's task, or its score by the stored results, differs
  // ---- Not checked: there was nothing to compare with.
  superseded,       // a turn continued from an attempt that is not the newest
  unverifiable,     // the source of a turn was not recorded or is unreadable
  lost,             // a turn or an attempt was not recorded
  unwitnessed,      // no relay saw the turn
  unlisted,         // a file that no line lists
  not_ended,        // the log has no `end`
  being_written,    // a recorder is writing the run
  damaged,          // the lines after a damaged line
  version,          // another version of FRANZ wrote it
  unread,           // the recorder could not read a message
  masked,           // a secret in it was masked
  keyframe,         // a picture that depends on a keyframe
  degraded,         // a program failed in the turn, so its drawing is unknown
  surface,          // the turn was not in the sandbox
  drawing_unknown,  // the canvas is unknown
  renderer,         // another renderer or other glyphs drew it
  disk,             // a warning about a disk, which cannot be checked
};
// "log", "file", …
std::string_view finding_code_name(FindingCode code);
// Whether it is in the second list.
bool is_not_checked(FindingCode code);

struct Finding {
  FindingCode code = FindingCode::log;
  int turn = 0;               // 0: the whole run
  std::string file;           // in the run folder; may be empty
  std::string field;          // "sst.text"; empty: the file as a whole
  std::string expected, got;  // short; both empty if `text` is complete
  std::string text;
};

// Something that could not be checked, and why.
Finding not_checked(FindingCode code, int turn, std::string why);
// A finding about a file or its field that needs only one sentence.
Finding bad(FindingCode code, int turn, std::string file, std::string field, std::string text);
// Two values that should be equal. Long ones are shown from where they begin to differ.
Finding differs(FindingCode code, int turn, std::string file, std::string field,
                std::string_view expected, std::string_view got);

void append(std::vector<Finding>& findings, std::vector<Finding> more);

// "turn 17: turn_0017.json: sst.text: expected …, got …": one line, without control characters.
std::string to_line(const Finding& finding);

// All findings of a run in limited memory: the first ones, their number, and the unchecked items
// with the turns of each reason.
class Findings {
 public:
  struct Unchecked {
    FindingCode code = FindingCode::lost;
    TurnRanges turns;  // empty: the whole run
    std::string why;
  };

  void add(Finding finding);

  // The finding of the lowest turn; for equal turns, and for the whole run, the one added first.
  const std::optional<Finding>& first_bad() const { return first_bad_; }
  std::size_t bad_count() const { return bad_count_; }
  const TurnRanges& bad_turns() const { return bad_turns_; }
  const std::vector<Finding>& bad() const {
    return bad_;
  }  // the first kMostKept, in the order added
  const std::vector<Unchecked>& unchecked() const { return unchecked_; }  // the first kMostKept
  std::size_t unchecked_left_out() const { return unchecked_left_out_; }

  static constexpr std::size_t kMostKept = 1000;
  // Limit in bytes for a stored text, file name or field: a run folder's data may be long.
  static constexpr std::size_t kMostShown = 300;

 private:
  void add_unchecked(Finding finding);

  std::optional<Finding> first_bad_;
  std::vector<Finding> bad_;
  std::size_t bad_count_ = 0;
  TurnRanges bad_turns_;
  std::vector<Unchecked> unchecked_;
  std::map<std::pair<FindingCode, std::string>, std::size_t> place_of_;  // index into unchecked_
  std::size_t unchecked_left_out_ = 0;
};

// "turn 17: text", "turns 17-19, 23: text", "text"; without control characters.
std::string to_line(const Findings::Unchecked& unchecked);
}  // namespace franz::proxy
