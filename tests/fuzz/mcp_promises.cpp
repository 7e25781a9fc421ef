#include "tests/fuzz/mcp_promises.h"
#include <algorithm>
#include <vector>
#include "common/base/json.h"
#include "common/base/json_in_text.h"
#include "executor/mcp/mcp_server.h"

namespace franz::mcp {
static std::string broken_by(const std::string& line) {
  if (line.find('\n') != std::string::npos) return "two lines: " + line;
  const Result<JsonDocument> read = JsonDocument::read(line);
  if (!read.ok()) return "no JSON: " + line;
  const JsonDocument& values = read.value();
  const bool batch = values.kind(JsonDocument::kRoot) == JsonDocument::Kind::list;
  const std::vector<JsonDocument::Id> all =
      batch ? values.children(JsonDocument::kRoot) : std::vector{JsonDocument::kRoot};
  if (all.empty()) return "an empty batch";
  for (const JsonDocument::Id each : all) {
    if (values.kind(each) != JsonDocument::Kind::object) return "no message: " + line;
    bool says_version = false;
    for (const JsonDocument::Id member : values.children(each))
      says_version =
          says_version || (values.key(member) == "jsonrpc" && values.bytes(member) == "\"2.0\"");
    if (!says_version) return "no jsonrpc: " + line;
  }
  return "";
}

static std::string broken_by(const ServerStep& step) {
  for (const std::string& line : step.lines)
    if (std::string broken = broken_by(line); !broken.empty()) return broken;
  return "";
}

std::string broken_mcp_promise(std::string_view lines) {
  McpServer server({"1.2", Toolset::all(), "Look first."});
  int last = 0;
  std::vector<int> open;
  while (!lines.empty()) {
    const std::string_view line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(lines.size(), line.size() + 1));
    const ServerStep step = server.take(line);
    if (std::string broken = broken_by(step); !broken.empty()) return broken;
    for (const ToolCall& call : step.calls) {
      if (call.number <= last) return "the numbers of the calls";
      last = call.number;
      if (!object_in(call.arguments)) return "arguments that are no object: " + call.arguments;
      open.push_back(call.number);
    }
    for (const int number : step.cancelled)
      if (std::erase(open, number) != 1) return "a call is cancelled that is not open";
    int question = 0;
    if (server.can_ask(last))
      if (std::string broken = broken_by(server.ask(last, "May it?", question)); !broken.empty())
        return broken;
  }
  for (const int number : open) {
    if (std::string broken = broken_by(server.progress(number, 1, 2, "half")); !broken.empty())
      return broken;
    if (std::string broken = broken_by(server.over(number, {})); !broken.empty()) return broken;
  }
  return "";
}
}  // namespace franz::mcp
