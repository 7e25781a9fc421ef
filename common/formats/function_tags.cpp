#include "common/formats/function_tags.h"
#include "common/base/ascii.h"

namespace franz {
static constexpr std::string_view kFunctionEnd = "</function>";
static constexpr std::string_view kParameter = "<parameter=", kParameterEnd = "</parameter>";
static constexpr std::string_view kAroundName = " \t\r\n\"'";

// One newline at each end is the format's own.
static std::string_view parameter_text(std::string_view text) {
  if (text.starts_with("\r\n")) {
    text.remove_prefix(2);
  } else if (text.starts_with('\n')) {
    text.remove_prefix(1);
  }
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

TaggedFunction read_tagged_function(std::string_view text) {
  TaggedFunction function;
  text.remove_prefix(kFunctionTag.size());
  const std::size_t name_end = text.find('>');
  if (name_end == text.npos) {
    function.problem = "expected > behind the function's name";
    return function;
  }
  function.name = trimmed(text.substr(0, name_end), kAroundName);
  text.remove_prefix(name_end + 1);
  const std::size_t end = text.rfind(kFunctionEnd);
  function.unclosed = end == text.npos;
  text = text.substr(0, end);
  for (std::size_t at = text.find(kParameter); at != text.npos;) {
    const std::size_t key = at + kParameter.size();
    const std::size_t key_end = text.find('>', key);
    if (key_end == text.npos) {
      function.problem = "expected > behind a parameter's name";
      return function;
    }
    const std::size_t next = text.find(kParameter, key_end);
    const std::string_view body =
        text.substr(key_end + 1, next == text.npos ? next : next - key_end - 1);
    const std::size_t close = body.rfind(kParameterEnd);
    function.unclosed = function.unclosed || close == body.npos;
    function.parameters.emplace_back(trimmed(text.substr(key, key_end - key), kAroundName),
                                     parameter_text(body.substr(0, close)));
    at = next;
  }
  return function;
}
}  // namespace franz
