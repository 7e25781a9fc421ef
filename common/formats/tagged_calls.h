#pragma once
// Reads function calls in the text of a reply between <tool_call> and </tool_call>, as JSON or as
// Qwen3.5's XML, also if a model omits a part of that.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/formats/literal.h"

namespace franz {
inline constexpr std::string_view kToolCallOpen = "<tool_call>", kToolCallClose = "</tool_call>";

struct TaggedCall {
  // Without its tags, a function as name({…}): a model that repeats this text from its feedback
  // does not make a call.
  std::string written;
  int line = 1;  // where it begins, from 1
  std::string function;
  Literal arguments;
  std::vector<std::string_view> forms;  // codes of qwen/reply.h
  std::string problem;                  // why it could not be read; empty: it was read
  bool is_unfinished = false;           // its end is missing: in a cut reply it may be incomplete
};

// `text`: decoded, without thoughts. Without any tag, functions and objects that can only be calls
// are accepted. Returns at most kMaxStatements calls. Linear time.
std::vector<TaggedCall> tagged_calls(std::string_view text);

// The arguments of a call as a server reports them: a JSON object or its text. Nothing: they are
// not literals. Adds deviations to `forms`.
std::optional<Literal> read_arguments(std::string_view raw, std::vector<std::string_view>& forms);
}  // namespace franz
