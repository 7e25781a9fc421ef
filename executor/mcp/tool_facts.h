#pragma once
// What a client learns about each tool in addition to vocabulary.cpp, in a table.
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"
#include "executor/mcp/protocol_versions.h"

namespace franz::mcp {
// How a tool is carried out.
enum class ToolKind {
  list,     // lists the windows
  picture,  // the executor takes a picture for the client
  watch,    // takes pictures until one differs
  act,      // sends input
};

struct ToolFacts {
  std::string_view name;  // of its word
  std::string_view title;
  ToolKind kind;
  bool destructive = false;  // for an acting tool: it may do more than add to the existing data
  bool idempotent = false;   // for an acting tool: repeating it has no further effect
  std::string (*result)();   // the schema of its answer
};

// The member `code` of the answer to a call that a time limit ended.
inline constexpr std::string_view kTimedOut = "timed_out";

std::span<const ToolFacts> all_tool_facts();
// Null: unknown name.
const ToolFacts* find_tool_facts(std::string_view name);
const Vocabulary& tool_words();

// Whether its calls contain places on a picture.
bool has_places(const Word& word);

// The list of the enabled words, as tools/list returns it in this version:
//   [{"name":"click","title":"Click","description":"…","inputSchema":{…},"outputSchema":{…},
//     "annotations":{"title":"…","readOnlyHint":false,"destructiveHint":true,
//     "idempotentHint":false,"openWorldHint":true}}]
std::string tool_list(const Toolset& tools, const ProtocolVersion& version);
}  // namespace franz::mcp
