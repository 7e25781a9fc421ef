#include "common/formats/action_sentence.h"
#include <string_view>
#include "common/base/ascii.h"
#include "common/base/thoughts.h"
#include "common/wire/token_lines.h"

namespace franz {
static constexpr std::string_view kWord = "action:";
static constexpr std::string_view kOperationBegin = "<operation>", kOperationEnd = "</operation>";
static constexpr std::string_view kNothing = R"("-")";

// Trims blanks and quotes, escaped or not, at both ends without splitting an escape.
static std::string_view sentence_in(std::string_view text) {
  while (true) {
    text = trimmed(text);
    if (text.starts_with("\\\"") || text.starts_with("\\t") || text.starts_with("\\r")) {
      text.remove_prefix(2);
    } else if (!text.ends_with("\\\\\"") &&
               (text.ends_with("\\\"") || text.ends_with("\\r") || text.ends_with("\\t"))) {
      // After an escaped backslash the letter is only a letter.
      std::size_t slashes = 0;
      while (slashes + 1 < text.size() && text[text.size() - 2 - slashes] == '\\') ++slashes;
      if (slashes % 2 == 0) return text;
      text.remove_suffix(2);
    } else {
      return text;
    }
  }
}

std::string action_sentence(const std::string& token) {
  const std::string said = without_thoughts(token, LineEnds::dropped);
  const std::string_view whole = said;
  std::string_view found;
  bool expected = false;  // the word was alone on its line
  for (const TokenLine& line : token_lines(whole)) {
    const std::string_view text = whole.substr(line.begin, line.end - line.begin);
    const std::string_view marked = trimmed(text, "#*_- \t");
    if (const std::size_t open = text.rfind(kOperationBegin); open != text.npos) {
      const std::string_view inside = text.substr(open + kOperationBegin.size());
      found = sentence_in(inside.substr(0, inside.find(kOperationEnd)));
      expected = found.empty();
    } else if (ascii_lower(marked.substr(0, kWord.size())) == kWord) {
      found = sentence_in(trimmed(marked.substr(kWord.size()), "*_ \t"));
      expected = found.empty();
    } else if (expected && !sentence_in(text).empty()) {
      found = sentence_in(text);
      expected = false;
    }
  }
  return found.empty() ? std::string(kNothing) : "\"" + std::string(found) + "\"";
}
}  // namespace franz
