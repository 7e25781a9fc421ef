#include "common/formats/function_tags.h"
#include "common/base/ascii.h"

namespace franz {
namespace {
constexpr std::string_view kFunctionOpen = "<function", kFunctionEnd = "</function>";
constexpr std::string_view kParameterOpen = "<parameter", kParameterEnd = "</parameter>";
constexpr std::string_view kAroundTagName = " \t\r\n\"'";

// The name in an opening tag at `at`, <tag=NAME> or <tag name="NAME">, and where the tag ends.
struct FunctionOpenTag {
  std::string_view name;
  std::size_t end = std::string_view::npos;  // npos: there is no >
};

constexpr std::size_t kMaxAttribute = 100;  // bytes before the name

bool begins_tag(std::string_view text, std::size_t at, std::string_view tag) {
  const std::string_view rest = text.substr(at + tag.size(), kMaxAttribute);
  return rest.starts_with('=') || (rest.starts_with(' ') && trimmed(rest).starts_with("name"));
}

std::size_t find_tag(std::string_view text, std::size_t from, std::string_view tag) {
  std::size_t at = text.find(tag, from);
  while (at != text.npos && !begins_tag(text, at, tag)) at = text.find(tag, at + tag.size());
  return at;
}

FunctionOpenTag open_tag(std::string_view text, std::size_t at, std::string_view tag) {
  const std::size_t close = text.find('>', at);
  if (close == text.npos) return {};
  const std::size_t attributes = at + tag.size();
  const std::string_view written = text.substr(attributes, close - attributes);
  const std::size_t equals = written.find('=');
  return {trimmed(equals == written.npos ? written : written.substr(equals + 1), kAroundTagName),
          close + 1};
}

// One newline at each end is the format's own.
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

std::size_t find_function_tag(std::string_view text, std::size_t from) {
  return find_tag(text, from, kFunctionOpen);
}

TaggedFunction read_tagged_function(std::string_view text) {
  TaggedFunction function;
  const FunctionOpenTag open = open_tag(text, 0, kFunctionOpen);
  if (open.end == text.npos) {
    function.problem = "expected > after the function's name";
    return function;
  }
  function.name = open.name;
  text.remove_prefix(open.end);
  const std::size_t end = text.rfind(kFunctionEnd);
  function.unclosed = end == text.npos;
  text = text.substr(0, end);
  std::size_t at = find_tag(text, 0, kParameterOpen);
  if (at == text.npos && trimmed(text).starts_with('{')) function.object = trimmed(text);
  while (at != text.npos) {
    const FunctionOpenTag parameter = open_tag(text, at, kParameterOpen);
    if (parameter.end == text.npos) {
      function.problem = "expected > after a parameter's name";
      return function;
    }
    const std::size_t next = find_tag(text, parameter.end, kParameterOpen);
    const std::string_view body =
        text.substr(parameter.end, next == text.npos ? next : next - parameter.end);
    const std::size_t close = body.rfind(kParameterEnd);
    function.unclosed = function.unclosed || close == body.npos;
    function.parameters.emplace_back(parameter.name, parameter_text(body.substr(0, close)));
    at = next;
  }
  return function;
}
}  // namespace franz
