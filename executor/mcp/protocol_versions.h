#pragma once
// The versions of the Model Context Protocol that we speak, and what each of them has.
// Source: https://modelcontextprotocol.io/specification/2026-07-28/changelog and those before it.
#include <span>
#include <string_view>

namespace franz::mcp {
struct ProtocolVersion {
  std::string_view name;
  bool batches = false;           // several messages in an array
  bool annotations = false;       // what a tool does: read-only, destructive, …
  bool progress_message = false;  // words beside the number
  bool titles = false;            // names for people
  bool structured = false;        // results as JSON, with their schema
  bool elicitation = false;       // the person at the client can be asked
  // There is no `initialize`: each request names its version and what its client can do, and a
  // question to the person is the result of the call, which the client sends again with the answer.
  bool stateless = false;
};

// The oldest first.
std::span<const ProtocolVersion> all_versions();
// Null: it is none of ours.
const ProtocolVersion* find_version(std::string_view name);
// What `initialize` agrees on with a client that asks for `name`: that version, or the newest that
// has `initialize`.
const ProtocolVersion& version_for(std::string_view name);
}  // namespace franz::mcp
