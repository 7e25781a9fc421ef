// command_pages man|bash|zsh|fish: writes that page of the proxy to the standard output, with the
// name that this program is called by (config/package.sh calls it franz).
#include <algorithm>
#include <string_view>
#include "common/os/paths.h"
#include "common/os/print.h"
#include "config/pages/command_pages.h"
#include "executor/mcp/options_app.h"
#include "proxy/command/options_app.h"

namespace franz::pages {
// The options of mcp_server are those of the command that starts it.
static Command whole_command() {
  Command program, server;
  proxy::visit_command_line(
      [&](const CLI::App& app) { program = read_command(app, command_name()); });
  mcp::Options unused;
  static_cast<void>(mcp::parse_options(
      0, nullptr, unused, [&](const CLI::App& app) { server = read_command(app, "mcp"); }));
  const auto mcp = std::ranges::find(program.commands, "mcp", &Command::name);
  if (mcp != program.commands.end()) {
    mcp->choices = server.choices;
    mcp->takes_main = false;
  }
  return program;
}

static int print_page(std::string_view kind) {
  const Command program = whole_command();
  std::string page;
  if (kind == "man") page = man_page(program, FRANZ_VERSION);
  if (kind == "bash") page = bash_completion(program);
  if (kind == "zsh") page = zsh_completion(program);
  if (kind == "fish") page = fish_completion(program);
  if (page.empty()) {
    print_error("command_pages: expected man, bash, zsh or fish");
    return 2;
  }
  return print_lines(page).ok() ? 0 : 1;
}
}  // namespace franz::pages

int main(int argument_count, char** arguments) {
  return franz::pages::print_page(argument_count > 1 ? arguments[1] : "");
}
