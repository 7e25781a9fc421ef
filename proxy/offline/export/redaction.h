#pragma once
// `proxy export --redact`: a run without the texts of model and operator. Field by field,
// everything that is not known to be harmless is removed:
//   stories, replies, reasoning, notes, feedback   only their length is shown
//   calls as the model made them, reasons, answers, ids   at most their length is shown
//   calls       tool, numbers and outcome stay; texts ("type", "press", "launch" …) become "…"
//   errors      the exception's class stays; the line, which quotes the model, is removed
//   done        the fact stays; the result keeps its reason and exit code
//   verdict     the position and the counts of a violation stay; the texts around it are removed
//   degraded    the program's name stays
//   settings    numbers, switches and the names of model, profile and surface stay; other texts
//               (objective, prompt file, window titles, folders, addresses) are removed
//   changes     their time stays
//   seal        removed, as are digests: a page without the texts proves nothing about them
//   pictures    up to the first turn that typed, or may have: a degraded turn, or one that is
//               missing or cannot be read. None of a real screen, and none before whose turn the
//               record does not begin with turn 1. What the model drew stays.
#include <optional>
#include <string>
#include "proxy/offline/export/shown_turn.h"

namespace franz::proxy {
void redact(ShownTurn& turn);
void redact(ShownRun& run);

// The call without its texts: type("…"); "a call" if it cannot be parsed.
std::string redacted_call(const std::string& call);

// Decides whether pictures may still be shown. Call it once for each turn, in order, unredacted.
class PictureRule {
 public:
  // For a readable turn. True: its picture may be shown.
  bool may_show(const ShownTurn& turn);
  // For an unreadable turn.
  void unreadable() { open_ = false; }

 private:
  bool open_ = true;
  int last_ = 0;
};

// The page's list of what redaction left out: one sentence each.
std::vector<std::string> redaction_notes();
}  // namespace franz::proxy
