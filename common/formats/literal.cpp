#include "common/formats/literal.h"
#include <algorithm>
#include <charconv>
#include <cmath>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/formats/ascii_characters.h"
#include "common/tools/call_literals.h"

namespace franz {
namespace {

std::optional<double> finite(const std::optional<Argument>& value) {
  if (!value) return std::nullopt;
  double number = 0;
  if (const auto* const integer = std::get_if<Integer>(&*value)) {
    number = static_cast<double>(integer->magnitude) * (integer->negative ? -1 : 1);
  } else if (const auto* const real = std::get_if<double>(&*value)) {
    number = *real;
  }
  if (!std::isfinite(number)) return std::nullopt;
  return number;
}

class LiteralReader {
 public:
  LiteralReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::optional<Literal> value(std::size_t depth = 0) {
    skip_blanks();
    const char first = peek();
    if (depth > kMaxLiteralDepth || first == 0) return std::nullopt;
    if (first == '"' || first == '\'') return strings();
    if (first == '[' || first == '(') return list(depth);
    if (first == '{') return object(depth);
    if (first == '-' || first == '+' || first == '.' || (first >= '0' && first <= '9'))
      return number();
    return word();
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(kAsciiBlanks, at_), text_.size()); }
  std::size_t at() const { return at_; }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool take(char mark) {
    skip_blanks();
    if (peek() != mark) return false;
    ++at_;
    return true;
  }

  std::optional<Literal> number() {
    bool negative = false;
    for (; peek() == '-' || peek() == '+'; ++at_) negative = negative != (peek() == '-');
    const std::size_t begin = at_;
    while (is_name_character(peek()) || peek() == '.' ||
           ((peek() == '-' || peek() == '+') && (text_[at_ - 1] | 0x20) == 'e' && at_ > begin &&
            !text_.substr(begin).starts_with("0x")))
      ++at_;
    std::string_view token = text_.substr(begin, at_ - begin);
    // "500." may be a number at the end of a sentence.
    if (token.empty() || token.front() == '_' || !is_whole_number(token)) return std::nullopt;
    const std::optional<double> read = finite(number_value(token));
    if (!read) return std::nullopt;
    return Literal{negative ? -*read : *read};
  }

  // number_value() expects a token that a tokenizer has checked.
  static bool is_whole_number(std::string_view token) {
    if (token.starts_with("0x") || token.starts_with("0X"))
      return token.size() > 2 &&
             token.substr(2).find_first_not_of("0123456789abcdefABCDEF_") == std::string_view::npos;
    if (token.starts_with("0b") || token.starts_with("0o") || token.starts_with("0B") ||
        token.starts_with("0O"))
      return false;
    std::string digits;
    for (const char c : token)
      if (c != '_') digits += c;
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return end == digits.data() + digits.size() && error != std::errc::invalid_argument;
  }

  std::optional<Literal> word() {
    const std::size_t begin = at_;
    while (is_name_character(peek())) ++at_;
    const std::string_view word = text_.substr(begin, at_ - begin);
    if ((word == "r" || word == "u" || word == "R" || word == "U") &&
        (peek() == '"' || peek() == '\'')) {
      at_ = begin;
      return strings();
    }
    if (word == "true" || word == "True") return Literal{true};
    if (word == "false" || word == "False") return Literal{false};
    if (word == "null" || word == "None") return Literal{};
    return std::nullopt;
  }

  std::optional<Literal> strings() {
    std::string joined;
    for (bool first = true;; first = false) {
      const std::size_t begin = at_;
      if (!first) skip_blanks();
      const std::size_t start = at_;
      if (is_name_character(peek())) ++at_;
      if (peek() != '"' && peek() != '\'') {
        at_ = begin;
        if (first) return std::nullopt;
        return Literal{std::move(joined)};
      }
      const std::size_t end = string_end();
      if (end == std::string_view::npos) return std::nullopt;
      const std::string_view token = text_.substr(start, end - start);
      const char prefix = ascii_lower(token.front());
      if (prefix != '"' && prefix != '\'' && prefix != 'r' && prefix != 'u') return std::nullopt;
      if (!append_string_value(token, Surrogates::kept, joined)) return std::nullopt;
      at_ = end;
    }
  }

  // The end of the string whose opening quote is at at_. Strings may contain raw line ends, which
  // models forget to escape in JSON.
  std::size_t string_end() const {
    const char quote = text_[at_];
    const bool triple = text_.substr(at_).starts_with(std::string(3, quote));
    for (std::size_t i = at_ + (triple ? 3 : 1); i < text_.size(); ++i) {
      if (text_[i] == '\\') {
        ++i;
      } else if (text_[i] == quote) {
        if (!triple) return i + 1;
        if (text_.substr(i).starts_with(std::string(3, quote))) return i + 3;
      }
    }
    return std::string_view::npos;
  }

  std::optional<Literal> list(std::size_t depth) {
    const bool round = peek() == '(';
    const char closing = round ? ')' : ']';
    ++at_;
    Literal::List items;
    bool comma = false;
    while (!take(closing)) {
      if (!items.empty() && !comma) return std::nullopt;
      std::optional<Literal> item = value(depth + 1);
      if (!item) return std::nullopt;
      items.push_back(*std::move(item));
      comma = take(',');
    }
    if (round && items.size() == 1 && !comma) return std::move(items.front());
    return Literal{std::move(items)};
  }

  std::optional<Literal> object(std::size_t depth) {
    ++at_;
    Literal::Members members;
    bool comma = true;
    while (!take('}')) {
      if (!comma) return std::nullopt;
      skip_blanks();
      const std::optional<Literal> key = peek() == '"' || peek() == '\'' ? strings() : std::nullopt;
      if (!key || !take(':')) return std::nullopt;
      std::optional<Literal> item = value(depth + 1);
      if (!item) return std::nullopt;
      members.push_back({*key->text(), *std::move(item)});
      comma = take(',');
    }
    return Literal{std::move(members)};
  }

  std::string_view text_;
  std::size_t at_;
};

void append_shown(const Literal& literal, std::size_t max_bytes, std::string& json) {
  if (json.size() > max_bytes) return;
  if (literal.is_null()) {
    json += "null";
  } else if (const bool* const truth = std::get_if<bool>(&literal.value)) {
    json += *truth ? "true" : "false";
  } else if (const double* const number = std::get_if<double>(&literal.value)) {
    json += json_number(*number);
  } else if (const std::string* const text = literal.text()) {
    json += quote_json(cut_text(*text, max_bytes));
  } else if (const Literal::List* const list = literal.list()) {
    json += '[';
    for (std::size_t i = 0; i < list->size() && json.size() <= max_bytes; ++i) {
      if (i > 0) json += ',';
      append_shown((*list)[i], max_bytes, json);
    }
    json += ']';
  } else if (const Literal::Members* const members = literal.members()) {
    json += '{';
    for (std::size_t i = 0; i < members->size() && json.size() <= max_bytes; ++i) {
      if (i > 0) json += ',';
      json += quote_json(cut_text((*members)[i].first, max_bytes)) + ":";
      append_shown((*members)[i].second, max_bytes, json);
    }
    json += '}';
  }
}
}  // namespace

std::optional<double> Literal::number() const {
  if (const double* const number = std::get_if<double>(&value)) return *number;
  const std::string* const written = text();
  if (written == nullptr) return std::nullopt;
  const std::optional<Literal> read = whole_literal(*written);
  if (!read) return std::nullopt;
  const double* const number = std::get_if<double>(&read->value);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

const Literal* Literal::find(std::string_view key) const {
  const Members* const all = members();
  if (all == nullptr) return nullptr;
  const auto found =
      std::ranges::find(all->rbegin(), all->rend(), key, &Members::value_type::first);
  if (found == all->rend() || found->second.is_null()) return nullptr;
  return &found->second;
}

const std::string* member_text(const Literal& object, std::string_view key) {
  const Literal* const found = object.find(key);
  return found == nullptr ? nullptr : found->text();
}

Literal literal_of(const JsonDocument& values, JsonDocument::Id id) {
  switch (values.kind(id)) {
    case JsonDocument::Kind::null: return {};
    case JsonDocument::Kind::boolean: return Literal{values.bytes(id) == "true"};
    case JsonDocument::Kind::number: return Literal{values.number(id).value_or(0)};
    case JsonDocument::Kind::text: return Literal{values.text(id)};
    case JsonDocument::Kind::list: {
      Literal::List list;
      for (const JsonDocument::Id each : values.children(id))
        list.push_back(literal_of(values, each));
      return Literal{std::move(list)};
    }
    case JsonDocument::Kind::object: {
      Literal::Members members;
      for (const JsonDocument::Id each : values.children(id))
        members.push_back({std::string(values.key(each)), literal_of(values, each)});
      return Literal{std::move(members)};
    }
  }
  return {};
}

std::optional<LiteralRead> read_literal(std::string_view text, std::size_t at) {
  LiteralReader reader(text, at);
  std::optional<Literal> value = reader.value();
  if (!value) return std::nullopt;
  return LiteralRead{*std::move(value), reader.at()};
}

std::optional<Literal> whole_literal(std::string_view text) {
  LiteralReader reader(text, 0);
  std::optional<Literal> value = reader.value();
  reader.skip_blanks();
  if (!value || reader.at() != text.size()) return std::nullopt;
  return value;
}

std::string shown(const Literal& literal, std::size_t max_bytes) {
  std::string json;
  append_shown(literal, max_bytes, json);
  return cut_text(to_valid_utf8(json), max_bytes);
}
}  // namespace franz
