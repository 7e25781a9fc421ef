#include "proxy/tasks/text_checks.h"
#include <algorithm>
#include <cctype>
#include <memory>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "proxy/tasks/pattern.h"

namespace franz::proxy {
static constexpr std::size_t kMaxRuleTexts = 1000, kShownBytes = 80;
// Longer texts are not compared piece by piece: the time grows with the product of the lengths.
static constexpr std::size_t kMaxLikened = 10'000;

std::string quoted_part(std::string_view value) {
  return "\"" + cut_text(printable(value.substr(0, 4 * kShownBytes)), kShownBytes) + "\"";
}

std::vector<std::string> text_lines(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of("\r\n");
    lines.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
  }
  return lines;
}

CheckVerdict passed() { return {true, ""}; }
CheckVerdict missed(std::string why) { return {false, std::move(why)}; }

// Fails for members that a check does not know, so that no rule is ignored silently.
static void only_members(MessageFields& object, std::initializer_list<std::string_view> names) {
  for (const std::string& key : object.keys(""))
    if (std::ranges::find(names, key) == names.end())
      object.fail("/" + pointer_segment(key), "no member of this name");
}

Result<CheckFunction> make_include_exclude(MessageFields& rules, MessageFields& options) {
  only_members(rules, {"include", "exclude"});
  only_members(options, {});
  return CheckFunction([include = rules.texts("/include", kMaxRuleTexts),
                        exclude = rules.texts("/exclude", kMaxRuleTexts)](const CheckInput& in) {
    for (const std::string& each : include)
      if (in.got.find(each) == std::string_view::npos)
        return missed(quoted_part(each) + " is missing in " + quoted_part(in.got));
    for (const std::string& each : exclude)
      if (in.got.find(each) != std::string_view::npos)
        return missed(quoted_part(each) + " must not be there");
    return passed();
  });
}

Result<CheckFunction> make_exact_match(MessageFields& rules, MessageFields& options) {
  only_members(rules, {"expected"});
  only_members(options, {});
  return CheckFunction([expected = rules.text("/expected")](const CheckInput& in) {
    return in.got == expected
               ? passed()
               : missed("expected " + quoted_part(expected) + ", got " + quoted_part(in.got));
  });
}

static Result<std::vector<std::shared_ptr<const Pattern>>> read_patterns(
    MessageFields& rules, const std::string& pointer) {
  std::vector<std::shared_ptr<const Pattern>> patterns;
  for (const std::string& text : rules.texts(pointer, kMaxRuleTexts)) {
    Result<std::shared_ptr<const Pattern>> made = Pattern::make(text);
    if (!made.ok()) return within(pointer, made.error());
    patterns.push_back(std::move(made).value());
  }
  return patterns;
}

Result<CheckFunction> make_list_check(MessageFields& rules, MessageFields& options) {
  only_members(rules, {"expect", "unexpect"});
  only_members(options, {});
  const auto expect = read_patterns(rules, "/expect");
  if (!expect.ok()) return expect.error();
  const auto unexpect = read_patterns(rules, "/unexpect");
  if (!unexpect.ok()) return unexpect.error();
  return CheckFunction([expect = expect.value(), unexpect = unexpect.value(),
                        names = rules.texts("/expect", kMaxRuleTexts)](const CheckInput& in) {
    const std::vector<std::string> lines = text_lines(in.got);
    for (std::size_t i = 0; i < expect.size(); ++i)
      if (!std::ranges::any_of(lines, [&](const auto& line) { return expect[i]->is_in(line); }))
        return missed("no line matches " + quoted_part(names[i]));
    for (const auto& each : unexpect)
      for (const std::string& line : lines)
        if (each->is_in(line))
          return missed("the line " + quoted_part(line) + " must not be there");
    return passed();
  });
}

Result<CheckFunction> make_file_contains(MessageFields& rules, MessageFields& options) {
  only_members(rules, {"expected"});
  only_members(options, {});
  return CheckFunction([expected = rules.texts("/expected", kMaxRuleTexts)](const CheckInput& in) {
    for (const std::string& each : expected)
      if (in.got.find(each) == std::string_view::npos)
        return missed(quoted_part(each) + " is missing in " + quoted_part(in.got));
    return passed();
  });
}

static CheckVerdict compare_lines(const std::vector<std::string>& got,
                                  const std::vector<std::string>& expected) {
  const auto [a, b] = std::ranges::mismatch(got, expected);
  if (a == got.end() && b == expected.end()) return passed();
  const std::string line = "line " + std::to_string(a - got.begin() + 1);
  if (a == got.end()) return missed(line + " is missing: " + quoted_part(*b));
  if (b == expected.end()) return missed(line + " is too many: " + quoted_part(*a));
  return missed(line + ": expected " + quoted_part(*b) + ", got " + quoted_part(*a));
}

// Every run of white space becomes one blank, none at the ends.
static std::string with_single_blanks(std::string_view text) {
  std::string joined;
  for (const char c : trimmed(text, " \t\n\r\v\f")) {
    const bool blank = std::string_view(" \t\n\r\v\f").find(c) != std::string_view::npos;
    if (!blank) joined += c;
    if (blank && !joined.ends_with(' ')) joined += ' ';
  }
  return joined;
}

Result<CheckFunction> make_compare_text(MessageFields&, MessageFields& options) {
  only_members(options, {"ignore_blanks", "ignore_case"});
  return CheckFunction([blanks = options.boolean("/ignore_blanks", false),
                        any_case = options.boolean("/ignore_case", false)](const CheckInput& in) {
    const auto made = [&](std::string_view text) {
      std::string used = blanks ? with_single_blanks(text) : std::string(text);
      return any_case ? ascii_lower(used) : used;
    };
    const std::string got = made(in.got), expected = made(in.expected);
    if (got == expected) return passed();
    CheckVerdict verdict = compare_lines(text_lines(got), text_lines(expected));
    return verdict.reached ? missed("it differs only in its line ends") : verdict;
  });
}

Result<CheckFunction> make_compare_csv(MessageFields&, MessageFields& options) {
  only_members(options, {"strict", "ignore_case"});
  return CheckFunction([strict = options.boolean("/strict", true),
                        any_case = options.boolean("/ignore_case", false)](const CheckInput& in) {
    const auto made = [&](std::string_view text) {
      std::vector<std::string> lines = text_lines(text);
      for (std::string& line : lines) {
        if (!strict) line = std::string(trimmed(line));
        if (any_case) line = ascii_lower(line);
      }
      return lines;
    };
    return compare_lines(made(in.got), made(in.expected));
  });
}

// Twice the length of the longest common subsequence, divided by both lengths: 1 if they are equal,
// 0 if they have nothing in common.
template <typename Piece>
static double likeness(const std::vector<Piece>& a, const std::vector<Piece>& b) {
  if (a.empty() && b.empty()) return 1;
  std::vector<int> row(b.size() + 1, 0);
  for (const Piece& each : a) {
    int diagonal = 0;
    for (std::size_t j = 1; j < row.size(); ++j) {
      const int above = row[j];
      row[j] = each == b[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
      diagonal = above;
    }
  }
  return 2.0 * row.back() / static_cast<double>(a.size() + b.size());
}

template <typename Piece>
static CheckVerdict judge_likeness(const std::vector<Piece>& got,
                                   const std::vector<Piece>& expected, double at_least) {
  if (got.size() > kMaxLikened || expected.size() > kMaxLikened)
    return missed("it is too long to be compared (" + std::to_string(got.size()) + " parts)");
  const double share = likeness(got, expected);
  if (share >= at_least) return passed();
  const auto percent = [](double value) {
    return std::to_string(static_cast<int>(value * 100)) + " %";
  };
  return missed("it is " + percent(share) + " alike, not " + percent(at_least));
}

Result<CheckFunction> make_diff_text(MessageFields&, MessageFields& options) {
  only_members(options, {"at_least"});
  return CheckFunction([at_least = options.number("/at_least", 0, 1, 1)](const CheckInput& in) {
    return judge_likeness(text_lines(in.got), text_lines(in.expected), at_least);
  });
}

static std::vector<char32_t> characters(std::string_view text) {
  std::vector<char32_t> all;
  while (!text.empty() && all.size() <= kMaxLikened) {
    const DecodedCharacter next = decode_utf8(text);
    all.push_back(next.code);
    text.remove_prefix(next.length);
  }
  return all;
}

Result<CheckFunction> make_fuzzy_match(MessageFields& rules, MessageFields& options) {
  only_members(rules, {"expected"});
  only_members(options, {"at_least"});
  return CheckFunction([expected = rules.text("/expected"),
                        at_least = options.number("/at_least", 0, 1, 1)](const CheckInput& in) {
    return judge_likeness(characters(in.got), characters(expected), at_least);
  });
}

// The formats' own words for a task that cannot be done are "infeasible" and "failure"
// (common/formats/verbs.h); other models write it.
Result<CheckFunction> make_infeasible(MessageFields&, MessageFields&) {
  return CheckFunction([](const CheckInput& in) {
    const std::string said = ascii_lower(in.got);
    const bool gave_up = said.find("infeasible") != std::string::npos ||
                         said.find("impossible") != std::string::npos ||
                         said.starts_with("failure");
    return gave_up ? passed()
                   : missed("the model did not say that the task is infeasible: " +
                            quoted_part(in.got));
  });
}
}  // namespace franz::proxy
