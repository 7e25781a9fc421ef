#pragma once
// The supported versions of the Model Context Protocol, and the features of each.
// Source: https://modelcontextprotocol.io/specification/2026-07-28/changelog and those before it.
#include <span>
#include <string_view>

namespace franz::mcp {
struct ProtocolVersion {
  std::string_view name;
  bool batches = false;           // several messages in an array
  bool annotations = false;       // tools declare what they do: read-only, destructive, …
  bool progress_message = false;  // a text with the progress
  bool titles = false;            // names for people
  bool structured = false;        // results as JSON, with a schema
  bool elicitation = false;       // the server can ask the person at the client
  // Without `initialize`: each request names its version and the client's capabilities. A question
  // to the person is the result of the call, which the client repeats with the answer.
  bool stateless = false;
};

// Oldest first.
std::span<const ProtocolVersion> all_versions();
// Null: not supported.
const ProtocolVersion* find_version(std::string_view name);
// The version that `initialize` agrees on with a client that asks for `name`: that version, or the
// newest version with `initialize`.
const ProtocolVersion& version_for(std::string_view name);
}  // namespace franz::mcp
