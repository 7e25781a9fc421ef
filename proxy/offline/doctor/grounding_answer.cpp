#include "proxy/offline/doctor/grounding_answer.h"
#include <charconv>
#include <cmath>
#include <vector>
#include "common/base/ascii.h"

namespace franz::proxy {
static constexpr std::size_t kMaxGap = 24;     // bytes between two numbers of a place
static constexpr std::size_t kMaxNumber = 24;  // bytes of one
static constexpr std::size_t kMaxGroup = 64;   // numbers that are kept of one group

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_word(char c) {
  const char lower = ascii_lower(c);
  return is_digit(c) || (lower >= 'a' && lower <= 'z') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

// Whether `gap` may separate the numbers of a place: punctuation, and the names x, y, x1, y2 and so
// on.
static bool joins(std::string_view gap) {
  if (gap.size() > kMaxGap) return false;
  for (std::size_t i = 0; i < gap.size(); ++i) {
    if (!is_word(gap[i])) {
      if (std::string_view(" \t\r\n,;:='\"()[]{}<>|\\").find(gap[i]) == std::string_view::npos)
        return false;
      continue;
    }
    const char name = ascii_lower(gap[i]);
    if (name != 'x' && name != 'y') return false;
    if (i + 1 < gap.size() && is_digit(gap[i + 1])) ++i;
    if (i + 1 < gap.size() && is_word(gap[i + 1])) return false;
  }
  return true;
}

namespace {
struct Number {
  double value = 0;
  std::size_t end = 0;  // the position after it in the text
};
}  // namespace

// The number that begins at `at`, if there is one.
static std::optional<Number> number_that_begins(std::string_view text, std::size_t at) {
  if (at > 0 && (is_word(text[at - 1]) || text[at - 1] == '.')) return std::nullopt;
  const std::string_view rest = text.substr(at, kMaxNumber);
  double value = 0;
  const auto [end, error] =
      std::from_chars(rest.data(), rest.data() + rest.size(), value, std::chars_format::fixed);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  std::size_t length = static_cast<std::size_t>(end - rest.data());
  if (rest[length - 1] == '.') --length;  // the end of a sentence
  const std::string_view behind = text.substr(at + length);
  const bool has_unit = behind.starts_with("px") && (behind.size() == 2 || !is_word(behind[2]));
  if (!behind.empty() && is_word(behind[0]) && !has_unit) return std::nullopt;
  return Number{value, at + length + (has_unit ? 2 : 0)};
}

static MapPoint place_in_group(const std::vector<double>& group) {
  const std::size_t count = group.size();
  if (count == 4 && group[2] > group[0] && group[3] > group[1])
    return {(group[0] + group[2]) / 2, (group[1] + group[3]) / 2};
  return {group[count - 2], group[count - 1]};
}

std::optional<MapPoint> read_place(std::string_view text) {
  std::optional<MapPoint> place;
  std::vector<double> group;
  std::size_t end = 0;  // of the last number
  for (std::size_t i = 0; i < text.size();) {
    const bool may_begin =
        is_digit(text[i]) || ((text[i] == '-' || text[i] == '.') && i + 1 < text.size());
    const std::optional<Number> number = may_begin ? number_that_begins(text, i) : std::nullopt;
    if (!number) {
      // The rest of a word is not a number either.
      if (is_digit(text[i])) {
        while (i < text.size() && is_word(text[i])) ++i;
      } else {
        ++i;
      }
      continue;
    }
    if (group.size() == kMaxGroup || (!group.empty() && !joins(text.substr(end, i - end))))
      group.clear();
    group.push_back(number->value);
    if (group.size() > 1) place = place_in_group(group);
    end = i = number->end;
  }
  return place;
}
}  // namespace franz::proxy
