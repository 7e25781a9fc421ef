#include "proxy/demo_vlm/screen/form_texts.h"
#include <algorithm>
#include <array>
#include <cstddef>
#include "common/base/ascii.h"
#include "proxy/demo_vlm/text_lines.h"

namespace franz::demo_vlm {
namespace {
constexpr std::size_t kMaxTexts = 40, kMaxText = 400;  // bytes

// The text behind an equals sign, and how far it reaches in `rest`.
std::string_view text_behind_equals(std::string_view rest, std::size_t& end) {
  const std::size_t first = rest.find_first_not_of(" \t");
  if (first != rest.npos && (rest[first] == '"' || rest[first] == '\'')) {
    const std::size_t close = rest.find(rest[first], first + 1);
    if (close != rest.npos) {
      end = close + 1;
      return rest.substr(first + 1, close - first - 1);
    }
  }
  end = std::min(rest.find_first_of(",;\n"), rest.size());
  std::string_view text = trimmed(rest.substr(0, end));
  // The full stop of the sentence that it ends.
  if (end == rest.size() && text.ends_with('.')) text.remove_suffix(1);
  return text;
}
}  // namespace

std::vector<std::string> texts_given(std::string_view objective) {
  std::vector<std::string> texts;
  for (std::size_t at = objective.find('='); at != objective.npos && texts.size() < kMaxTexts;
       at = objective.find('=')) {
    objective.remove_prefix(at + 1);
    std::size_t end = 0;
    const std::string_view text = text_behind_equals(objective, end);
    if (!text.empty()) texts.push_back(one_line(text, kMaxText));
    objective.remove_prefix(end);
  }
  return texts;
}

std::string usual_text(std::size_t field) {
  static constexpr std::array kTexts{"Ada Lovelace", "Köln", "Straße der Künste 7", "東京",
                                     "naïve café"};
  return kTexts[field % kTexts.size()];
}
}  // namespace franz::demo_vlm
