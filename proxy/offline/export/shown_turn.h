#pragma once
// A turn as the exported page shows it: made from its record, then perhaps redacted, then drawn.
// The page is given nothing else, so what redaction takes away cannot reach it.
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/run/run_story.h"
#include "common/run/turn_record.h"
#include "common/wire/executor_messages.h"

namespace franz::proxy {
struct ShownText {
  std::optional<std::string> text;  // WTF-8, as hostile as it comes; nothing: none was recorded
  std::string instead;              // said in its place when there is no text: "left out, 812 …"
};

struct ShownFact {
  std::string name, value;
};

// What a call was given, or answered with: the members of a JSON object, or else the text.
struct ShownJson {
  std::vector<ShownFact> fields;
  ShownText text;  // where there are no fields
};

// A call in the reply, as the model made it.
struct ShownCall {
  std::string id, name;  // empty: the server sent none
  ShownJson arguments;
};

// What a call of the reply before was answered with.
struct ShownAnswer {
  std::string id;
  ShownJson text;
  bool picture = false;  // the turn's picture belongs to it
};

// Something that the model wrote to be done. What was asked of the surface (done, partial, refused)
// has the numbers that the picture's plates have.
struct ShownAction {
  Outcome outcome = Outcome::done;
  std::string call;       // canonical text; of a malformed one, what the model wrote
  std::string why;        // empty: nothing to say
  std::string id = {};    // of the model's call; empty: it has none
  std::string note = {};  // why the model does it; empty: it did not say
  std::optional<ShownAnswer> answer = {};
};

// Why a run is over, and what it came to.
struct ShownResult {
  std::string reason;  // as in records
  int code = 0;
  std::string text;
};

struct ShownTurn {
  int turn = 0, attempt = 0;
  std::string time;  // 2026-01-31T12:00:00.250Z
  TurnOutcome outcome = TurnOutcome::none;
  Verdict verdict = Verdict::not_applicable;
  std::string verdict_text;  // what the check said; empty: nothing
  // Of a violation: "position": "17 of 812 characters", "expected": "…", "got": "…".
  std::vector<ShownFact> verdict_facts;
  ShownText story, reply, reasoning, feedback, note;
  std::optional<int> story_is_reply_of;  // the story's bytes are that turn's reply: not shown twice
  std::vector<ShownCall> calls;          // in the reply
  std::vector<ShownAction> actions;      // as written, before this turn's picture was taken
  std::vector<ShownAnswer> answers;      // to calls that are none of the actions
  int performed = 0;                     // actions that count, as in TurnRow
  std::vector<std::string> errors;       // the exception line, where no action has it
  std::vector<std::string> warnings;     // of executor and capturer
  std::vector<std::string> degraded;
  std::string done;                   // the model said that it is done; empty: it did not
  std::optional<ShownResult> result;  // the run finished with this turn
  std::string surface;                // sandbox, desktop, window; empty: not known
  std::vector<ShownFact> facts;
  long long tokens = 0;
  std::optional<RecordedPicture> picture;
};

// Of a record that parse_turn_record() gave.
ShownTurn shown_turn(const TurnRecord& record);

// The run's head. Settings and addresses as rows.
struct ShownRun {
  std::string name, run, started, version, profile, model;
  std::string origin;               // "forked from 5f0c… after turn 17"; empty: no fork
  std::string seal;                 // SHA-256 of the log's `end` line; empty: there is none
  std::vector<ShownFact> settings;  // "model.temperature": "0.7"
  std::vector<ShownFact> addresses;
  std::vector<RunChange> changes;
  int restarts = 0;
  std::optional<ShownResult> result;  // nothing: it goes on, or was ended without one
  std::string problem;                // the log could not be read, or not to its end: why
};
ShownRun shown_run(const RunFacts& run);
}  // namespace franz::proxy
