#pragma once
// The configuration with which MCP clients start this server; a table has an entry for each client.
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace franz::mcp {
struct ClientConfig {
  std::string text;   // JSON, or a command line for a terminal; no newline at the end
  std::string place;  // where to put it and what to do then, for people: one sentence or more
};

// How a client starts the server.
struct ServerStart {
  std::vector<std::string> command;  // the absolute path of the server, and its arguments
  // Environment variables: most clients pass only a few of their own, and no DISPLAY.
  std::vector<std::pair<std::string, std::string>> environment = {};
};

// `client`: "claude-desktop", "claude-code", "cursor", "vscode", "lm-studio", "windsurf". Nothing:
// unknown client.
std::optional<ClientConfig> client_config(std::string_view client, const ServerStart& start);

// "claude-desktop, claude-code, …"
std::string client_names();
}  // namespace franz::mcp
