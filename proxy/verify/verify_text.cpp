#include "proxy/verify/verify_text.h"
#include <algorithm>

namespace franz::proxy {
static constexpr std::size_t kMostNotes = 20;
static constexpr std::size_t kSealDigits = 8;  // shown of it
static constexpr int kBarWidth = 30;

static std::string count(std::size_t number, const std::string& one, const std::string& many) {
  return std::to_string(number) + " " + (number == 1 ? one : many);
}

static std::string count(int number, const std::string& one, const std::string& many) {
  return count(static_cast<std::size_t>(number), one, many);
}

static std::string notes_text(const Findings& findings) {
  std::string text;
  const std::vector<Findings::Note>& notes = findings.notes();
  for (std::size_t i = 0; i < std::min(notes.size(), kMostNotes); ++i)
    text += "note: " + to_line(notes[i]) + "\n";
  if (notes.size() > kMostNotes)
    text += "and " + count(notes.size() - kMostNotes, "more note", "more notes") + "\n";
  return text;
}

static std::string seal_text(const VerifyOutcome& outcome) {
  if (outcome.seal.empty()) return "not sealed";
  return "sealed (seal " + outcome.seal.substr(0, kSealDigits) + "…" +
         (outcome.seal_given ? ", as given)" : ")");
}

std::string verify_report(const VerifyOutcome& outcome, const Findings& findings) {
  std::string text = notes_text(findings);
  if (const auto& first = findings.first_bad()) {
    text += outcome.name + ": " + to_line(*first) + "\n";
    const std::size_t more = findings.bad_count() - 1;
    if (more == 0) return text;
    text += "and " + count(more, "more finding", "more findings");
    if (findings.bad_turns() > 0)
      text += " (" + count(findings.bad_turns(), "turn is", "turns are") + " not as recorded)";
    text += "\n";
    return text;
  }
  if (outcome.turns == 0) return text + outcome.name + ": no turn is recorded yet\n";
  text += outcome.name + ": " + count(outcome.turns, "turn", "turns") +
          " verified: " + count(outcome.stories, "story", "stories") + ", " +
          count(outcome.requests, "request", "requests") + ", " +
          (outcome.drawn ? count(outcome.pictures, "picture drawn again", "pictures drawn again")
                         : "no picture drawn again (--fast)") +
          "; " + seal_text(outcome) + "\n";
  if (!outcome.seal.empty() && !outcome.seal_given)
    text +=
        "Somebody who changes a run can compute its digests anew: only the seal that was printed "
        "when the\nrun ended makes sure of that (proxy verify RUN --seal DIGEST).\n";
  return text;
}

std::string progress_line(int turn, int last_turn) {
  const int done = last_turn > 0 ? turn * kBarWidth / last_turn : 0;
  std::string bar = "[";
  for (int i = 0; i < kBarWidth; ++i) bar += i < done ? '#' : ' ';
  return bar + "] turn " + std::to_string(turn) + " of " + std::to_string(last_turn);
}
}  // namespace franz::proxy
