#pragma once
// What an exported page leaves out: the JSON answers that it contains are rewritten value by value.
//   --redact: a run without the texts of model and operator. Every text that is not known to be
//   harmless is replaced by its length:
//     stories, replies, reasoning, notes, feedback, answers, reasons   their length
//     calls       tool, numbers and outcome stay; texts ("type", "press", "launch" …) become "…";
//                 the calls as the model wrote them: their length
//     errors      the exception's class stays; the line, which quotes the model, is removed
//     done        the fact stays; the result keeps its reason and exit code
//     verdict     the position and the counts of a violation stay; the texts around it are removed
//     degraded    the program's name stays
//     settings    numbers, switches and the names of model, profile and surface stay; other texts
//                 (objective, prompt file, window titles, folders, addresses) are removed
//     changes     their time stays
//     seal        removed, as are digests: a page without the texts proves nothing about them
//     pictures    up to the first turn that typed, or may have: a degraded turn, or one that is
//                 missing or cannot be read. None of a real screen, and none before whose turn the
//                 record does not begin with turn 1. What the model drew stays.
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz::proxy {
// Returns the JSON that replaces the value `json`, "" to remove it with its key, or nothing to keep
// it; the contents of a kept list or object are asked about next. `place`: a JSON pointer with *
// for each index, "/executor/out/items/*/call".
using RewriteValue =
    std::function<std::optional<std::string>(std::string_view place, std::string_view json)>;

// `json` with its values rewritten. Failure: as JsonDocument::read().
Result<std::string> rewritten(std::string_view json, const RewriteValue& rewrite);

// The rule of --redact, for the answers of docs/http-api.md about a run: /api/run, entries,
// records, the event `connected`. A member whose name is not a plain word is removed.
std::optional<std::string> redacted_value(std::string_view place, std::string_view json);

// Whether the text at `place` is one of FRANZ's own words or a time, so that no other rule changes
// it: the page decides by it.
bool is_own_word(std::string_view place);

// The call without its texts: type("…"); "a call" if it cannot be parsed.
std::string redacted_call(const std::string& call);

// Decides whether pictures may still be shown. Call it once for each turn, in order.
class PictureRule {
 public:
  // For a turn's record as JSON, unredacted. True: its picture may be shown.
  bool may_show(std::string_view record);
  // For an unreadable turn.
  void unreadable() { open_ = false; }

 private:
  bool open_ = true;
  long long last_ = 0;
};

// What --redact left out: one sentence each.
std::vector<std::string> redaction_notes();
}  // namespace franz::proxy
