#include "common/formats/function_tags.h"
#include <algorithm>
#include "common/base/ascii.h"

namespace franz {
namespace {
constexpr std::string_view kFunctionWords[] = {"function", "invoke"};
constexpr std::string_view kParameterWord = "parameter", kParameterEnd = "</parameter>";
constexpr std::string_view kAroundTagName = " \t\r\n\"'";
constexpr std::size_t kMaxTag = 300;  // bytes

// An opening tag <WORD=NAME> or <WORD name="NAME">, and its end.
struct FunctionOpenTag {
  std::string_view word, name;
  std::size_t end = std::string_view::npos;  // npos: there is no >
};

bool begins_tag(std::string_view text, std::size_t at, std::string_view word) {
  if (text.substr(at, 1) != "<" || text.substr(at + 1, word.size()) != word) return false;
  const std::string_view rest = text.substr(at + 1 + word.size(), kMaxTag);
  return rest.starts_with('=') || (rest.starts_with(' ') && trimmed(rest).starts_with("name"));
}

std::string_view function_word_at(std::string_view text, std::size_t at) {
  for (const std::string_view word : kFunctionWords)
    if (begins_tag(text, at, word)) return word;
  return {};
}

std::size_t find_parameter_tag(std::string_view text, std::size_t from) {
  constexpr std::string_view kOpen = "<parameter";
  std::size_t at = text.find(kOpen, from);
  while (at != text.npos && !begins_tag(text, at, kParameterWord))
    at = text.find(kOpen, at + kOpen.size());
  return at;
}

FunctionOpenTag open_tag(std::string_view text, std::size_t at, std::string_view word) {
  FunctionOpenTag tag{word, {}};
  const std::size_t close = text.find('>', at);
  if (close == text.npos) return tag;
  const std::size_t attributes = at + 1 + word.size();
  std::string_view written = text.substr(attributes, close - attributes);
  written.remove_prefix(std::min(written.find('=') + 1, written.size()));
  written = trimmed(written);
  // Further attributes may follow the quote.
  if (written.starts_with('"') || written.starts_with('\''))
    written = written.substr(0, written.find(written.front(), 1));
  tag.name = trimmed(written, kAroundTagName);
  tag.end = close + 1;
  return tag;
}

// The format itself has one newline at each end.
std::string_view parameter_text(std::string_view text) {
  if (text.starts_with("\r\n")) {
    text.remove_prefix(2);
  } else if (text.starts_with('\n')) {
    text.remove_prefix(1);
  }
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}
}  // namespace

bool begins_function_tag(std::string_view text, std::size_t at) {
  return !function_word_at(text, at).empty();
}

std::size_t find_function_tag(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find('<', from); at != text.npos; at = text.find('<', at + 1))
    if (begins_function_tag(text, at)) return at;
  return text.npos;
}

TaggedFunction read_tagged_function(std::string_view text) {
  TaggedFunction function;
  function.end = text.size();
  const FunctionOpenTag open = open_tag(text, 0, function_word_at(text, 0));
  if (open.end == text.npos) {
    function.problem = "expected > after the function's name";
    return function;
  }
  function.name = open.name;
  const std::string close_tag = "</" + std::string(open.word) + ">";
  std::string_view body = text.substr(open.end);
  const std::size_t body_end = body.rfind(close_tag);
  function.is_closed = body_end != body.npos;
  if (function.is_closed) function.end = open.end + body_end + close_tag.size();
  body = body.substr(0, body_end);
  std::size_t at = find_parameter_tag(body, 0);
  if (at == body.npos && trimmed(body).starts_with('{')) {
    function.object = trimmed(body);
  } else if (!trimmed(body.substr(0, at)).empty()) {
    function.problem = "there is text outside of its parameters";
  }
  while (at != body.npos) {
    const FunctionOpenTag parameter = open_tag(body, at, kParameterWord);
    if (parameter.end == body.npos) {
      function.problem = "expected > after a parameter's name";
      return function;
    }
    const std::size_t next = find_parameter_tag(body, parameter.end);
    const std::string_view value =
        body.substr(parameter.end, next == body.npos ? next : next - parameter.end);
    const std::size_t close = value.rfind(kParameterEnd);
    function.parameters_are_closed = function.parameters_are_closed && close != value.npos;
    if (close != value.npos && !trimmed(value.substr(close + kParameterEnd.size())).empty())
      function.problem = "there is text outside of its parameters";
    function.parameters.emplace_back(parameter.name, parameter_text(value.substr(0, close)));
    at = next;
  }
  return function;
}
}  // namespace franz
