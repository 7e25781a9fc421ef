#include "common/base/thoughts.h"
#include <algorithm>
#include <array>
#include "common/base/json_string.h"
#include "common/base/thought_marks.h"
#include "common/base/token_units.h"

namespace franz {
namespace {
bool is_line_end(char c) { return c == '\n' || c == '\r'; }

char ascii_at(std::string_view text, std::size_t at) {
  return at < text.size() ? token_unit(text, at).ascii : '\0';
}

// `before`: the characters before the mark, the nearest one last.
bool is_mention(std::string_view text, const std::array<char, 2>& before, std::size_t mark_end) {
  const char quote = before[1];
  if (quote == 0 || ascii_at(text, mark_end) != quote) return false;
  if (quote == '"' || quote == '\'') return true;
  const std::size_t behind = mark_end + token_unit(text, mark_end).length;
  return quote == '`' && before[0] != '`' && ascii_at(text, behind) != '`';
}

struct FoundMark {
  std::size_t begin = 0;
  ThoughtMark mark;
  bool begins_line = false;  // only blanks and marks precede it on its line
};

// `text`: of a token, without the quotes around it.
std::vector<FoundMark> marks_in(std::string_view text) {
  std::vector<FoundMark> marks;
  std::array<char, 2> before{};
  bool begins_line = true;
  for (std::size_t at = 0; at < text.size();) {
    const auto mark = thought_mark_at(text, at);
    if (mark && !is_mention(text, before, mark->end)) {
      marks.push_back({at, *mark, begins_line});
      if (mark->end > at) {
        before = {};
        begins_line = true;
        at = mark->end;
        continue;
      }
    }
    const TokenUnit unit = token_unit(text, at);
    before = {before[1], unit.ascii};
    begins_line =
        is_line_end(unit.ascii) || (begins_line && (unit.ascii == ' ' || unit.ascii == '\t'));
    at += unit.length;
  }
  return marks;
}

class ThoughtFinder {
 public:
  explicit ThoughtFinder(std::string_view text) : size_(text.size()), marks_(marks_in(text)) {
    for (const FoundMark& each : marks_)
      if (each.mark.role == ThoughtMark::Role::closes || each.mark.role == ThoughtMark::Role::ends)
        last_end_[each.mark.name] = each.begin;
  }

  std::vector<Thought> find() && {
    for (const FoundMark& each : marks_) {
      switch (each.mark.role) {
        case ThoughtMark::Role::opens: open(each); break;
        case ThoughtMark::Role::closes:
        case ThoughtMark::Role::ends: close(each); break;
        case ThoughtMark::Role::call: break;
      }
    }
    if (!open_.empty() && thought_without_end(open_.front()) == ThoughtWithoutEnd::ends_at_call)
      end_at_call(thoughts_.back());
    return std::move(thoughts_);
  }

 private:
  // Whether a mark of this name ends a thought that is open at `at`.
  bool ends_later(std::size_t name, std::size_t at) const { return last_end_[name] > at; }

  void open(const FoundMark& found) {
    const std::size_t name = found.mark.name;
    if (!found.begins_line && !ends_later(name, found.begin) &&
        thought_without_end(name) == ThoughtWithoutEnd::may_be_prose)
      return;
    if (open_.empty()) thoughts_.push_back({found.begin, size_, found.mark.end, size_, false});
    if (std::ranges::find(open_, name) == open_.end()) open_.push_back(name);
  }

  void close(const FoundMark& found) {
    const auto own = std::ranges::find(open_, found.mark.name);
    if (own != open_.end()) {
      open_.erase(own, open_.end());
    } else if (found.mark.role == ThoughtMark::Role::ends) {
      return;
    } else {
      take_everything_before();
      std::erase_if(open_, [&](std::size_t name) { return !ends_later(name, found.begin); });
    }
    if (!open_.empty()) return;
    Thought& thought = thoughts_.back();
    thought.end = found.mark.end;
    thought.inside_end = found.begin;
    thought.is_closed = true;
  }

  void take_everything_before() {
    // The text's first opening mark is not part of the inside.
    const bool begins_text = !thoughts_.empty() && thoughts_.front().begin == 0;
    const std::size_t inside = begins_text ? thoughts_.front().inside_begin : 0;
    thoughts_.assign(1, {0, size_, inside, size_, false});
  }

  void end_at_call(Thought& thought) const {
    const auto call = std::ranges::find_if(marks_, [&](const FoundMark& each) {
      return each.mark.role == ThoughtMark::Role::call && each.begin > thought.begin;
    });
    if (call != marks_.end()) thought.end = thought.inside_end = call->begin;
  }

  std::size_t size_;
  std::vector<FoundMark> marks_;
  std::array<std::size_t, kThoughtNames> last_end_{};  // 0: there is none
  std::vector<Thought> thoughts_;
  std::vector<std::size_t> open_;  // names, the outermost first, each once
};

void append_line_ends(std::string& text, std::string_view thought) {
  for (std::size_t at = 0; at < thought.size();) {
    const TokenUnit unit = token_unit(thought, at);
    if (is_line_end(unit.ascii)) text += thought.substr(at, unit.length);
    at += unit.length;
  }
}

std::size_t after_line_ends(std::string_view token, std::size_t at) {
  while (is_line_end(ascii_at(token, at))) at += token_unit(token, at).length;
  return at;
}
}  // namespace

std::vector<Thought> thoughts_in(std::string_view token) {
  const bool quoted = token.size() >= 2 && token.front() == '"' && token.back() == '"';
  const std::size_t begin = quoted ? 1 : 0;
  std::vector<Thought> thoughts =
      ThoughtFinder(token.substr(begin, token.size() - 2 * begin)).find();
  for (Thought& each : thoughts) {
    each.begin += begin;
    each.end += begin;
    each.inside_begin += begin;
    each.inside_end += begin;
  }
  return thoughts;
}

std::string first_thought(std::string_view token) {
  const std::vector<Thought> thoughts = thoughts_in(token);
  if (thoughts.empty()) return "";
  const Thought& first = thoughts.front();
  return decode_json_string(
      token.substr(first.inside_begin, first.inside_end - first.inside_begin));
}

std::string without_thoughts(std::string_view token, LineEnds line_ends, UnclosedThought unclosed) {
  std::string rest;
  rest.reserve(token.size());
  std::size_t at = 0;
  for (const Thought& thought : thoughts_in(token)) {
    if (!thought.is_closed && unclosed == UnclosedThought::kept) break;
    rest += token.substr(at, thought.begin - at);
    at = thought.end;
    if (line_ends == LineEnds::kept) {
      append_line_ends(rest, token.substr(thought.begin, thought.end - thought.begin));
    } else {
      at = after_line_ends(token, at);
    }
  }
  return rest.append(token.substr(at));
}
}  // namespace franz
