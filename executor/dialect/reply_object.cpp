#include "executor/dialect/reply_object.h"
#include <algorithm>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/thoughts.h"
#include "common/base/utf8.h"
#include "common/formats/ascii_characters.h"

namespace franz::executor {
namespace {
using Kind = JsonDocument::Kind;
using Expected = JsonStop::Expected;

constexpr const char* kPlace = "reply";
constexpr const char* kOneObject = "expected one JSON object and nothing else, got ";

constexpr std::size_t kLongestEnd = 20;   // missing closing brackets
constexpr std::size_t kShownBefore = 30;  // bytes before a place
constexpr std::size_t kLongestFence = 20;
constexpr std::string_view kFences[] = {"```", "~~~"};
constexpr std::string_view kForeignQuotes[] = {"“", "”", "„", "‘", "’", "«", "»", "`"};

std::string_view without_frame(std::string_view text) {
  text = trimmed(text, kAsciiBlanks);
  while (text.starts_with(kByteOrderMark))
    text = trimmed(text.substr(kByteOrderMark.size()), kAsciiBlanks);
  return text;
}

// "line 4"; "character 57" if there is only one line. If it is far from the start, the text before
// it is added for readers who do not see the reply: "line 4, behind …"done":".
std::string place_in_reply(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto lines = std::ranges::count(before, '\n');
  std::string place = text.find('\n') != std::string_view::npos
                          ? "line " + std::to_string(lines + 1)
                          : "character " + std::to_string(count_characters(before) + 1);
  if (before.size() <= kShownBefore) return place;
  std::string_view shown = before.substr(before.size() - kShownBefore);
  const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  while (!shown.empty() && continues(shown.front())) shown.remove_prefix(1);
  return place + ", behind …" + to_valid_utf8(trimmed(shown, kAsciiBlanks));
}

std::size_t find_fence(std::string_view text) {
  std::size_t first = std::string_view::npos;
  for (const std::string_view fence : kFences) first = std::min(first, text.find(fence));
  return first;
}

// "```json": a fence and the rest of its line.
std::string_view fence_at(std::string_view text) {
  return trimmed(text.substr(0, text.find('\n')), kAsciiBlanks);
}

void refuse_fence(std::string_view fence, Complaints& complaints) {
  // A fence with content on its line is shown without the content.
  const std::string_view shown = fence.substr(0, fence.find_first_of(" \t{["));
  complaints.refuse(kPlace, "a code fence (" + cut_text(shown, kLongestFence) +
                                ") stands around the JSON: leave it out");
}

// The word, number or sign at the start.
std::string_view word_at(std::string_view text) {
  return text.substr(
      0, std::max<std::size_t>(1, std::min(text.find_first_of(" \t\r\n{}[],:\"'"), text.size())));
}

// A byte that must be escaped in a string, or an invalid escape.
std::string character_fault(std::string_view rest, const std::string& where) {
  switch (rest.front()) {
    case '\n':
    case '\r': return "a line ends inside a text at " + where + ": write \\n for it";
    case '\t': return "a tab stands inside a text at " + where + ": write \\t for it";
    case '\\':
      return "a backslash begins no escape at " + where + ": " + to_valid_utf8(rest.substr(0, 2)) +
             "; write \\\\ for a backslash";
    default: return "a control character stands inside a text at " + where;
  }
}

// What is expected instead of what was found.
std::string other_fault(const JsonStop& stop, std::string_view rest, const std::string& where) {
  const bool closes = rest.front() == '}' || rest.front() == ']';
  if (closes && stop.after_comma)
    return "a comma before " + std::string(1, rest[0]) + " at " + where;
  if (rest.starts_with("//") || rest.starts_with("/*") || rest.starts_with('#'))
    return "a comment at " + where + ": leave it out";
  if (rest.starts_with('\'')) return "single quotes at " + where + ": JSON has double ones only";
  for (const std::string_view quote : kForeignQuotes)
    if (rest.starts_with(quote))
      return "the quotes " + std::string(quote) + " at " + where + ": JSON has \" only";
  const std::string got = ", got " + shown_text(word_at(rest));
  switch (stop.expected) {
    case Expected::key: return "expected a name in double quotes at " + where + got;
    case Expected::colon: return "expected a colon at " + where + got;
    case Expected::comma_or_end:
      return "expected a comma or " + stop.open.substr(0, 1) + " at " + where + got;
    case Expected::value:
    case Expected::character:
    case Expected::end_of_text:
    case Expected::less: break;
  }
  return "expected a value at " + where + got;
}

// The fault in `json`, the part of `text` from the start of the object.
void refuse_syntax(std::string_view text, std::string_view json, const JsonStop& stop,
                   const Error& error, Complaints& complaints) {
  const std::string where = place_in_reply(text, text.size() - json.size() + stop.at);
  const std::string_view rest = json.substr(stop.at);
  if (stop.expected == Expected::less) {
    const bool number = error.message.starts_with("a number");
    complaints.refuse(
        kPlace, number ? "a number over 1.8e308 at " + where : "the JSON is " + error.message);
  } else if (rest.empty()) {
    const std::string quote = stop.expected == Expected::character ? "\"" : "";
    complaints.refuse(kPlace, "the JSON ends too early, at " + where + ": " +
                                  cut_text(quote + stop.open, kLongestEnd) + " is missing");
  } else {
    complaints.refuse(kPlace, stop.expected == Expected::character
                                  ? character_fault(rest, where)
                                  : other_fault(stop, rest, where));
  }
}

// Reports text after the object.
void refuse_tail(std::string_view text, std::string_view tail, bool fenced,
                 Complaints& complaints) {
  if (find_fence(tail) == 0) {
    const std::string_view fence = fence_at(tail);
    if (!fenced) refuse_fence(fence, complaints);
    tail = trimmed(tail.substr(std::min(tail.find_first_not_of("`~"), tail.size())), kAsciiBlanks);
  }
  if (tail.empty()) return;
  if (tail.starts_with('{')) {
    complaints.refuse(kPlace, std::string(kOneObject) + "a second one at " +
                                  place_in_reply(text, text.size() - tail.size()));
  } else {
    complaints.refuse(kPlace, kOneObject + ("text behind it: " + shown_text(tail)));
  }
}

// Reports a reply without an object, or with a list.
void refuse_other(std::string_view text, Complaints& complaints) {
  const Result<JsonDocument> read = JsonDocument::read(text);
  const bool list = text.starts_with('[') &&
                    (read.ok() || trimmed(text.substr(1), kAsciiBlanks).starts_with('{'));
  complaints.refuse(kPlace, kOneObject + (list ? std::string("a list") : shown_text(text)));
}

void refuse_empty(const Reply& reply, Complaints& complaints) {
  if (!reply.calls.empty()) {
    complaints.refuse(kPlace, "expected one JSON object as the text, got none beside " +
                                  count_text(reply.calls.size(), "tool call") + " (" +
                                  shown_text(decode_json_string(reply.calls.front().name)) +
                                  "): write it as text");
  } else {
    const bool thought = !thoughts_in(reply.text).empty();
    complaints.refuse(kPlace, kOneObject + std::string(thought ? "only thoughts" : "nothing"));
  }
}

// Converts "/steps/0/args" to "steps[0].args".
std::string place_of_pointer(const JsonDocument& values, std::string_view pointer) {
  std::string place;
  for (std::size_t at = 0; at < pointer.size();) {
    const std::size_t end = std::min(pointer.find('/', at + 1), pointer.size());
    const JsonDocument::Id parent = values.at(pointer.substr(0, at));
    std::string key(pointer.substr(at + 1, end - at - 1));
    if (parent != JsonDocument::kNone && values.kind(parent) == Kind::list) {
      place += "[" + key + "]";
    } else {
      for (const auto& [escape, sign] : {std::pair("~1", "/"), std::pair("~0", "~")})
        for (std::size_t i = key.find(escape); i != key.npos; i = key.find(escape, i + 1))
          key.replace(i, 2, sign);
      place = member_of(place, key);
    }
    at = end;
  }
  return place;
}

// Nothing: not an object; `complaints` has the reason.
std::optional<JsonDocument> read_reply_object(std::string_view text, Complaints& complaints) {
  if (text.size() > kMaxObjectBytes) {
    complaints.refuse(kPlace, "expected at most " + std::to_string(kMaxObjectBytes) +
                                  " bytes, got " + std::to_string(text.size()));
    return std::nullopt;
  }
  const std::size_t fence = text.starts_with('{') ? text.npos : find_fence(text);
  const bool fenced = fence < text.find('{');
  const std::size_t begin = text.find('{');
  if (begin == text.npos || (text.starts_with('[') && !fenced)) {
    refuse_other(text, complaints);
    return std::nullopt;
  }
  const std::string_view before = trimmed(text.substr(0, std::min(begin, fence)), kAsciiBlanks);
  if (!before.empty())
    complaints.refuse(kPlace, kOneObject + ("text before it: " + shown_text(before)));
  if (fenced) refuse_fence(fence_at(text.substr(fence)), complaints);

  const std::string_view json = text.substr(begin);
  JsonStop stop;
  Result<JsonDocument> values = JsonDocument::read(json, &stop);
  if (values.ok()) {
    if (complaints.refusal()) return std::nullopt;
    return std::move(values).value();
  }
  if (stop.expected == Expected::end_of_text) {
    refuse_tail(text, json.substr(stop.at), fenced, complaints);
  } else if (before.empty()) {
    // After other text, the first bracket may not be the object's.
    refuse_syntax(text, json, stop, values.error(), complaints);
  }
  return std::nullopt;
}
}  // namespace

std::optional<ReplyObject> ReplyObject::read(const Reply& reply, Complaints& complaints) {
  ReplyObject object;
  const std::string text = decode_json_string(without_thoughts(reply.text, LineEnds::dropped));
  object.text_ = std::make_unique<const std::string>(without_frame(text));
  if (object.text_->empty()) {
    refuse_empty(reply, complaints);
    return std::nullopt;
  }
  object.values_ = read_reply_object(*object.text_, complaints);
  if (!object.values_) return std::nullopt;
  for (const std::string& pointer : object.values().duplicates())
    complaints.refuse(place_of_pointer(object.values(), pointer), "it is given twice");
  if (complaints.refusal()) return std::nullopt;
  return object;
}
}  // namespace franz::executor
