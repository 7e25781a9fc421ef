#pragma once
// The memories: what a model is sent of the turns before, a row each. The orchestrator builds its
// requests from a row, and the proxy holds requests against the same row.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/wire/message.h"
#include "common/wire/reply.h"

namespace franz {
// A turn that is over.
struct Step {
  int turn = 0;
  Reply reply;
};

// The turn that the request is for.
struct Now {
  std::string system, feedback;     // UTF-8
  std::optional<std::string> note;  // the operator's, UTF-8
  std::optional<PictureRef> picture;
};

// Which steps a memory is given.
enum class Need { last_reply, all_steps };

struct Memory {
  std::string_view name;  // as in [agent] memory
  Need need;
  // The messages of a request. `steps`: ascending, by `need` the last one or all of them; none
  // before the first reply. Pure: the same values give the same messages.
  std::vector<Message> (*messages)(std::span<const Step> steps, const Now& now);
};

std::span<const Memory> all_memories();
// Null for a name that is none. The row lives as long as the program.
const Memory* find_memory(std::string_view name);

// Adds a step that is over, and drops those that the memory has no need of any more.
void keep_step(std::vector<Step>& steps, Step step, Need need);
}  // namespace franz
