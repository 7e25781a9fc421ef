#include "common/formats/tagged_calls.h"
#include <algorithm>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/formats/dialect.h"
#include "common/formats/function_tags.h"
#include "common/formats/lenient_object.h"
#include "common/formats/line_counter.h"
#include "common/tools/call_grammar.h"

namespace franz {
namespace {
// Limit for brackets that begin no call, so that a text of nothing but brackets takes linear time.
constexpr std::size_t kMaxTries = 20;

// Typed and final texts are always texts, whatever they look like; keys are also parsed from a
// text.
bool is_text_name(std::string_view key) {
  return key == "text" || key == "content" || key == "message" || key == "value" || key == "answer";
}

Literal parameter_value(std::string_view key, const std::string& value) {
  if (is_text_name(key)) return Literal{value};
  const Result<JsonDocument> json = JsonDocument::read(trimmed(value));
  if (json.ok()) return literal_of(json.value(), JsonDocument::kRoot);
  return Literal{value};
}

// Reads a function's tag at the beginning of `text`.
void read_function(std::string_view text, TaggedCall& call) {
  TaggedFunction function = read_tagged_function(text);
  if (function.unclosed()) call.forms.emplace_back("unclosed_tag");
  call.is_unfinished = function.unclosed();
  call.function = std::move(function.name);
  call.problem = std::move(function.problem);
  if (!function.object.empty()) {
    const std::optional<Literal> object = read_object(function.object, call.forms);
    if (object) call.arguments = *object;
    if (!object) call.problem = "the arguments are not JSON";
    return;
  }
  Literal::Members members;
  for (auto& [key, value] : function.parameters)
    members.push_back({key, parameter_value(key, value)});
  call.arguments.value = std::move(members);
}

void read_json(std::string_view text, TaggedCall& call) {
  const std::optional<Literal> object = read_object(text, call.forms);
  if (!object || object->members() == nullptr) {
    call.problem = R"j(expected {"name":…,"arguments":{…}})j";
    return;
  }
  const Literal* const name = object->find("name");
  const Literal* arguments = object->find("arguments");
  if (arguments == nullptr) arguments = object->find("parameters");
  if (name != nullptr && name->text() != nullptr) call.function = *name->text();
  if (arguments == nullptr) {
    // Only the arguments.
    call.arguments = *object;
  } else if (const std::string* const inner = arguments->text()) {
    const std::optional<Literal> read = read_object(*inner, call.forms);
    if (read) {
      call.arguments = *read;
    } else {
      call.problem = "the arguments are not JSON";
    }
  } else {
    call.arguments = *arguments;
    // Other members also belong to the call and are read or refused with the rest.
    if (auto* const members = std::get_if<Literal::Members>(&call.arguments.value))
      for (const auto& [key, value] : *object->members())
        if (key != "name" && key != "arguments" && key != "id" && key != "type" &&
            object->find(key) != arguments)
          members->push_back({key, value});
  }
}

void read_call(std::string_view inside, TaggedCall& call) {
  inside = trimmed(inside);
  if (inside.starts_with("```")) {
    inside.remove_prefix(std::min(inside.find('\n'), inside.size()));
    inside = trimmed(inside, " \t\r\n`");
  }
  if (begins_function_tag(inside, 0)) {
    call.forms.emplace_back("tool_call_xml");
    read_function(inside, call);
    call.written = call.function + "(" + shown(call.arguments, kMaxWritten) + ")";
  } else {
    call.forms.emplace_back("tool_call_json");
    call.written = inside;
    read_json(inside, call);
    call.is_unfinished = std::ranges::find(call.forms, "unclosed_json") != call.forms.end();
  }
}

// The end of the object at `at`, whose texts may contain the marks; `at` if there is no object.
std::size_t behind_object(std::string_view text, std::size_t at, std::size_t& failures) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n", at);
  if (begin == text.npos || text[begin] != '{') return at;
  if (failures >= kMaxTries) return at;
  const auto read = read_literal(text, begin);
  failures += read ? 0 : 1;
  return read ? read->end : at;
}

std::vector<TaggedCall> between_tags(std::string_view text) {
  std::vector<TaggedCall> calls;
  LineCounter lines(text);
  std::size_t failures = 0;  // unclosed objects
  for (std::size_t at = text.find(kToolCallOpen);
       at != text.npos && calls.size() < kMaxStatements;) {
    const std::size_t inside = at + kToolCallOpen.size();
    const std::size_t next = text.find(kToolCallOpen, behind_object(text, inside, failures));
    const std::string_view piece = text.substr(0, next);
    // The last one before the next call, for the same reason.
    const std::size_t close = piece.substr(inside).rfind(kToolCallClose);
    const std::string_view content = piece.substr(inside, close);
    // A sentence that mentions the tag is not a call.
    if (content.find('{') != content.npos || find_function_tag(content) != content.npos) {
      TaggedCall call;
      call.line = lines.of(at);
      if (close == piece.npos) call.forms.emplace_back("unclosed_tag");
      read_call(content, call);
      calls.push_back(std::move(call));
    }
    at = next;
  }
  return calls;
}

// Whether the text from `begin` to `end` is more than a mention: it begins its line, a colon
// introduces it, or only signs or the next call follow on the line.
bool is_set_off(std::string_view text, std::size_t begin, std::size_t end) {
  const std::size_t before = begin == 0 ? text.npos : text.find_last_not_of(" \t`*", begin - 1);
  if (before == text.npos || text[before] == '\n' || text[before] == ':') return true;
  const std::string_view rest = text.substr(end, text.find('\n', end) - end);
  const std::size_t next = rest.find_first_not_of(" \t\r`.,;)]}\"'*");
  return next == rest.npos || rest[next] == '<' || rest[next] == '{';
}

bool is_call(const Literal& literal) {
  const Literal* const name = literal.find("name");
  const Literal* const arguments = literal.find("arguments");
  const Literal* const action = literal.find("action");
  return (name != nullptr && name->text() != nullptr && arguments != nullptr) ||
         (action != nullptr && action->text() != nullptr);
}

std::vector<TaggedCall> without_tags(std::string_view text) {
  std::vector<TaggedCall> calls;
  LineCounter lines(text);
  for (std::size_t at = find_function_tag(text);
       at != text.npos && calls.size() < kMaxStatements;) {
    const std::size_t next = find_function_tag(text, at + 1);
    const std::string_view piece = text.substr(at, next == text.npos ? next : next - at);
    TaggedCall call;
    call.line = lines.of(at);
    call.forms = {"no_tags"};
    read_call(piece, call);
    calls.push_back(std::move(call));
    at = next;
  }
  if (!calls.empty()) return calls;
  for (std::size_t at = text.find('{'), failures = 0;
       at != text.npos && failures < kMaxTries && calls.size() < kMaxStatements;) {
    TaggedCall call;
    const auto read = read_literal(text, at);
    const std::size_t end = read ? read->end : text.size();
    const std::string_view piece = trimmed(text.substr(at, end - at));
    std::vector<std::string_view> forms{"no_tags", "tool_call_json"};
    const std::optional<Literal> object = read ? read->value : read_object(piece, forms);
    if (object && is_call(*object)) {
      if (is_set_off(text, at, end)) {
        call.line = lines.of(at);
        call.written = piece;
        call.forms = {"no_tags", "tool_call_json"};
        read_json(piece, call);
        call.is_unfinished = !read;
        calls.push_back(std::move(call));
      }
      at = text.find('{', end);
    } else {
      ++failures;
      at = text.find('{', at + 1);
    }
  }
  return calls;
}
}  // namespace

std::vector<TaggedCall> tagged_calls(std::string_view text) {
  std::vector<TaggedCall> calls = between_tags(text);
  return calls.empty() ? without_tags(text) : calls;
}

std::optional<Literal> read_arguments(std::string_view raw, std::vector<std::string_view>& forms) {
  std::string text(raw);
  // Some models quote the object twice.
  for (int level = 0; level < 2 && text.starts_with('"'); ++level) text = decode_json_string(text);
  if (trimmed(text).empty() || trimmed(text) == "null") return Literal{};
  return read_object(text, forms);
}
}  // namespace franz
