#include "executor/mcp/client_config.h"
#include <algorithm>
#include <array>
#include <span>
#include "common/base/command_words.h"
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/readable_json.h"

namespace franz::mcp {
namespace {
constexpr std::string_view kServerName = "franz";

void add_server(JsonObject& object, const ServerStart& start) {
  object.text("command", start.command.front());
  object.raw("args", json_text_array(std::span(start.command).subspan(1)));
  if (start.environment.empty()) return;
  object.open("env");
  for (const auto& [name, value] : start.environment) object.text(name, value);
  object.close();
}

// {"mcpServers":{"franz":{"command":"…","args":[…],"env":{…}}}}
std::string in_mcp_servers(const ServerStart& start) {
  JsonObject file;
  file.open("mcpServers").open(kServerName);
  add_server(file, start);
  return readable_json(file.close().close().finish());
}

// {"servers":{"franz":{"type":"stdio","command":"…","args":[…],"env":{…}}}}
std::string in_servers(const ServerStart& start) {
  JsonObject file;
  file.open("servers").open(kServerName).text("type", "stdio");
  add_server(file, start);
  return readable_json(file.close().close().finish());
}

// Options come before the name, which may not follow --env; -- ends the client's own options.
std::string add_command(const ServerStart& start) {
  std::vector<std::string> words{"claude", "mcp", "add"};
  for (const auto& [name, value] : start.environment)
    words.insert(words.end(), {"--env", name + "=" + value});
  words.insert(words.end(),
               {"--transport", "stdio", "--scope", "user", std::string(kServerName), "--"});
  words.insert(words.end(), start.command.begin(), start.command.end());
  return command_of(words);
}

struct Client {
  std::string_view name;
  std::string (*text)(const ServerStart& start);
  std::string_view place;
};

// Sources, read in November 2026: https://modelcontextprotocol.io/quickstart/user,
// https://code.claude.com/docs/en/mcp, https://cursor.com/docs/mcp,
// https://code.visualstudio.com/docs/agents/reference/mcp-configuration,
// https://lmstudio.ai/docs/app/mcp. For Windsurf: users' pages, not its documentation.
constexpr std::array kClients{
    Client{"claude-desktop", in_mcp_servers,
           "Claude Desktop: put this into claude_desktop_config.json; Settings > Developer > Edit "
           "Config opens it. The file is in ~/Library/Application Support/Claude (macOS), "
           "%APPDATA%\\Claude (Windows) or ~/.config/Claude (Linux). Then quit Claude Desktop and "
           "start it again."},
    Client{"claude-code", add_command,
           "Claude Code: run this command in a terminal. Without --scope user it applies only to "
           "the project in the current folder."},
    Client{"cursor", in_mcp_servers,
           "Cursor: put this into ~/.cursor/mcp.json (all projects) or .cursor/mcp.json in a "
           "project's folder."},
    Client{"vscode", in_servers,
           "VS Code: put this into .vscode/mcp.json in the workspace's folder. For all workspaces, "
           "put it into the file that the command \"MCP: Open User Configuration\" opens."},
    Client{
        "lm-studio", in_mcp_servers,
        "LM Studio: put this into mcp.json; Install > Edit mcp.json in the tab \"Program\" opens "
        "it (~/.lmstudio/mcp.json)."},
    Client{"windsurf", in_mcp_servers,
           "Windsurf: put this into ~/.codeium/windsurf/mcp_config.json."},
};
}  // namespace

std::optional<ClientConfig> client_config(std::string_view client, const ServerStart& start) {
  const auto* const row = std::ranges::find(kClients, client, &Client::name);
  if (row == kClients.end()) return std::nullopt;
  ClientConfig config{row->text(start), std::string(row->place)};
  if (row->text != add_command)
    config.place += " If the file has other servers, add the entry \"franz\" to them.";
  return config;
}

std::string client_names() {
  std::string names;
  for (const Client& each : kClients) names += (names.empty() ? "" : ", ") + std::string(each.name);
  return names;
}
}  // namespace franz::mcp
