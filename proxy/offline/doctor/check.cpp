#include "proxy/offline/doctor/check.h"
#include <algorithm>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"

namespace franz::proxy {
static constexpr std::size_t kNameWidth = 15;
static constexpr std::size_t kIndent = 2 + 9 + kNameWidth + 1;  // the column of `found`

namespace {
struct OutcomeLook {
  const char* mark;
  const char* word;    // for people
  const char* name;    // for machines
  const char* colour;  // ANSI
};
}  // namespace

static OutcomeLook outcome_look(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::ok: return {"✓", "ok", "ok", "\x1b[32m"};
    case CheckOutcome::warning: return {"!", "warning", "warning", "\x1b[33m"};
    case CheckOutcome::failed: return {"✗", "FAILED", "failed", "\x1b[31m"};
    case CheckOutcome::skipped: break;
  }
  return {"-", "skipped", "skipped", "\x1b[2m"};
}

static std::string filled_up(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

// Further lines are indented below the first.
static std::string hanging(const std::string& text, std::size_t indent) {
  std::string all;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    if (start > 0) all += "\n" + std::string(indent, ' ');
    all += printable(text.substr(start, end - start));
    start = end + 1;
  }
  return all;
}

std::string check_text(const Check& check, Paint paint) {
  const OutcomeLook look = outcome_look(check.outcome);
  const bool colours = paint == Paint::colours;
  std::string text = colours ? look.colour : "";
  text += std::string(look.mark) + " " + filled_up(look.word, 8);
  if (colours) text += "\x1b[0m";
  text += " " + filled_up(check.name, kNameWidth) + " " + hanging(check.found, kIndent) + "\n";
  if (!check.fix.empty())
    text += std::string(kIndent, ' ') + "→ " + hanging(check.fix, kIndent + 2) + "\n";
  return text;
}

std::string checks_summary(const std::vector<Check>& checks) {
  std::string text = std::to_string(checks.size()) + " checks";
  const char* separator = ": ";
  for (const CheckOutcome outcome :
       {CheckOutcome::ok, CheckOutcome::warning, CheckOutcome::failed, CheckOutcome::skipped}) {
    const auto count = std::count_if(checks.begin(), checks.end(), [outcome](const Check& check) {
      return check.outcome == outcome;
    });
    if (count == 0) continue;
    text += separator + std::to_string(count) + " " + outcome_look(outcome).word;
    if (outcome == CheckOutcome::warning && count > 1) text += "s";
    separator = ", ";
  }
  return text + "\n";
}

std::string checks_json(const std::vector<Check>& checks) {
  std::vector<std::string> objects;
  for (const Check& check : checks) {
    JsonObject object;
    object.text("check", check.name).text("outcome", outcome_look(check.outcome).name);
    object.text("found", check.found);
    if (check.fix.empty()) {
      object.null("fix");
    } else {
      object.text("fix", check.fix);
    }
    objects.push_back(object.finish());
  }
  return json_array(objects) + "\n";
}

bool any_failed(const std::vector<Check>& checks) {
  return std::any_of(checks.begin(), checks.end(),
                     [](const Check& check) { return check.outcome == CheckOutcome::failed; });
}
}  // namespace franz::proxy
