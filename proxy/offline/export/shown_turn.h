#pragma once
// A turn as the exported page shows it: built from its record, redacted if asked for, then
// rendered. The page gets no other data, so redacted text cannot reach it.
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
  std::optional<std::string> text;  // WTF-8, may be hostile; nothing: none was recorded
  std::string instead;              // shown if there is no text: "left out, 812 …"
};

struct ShownFact {
  std::string name, value;
};

// A call's arguments or answer: the members of a JSON object, or else the text.
struct ShownJson {
  std::vector<ShownFact> fields;
  ShownText text;  // if there are no fields
};

// A call in the reply, as the model wrote it.
struct ShownCall {
  std::string id, name;  // empty: the server sent none
  ShownJson arguments;
};

// The answer to a call in the previous reply.
struct ShownAnswer {
  std::string id;
  ShownJson text;
  bool picture = false;  // the turn's picture belongs to it
};

// An action that the model requested. Those sent to the surface (done, partial, refused) have the
// numbers on the picture's plates.
struct ShownAction {
  Outcome outcome = Outcome::done;
  std::string call;       // canonical text; for a malformed call, the model's text
  std::string why;        // empty: no remark
  std::string id = {};    // of the model's call; empty: none
  std::string note = {};  // the model's reason; empty: none given
  std::optional<ShownAnswer> answer = {};
};

// Why a run ended, and its result.
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
  std::string verdict_text;  // the check's message; empty: none
  // For a violation: "position": "17 of 812 characters", "expected": "…", "got": "…".
  std::vector<ShownFact> verdict_facts;
  ShownText story, reply, reasoning, feedback, note;
  std::optional<int>
      story_is_reply_of;  // the story equals that turn's reply byte for byte: not shown twice
  std::vector<ShownCall> calls;       // in the reply
  std::vector<ShownAction> actions;   // as written, before this turn's picture was taken
  std::vector<ShownAnswer> answers;   // to calls that match no action
  int performed = 0;                  // actions that count, as in TurnRow
  std::vector<std::string> errors;    // exception lines that belong to no action
  std::vector<std::string> warnings;  // of executor and capturer
  std::vector<std::string> degraded;
  std::string done;                   // the model's "done" text; empty: it did not say so
  std::optional<ShownResult> result;  // the run finished with this turn
  std::string surface;                // sandbox, desktop, window; empty: unknown
  std::vector<ShownFact> facts;
  long long tokens = 0;
  std::optional<RecordedPicture> picture;
};

// From a record that parse_turn_record() returned.
ShownTurn shown_turn(const TurnRecord& record);

// The run's head, with settings and addresses as rows.
struct ShownRun {
  std::string name, run, started, version, profile, model;
  std::string origin;               // "forked from 5f0c… after turn 17"; empty: no fork
  std::string seal;                 // SHA-256 of the log's `end` line; empty: there is none
  std::vector<ShownFact> settings;  // "model.temperature": "0.7"
  std::vector<ShownFact> addresses;
  std::vector<RunChange> changes;
  int restarts = 0;
  std::optional<ShownResult> result;  // nothing: the run continues, or ended without a result
  std::string problem;                // why the log could not be read to its end
};
ShownRun shown_run(const RunFacts& run);
}  // namespace franz::proxy
