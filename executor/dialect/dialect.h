#pragma once
// A dialect is a way in which models write actions: a reader from a model's text to calls and
// complaints, and the words in which it is answered. A new one is one new file and one row in
// dialect.cpp.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/call_grammar.h"
#include "common/tools/tool_registry.h"
#include "executor/feedback.h"

namespace franz::executor {
// What a model's text asks for.
struct Reading {
  int blocks = 0;                   // places where calls were found; only the first counts
  std::vector<PlacedCall> calls;    // in order, up to the error
  std::optional<CallError> error;   // what ended them early; kind and text only when no block
  bool cut_off = false;             // the error is in what stands at the cut end of the text
  std::optional<std::string> done;  // the model says that it has finished, with these words
};

struct Dialect {
  std::string_view name;
  // `text`: UTF-8 or WTF-8, of any length and any content. Linear time.
  Reading (*read)(std::string_view text, const Toolset& tools);
  std::string (*feedback)(const TurnAccount& account);
};

// Nothing for a name that is no dialect here.
const Dialect* find_dialect(std::string_view name);
}  // namespace franz::executor
