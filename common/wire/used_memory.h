#pragma once
// Everything besides the turns themselves that determines the messages of a request, as used for
// one turn. The orchestrator reports it, the record stores it, and `verify` relies on nothing else.
//   {"name":"sst","options":{"keep_pictures":1,"keep_thinks":0},"objective":"draw a cat",
//    "turns_left":null}
// and "tools_sha256" if requests have tools; the options also contain "from_turn" if turns are
// omitted, and "in_steps":true.
#include <optional>
#include <string>
#include "common/wire/message_fields.h"

namespace franz {
// A profile's options for its memory; each memory uses those that apply to it.
struct MemoryOptions {
  int keep_pictures = 1;  // number of newest pictures, 0..kMaxKeptParts
  int keep_thinks = 0;    // number of <think> parts of the newest replies, 0..kMaxKeptParts
  // The first turn that is sent, 1..kMaxTurn; earlier turns no longer fit the context. The last
  // reply is always sent. It never decreases within a run.
  int from_turn = 1;
  // Drops the oldest pictures and thoughts several at a time, when there are twice as many as are
  // kept, instead of one each turn. In between, each request begins like the one before, which the
  // server's prompt cache can use.
  bool in_steps = false;
  friend bool operator==(const MemoryOptions&, const MemoryOptions&) = default;
};
inline constexpr int kMaxKeptParts = 1000;

struct UsedMemory {
  std::string name = "sst";  // an entry of all_memories(), or what another version wrote
  MemoryOptions options;
  std::string objective;  // UTF-8; empty: none
  // Remaining replies up to [agent] max_steps, including this one; nothing: no limit.
  std::optional<int> turns_left;
  std::string tools_sha256 = {};  // of the JSON list of tools as sent; empty: none
  friend bool operator==(const UsedMemory&, const UsedMemory&) = default;
};

std::string to_json(const UsedMemory& memory);
// `fields` remembers failures.
UsedMemory read_used_memory(MessageFields& fields, const std::string& pointer);
}  // namespace franz
