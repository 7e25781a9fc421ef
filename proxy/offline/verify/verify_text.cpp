#include "proxy/offline/verify/verify_text.h"
#include <algorithm>
#include <vector>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"

namespace franz::proxy {
static constexpr std::size_t kMostNotes = 20;
static constexpr std::size_t kSealDigits = 8;  // shown of it
static constexpr int kBarWidth = 30;

static std::string notes_text(const Findings& findings) {
  std::string text;
  if (!findings.missing().empty())
    text += "note: " + to_text(findings.missing()) + ": not recorded\n";
  const std::vector<Findings::Note>& notes = findings.notes();
  for (std::size_t i = 0; i < std::min(notes.size(), kMostNotes); ++i)
    text += "note: " + to_line(notes[i]) + "\n";
  const std::size_t shown = std::min(notes.size(), kMostNotes);
  const std::size_t more = notes.size() - shown + findings.notes_left_out();
  if (more > 0) text += "and " + count_text(more, "more note", "more notes") + "\n";
  return text;
}

static std::string seal_text(const VerifyOutcome& outcome) {
  if (outcome.seal.empty()) return "not sealed";
  return "sealed (seal " + outcome.seal.substr(0, kSealDigits) + "…" +
         (outcome.seal_given ? ", as given)" : ")");
}

int turns_not_drawn(const VerifyOutcome& outcome) { return outcome.turns - outcome.pictures; }

bool is_verified(const VerifyOutcome& outcome, const Findings& findings) {
  if (findings.first_bad()) return false;
  if (!outcome.strict) return true;
  return outcome.turns > 0 && findings.all_checked() && turns_not_drawn(outcome) == 0 &&
         outcome.unwitnessed == 0;
}

static std::string bad_text(const VerifyOutcome& outcome, const Findings& findings) {
  std::string text = outcome.name + ": " + to_line(*findings.first_bad()) + "\n";
  const std::size_t more = findings.bad_count() - 1;
  if (more == 0) return text;
  text += "and " + count_text(more, "more finding", "more findings");
  if (findings.bad_turns() > 0)
    text += " (" + count_text(findings.bad_turns(), "turn is", "turns are") + " not as recorded)";
  return text + "\n";
}

// What was not checked, in the verdict's line: "2 turns not drawn again, 1 turn not recorded".
static std::string gaps_text(const VerifyOutcome& outcome, const Findings& findings) {
  std::string text;
  if (outcome.drawn && turns_not_drawn(outcome) > 0)
    text += ", " + count_text(turns_not_drawn(outcome), "turn", "turns") + " not drawn again";
  if (const long long missing = findings.missing().count(); missing > 0)
    text += ", " + count_text(missing, "turn", "turns") + " not recorded";
  if (outcome.unwitnessed > 0)
    text += ", " + count_text(outcome.unwitnessed, "turn", "turns") + " unwitnessed";
  return text;
}

std::string verify_report(const VerifyOutcome& outcome, const Findings& findings) {
  std::string text = notes_text(findings);
  if (findings.first_bad()) return text + bad_text(outcome, findings);
  if (outcome.turns == 0) {
    text += outcome.name + ": no turn is recorded yet\n";
  } else {
    text +=
        outcome.name + ": " + count_text(outcome.turns, "turn", "turns") +
        " verified: " + count_text(outcome.stories, "story", "stories") + ", " +
        count_text(outcome.requests, "request", "requests") + ", " +
        (outcome.drawn ? count_text(outcome.pictures, "picture drawn again", "pictures drawn again")
                       : "no picture drawn again (--fast)") +
        gaps_text(outcome, findings) + "; " + seal_text(outcome) + "\n";
  }
  if (!is_verified(outcome, findings))
    text +=
        outcome.turns == 0 ? "Nothing could be checked, and --strict demands everything.\n"
        : outcome.unwitnessed > 0
            ? "Not everything is proven, as --strict demands: no proxy saw what an orchestrator "
              "sent alone.\n"
            : "Not everything could be checked, as --strict demands: the notes say what.\n";
  if (!outcome.seal.empty() && !outcome.seal_given)
    text +=
        "Somebody who changes a run can compute its digests anew: only the seal that was printed "
        "when the\nrun ended makes sure of that (proxy verify RUN --seal DIGEST).\n";
  return text;
}

static std::string finding_json(const Finding& finding) {
  JsonObject object;
  object.raw("turn", finding.turn > 0 ? std::to_string(finding.turn) : "null");
  object.text("file", to_valid_utf8(finding.file)).text("field", to_valid_utf8(finding.field));
  object.text("expected", to_valid_utf8(finding.expected)).text("got", to_valid_utf8(finding.got));
  return object.text("text", to_valid_utf8(finding.text)).finish();
}

static std::string note_json(const Findings::Note& note) {
  JsonObject object;
  object.raw("turns", to_json(note.turns)).text("text", to_valid_utf8(note.text));
  return object.boolean("unchecked", note.unchecked).finish();
}

std::string verify_json(const VerifyOutcome& outcome, const Findings& findings) {
  const auto number = [](auto value) { return static_cast<long long>(value); };
  std::vector<std::string> bad, notes;
  for (const Finding& each : findings.bad()) bad.push_back(finding_json(each));
  for (const Findings::Note& each : findings.notes()) notes.push_back(note_json(each));
  JsonObject object;
  object.text("run", to_valid_utf8(outcome.name));
  object.boolean("verified", is_verified(outcome, findings));
  object.number("turns", number(outcome.turns)).number("stories", number(outcome.stories));
  object.number("requests", number(outcome.requests)).number("pictures", number(outcome.pictures));
  object.number("not_drawn", number(turns_not_drawn(outcome)));
  object.number("unwitnessed", number(outcome.unwitnessed));
  object.raw("not_recorded", to_json(findings.missing()));
  object.raw("seal", outcome.seal.empty() ? "null" : quote_json(outcome.seal));
  object.raw("findings", json_array(bad));
  object.number("more_findings", number(findings.bad_count() - bad.size()));
  object.raw("notes", json_array(notes));
  object.number("more_notes", number(findings.notes_left_out()));
  return object.finish() + "\n";
}

std::string progress_line(int turn, int last_turn) {
  const int done = last_turn > 0 ? turn * kBarWidth / last_turn : 0;
  std::string bar = "[";
  for (int i = 0; i < kBarWidth; ++i) bar += i < done ? '#' : ' ';
  return bar + "] turn " + std::to_string(turn) + " of " + std::to_string(last_turn);
}
}  // namespace franz::proxy
