#include "proxy/offline/verify/verify_text.h"
#include <algorithm>
#include <vector>
#include "common/base/count_text.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"

namespace franz::proxy {
static constexpr std::size_t kMostShownUnchecked = 20;
static constexpr std::size_t kSealDigits = 8;  // digits shown
static constexpr int kBarWidth = 30;

static std::string unchecked_text(const Findings& findings) {
  std::string text;
  const std::vector<Findings::Unchecked>& all = findings.unchecked();
  const std::size_t shown = std::min(all.size(), kMostShownUnchecked);
  for (std::size_t i = 0; i < shown; ++i) text += "not checked: " + to_line(all[i]) + "\n";
  const std::size_t more = all.size() - shown + findings.unchecked_left_out();
  if (more > 0) text += "and " + std::to_string(more) + " more that could not be checked\n";
  return text;
}

static std::string seal_text(const VerifyOutcome& outcome) {
  if (outcome.seal.empty()) return "not sealed";
  return "sealed (seal " + outcome.seal.substr(0, kSealDigits) + "…" +
         (outcome.seal_given ? ", as given)" : ")");
}

static bool all_checked(const VerifyOutcome& outcome, const Findings& findings) {
  return outcome.turns > 0 && outcome.drawn && findings.unchecked().empty();
}

bool is_verified(const VerifyOutcome& outcome, const Findings& findings) {
  if (findings.first_bad()) return false;
  return !outcome.strict || all_checked(outcome, findings);
}

static std::string bad_text(const VerifyOutcome& outcome, const Findings& findings) {
  std::string text = outcome.name + ": " + to_line(*findings.first_bad()) + "\n";
  const std::size_t more = findings.bad_count() - 1;
  if (more == 0) return text;
  text += "and " + count_text(more, "more finding", "more findings");
  if (const long long turns = findings.bad_turns().count(); turns > 0)
    text += " (" + count_text(turns, "turn is", "turns are") + " not as recorded)";
  return text + "\n";
}

static std::string summary_text(const VerifyOutcome& outcome) {
  const std::string turns = count_text(outcome.turns, "turn", "turns");
  if (!outcome.imported.empty())
    return outcome.name + ": imported from " + outcome.imported +
           ": nothing was witnessed, so nothing is proven; the files of " + turns +
           " are as they were imported; " + seal_text(outcome) + "\n";
  const std::string drawn =
      outcome.drawn ? count_text(outcome.pictures, "picture drawn again", "pictures drawn again")
                    : "no picture drawn again (--fast)";
  return outcome.name + ": " + turns +
         " verified: " + count_text(outcome.stories, "story", "stories") + ", " +
         count_text(outcome.requests, "request", "requests") + ", " + drawn + "; " +
         seal_text(outcome) + "\n";
}

std::string verify_report(const VerifyOutcome& outcome, const Findings& findings) {
  std::string text = unchecked_text(findings);
  if (findings.first_bad()) return text + bad_text(outcome, findings);
  if (outcome.turns == 0) {
    text += outcome.name + ": no turn is recorded yet\n";
  } else {
    text += summary_text(outcome);
  }
  if (!is_verified(outcome, findings))
    text += outcome.turns == 0 ? "Nothing could be checked, and --strict demands everything.\n"
                               : "Not everything could be checked, as --strict demands.\n";
  if (!outcome.seal.empty() && !outcome.seal_given)
    text +=
        "Anyone who changes a run can recompute its digests: only the seal printed when the run "
        "ended\n"
        "proves that it is unchanged: verify it with --seal DIGEST.\n";
  return text;
}

static std::string finding_json(const Finding& finding) {
  JsonObject object;
  object.text("code", finding_code_name(finding.code));
  object.raw("turn", finding.turn > 0 ? std::to_string(finding.turn) : "null");
  object.text("file", to_valid_utf8(finding.file)).text("field", to_valid_utf8(finding.field));
  object.text("expected", to_valid_utf8(finding.expected)).text("got", to_valid_utf8(finding.got));
  return object.text("text", to_valid_utf8(finding.text)).finish();
}

static std::string unchecked_json(const Findings::Unchecked& unchecked) {
  JsonObject object;
  object.text("code", finding_code_name(unchecked.code)).raw("turns", to_json(unchecked.turns));
  return object.text("why", to_valid_utf8(unchecked.why)).finish();
}

std::string verify_json(const VerifyOutcome& outcome, const Findings& findings) {
  const auto number = [](auto value) { return static_cast<long long>(value); };
  std::vector<std::string> bad, unchecked;
  for (const Finding& each : findings.bad()) bad.push_back(finding_json(each));
  for (const Findings::Unchecked& each : findings.unchecked())
    unchecked.push_back(unchecked_json(each));
  JsonObject object;
  object.text("run", to_valid_utf8(outcome.name));
  object.boolean("verified", is_verified(outcome, findings) && outcome.imported.empty());
  if (!outcome.imported.empty()) object.text("imported", to_valid_utf8(outcome.imported));
  object.number("turns", number(outcome.turns)).number("stories", number(outcome.stories));
  object.number("requests", number(outcome.requests)).number("pictures", number(outcome.pictures));
  object.raw("seal", outcome.seal.empty() ? "null" : quote_json(outcome.seal));
  object.raw("findings", json_array(bad));
  object.number("more_findings", number(findings.bad_count() - bad.size()));
  object.raw("not_checked", json_array(unchecked));
  object.number("more_not_checked", number(findings.unchecked_left_out()));
  return object.finish() + "\n";
}

std::string progress_line(int turn, double part) {
  std::string bar = "[";
  for (int i = 0; i < kBarWidth; ++i) bar += i < part * kBarWidth ? '#' : ' ';
  return bar + "] turn " + std::to_string(turn);
}
}  // namespace franz::proxy
