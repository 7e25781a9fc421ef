#include "proxy/demo_vlm/feedback_reading.h"
#include <algorithm>
#include <cctype>
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::string_view kOperatorMark = "OPERATOR: ";
constexpr std::size_t kMaxKeptText = 300;  // bytes that are kept of a note or a call

// "TypeError: drag() …" and its like: a capitalised name that ends with Error, at a line's start.
std::optional<FailedCall> read_exception(std::string_view line) {
  const std::size_t colon = line.find("Error: ");
  if (colon == std::string_view::npos || line[0] < 'A' || line[0] > 'Z') return std::nullopt;
  const std::string_view kind = line.substr(0, colon + 5);
  if (!std::ranges::all_of(kind,
                           [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }))
    return std::nullopt;
  return FailedCall{0, "", std::string(kind), one_line(line.substr(colon + 7), kMaxKeptText),
                    std::string(between(line, "Did you mean: '", "'"))};
}

// ---- rules

// A rule is known by its beginning.
constexpr std::string_view kInBlock = "Calls work only inside one python block";
constexpr std::string_view kOperator = "The operator said: ";
constexpr std::ptrdiff_t kMaxOtherRules = 4;

std::string_view rule_of(Mistake mistake) {
  switch (mistake) {
    case Mistake::out_of_range: return "Numbers stay within 0 and 1000";
    case Mistake::missing_argument: return "A call needs all its arguments";
    case Mistake::misspelt_tool: return "Spell tools as the list does";
    case Mistake::two_blocks: return "Only my first python block runs";
    case Mistake::type_without_click: return "type(text) needs a left_click before it";
    case Mistake::none: break;
  }
  return "";
}

bool knows(const std::vector<std::string>& rules, std::string_view wanted) {
  return std::ranges::any_of(rules,
                             [&](const std::string& rule) { return rule.starts_with(wanted); });
}

void add(std::vector<std::string>& rules, std::string_view beginning, const std::string& rest) {
  if (!knows(rules, beginning)) rules.push_back(std::string(beginning) + rest);
}

void learn_from_failure(std::vector<std::string>& rules, const FailedCall& failed) {
  const std::string tool = failed.source.substr(0, failed.source.find('('));
  if (failed.kind == "TypeError" && failed.text.find(" missing ") != failed.text.npos) {
    const std::string help = help_of(tool, rules);
    add(rules, rule_of(Mistake::missing_argument),
        help.empty() ? "." : ", as in " + help.substr(0, help.find(" -- ")) + ".");
  } else if (failed.kind == "NameError" && !tool.empty()) {
    const std::string right = failed.suggestion.empty() ? "" : ", it is " + failed.suggestion;
    add(rules, rule_of(Mistake::misspelt_tool), ": there is no " + tool + right + ".");
  } else {
    const auto others = std::ranges::count_if(
        rules, [](const std::string& rule) { return rule.starts_with("Mind: "); });
    if (others < kMaxOtherRules) add(rules, "Mind: " + failed.kind + ": " + failed.text, "");
  }
}
}  // namespace

Feedback read_feedback(std::string_view text) {
  Feedback feedback;
  int line_number = 0;
  std::string source;
  bool in_help = false;
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with(kOperatorMark)) {
      // The note is the last thing in the text, and may have many lines.
      const auto from = static_cast<std::size_t>(line.data() - text.data()) + kOperatorMark.size();
      feedback.note = one_line(text.substr(from), kMaxKeptText);
      break;
    }
    if (in_help) {
      if (line.starts_with("  ") && line.find('(') != std::string_view::npos) {
        feedback.help.emplace_back(one_line(line.substr(2), kMaxKeptText));
        continue;
      }
      in_help = false;
    }
    if (line == "Available tools:") {
      in_help = true;
    } else if (line.starts_with("  Line ")) {
      const std::size_t colon = line.find(": ");
      if (colon == std::string_view::npos) continue;
      line_number = small_number(line.substr(7, colon - 7));
      source = one_line(line.substr(colon + 2), kMaxKeptText);
    } else if (line.starts_with("WARNING: ") && line.find("blocks found") != line.npos) {
      feedback.two_blocks = true;
    } else if (line.starts_with("NOTE: clamped to ")) {
      const std::size_t colon = line.find(": ", 17);
      const std::string_view call = line.substr(colon == line.npos ? 17 : colon + 2);
      feedback.clamped.push_back(one_line(call, kMaxKeptText));
    } else if (line.starts_with("ERROR: ")) {
      feedback.trouble = one_line(line.substr(7), kMaxKeptText);
    } else if (!line.empty() && !feedback.failed) {
      feedback.failed = read_exception(line);
      if (!feedback.failed) continue;
      feedback.failed->line = line_number;
      feedback.failed->source = source;
      feedback.no_block = line.find("block found in your reply") != line.npos;
      feedback.type_without_click = line.starts_with("RuntimeError: type(");
    }
  }
  return feedback;
}

bool is_tool_line(std::string_view line) { return line.find(kToolMark) != line.npos; }

std::string help_of(std::string_view tool, const std::vector<std::string>& lines) {
  for (const std::string& line : lines) {
    std::string_view rest = line;
    if (rest.starts_with("- ")) rest.remove_prefix(2);
    if (rest.starts_with(std::string(tool) + "(") && is_tool_line(rest)) return std::string(rest);
  }
  return {};
}

std::vector<std::string> learn(const std::vector<std::string>& rules, const Feedback& feedback,
                               bool marks) {
  std::vector<std::string> known;
  add(known, "Coordinates run from 0 to 1000", "; (0, 0) is the top left corner.");
  for (const std::string& rule : rules) {
    // A new list is the truth: a tool that was switched off is no longer one.
    const bool listed = std::ranges::find(feedback.help, rule) != feedback.help.end();
    if (is_tool_line(rule) && !feedback.help.empty() && !listed) continue;
    if (rule.starts_with(kOperator) && !feedback.note.empty()) continue;
    add(known, rule, "");
  }
  for (const std::string& line : feedback.help) add(known, line, "");
  if (marks) add(known, "Red marks and numbers", " are my last actions, not the drawing.");
  if (feedback.no_block) add(known, kInBlock, ".");
  if (feedback.two_blocks) add(known, rule_of(Mistake::two_blocks), ": I write one a reply.");
  if (!feedback.clamped.empty())
    add(known, rule_of(Mistake::out_of_range), ": what is outside is clamped to the edge.");
  if (feedback.type_without_click) {
    add(known, rule_of(Mistake::type_without_click), ": that is where the text goes.");
  } else if (feedback.failed && !feedback.no_block) {
    learn_from_failure(known, *feedback.failed);
  }
  if (!feedback.note.empty()) known.push_back(std::string(kOperator) + feedback.note);
  return known;
}

bool is_learnt(Mistake mistake, const std::vector<std::string>& rules) {
  return mistake == Mistake::none || knows(rules, rule_of(mistake));
}
}  // namespace franz::demo_vlm
