#pragma once
// What a client is told of each tool besides the words of vocabulary.cpp: a row a tool.
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/tools/vocabulary.h"
#include "executor/mcp/protocol_versions.h"

namespace franz::mcp {
// How a tool is carried out.
enum class ToolKind {
  list,     // the windows are listed
  picture,  // the executor takes a picture that the client is sent
  watch,    // it takes pictures until one differs
  act,      // it sends input
};

struct ToolFacts {
  std::string_view name;  // of its word
  std::string_view title;
  ToolKind kind;
  bool destructive = false;  // of one that acts: it may do more than add to what is there
  bool idempotent = false;   // likewise: done twice is done once
  std::string (*result)();   // the schema of what it answers
};

// The member `code` of an answer to a call that a time limit ended.
inline constexpr std::string_view kTimedOut = "timed_out";

std::span<const ToolFacts> all_tool_facts();
// Null for a name that is none.
const ToolFacts* find_tool_facts(std::string_view name);
const Vocabulary& tool_words();

// Whether its calls have places on a picture.
bool has_places(const Word& word);

// The list of the words that are on, as tools/list answers it in this version:
//   [{"name":"click","title":"Click","description":"…","inputSchema":{…},"outputSchema":{…},
//     "annotations":{"title":"…","readOnlyHint":false,"destructiveHint":true,
//     "idempotentHint":false,"openWorldHint":true}}]
std::string tool_list(const Toolset& tools, const ProtocolVersion& version);
}  // namespace franz::mcp
