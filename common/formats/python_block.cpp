#include "common/formats/python_block.h"
#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>
#include "common/base/ascii.h"
#include "common/tools/code_scan.h"

namespace franz {
namespace {
constexpr std::string_view kIndentBlanks = " \t";
constexpr std::size_t kMinFence = 3;

struct Fence {
  std::string indent;  // the blanks at its line's start
  char mark = '`';
  std::size_t length = 0;
  bool is_code = false;  // in one of the requested languages
};

using Languages = std::span<const std::string_view>;

// Iterates over lines; a CR before LF belongs to the line's end.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : text_(text) {}
  bool done() const { return at_ >= text_.size(); }

  // The number of the line that next() returns next, from 1.
  int number() {
    const auto from = text_.begin() + static_cast<std::ptrdiff_t>(counted_);
    const auto to = text_.begin() + static_cast<std::ptrdiff_t>(at_);
    number_ += static_cast<int>(std::count(from, to, '\n'));
    counted_ = at_;
    return number_;
  }

  // The next line without its end. `ended`: it had one.
  std::string_view next(bool& ended) {
    const std::size_t newline = text_.find('\n', at_);
    ended = newline != std::string_view::npos;
    std::string_view line = text_.substr(at_, newline - at_);
    at_ = ended ? newline + 1 : text_.size();
    if (ended && line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  int number_ = 1;  // the line number at counted_
};

bool is_mark(char c) { return c == '`' || c == '~'; }

bool is_blank_line(std::string_view text) {
  return text.find_first_not_of(kIndentBlanks) == std::string_view::npos;
}

// The number of equal marks at the start of `text`, which must not be empty.
std::size_t run_at(std::string_view text) {
  return std::min(text.find_first_not_of(text.front()), text.size());
}

bool is_one_of(std::string_view info, Languages languages) {
  return std::ranges::find(languages, ascii_lower(info)) != languages.end();
}

// Whether `text` has an open run of fence marks that the same line must close, as in a sentence
// with ```code```.
bool leaves_span_open(std::string_view text, char mark) {
  bool open = false;
  while (!text.empty()) {
    const std::size_t run = run_at(text);
    if (text.front() == mark && run >= kMinFence) open = !open;
    text.remove_prefix(run);
  }
  return open;
}

// A line that is a fence from its first non-blank character on. ```code``` in one line does not
// count.
std::optional<Fence> fence_of_line(std::string_view line, Languages languages) {
  const std::string_view text = trimmed(line, kIndentBlanks);
  if (text.empty() || !is_mark(text.front())) return std::nullopt;
  const std::size_t run = run_at(text);
  const std::string_view info = text.substr(run);
  if (run < kMinFence || (text.front() == '`' && info.find('`') != info.npos)) return std::nullopt;
  return Fence{"", text.front(), run, is_one_of(info, languages)};
}

// A fence after a text on its line, followed by one word: the language.
std::optional<Fence> fence_behind_text(std::string_view line, Languages languages) {
  const std::string_view text = trimmed(line, kIndentBlanks);
  const std::size_t last = text.find_last_of("`~");
  if (last == text.npos || last + 1 == text.size()) return std::nullopt;
  const std::string_view word = text.substr(last + 1);
  if (word.find_first_of(kIndentBlanks) != word.npos) return std::nullopt;
  const std::size_t before = text.find_last_not_of(text[last], last);
  const std::size_t begin = before == text.npos ? 0 : before + 1;
  const Fence fence{"", text[last], last + 1 - begin, is_one_of(word, languages)};
  if (fence.length < kMinFence) return std::nullopt;
  if (!fence.is_code && leaves_span_open(text.substr(0, begin), fence.mark)) return std::nullopt;
  return fence;
}

std::optional<Fence> opening_fence(std::string_view line, Languages languages) {
  std::optional<Fence> fence = fence_of_line(line, languages);
  if (!fence) fence = fence_behind_text(line, languages);
  if (fence) fence->indent = line.substr(0, line.find_first_not_of(kIndentBlanks));
  return fence;
}

// The start of the run of marks at the end of this line that closes `opening`.
std::optional<std::size_t> closing_run(std::string_view line, const Fence& opening) {
  const std::size_t last = line.find_last_not_of(kIndentBlanks);
  if (last == line.npos || line[last] != opening.mark) return std::nullopt;
  const std::size_t before = line.find_last_not_of(opening.mark, last);
  const std::size_t begin = before == line.npos ? 0 : before + 1;
  if (last + 1 - begin < opening.length) return std::nullopt;
  return begin;
}

// Returns the start of a line of code if it begins with the marks that close `opening` and
// continues with text: "``` Done." CommonMark allows no text after a closing fence, but models
// write it.
std::optional<std::size_t> closing_run_before_text(std::string_view line, const Fence& opening) {
  const std::size_t begin = line.find_first_not_of(kIndentBlanks);
  if (begin == line.npos || line[begin] != opening.mark) return std::nullopt;
  const std::size_t run = run_at(line.substr(begin));
  if (run < opening.length || begin + run == line.size()) return std::nullopt;
  if (kIndentBlanks.find(line[begin + run]) == kIndentBlanks.npos) return std::nullopt;
  return begin;
}

// Scans the content of a fence line by line.
class Content {
 public:
  explicit Content(const Fence& opening) : opening_(opening) {}

  // The start of the closing fence, if it is in this line.
  std::optional<std::size_t> close_in(std::string_view line) {
    const std::optional<std::size_t> run = closing_run(line, opening_);
    if (run) {
      const std::string_view before = line.substr(0, *run);
      // The meaning of a quote or a "#" in another language is unknown.
      const bool closes =
          is_blank_line(before) ||
          (opening_.is_code ? may_close_behind(before) : !leaves_span_open(before, opening_.mark));
      if (closes) return run;
    }
    if (opening_.is_code && !run && scan_.place() == CodeScan::Place::code)
      if (const auto begin = closing_run_before_text(line, opening_)) return begin;
    if (opening_.is_code) {
      pass(line.substr(run.value_or(0)));
      scan_.take('\n');
    }
    return std::nullopt;
  }

 private:
  void pass(std::string_view code) {
    for (const char c : code) scan_.take(c);
  }

  bool may_close_behind(std::string_view code) {
    std::size_t comment = 0;
    for (std::size_t i = 0; i < code.size(); ++i) {
      if (scan_.place() != CodeScan::Place::comment) comment = i + 1;
      scan_.take(code[i]);
    }
    switch (scan_.place()) {
      case CodeScan::Place::code: return true;
      case CodeScan::Place::string: return false;
      case CodeScan::Place::comment: break;
    }
    return !leaves_span_open(code.substr(comment), opening_.mark);
  }

  const Fence& opening_;
  CodeScan scan_;
};

// Appends a line of the block, or the text before its closing fence. If that is empty, as usual,
// the newline above belongs to the fence.
void append(std::string_view line, bool closes, bool ended, std::string& code) {
  if (closes && is_blank_line(line)) {
    if (!code.empty()) code.pop_back();
    return;
  }
  code += line;
  if (!closes && ended) code += '\n';
}

// Reads to the closing fence. `code`: receives the content; may be null. False: the text ended
// first.
bool read_block(TextLines& lines, const Fence& opening, std::string* code) {
  Content content(opening);
  while (!lines.done()) {
    bool ended = false;
    std::string_view line = lines.next(ended);
    const auto [own, common] = std::ranges::mismatch(line, opening.indent);
    line.remove_prefix(static_cast<std::size_t>(own - line.begin()));
    const std::optional<std::size_t> close = content.close_in(line);
    if (code != nullptr)
      append(line.substr(0, close.value_or(line.size())), close.has_value(), ended, *code);
    if (close) return true;
  }
  return false;
}
}  // namespace

CodeBlocks find_code_blocks(std::string_view text, Languages languages, TakenBlock which) {
  CodeBlocks found;
  TextLines lines(text);
  while (!lines.done()) {
    bool ended = false;
    const std::optional<Fence> fence = opening_fence(lines.next(ended), languages);
    if (!fence) continue;
    const bool may_take = fence->is_code && (which != TakenBlock::first || found.count == 0);
    found.count += fence->is_code ? 1 : 0;
    CodeBlock block;
    block.line = lines.number();
    found.last_is_closed = block.is_closed =
        read_block(lines, *fence, may_take ? &block.code : nullptr);
    if (may_take && (which == TakenBlock::first || !trimmed(block.code).empty()))
      found.taken = std::move(block);
  }
  return found;
}

PythonBlocks find_python_blocks(std::string_view text) {
  CodeBlocks found = find_code_blocks(text, kPythonNames, TakenBlock::first);
  return {found.count, std::move(found.taken.code), found.taken.is_closed, found.last_is_closed};
}
}  // namespace franz
