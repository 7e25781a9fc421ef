#pragma once
// The versions of the Model Context Protocol that we speak, and what each of them has.
// Source: https://modelcontextprotocol.io/specification/2025-11-25/changelog and those before it.
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
};

// The oldest first.
std::span<const ProtocolVersion> all_versions();
const ProtocolVersion& newest_version();
// What is spoken with a client that asks for `name`: that, or the newest where it is none of ours.
const ProtocolVersion& version_for(std::string_view name);
}  // namespace franz::mcp
