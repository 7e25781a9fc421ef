#pragma once
// What decides, besides the turns themselves, which messages a request has: as it was used for one
// turn. The orchestrator tells it, the record keeps it, and `verify` builds on nothing else.
//   {"name":"sst","options":{"keep_pictures":1,"keep_thinks":0},"objective":"draw a cat",
//    "turns_left":null}
// and "tools_sha256" where requests have tools; among the options "from_turn" where turns are left
// out, and "in_steps":true.
#include <optional>
#include <string>
#include "common/wire/message_fields.h"

namespace franz {
// What a profile says to its memory; each memory looks at what concerns it.
struct MemoryOptions {
  int keep_pictures = 1;  // of the newest that the messages would have, 0..kMaxKeptParts
  int keep_thinks = 0;    // <think> parts of the newest replies that have one, 0..kMaxKeptParts
  // The first turn that is sent, 1..kMaxTurn; those before it no longer fit the context. The last
  // reply is sent whatever this says. It never falls within a run.
  int from_turn = 1;
  // The oldest pictures and thoughts are not dropped one a turn but several at a time, when there
  // are twice as many as are kept: requests in between begin as the one before, which the server's
  // prompt cache keeps.
  bool in_steps = false;
  friend bool operator==(const MemoryOptions&, const MemoryOptions&) = default;
};
inline constexpr int kMaxKeptParts = 1000;

struct UsedMemory {
  std::string name = "sst";  // a row of all_memories(), or what another version wrote
  MemoryOptions options;
  std::string objective;  // UTF-8; empty: none
  std::optional<int>
      turns_left;  // replies up to [agent] max_steps, this one too; nothing: no limit
  std::string tools_sha256 =
      {};  // of the tools that its requests tell, the JSON list as sent; empty: none
  friend bool operator==(const UsedMemory&, const UsedMemory&) = default;
};

std::string to_json(const UsedMemory& memory);
// Failures are remembered in `fields`.
UsedMemory read_used_memory(MessageFields& fields, const std::string& pointer);
}  // namespace franz
