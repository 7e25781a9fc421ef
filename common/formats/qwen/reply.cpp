#include "common/formats/qwen/reply.h"
#include "common/formats/computer_verbs.h"

namespace franz {
Reading read_qwen(const Source& source, const Toolset& tools) {
  return read_computer_calls(
      kComputerVerbs, source, tools,
      "<tool_call>{\"name\":\"computer_use\",\"arguments\":{\"action\":…}}</tool_call>");
}
}  // namespace franz
