#include "common/wire/raw_json.h"
#include <algorithm>
#include <array>
#include <charconv>
#include "common/base/json_string.h"
#include "common/base/utf8.h"

namespace franz {
namespace {
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

bool is_hex(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// The end (one past the closing quote) of the string that opens at `at`, or npos where it is no
// legal JSON string. Bytes above 0x7F are not looked at.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') return i + 1;
    if (static_cast<unsigned char>(c) < 0x20) return std::string_view::npos;
    if (c != '\\') continue;
    if (++i >= text.size()) break;
    if (text[i] == 'u') {
      if (text.size() - i < 5 || !std::all_of(&text[i] + 1, &text[i] + 5, is_hex)) break;
      i += 4;
    } else if (std::string_view("\"\\/bfnrt").find(text[i]) == std::string_view::npos) {
      break;
    }
  }
  return std::string_view::npos;
}

// RFC 8259 §6: -?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?
bool is_number(std::string_view word) {
  const auto digits = [&word] {
    std::size_t count = 0;
    while (count < word.size() && word[count] >= '0' && word[count] <= '9') ++count;
    word.remove_prefix(count);
    return count;
  };
  const auto take = [&word](std::string_view any) {
    const bool found = !word.empty() && any.find(word.front()) != std::string_view::npos;
    if (found) word.remove_prefix(1);
    return found;
  };
  take("-");
  if (!take("0") && digits() == 0) return false;
  if (take(".") && digits() == 0) return false;
  if (take("eE") && (take("+-"), digits() == 0)) return false;
  return word.empty();
}

// A pattern as its segments: "/choices/*/message" -> choices, *, message.
std::vector<std::string_view> split_pattern(std::string_view pattern) {
  std::vector<std::string_view> segments;
  while (!pattern.empty()) {
    pattern.remove_prefix(1);
    const std::size_t end = std::min(pattern.find('/'), pattern.size());
    segments.push_back(pattern.substr(0, end));
    pattern.remove_prefix(end);
  }
  return segments;
}

// Walks the value once, without recursion. `path_` names the place of the value at hand: one
// segment per open bracket, the last one the key or index where the walk stands.
class Cutter {
 public:
  Cutter(std::string_view message, std::span<const std::string_view> patterns) : text_(message) {
    for (const std::string_view pattern : patterns) patterns_.push_back(split_pattern(pattern));
  }

  Result<CutJson> run() {
    if (text_.size() > kMaxMessage) return Error{"longer than 64 MiB"};
    skip_space();
    do {
      if (!value_or_end()) return fail();
    } while (!open_.empty());
    skip_space();
    if (at_ != text_.size()) return fail();
    copy_until(at_);
    return std::move(cut_);
  }

 private:
  // One step: a scalar, an opening bracket, or, where a container may end, its closing bracket.
  bool value_or_end() {
    if (!open_.empty() && !before_member()) return closed_;
    if (at_ >= text_.size()) return false;
    switch (text_[at_]) {
      case '{':
      case '[': return open_bracket();
      case '"': return string_value() && after_value();
      default: return literal() && after_value();
    }
  }

  bool open_bracket() {
    if (open_.size() == kMaxDepth) {
      why_ = "deeper than 200 brackets";
      return false;
    }
    open_ += text_[at_++];
    path_.emplace_back();
    index_.push_back(0);
    first_ = true;
    return true;
  }

  // Stands inside a container: reads ',' and key up to the value. False: the container ended
  // (closed_ tells whether well) or the text is wrong.
  bool before_member() {
    closed_ = false;
    skip_space();
    if (at_ >= text_.size()) return false;
    const bool object = open_.back() == '{';
    if (text_[at_] == (object ? '}' : ']')) {
      if (after_comma_) return false;
      ++at_;
      open_.pop_back();
      path_.pop_back();
      index_.pop_back();
      first_ = false;
      closed_ = open_.empty() || after_value();
      return false;
    }
    if (!first_ && !after_comma_) return false;
    first_ = after_comma_ = false;
    if (!object) {
      path_.back() = std::to_string(index_.back()++);
      return true;
    }
    if (text_[at_] != '"') return false;
    const std::size_t end = end_of_string(text_, at_);
    if (end == std::string_view::npos) return false;
    path_.back() = decode_json_string(text_.substr(at_, end - at_));
    rewrite_if_wrong(at_, end);
    at_ = end;
    skip_space();
    if (at_ >= text_.size() || text_[at_] != ':') return false;
    ++at_;
    skip_space();
    return true;
  }

  // Behind a value: takes a comma, if one is there.
  bool after_value() {
    first_ = false;
    if (open_.empty()) return true;
    skip_space();
    after_comma_ = at_ < text_.size() && text_[at_] == ',';
    if (after_comma_) ++at_;
    return true;
  }

  bool string_value() {
    const std::size_t end = end_of_string(text_, at_);
    if (end == std::string_view::npos) return false;
    if (std::ranges::any_of(patterns_, [&](const auto& pattern) { return matches(pattern); })) {
      cut_.tokens.push_back({pointer(), at_, end - at_});
      copy_until(at_);
      cut_.rest += "\"\"";
      copied_ = end;
    } else {
      rewrite_if_wrong(at_, end);
    }
    at_ = end;
    return true;
  }

  // A number or one of the three words.
  bool literal() {
    const std::string_view rest = text_.substr(at_);
    const std::string_view word =
        rest.substr(0, std::min(rest.find_first_of(" \t\r\n{}[],:\""), rest.size()));
    if (word != "true" && word != "false" && word != "null" && !is_number(word)) return false;
    at_ += word.size();
    return true;
  }

  bool matches(const std::vector<std::string_view>& pattern) const {
    return pattern.size() == path_.size() &&
           std::ranges::equal(pattern, path_, [](std::string_view segment, const std::string& key) {
             return segment == "*" || segment == key;
           });
  }

  std::string pointer() const {
    std::string text;
    for (const std::string& key : path_) text += "/" + pointer_segment(key);
    return text;
  }

  void copy_until(std::size_t end) {
    cut_.rest += text_.substr(copied_, end - copied_);
    copied_ = end;
  }

  // A string outside the cut that the library would refuse: wrong UTF-8, a lone surrogate.
  void rewrite_if_wrong(std::size_t begin, std::size_t end) {
    const std::string_view token = text_.substr(begin, end - begin);
    const bool plain = std::ranges::all_of(
        token, [](char c) { return static_cast<unsigned char>(c) < 0x80 && c != '\\'; });
    if (plain) return;
    const std::string text = to_valid_utf8(decode_json_string(token));
    copy_until(begin);
    cut_.rest += quote_json(text);
    copied_ = end;
  }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  Error fail() const {
    return Error{why_.empty() ? "no JSON at position " + std::to_string(at_) : why_};
  }

  std::string_view text_;
  std::vector<std::vector<std::string_view>> patterns_;
  std::size_t at_ = 0, copied_ = 0;
  std::string open_;                // the open brackets
  std::vector<std::string> path_;   // one segment per open bracket
  std::vector<std::size_t> index_;  // the next index, for lists
  bool first_ = false;              // no member of the innermost container was read yet
  bool after_comma_ = false;
  bool closed_ = false;
  std::string why_;
  CutJson cut_;
};
}  // namespace

std::string pointer_segment(std::string_view key) {
  std::string segment;
  for (const char c : key) segment += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return segment;
}

std::optional<std::string_view> CutJson::find(std::string_view message,
                                              std::string_view pointer) const {
  const auto token = std::find_if(tokens.rbegin(), tokens.rend(), [&](const CutToken& candidate) {
    return candidate.pointer == pointer;
  });
  if (token == tokens.rend()) return std::nullopt;
  return message.substr(token->offset, token->length);
}

Result<CutJson> cut_tokens(std::string_view message, std::span<const std::string_view> patterns) {
  return Cutter(message, patterns).run();
}

JsonObject& JsonObject::raw(std::string_view key, std::string_view json) {
  if (text_.size() > 1) text_ += ',';
  text_ += quote_json(key);
  text_ += ':';
  text_ += json;
  return *this;
}

JsonObject& JsonObject::text(std::string_view key, std::string_view utf8) {
  return raw(key, quote_json(utf8));
}

JsonObject& JsonObject::number(std::string_view key, long long value) {
  return raw(key, std::to_string(value));
}

JsonObject& JsonObject::number(std::string_view key, double value) {
  return raw(key, json_number(value));
}

JsonObject& JsonObject::boolean(std::string_view key, bool value) {
  return raw(key, value ? "true" : "false");
}

JsonObject& JsonObject::null(std::string_view key) { return raw(key, "null"); }

std::string json_array(std::span<const std::string> values) {
  std::string text = "[";
  for (const std::string& value : values) {
    if (text.size() > 1) text += ',';
    text += value;
  }
  return text + "]";
}

std::string json_text_array(std::span<const std::string> texts) {
  std::string list = "[";
  for (const std::string& text : texts) {
    if (list.size() > 1) list += ',';
    list += quote_json(text);
  }
  return list + "]";
}

std::string json_number(double value) {
  std::array<char, 32> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  return {digits.data(), end};
}
}  // namespace franz
