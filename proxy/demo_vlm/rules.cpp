#include "proxy/demo_vlm/rules.h"
#include <algorithm>
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
// A rule is known by its beginning.
constexpr std::string_view kOneBlock = "Only my first python block runs";
constexpr std::string_view kInBlock = "Calls work only inside one python block";
constexpr std::string_view kRange = "Numbers stay within 0 and 1000";
constexpr std::string_view kClickFirst = "type(text) needs a left_click before it";
constexpr std::string_view kAllArguments = "A call needs all its arguments";
constexpr std::string_view kSpelling = "Spell tools as the list does";
constexpr std::string_view kOperator = "The operator said: ";
constexpr std::size_t kMaxOtherRules = 4;

bool knows(const std::vector<std::string>& rules, std::string_view wanted) {
  return std::any_of(rules.begin(), rules.end(),
                     [&](const std::string& rule) { return rule.starts_with(wanted); });
}

void add(std::vector<std::string>& rules, std::string_view beginning, const std::string& rest) {
  if (!knows(rules, beginning)) rules.push_back(std::string(beginning) + rest);
}

std::string name_of_call(std::string_view source) {
  return std::string(source.substr(0, source.find('(')));
}

void learn_from_failure(std::vector<std::string>& rules, const FailedCall& failed) {
  const std::string tool = name_of_call(failed.source);
  if (failed.kind == "TypeError" && failed.text.find(" missing ") != failed.text.npos) {
    const std::string help = help_of(tool, rules);
    add(rules, kAllArguments,
        help.empty() ? "." : ", as in " + help.substr(0, help.find(" -- ")) + ".");
  } else if (failed.kind == "NameError" && !tool.empty()) {
    const std::string right = failed.suggestion.empty() ? "" : ", it is " + failed.suggestion;
    add(rules, kSpelling, ": there is no " + tool + right + ".");
  } else {
    const auto others = std::count_if(rules.begin(), rules.end(), [](const std::string& rule) {
      return rule.starts_with("Mind: ");
    });
    if (static_cast<std::size_t>(others) < kMaxOtherRules) {
      add(rules, "Mind: " + failed.kind + ": " + failed.text, "");
    }
  }
}
}  // namespace

std::vector<std::string> learn(const std::vector<std::string>& rules, const Feedback& feedback,
                               bool marks) {
  std::vector<std::string> known;
  add(known, "Coordinates run from 0 to 1000", "; (0, 0) is the top left corner.");
  for (const std::string& rule : rules) {
    // A new list is the truth: a tool that was switched off is no longer one.
    const bool listed =
        std::find(feedback.help.begin(), feedback.help.end(), rule) != feedback.help.end();
    if (is_tool_line(rule) && !feedback.help.empty() && !listed) continue;
    if (rule.starts_with(kOperator) && !feedback.note.empty()) continue;
    add(known, rule, "");
  }
  for (const std::string& line : feedback.help) add(known, line, "");
  if (marks) add(known, "Red marks and numbers", " are my last actions, not the drawing.");
  if (feedback.no_block) add(known, kInBlock, ".");
  if (feedback.two_blocks) add(known, kOneBlock, ": I write one a reply.");
  if (!feedback.clamped.empty()) add(known, kRange, ": what is outside is clamped to the edge.");
  if (feedback.type_without_click) {
    add(known, kClickFirst, ": that is where the text goes.");
  } else if (feedback.failed && !feedback.no_block) {
    learn_from_failure(known, *feedback.failed);
  }
  if (!feedback.note.empty()) known.push_back(std::string(kOperator) + feedback.note);
  return known;
}

bool is_learnt(Mistake mistake, const std::vector<std::string>& rules) {
  switch (mistake) {
    case Mistake::none: return true;
    case Mistake::out_of_range: return knows(rules, kRange);
    case Mistake::missing_argument: return knows(rules, kAllArguments);
    case Mistake::misspelt_tool: return knows(rules, kSpelling);
    case Mistake::two_blocks: return knows(rules, kOneBlock);
  }
  return true;
}

bool is_click_before_type_learnt(const std::vector<std::string>& rules) {
  return knows(rules, kClickFirst);
}
}  // namespace franz::demo_vlm
