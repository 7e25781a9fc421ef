#include "common/formats/call_payload.h"
#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/formats/ascii_characters.h"
#include "common/formats/function_tags.h"
#include "common/formats/lenient_object.h"
#include "common/formats/literal_call.h"

namespace franz {
namespace {
constexpr std::size_t kMaxCallHeader = 300;  // bytes between a name and its object
constexpr std::size_t kMaxTextCalls = 1000;
constexpr std::string_view kBackticks = "```";
constexpr std::array<std::string_view, 7> kNameKeys{
    "name", "tool", "tool_name", "function", "function_name", "action", "recipient_name"};
constexpr std::array<std::string_view, 8> kArgumentKeys{
    "arguments", "parameters", "args", "input", "tool_input", "action_input", "params", "kwargs"};
constexpr std::array<std::string_view, 4> kWrapperKeys{"function", "function_call", "tool_call",
                                                       "tool_calls"};

// Appends the complete value; a text with half a surrogate pair keeps it.
void append_json(const Literal& literal, std::string& json) {
  if (const std::string* const text = literal.text()) {
    json += quote_json(*text);
  } else if (const Literal::List* const list = literal.list()) {
    json += '[';
    for (const Literal& each : *list) {
      if (json.back() != '[') json += ',';
      append_json(each, json);
    }
    json += ']';
  } else if (const Literal::Members* const members = literal.members()) {
    json += '{';
    for (const auto& [key, value] : *members) {
      if (json.back() != '{') json += ',';
      json += quote_json(key) + ":";
      append_json(value, json);
    }
    json += '}';
  } else {
    json += shown(literal);
  }
}

std::string json_of(const Literal& literal) {
  std::string json;
  append_json(literal, json);
  return json;
}

std::size_t after_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kAsciiBlanks, at), text.size());
}

char character_at(std::string_view text, std::size_t at) {
  return at < text.size() ? text[at] : '\0';
}

// "functions.click_element:0" is "click_element".
std::string plain_function_name(std::string_view name, const Vocabulary& vocabulary) {
  const std::size_t colon = name.rfind(':');
  if (colon != name.npos && name.find_first_not_of("0123456789", colon + 1) == name.npos)
    name = name.substr(0, colon);
  const std::string_view last = name.substr(name.rfind('.') + 1);
  if (name.starts_with("functions.") || word_named(vocabulary, last) != nullptr) name = last;
  return std::string(name);
}

// Characters of names, including modules and numbers.
bool is_function_character(char c) { return is_name_character(c) || c == '.' || c == '-'; }

std::string_view function_name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_function_character(text[end])) ++end;
  return text.substr(at, end - at);
}

// The object or list that begins at `at`. JSON is tried before Python literals, because their
// escapes differ.
std::optional<LiteralRead> read_container(std::string_view text, std::size_t at) {
  std::optional<LiteralRead> read = read_literal(text, at);
  if (!read) return std::nullopt;
  const Result<JsonDocument> json = JsonDocument::read(text.substr(at, read->end - at));
  if (json.ok()) read->value = literal_of(json.value(), JsonDocument::kRoot);
  return read;
}

// Whether a value without a name may belong to that parameter.
bool fits(const Literal& value, WordType type) {
  if (type == WordType::box) return value.list() != nullptr;
  if (type == WordType::integer) return value.number().has_value();
  return value.text() != nullptr;
}

// ---- objects

// The object in a member, either directly or as a text.
std::optional<Literal> object_in(const Literal& value) {
  if (value.members() != nullptr) return value;
  std::optional<Literal> inner = value;
  // Some models quote the object twice.
  for (int level = 0; level < 2 && inner && inner->text() != nullptr; ++level) {
    const std::string text = *inner->text();
    if (trimmed(text).empty()) return Literal{Literal::Members{}};
    std::vector<std::string_view> forms;
    inner = read_object(text, forms);
  }
  return inner && inner->members() != nullptr ? inner : std::nullopt;
}

const Literal* arguments_of(const Literal& object) {
  for (const std::string_view key : kArgumentKeys)
    if (const Literal* const found = object.find(key)) return found;
  return nullptr;
}

// All members except the name and those that mark this as a call.
Literal other_members(const Literal& object, std::string_view name_key) {
  Literal::Members others;
  for (const LiteralMember& each : *object.members())
    if (each.first != name_key && each.first != "type" && each.first != "id")
      others.push_back(each);
  return Literal{std::move(others)};
}

std::optional<NamedCall> call_of_object(const Literal& object, const Vocabulary& vocabulary) {
  for (const std::string_view key : kNameKeys) {
    const std::string* const written = member_text(object, key);
    if (written == nullptr) continue;
    NamedCall call{plain_function_name(*written, vocabulary), ""};
    const bool known = word_named(vocabulary, call.name) != nullptr;
    const Literal* const given = arguments_of(object);
    const std::optional<Literal> arguments = given == nullptr ? std::nullopt : object_in(*given);
    if (!known && !arguments) continue;
    if (arguments) {
      call.arguments = json_of(*arguments);
    } else if (given == nullptr && !std::ranges::any_of(kArgumentKeys, [&](std::string_view each) {
                 return std::ranges::find(*object.members(), each, &LiteralMember::first) !=
                        object.members()->end();
               })) {
      call.arguments = json_of(other_members(object, key));
    } else if (given == nullptr) {
      call.arguments = "{}";  // they are null
    }
    return call;
  }
  const Literal::Members* const members = object.members();
  if (members == nullptr || members->size() != 1) return std::nullopt;
  const auto& [name, value] = members->front();
  if (value.members() == nullptr || word_named(vocabulary, name) == nullptr) return std::nullopt;
  return NamedCall{name, json_of(value)};
}

// Reads a call, an object that wraps calls, or a list of calls. Empty: none of these.
std::vector<NamedCall> calls_of_literal(const Literal& literal, const Vocabulary& vocabulary,
                                        int depth = 0) {
  if (const Literal::List* const list = literal.list()) {
    std::vector<NamedCall> calls;
    for (const Literal& each : *list) {
      std::vector<NamedCall> made;
      if (depth < 2) made = calls_of_literal(each, vocabulary, depth + 1);
      if (made.empty() || calls.size() + made.size() > kMaxTextCalls) return {};
      std::ranges::move(made, std::back_inserter(calls));
    }
    return calls;
  }
  if (literal.members() == nullptr) return {};
  if (depth < 2) {
    for (const std::string_view key : kWrapperKeys) {
      const Literal* const inside = literal.find(key);
      if (inside == nullptr || (inside->members() == nullptr && inside->list() == nullptr))
        continue;
      std::vector<NamedCall> calls = calls_of_literal(*inside, vocabulary, depth + 1);
      if (!calls.empty()) return calls;
    }
  }
  if (std::optional<NamedCall> call = call_of_object(literal, vocabulary))
    return {*std::move(call)};
  return {};
}

// ---- Gemma's objects

// {key:<|"|>text<|"|>,box:[500,300]}. A text without these tokens ends before ",key:" or the
// bracket.
class LooseObject {
 public:
  LooseObject(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  std::optional<LiteralRead> read() {
    std::optional<Literal> value = object(0);
    if (!value) return std::nullopt;
    return LiteralRead{*std::move(value), at_};
  }

 private:
  static constexpr std::string_view kQuote = "<|\"|>";

  bool take(std::string_view mark) {
    at_ = after_blanks(text_, at_);
    if (!text_.substr(at_).starts_with(mark)) return false;
    at_ += mark.size();
    return true;
  }

  std::optional<std::string> quoted() {
    if (!take(kQuote)) return std::nullopt;
    const std::size_t end = text_.find(kQuote, at_);
    if (end == text_.npos) return std::nullopt;
    std::string value(text_.substr(at_, end - at_));
    at_ = end + kQuote.size();
    return value;
  }

  std::optional<std::string> key() {
    if (std::optional<std::string> value = quoted()) return value;
    at_ = after_blanks(text_, at_);
    if (character_at(text_, at_) == '"') {
      const std::optional<LiteralRead> read = read_literal(text_, at_);
      if (!read || read->value.text() == nullptr) return std::nullopt;
      at_ = read->end;
      return *read->value.text();
    }
    const std::string_view name = dotted_name(text_, at_);
    if (name.empty()) return std::nullopt;
    at_ += name.size();
    return std::string(name);
  }

  // Whether a member begins at `at`, after a comma.
  bool is_member(std::size_t at) const {
    at = after_blanks(text_, at);
    const std::string_view name = dotted_name(text_, at);
    return !name.empty() && character_at(text_, after_blanks(text_, at + name.size())) == ':';
  }

  Literal bare(bool in_list) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '}' && text_[at_] != '\n' &&
           !(in_list && (text_[at_] == ']' || text_[at_] == ',')) &&
           !(text_[at_] == ',' && is_member(at_ + 1)))
      ++at_;
    const std::string_view token = trimmed(text_.substr(begin, at_ - begin));
    if (std::optional<Literal> value = whole_literal(token)) return *std::move(value);
    return Literal{std::string(token)};
  }

  std::optional<Literal> value(std::size_t depth, bool in_list) {
    if (depth > kMaxLiteralDepth) return std::nullopt;
    at_ = after_blanks(text_, at_);
    if (text_.substr(at_).starts_with(kQuote)) {
      std::optional<std::string> text = quoted();
      if (!text) return std::nullopt;
      return Literal{*std::move(text)};
    }
    if (character_at(text_, at_) == '{') return object(depth + 1);
    if (character_at(text_, at_) == '[') return list(depth + 1);
    if (character_at(text_, at_) == '"') {
      // An unterminated text makes the object invalid: do not search again at each member.
      std::optional<LiteralRead> read = read_literal(text_, at_);
      if (!read) return std::nullopt;
      at_ = read->end;
      return std::move(read->value);
    }
    return bare(in_list);
  }

  std::optional<Literal> list(std::size_t depth) {
    ++at_;
    Literal::List items;
    while (!take("]")) {
      if (at_ == text_.size() || (!items.empty() && !take(","))) return std::nullopt;
      std::optional<Literal> item = value(depth, true);
      if (!item) return std::nullopt;
      items.push_back(*std::move(item));
    }
    return Literal{std::move(items)};
  }

  std::optional<Literal> object(std::size_t depth) {
    if (depth > kMaxLiteralDepth || !take("{")) return std::nullopt;
    Literal::Members members;
    while (!take("}")) {
      if (!members.empty() && !take(",")) return std::nullopt;
      std::optional<std::string> name = key();
      if (!name || !take(":")) return std::nullopt;
      std::optional<Literal> item = value(depth, false);
      if (!item) return std::nullopt;
      members.push_back({*std::move(name), *std::move(item)});
    }
    return Literal{std::move(members)};
  }

  std::string_view text_;
  std::size_t at_;
};

// ---- tags

// The JSON of a value between tags.
std::string value_json(const Word* word, std::string_view key, std::string_view value) {
  bool is_text = false;
  if (word != nullptr)
    for (const WordParameter& each : word->parameters)
      if (each.name == key)
        is_text = each.type == WordType::text || each.type == WordType::label ||
                  each.type == WordType::key || each.type == WordType::choice;
  const std::string_view json = trimmed(value);
  if (!is_text && JsonDocument::read(json).ok()) return std::string(json);
  return quote_json(value);
}

class ArgumentsJson {
 public:
  explicit ArgumentsJson(const Word* word) : word_(word) {}
  void add(std::string_view key, std::string_view value) {
    json_ += (json_.empty() ? "" : ",") + quote_json(key) + ":" + value_json(word_, key, value);
  }
  std::string take() const { return "{" + json_ + "}"; }

 private:
  const Word* word_;
  std::string json_;
};

PayloadRead read_key_value_call(std::string_view text, std::size_t at,
                                const Vocabulary& vocabulary) {
  constexpr std::string_view kKey = "<arg_key>", kKeyEnd = "</arg_key>", kValue = "<arg_value>",
                             kValueEnd = "</arg_value>";
  const std::string_view written = function_name_at(text, at);
  NamedCall call{plain_function_name(written, vocabulary), ""};
  const Word* const word = word_named(vocabulary, call.name);
  std::size_t next = after_blanks(text, at + written.size());
  const bool has_arguments = text.substr(next).starts_with(kKey);
  const bool is_over = word != nullptr && text.substr(next).starts_with("</");
  if (written.empty() || (!has_arguments && !is_over)) return {{}, at};
  ArgumentsJson arguments(word);
  while (text.substr(next).starts_with(kKey)) {
    const std::size_t key = next + kKey.size();
    const std::size_t key_end = text.find(kKeyEnd, key);
    if (key_end == text.npos) return {{std::move(call)}, text.size()};
    const std::size_t value_tag = after_blanks(text, key_end + kKeyEnd.size());
    const std::size_t value = value_tag + kValue.size();
    const std::size_t value_end =
        text.substr(value_tag).starts_with(kValue) ? text.find(kValueEnd, value) : text.npos;
    if (value_end == text.npos) return {{std::move(call)}, text.size()};
    arguments.add(trimmed(text.substr(key, key_end - key)), text.substr(value, value_end - value));
    next = after_blanks(text, value_end + kValueEnd.size());
  }
  call.arguments = arguments.take();
  return {{std::move(call)}, next};
}

// Skips blanks and the opening line of a fence.
std::size_t after_fence(std::string_view text, std::size_t at) {
  at = after_blanks(text, at);
  if (!text.substr(at).starts_with(kBackticks)) return at;
  const std::size_t line = text.find('\n', at);
  return line == text.npos ? at : after_blanks(text, line);
}
}  // namespace

const Word* word_named(const Vocabulary& vocabulary, std::string_view name) {
  const auto word = std::ranges::find_if(vocabulary.words, [&](const Word& each) {
    return each.name == name || (!name.empty() && each.alias == name);
  });
  return word == vocabulary.words.end() ? nullptr : &*word;
}

PayloadRead read_call_object(std::string_view text, std::size_t at, const Vocabulary& vocabulary) {
  const std::size_t begin = after_blanks(text, at);
  const char first = character_at(text, begin);
  if (first != '{' && first != '[') return {{}, at};
  if (const std::optional<LiteralRead> read = read_container(text, begin))
    return {calls_of_literal(read->value, vocabulary), read->end};
  std::vector<std::string_view> forms;
  const std::optional<Literal> unclosed = read_object(text.substr(begin), forms);
  if (!unclosed) return {{}, at};
  std::vector<NamedCall> calls = calls_of_literal(*unclosed, vocabulary);
  return {std::move(calls), text.size()};
}

PayloadRead read_bracket_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary) {
  const std::size_t begin = after_blanks(text, at);
  const std::string_view written = dotted_name(text, begin);
  const std::size_t open = after_blanks(text, begin + written.size());
  if (written.empty() || character_at(text, open) != '(') return {{}, at};
  NamedCall call{plain_function_name(written, vocabulary), ""};
  const Word* const word = word_named(vocabulary, call.name);
  const std::size_t inside = after_blanks(text, open + 1);
  if (character_at(text, inside) == '{')
    if (const std::optional<LiteralRead> read = read_container(text, inside)) {
      const std::size_t close = after_blanks(text, read->end);
      if (character_at(text, close) == ')' && read->value.members() != nullptr) {
        call.arguments = json_of(read->value);
        return {{std::move(call)}, close + 1};
      }
    }
  const std::optional<LiteralCall> read = read_literal_call(text, begin);
  if (!read && word == nullptr) return {{}, at};
  if (!read) return {{std::move(call)}, std::min(text.find('\n', begin), text.size())};
  Literal::Members members = *read->named.members();
  const std::size_t places = word == nullptr ? 0 : word->parameters.size();
  bool readable = read->positional.size() <= places;
  for (std::size_t i = 0; readable && i < read->positional.size(); ++i) {
    readable = fits(read->positional[i], word->parameters[i].type);
    members.push_back({std::string(word->parameters[i].name), read->positional[i]});
  }
  if (readable) call.arguments = json_of(Literal{std::move(members)});
  return {{std::move(call)}, read->end};
}

PayloadRead read_brace_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary) {
  constexpr std::string_view kArgs = "[ARGS]";
  const std::size_t begin = after_blanks(text, at);
  const std::string_view written = function_name_at(text, begin);
  std::size_t object = after_blanks(text, begin + written.size());
  if (text.substr(object).starts_with(kArgs)) object = after_blanks(text, object + kArgs.size());
  if (written.empty() || character_at(text, object) != '{') return {{}, at};
  std::optional<LiteralRead> read = read_container(text, object);
  if (!read) read = LooseObject(text, object).read();
  NamedCall call{plain_function_name(written, vocabulary), ""};
  if (!read) {
    if (word_named(vocabulary, call.name) == nullptr) return {{}, at};
    return {{std::move(call)}, std::min(text.find('\n', object), text.size())};
  }
  call.arguments = json_of(read->value);
  return {{std::move(call)}, read->end};
}

PayloadRead read_named_object(std::string_view name, std::string_view text, std::size_t at,
                              const Vocabulary& vocabulary) {
  NamedCall call{plain_function_name(name, vocabulary), ""};
  const std::optional<LiteralRead> read = read_container(text, at);
  if (read && read->value.members() != nullptr) call.arguments = json_of(read->value);
  return {{std::move(call)}, read ? read->end : std::min(at + 1, text.size())};
}

PayloadRead read_tag_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary) {
  const std::size_t begin = after_blanks(text, at);
  if (!begins_function_tag(text, begin)) return {{}, at};
  // The function extends to the next one; its end is the last closing mark before that.
  const std::size_t next = find_function_tag(text, begin + 1);
  const TaggedFunction function =
      read_tagged_function(text.substr(begin, next == text.npos ? next : next - begin));
  if (!function.problem.empty() ||
      function_name_at(function.name, 0).size() != function.name.size() || function.name.empty())
    return {{}, at};
  NamedCall call{plain_function_name(function.name, vocabulary), ""};
  if (!function.object.empty()) {
    if (const auto read = read_container(function.object, 0)) call.arguments = json_of(read->value);
  } else if (function.parameters.empty()) {
    if (!function.is_closed) return {{}, at};
    call.arguments = "{}";
  } else if (function.is_closed || function.parameters_are_closed) {
    ArgumentsJson arguments(word_named(vocabulary, call.name));
    for (const auto& [key, value] : function.parameters) arguments.add(key, value);
    call.arguments = arguments.take();
  }
  return {{std::move(call)}, begin + function.end};
}

PayloadRead read_token_call(std::string_view text, std::size_t at, const Vocabulary& vocabulary) {
  constexpr std::array<std::string_view, 6> kNoNames{"function", "json",       "assistant",
                                                     "code",     "commentary", "to"};
  std::string_view name;
  std::size_t i = at;
  bool is_over = false;
  for (const std::size_t limit = std::min(text.size(), at + kMaxCallHeader);
       i < limit && !is_over;) {
    if (text[i] == '{') break;
    if (text[i] == '<') {
      const std::size_t close = text.substr(0, limit).find('>', i);
      if (close == text.npos) return {{}, at};
      const std::string_view token = text.substr(i, close + 1 - i);
      is_over = token.find("end") != token.npos || token == "<|call|>";
      i = close + 1;
      continue;
    }
    std::string_view word = function_name_at(text, i);
    if (word.empty()) {
      ++i;
      continue;
    }
    i += word.size();
    if (name.empty() && std::ranges::find(kNoNames, word) == kNoNames.end()) name = word;
  }
  if (name.empty()) return {{}, at};
  if (character_at(text, i) == '{' && !is_over) return read_named_object(name, text, i, vocabulary);
  return {{{plain_function_name(name, vocabulary), is_over ? "{}" : ""}}, i};
}

PayloadRead read_payload(std::string_view text, std::size_t at, const Vocabulary& vocabulary) {
  constexpr std::string_view kCallColon = "call:";
  std::size_t begin = after_fence(text, at);
  const char first = character_at(text, begin);
  const auto or_nothing = [at](PayloadRead read, std::size_t from) {
    if (read.calls.empty() && read.end == from) read.end = at;
    return read;
  };
  if (first == '<') return or_nothing(read_tag_call(text, begin, vocabulary), begin);
  if (first == '{') return or_nothing(read_call_object(text, begin, vocabulary), begin);
  if (first == '[') {
    // A list of calls, or Llama's [NAME(key=value)].
    PayloadRead read = read_call_object(text, begin, vocabulary);
    if (!read.calls.empty()) return read;
    begin = after_blanks(text, begin + 1);
  }
  if (text.substr(begin).starts_with(kCallColon)) begin += kCallColon.size();
  for (auto* const reader : {read_bracket_call, read_brace_call, read_key_value_call}) {
    PayloadRead read = reader(text, begin, vocabulary);
    if (!read.calls.empty()) return read;
  }
  return {{}, at};
}

bool begins_payload(std::string_view text, std::size_t at) {
  const std::size_t begin = after_fence(text, at);
  const std::size_t second = after_blanks(text, begin + 1);
  return character_at(text, begin) == '{' ||
         (character_at(text, begin) == '[' && character_at(text, second) == '{') ||
         text.substr(begin).starts_with("<function");
}
}  // namespace franz
