#include "executor/mcp/client_config.h"
#include <gtest/gtest.h>

namespace franz::mcp {
namespace {
const ServerStart kStart{
    {"/opt/my franz/mcp_server", "--private", "--program", "zenity --entry '--text=Your name'"}};

const char* const kInMcpServers = R"({
  "mcpServers": {
    "franz": {
      "command": "/opt/my franz/mcp_server",
      "args": [
        "--private",
        "--program",
        "zenity --entry '--text=Your name'"
      ]
    }
  }
})";

const char* const kInServers = R"({
  "servers": {
    "franz": {
      "type": "stdio",
      "command": "/opt/my franz/mcp_server",
      "args": [
        "--private",
        "--program",
        "zenity --entry '--text=Your name'"
      ]
    }
  }
})";

const char* const kAddCommand =
    "claude mcp add --transport stdio --scope user franz -- '/opt/my franz/mcp_server' --private "
    R"(--program 'zenity --entry '\''--text=Your name'\''')";

TEST(ClientConfig, HasTheFormatOfEachClient) {
  const struct {
    const char *client, *text, *file;
  } cases[] = {
      {"claude-desktop", kInMcpServers, "claude_desktop_config.json"},
      {"claude-code", kAddCommand, "terminal"},
      {"cursor", kInMcpServers, "~/.cursor/mcp.json"},
      {"vscode", kInServers, ".vscode/mcp.json"},
      {"lm-studio", kInMcpServers, "~/.lmstudio/mcp.json"},
      {"windsurf", kInMcpServers, "~/.codeium/windsurf/mcp_config.json"},
  };
  std::string names;
  for (const auto& [client, text, file] : cases) {
    const std::optional<ClientConfig> config = client_config(client, kStart);
    ASSERT_TRUE(config) << client;
    EXPECT_EQ(config->text, text) << client;
    EXPECT_NE(config->place.find(file), std::string::npos) << config->place;
    names += (names.empty() ? "" : ", ") + std::string(client);
  }
  EXPECT_EQ(client_names(), names);
}

TEST(ClientConfig, HasTheVariablesThatTheServerNeeds) {
  const ServerStart start{{"/x"}, {{"DISPLAY", ":0"}, {"XAUTHORITY", "/a b"}}};
  EXPECT_EQ(client_config("cursor", start)->text, R"({
  "mcpServers": {
    "franz": {
      "command": "/x",
      "args": [],
      "env": {
        "DISPLAY": ":0",
        "XAUTHORITY": "/a b"
      }
    }
  }
})");
  EXPECT_EQ(
      client_config("claude-code", start)->text,
      "claude mcp add --env DISPLAY=:0 --env 'XAUTHORITY=/a b' --transport stdio --scope user "
      "franz -- /x");
}

TEST(ClientConfig, ExistsForKnownClientsOnly) {
  EXPECT_FALSE(client_config("", kStart));
  EXPECT_FALSE(client_config("Cursor", kStart));
}
}  // namespace
}  // namespace franz::mcp
