#include "common/run/sst_check.h"
#include <algorithm>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"

namespace franz {
static constexpr std::size_t kContext = 20;  // characters on each side of a difference

static bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// The start of the character that contains `at` (at most the size).
static std::size_t character_start(std::string_view text, std::size_t at) {
  while (at > 0 && at < text.size() && continues_character(text[at])) --at;
  return at;
}

// kContext characters on each side of the byte `at`; `text` is UTF-8.
static std::string context(std::string_view text, std::size_t at) {
  std::size_t begin = at, end = at;
  for (std::size_t i = 0; i < kContext && begin > 0; ++i) begin = character_start(text, begin - 1);
  for (std::size_t i = 0; i < kContext && end < text.size(); ++i) {
    end += decode_utf8(text.substr(end)).length;
  }
  return std::string(text.substr(begin, end - begin));
}

static std::string_view without_quotes(std::string_view token) {
  const bool quoted = token.size() >= 2 && token.front() == '"' && token.back() == '"';
  return quoted ? token.substr(1, token.size() - 2) : token;
}

static std::size_t first_difference(std::string_view a, std::string_view b) {
  return static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first -
                                  a.begin());
}

// For tokens with different bytes.
static SstDifference compare(std::string_view reply, std::string_view story) {
  const std::string expected = decode_json_string(reply), got = decode_json_string(story);
  SstDifference difference;
  if (expected == got) {
    const std::size_t at = first_difference(reply, story);
    difference.same_text = true;
    difference.position = at;
    // The cut may split a character: to_valid_utf8() repairs it.
    const std::size_t from = at - std::min(at, kContext);
    difference.expected = to_valid_utf8(reply.substr(from, 2 * kContext));
    difference.got = to_valid_utf8(story.substr(from, 2 * kContext));
    difference.expected_count = reply.size();
    difference.got_count = story.size();
    return difference;
  }
  // If one text is a prefix of the other, the difference is at its end, where a character starts.
  const std::size_t at = first_difference(expected, got);
  const std::size_t start = std::min(character_start(expected, at), character_start(got, at));
  difference.position = count_characters(std::string_view(expected).substr(0, start));
  difference.expected = context(expected, start);
  difference.got = context(got, start);
  difference.expected_count = count_characters(expected);
  difference.got_count = count_characters(got);
  return difference;
}

static std::string describe(std::string_view what, const SstDifference& difference) {
  const std::string unit = difference.same_text ? "byte" : "character";
  return (difference.same_text ? "the text is the same, but its bytes differ" : std::string(what)) +
         ", from " + unit + " " + std::to_string(difference.position) + " on: expected " +
         quote_json(difference.expected) + ", got " + quote_json(difference.got) + " (" +
         std::to_string(difference.expected_count) + " and " +
         std::to_string(difference.got_count) + " " + unit + "s)";
}

SstResult violation_between(std::string_view what, std::string_view expected,
                            std::string_view got) {
  SstDifference difference = compare(without_quotes(expected), without_quotes(got));
  std::string detail = describe(what, difference);
  return {Verdict::violation, std::move(detail), std::move(difference)};
}

SstResult check_sst(int turn, std::optional<std::string_view> reply, std::string why_no_reply,
                    std::string_view story) {
  if (turn <= 1) {
    const std::size_t count = count_characters(decode_json_string(story));
    return {Verdict::first,
            count == 0 ? "" : "a story of " + std::to_string(count) + " characters from outside",
            std::nullopt};
  }
  if (!reply) return {Verdict::unverifiable, std::move(why_no_reply), std::nullopt};
  if (without_quotes(*reply) == without_quotes(story)) return {Verdict::ok, "", std::nullopt};
  return violation_between("the story is not the reply before it", *reply, story);
}

std::string detail_json(const SstResult& result) {
  if (result.detail.empty()) return "null";
  JsonObject json;
  json.text("text", result.detail);
  if (const auto& difference = result.difference) {
    json.text("unit", difference->same_text ? "byte" : "character")
        .number("position", static_cast<long long>(difference->position))
        .text("expected", difference->expected)
        .text("got", difference->got)
        .number("expected_count", static_cast<long long>(difference->expected_count))
        .number("got_count", static_cast<long long>(difference->got_count));
  }
  return json.finish();
}
}  // namespace franz
