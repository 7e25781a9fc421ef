#include "common/base/thought_marks.h"
#include <algorithm>
#include <array>
#include <string>
#include "common/base/ascii.h"
#include "common/base/token_units.h"

namespace franz {
namespace {
using enum ThoughtWithoutEnd;
using Role = ThoughtMark::Role;

struct ThoughtName {
  std::string_view name;
  ThoughtWithoutEnd without_end;
};

constexpr std::string_view kNeverUsed = "think_never_used_";
constexpr std::size_t kMistral = 12, kKimi = 13, kGemma = 14, kHarmony = 15;
// The first ones are names in angle brackets.
constexpr std::array<ThoughtName, kThoughtNames> kNames = {{
    {"think", ends_with_text},
    {"thinking", ends_with_text},
    {"thinkt", ends_with_text},
    {"thoughts", may_be_prose},
    {"scratchpad", may_be_prose},
    {"longcat_think", ends_with_text},
    {"gui_think", ends_at_call},
    {"seed:think", ends_at_call},
    {kNeverUsed, ends_at_call},
    {"thought", may_be_prose},
    {"reasoning", may_be_prose},
    {"reflection", may_be_prose},
    {"[THINK]", may_be_prose},
    {"◁think▷", ends_with_text},
    {"<|channel>thought", ends_with_text},
    {"<|channel|>analysis", ends_with_text},
}};

// A character outside ASCII, raw or escaped in a token.
struct Sign {
  std::string_view raw, escaped;
};
constexpr Sign kKimiOpen{"\u25c1", "u25c1"}, kKimiClose{"\u25b7", "u25b7"};

bool is_name_character(char c) {
  const char lower = ascii_lower(c);
  return (lower >= 'a' && lower <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == ':' ||
         c == '|' || c == '/';
}

bool is_mark_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Reads parts of a mark from the characters of a token. A failed read does not move the position.
class MarkReader {
 public:
  MarkReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}
  std::size_t at() const { return at_; }

  // Ignores case.
  bool take(std::string_view word) {
    std::size_t end = at_;
    for (const char c : word) {
      if (end >= text_.size()) return false;
      const TokenUnit unit = token_unit(text_, end);
      if (ascii_lower(unit.ascii) != ascii_lower(c)) return false;
      end += unit.length;
    }
    at_ = end;
    return true;
  }

  bool take(const Sign& sign) {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with(sign.raw)) {
      at_ += sign.raw.size();
    } else if (rest.starts_with("\\u") &&
               equal_ignoring_case(rest.substr(1, sign.escaped.size()), sign.escaped)) {
      at_ += 1 + sign.escaped.size();
    } else {
      return false;
    }
    return true;
  }

  // In lower case.
  std::string take_name() {
    std::string name;
    while (at_ < text_.size()) {
      const TokenUnit unit = token_unit(text_, at_);
      if (!is_name_character(unit.ascii)) break;
      name += ascii_lower(unit.ascii);
      at_ += unit.length;
    }
    return name;
  }

  void skip_blanks() {
    for (TokenUnit unit; at_ < text_.size(); at_ += unit.length) {
      unit = token_unit(text_, at_);
      if (!is_mark_blank(unit.ascii)) break;
    }
  }

  // The rest of a tag after its name: optional attributes and the closing bracket.
  bool take_end_of_tag() {
    if (take(">")) return true;
    std::size_t end = at_;
    bool begins_with_blank = false, has_value = false, has_text = false;
    char last = 0;
    while (end < text_.size()) {
      const TokenUnit unit = token_unit(text_, end);
      if (end == at_) begins_with_blank = is_mark_blank(unit.ascii);
      if (!begins_with_blank || unit.ascii == '<') return false;
      end += unit.length;
      if (unit.ascii == '>') {
        if ((has_text && !has_value) || last == '/') return false;
        at_ = end;
        return true;
      }
      has_value = has_value || unit.ascii == '=';
      has_text = has_text || !is_mark_blank(unit.ascii);
      last = unit.ascii;
    }
    return false;
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

std::optional<std::size_t> name_in_angles(std::string_view name) {
  if (name.starts_with(kNeverUsed)) {
    const std::string_view digits = name.substr(kNeverUsed.size());
    if (digits.empty() || digits.find_first_not_of("0123456789abcdef") != digits.npos)
      return std::nullopt;
    name = kNeverUsed;
  }
  const auto end = kNames.begin() + kMistral;
  const auto found =
      std::find_if(kNames.begin(), end, [&](const ThoughtName& each) { return each.name == name; });
  if (found == end) return std::nullopt;
  return static_cast<std::size_t>(found - kNames.begin());
}

// The offset after the framing of a harmony answer that begins at `at`.
std::size_t after_answer_frame(std::string_view text, std::size_t at) {
  MarkReader reader(text, at);
  // A recipient may follow the role: it begins a call.
  if (reader.take("<|start|>assistant") && !MarkReader(text, reader.at()).take("<|channel|>"))
    return at;
  reader.take("<|channel|>final<|message|>");
  return reader.at();
}

std::optional<ThoughtMark> channel_mark(std::string_view text, std::size_t at, MarkReader reader) {
  if (reader.take("final") || reader.take("commentary"))
    return ThoughtMark{Role::ends, kHarmony, after_answer_frame(text, at)};
  if (!reader.take("analysis")) return std::nullopt;
  MarkReader recipient = reader;
  recipient.skip_blanks();
  if (recipient.take("to=")) return std::nullopt;
  reader.take("<|message|>");
  return ThoughtMark{Role::opens, kHarmony, reader.at()};
}

std::optional<ThoughtMark> mark_in_angles(std::string_view text, std::size_t at,
                                          MarkReader reader) {
  const std::string name = reader.take_name();
  if (!name.starts_with('|') && !name.ends_with('|')) {
    if (name == "seed:tool_call" && reader.take(">"))
      return ThoughtMark{Role::call, 0, reader.at()};
    const bool closes = name.starts_with('/');
    const auto known = name_in_angles(std::string_view(name).substr(closes ? 1 : 0));
    if (!known || !reader.take_end_of_tag()) return std::nullopt;
    return ThoughtMark{closes ? Role::closes : Role::opens, *known, reader.at()};
  }
  if (!reader.take(">")) return std::nullopt;
  if (name == "|channel" && reader.take("thought"))
    return ThoughtMark{Role::opens, kGemma, reader.at()};
  if (name == "channel|") return ThoughtMark{Role::closes, kGemma, reader.at()};
  if (name == "|channel|") return channel_mark(text, at, reader);
  if (name == "|end|")
    return ThoughtMark{Role::ends, kHarmony, after_answer_frame(text, reader.at())};
  if (name == "|start|") return ThoughtMark{Role::ends, kHarmony, after_answer_frame(text, at)};
  return std::nullopt;
}
}  // namespace

ThoughtWithoutEnd thought_without_end(std::size_t name) { return kNames.at(name).without_end; }

std::optional<ThoughtMark> thought_mark_at(std::string_view text, std::size_t at) {
  MarkReader reader(text, at);
  if (reader.take("<")) return mark_in_angles(text, at, reader);
  const bool is_square = reader.take("[");
  if (!is_square && !reader.take(kKimiOpen)) return std::nullopt;
  const bool closes = reader.take("/");
  if (!reader.take("think") || !(is_square ? reader.take("]") : reader.take(kKimiClose)))
    return std::nullopt;
  return ThoughtMark{closes ? Role::closes : Role::opens, is_square ? kMistral : kKimi,
                     reader.at()};
}
}  // namespace franz
