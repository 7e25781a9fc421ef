#include "common/formats/end_of_run.h"
#include <algorithm>
#include "common/base/ascii.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/formats/call_forms.h"
#include "common/formats/known_forms.h"
#include "common/wire/says_finished.h"

namespace franz {
namespace {
constexpr std::size_t kLeastCharacters = 8, kLeastRepeating = 40;
constexpr std::string_view kAskForEnd =
    "your text says that the task is finished: say so by the end action, or go on; ";
constexpr std::size_t kMaxPeriod = 32;  // bytes of a repeated piece

bool is_letter_or_digit(const DecodedCharacter& character) {
  const char32_t code = character.code;
  // General punctuation and full-width signs are not letters.
  const bool is_sign = (code >= 0x80 && code < 0xC0) || (code >= 0x2000 && code < 0x2070) ||
                       (code >= 0x3000 && code < 0x3005) || code == kReplacement;
  return (code >= '0' && code <= '9') || ((code | 0x20) >= 'a' && (code | 0x20) <= 'z') ||
         (code >= 0x80 && !is_sign);
}

// Whether nine of ten bytes equal the byte one period earlier.
bool repeats(std::string_view text, std::size_t period) {
  std::size_t equal = 0;
  for (std::size_t i = period; i < text.size(); ++i) equal += text[i] == text[i - period] ? 1 : 0;
  return equal * 10 >= (text.size() - period) * 9;
}

// The readable name of the form of calls in a text; empty: no calls.
std::string form_of_calls(const Reply& reply, std::string_view text) {
  const std::vector<TextCall> calls = find_text_calls(text, *find_vocabulary("tool_calls"));
  if (!calls.empty()) return std::string(calls.front().said);
  if (const std::optional<KnownForm> form = known_form(reply)) return std::string(form->name);
  // The name of a tool in a tag or next to an object: a form that no dialect reads.
  const auto has = [text](std::string_view part) { return text.find(part) != text.npos; };
  for (const Word& word : find_vocabulary("tool_calls")->words) {
    const std::string name(word.name);
    if (has("<" + name) || has("=" + name + ">") || (has(name) && has("{\"")))
      return "a call of " + name;
  }
  return "";
}

CallError cut_error() {
  return error_without_line(std::string(kCutReply),
                            "the reply ended where max_tokens ran out: answer in fewer words");
}
}  // namespace

// Whether a text consists only of marks: "<tool_call>", "null", "functions.click:0".
static bool is_only_marks(std::string_view text) {
  std::string rest;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t open = std::min(text.find('<', at), text.size());
    rest += text.substr(at, open - at);
    const std::size_t close = text.find('>', open);
    if (close == text.npos) {
      rest += text.substr(open);
      break;
    }
    at = close + 1;
  }
  const std::string_view left = trimmed(rest);
  return left.empty() || left == "null" || left == "call" || left.starts_with("functions.");
}

TextEnd end_by_text(const Source& source, std::string_view text, EndBy end, std::string_view ask) {
  if (text.empty() || (end == EndBy::finished_words && !says_finished(text))) return {};
  if (source.is_cut) return {{}, cut_error()};
  if (is_garbage(text) || is_only_marks(text))
    return {{}, error_without_line(std::string(kGarbage), "your reply is no readable text")};
  if (const std::string form = form_of_calls(*source.reply, text); !form.empty())
    return {{},
            error_without_line(std::string(kForeignCall), "your text holds a call in the form of " +
                                                              form + ", which was not performed")};
  if (!source.asked_back)
    return {{}, error_without_line(std::string(kAskedBack), std::string(ask))};
  return {to_valid_utf8(text), {}};
}

void settle_end(const Source& source, Reading& reading) {
  if (!source.reply) return;
  const bool acts =
      std::ranges::any_of(reading.items, [](const Item& each) { return each.call.has_value(); });
  if (source.is_cut && (reading.done || !acts)) {
    reading.done.reset();
    CallError error = cut_error();
    if (!reading.complaints.empty())
      reading.complaints.insert(reading.complaints.begin(), error.text);
    if (reading.error && reading.error->kind == kMalformedReply)
      error.kind = std::string(kMalformedReply);
    reading.error = std::move(error);
  } else if (reading.error && reading.error->kind == kNoCall) {
    const std::string text =
        decode_json_string(without_thoughts(source.reply->text, LineEnds::dropped));
    TextEnd end = end_by_text(source, trimmed(text), EndBy::finished_words,
                              std::string(kAskForEnd) + reading.error->text);
    if (end.done) reading.error.reset();
    if (end.error) reading.error = std::move(end.error);
    reading.done = std::move(end.done);
  }
}

bool is_garbage(std::string_view text) {
  std::size_t characters = 0, letters = 0;
  for (std::string_view rest = text; !rest.empty();) {
    const DecodedCharacter character = decode_utf8(rest);
    rest.remove_prefix(character.length);
    const bool is_blank = character.code <= ' ';
    characters += is_blank ? 0 : 1;
    letters += is_letter_or_digit(character) ? 1 : 0;
  }
  if (characters > 0 && letters == 0) return true;
  if (characters >= kLeastCharacters && letters * 10 < characters) return true;
  if (text.size() < kLeastRepeating) return false;
  for (std::size_t period = 1; period <= kMaxPeriod; ++period)
    if (repeats(text, period)) return true;
  return false;
}
}  // namespace franz
