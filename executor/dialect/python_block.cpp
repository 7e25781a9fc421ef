#include "executor/dialect/python_block.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace franz::executor {
namespace {
constexpr std::string_view kBlanks = " \t";
constexpr std::string_view kThink = "<think>", kEndOfThink = "</think>";
constexpr std::size_t kMaxIndent = 3, kMinFence = 3;

struct Fence {
  std::size_t indent = 0;
  char mark = '`';
  std::size_t length = 0;
  std::string_view info;  // what stands behind the marks
};

// Lines one after another; a CR before LF belongs to the line's end.
class Lines {
 public:
  explicit Lines(std::string_view text) : text_(text), newline_(text.find('\n')) {}
  bool done() const { return at_ >= text_.size(); }

  // The next line without its end. `ended`: it had one.
  std::string_view next(bool& ended) {
    // Kept while it lies ahead: a line may be read in many pieces, with thoughts between them.
    if (newline_ < at_) newline_ = text_.find('\n', at_);
    ended = newline_ != std::string_view::npos;
    std::string_view line = text_.substr(at_, newline_ - at_);
    at_ = ended ? newline_ + 1 : text_.size();
    if (ended && line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  // Moves behind `tag`, or to the end of the text where there is none.
  void skip_past(std::string_view tag) {
    const std::size_t found = text_.find(tag, at_);
    at_ = found == std::string_view::npos ? text_.size() : found + tag.size();
  }

  // Back to `position`, which lies in the line that next() gave last.
  void go_to(const char* position) { at_ = static_cast<std::size_t>(position - text_.data()); }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t newline_;  // the first one from at_ on, or one before at_
};

std::optional<Fence> fence_of(std::string_view line) {
  Fence fence;
  fence.indent = std::min(line.find_first_not_of(' '), line.size());
  line.remove_prefix(fence.indent);
  if (fence.indent > kMaxIndent || line.empty()) return std::nullopt;
  fence.mark = line.front();
  fence.length = std::min(line.find_first_not_of(fence.mark), line.size());
  if ((fence.mark != '`' && fence.mark != '~') || fence.length < kMinFence) return std::nullopt;
  fence.info = line.substr(fence.length);
  return fence;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(kBlanks) == std::string_view::npos;
}

// ```code``` in one line is no fence but code in a sentence.
bool opens(const Fence& fence) {
  return fence.mark != '`' || fence.info.find('`') == std::string_view::npos;
}

bool closes(std::string_view line, const Fence& opening) {
  const std::optional<Fence> fence = fence_of(line);
  return fence && fence->mark == opening.mark && fence->length >= opening.length &&
         is_blank(fence->info);
}

bool is_python(std::string_view info) {
  static constexpr std::array<std::string_view, 4> kNames{"python", "python3", "py", "py3"};
  std::string word(info.substr(0, info.find_last_not_of(kBlanks) + 1));
  std::ranges::transform(word, word.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return std::ranges::find(kNames, word) != kNames.end();
}

// The next line outside of <think>…</think>, as if those parts were not there.
std::string next_outside_thoughts(Lines& lines) {
  std::string line;
  for (;;) {
    bool ended = false;
    const std::string_view part = lines.next(ended);
    const std::size_t thought = part.find(kThink);
    line += part.substr(0, thought);
    if (thought == std::string_view::npos) return line;
    lines.go_to(part.data() + thought + kThink.size());
    lines.skip_past(kEndOfThink);
    if (lines.done()) return line;
  }
}

// Reads to the closing fence. `code`: where the lines go, or nowhere. False: the text ended first.
bool read_block(Lines& lines, const Fence& opening, std::string* code) {
  while (!lines.done()) {
    bool ended = false;
    std::string_view line = lines.next(ended);
    if (closes(line, opening)) {
      // The newline before a closing fence belongs to the fence.
      if (code != nullptr && !code->empty()) code->pop_back();
      return true;
    }
    if (code == nullptr) continue;
    const std::size_t spaces = std::min(line.find_first_not_of(' '), line.size());
    line.remove_prefix(std::min(spaces, opening.indent));
    *code += line;
    if (ended) *code += '\n';
  }
  return false;
}
}  // namespace

PythonBlocks find_python_blocks(std::string_view text) {
  PythonBlocks found;
  Lines lines(text);
  while (!lines.done()) {
    const std::string line = next_outside_thoughts(lines);
    const std::optional<Fence> fence = fence_of(line);
    if (!fence || !opens(*fence)) continue;
    const bool python = is_python(fence->info);
    const bool first = python && found.count == 0;
    found.count += python ? 1 : 0;
    const bool closed = read_block(lines, *fence, first ? &found.first : nullptr);
    if (first) found.first_is_closed = closed;
  }
  return found;
}
}  // namespace franz::executor
