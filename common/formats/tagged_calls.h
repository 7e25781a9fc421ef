#pragma once
// Function calls that stand in the text of a reply between <tool_call> and </tool_call>, as JSON or
// as Qwen3.5's XML, and as models write them where they forget a part of that.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/formats/literal.h"

namespace franz {
inline constexpr std::string_view kToolCallOpen = "<tool_call>", kToolCallClose = "</tool_call>";

struct TaggedCall {
  // Without its tags, a function's as name({…}): a model that repeats what it is told of it does
  // not call again.
  std::string written;
  int line = 1;  // where it begins, from 1
  std::string function;
  Literal arguments;
  std::vector<std::string_view> forms;  // codes of qwen/reply.h
  std::string problem;                  // why it could not be read; empty: it could
  bool is_unfinished = false;           // its end is missing: of a cut reply it is a part of one
};

// `text`: decoded, without thoughts. Where no tag stands, functions and objects that can be nothing
// but a call are taken. At most kMaxStatements calls. Linear time.
std::vector<TaggedCall> tagged_calls(std::string_view text);

// The arguments of a call as a server gives them: a JSON object or the text of one. Nothing: they
// are no literals at all. Deviations are added to `forms`.
std::optional<Literal> read_arguments(std::string_view raw, std::vector<std::string_view>& forms);
}  // namespace franz
