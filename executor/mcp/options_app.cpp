#include "executor/mcp/options_app.h"
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <map>
#include <string_view>
#include <system_error>
#include "common/base/command_words.h"
#include "common/os/paths.h"
#include "common/os/print.h"
#include "common/run/log_entry.h"
#include "common/settings/setting_rows.h"
#include "common/settings/setting_values.h"
#include "common/tools/surface_facts.h"
#include "common/wire/turn_options.h"
#include "executor/mcp/client_config.h"

namespace franz::mcp {
static constexpr int kUsualRate = 120, kHighestRate = 100'000;
static constexpr std::size_t kMostWindows = 100;  // limit of the executor
static constexpr int kLeastDisplaySide = 64;      // pixels

static int refuse_arguments(const std::string& what) {
  print_error("mcp_server: " + what);
  return 2;
}

const char* approve_name(Approve approve) {
  static constexpr const char* kNames[] = {"never", "risky", "always"};
  return kNames[static_cast<int>(approve)];
}

// The flags of these options, with absolute paths: clients start servers in arbitrary folders.
static std::vector<std::string> flags_of(const Options& options) {
  std::vector<std::string> flags;
  const auto add = [&flags](const char* flag, const std::string& value) {
    flags.insert(flags.end(), {flag, value});
  };
  for (const std::string& part : options.allowed_windows) add("--allow-window", part);
  if (options.read_only) flags.emplace_back("--read-only");
  const SurfaceSettings& screen = options.screen;
  if (screen.display != "own") add("--screen", screen.display);
  if (!screen.vnc_password_file.empty())
    add("--vnc-password-file", absolute_path(screen.vnc_password_file));
  if (!screen.vnc_ca.empty()) add("--vnc-ca", absolute_path(screen.vnc_ca));
  if (screen.vnc_insecure) flags.emplace_back("--insecure");
  if (options.size != Options().size) add("--size", size_text(options.size));
  if (options.rate != kUsualRate) add("--rate", std::to_string(options.rate));
  if (options.approve) add("--approve", approve_name(*options.approve));
  add("--runs", absolute_path(options.runs));
  if (!options.program.empty()) add("--program", command_of(options.program));
  return flags;
}

// Prints the configuration to standard output, and its place to standard error. Returns the exit
// code.
static int print_config(const std::string& client, const Options& options) {
  ServerStart start{flags_of(options)};
  start.command.insert(start.command.begin(), executable_path());
  for (const char* name : {"DISPLAY", "XAUTHORITY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"})
    if (const auto value = environment(name); value && !options.private_display)
      start.environment.emplace_back(name, *value);
  const std::optional<ClientConfig> config = client_config(client, start);
  if (!config)
    return refuse_arguments("--print-config: expected one of " + client_names() + ", got " +
                            client);
  print_error_lines(config->place + "\n");
  return print_lines(config->text + "\n").ok() ? 0 : 1;
}

// "1280x800"; false: anything else.
static bool read_size(const std::string& text, Size& size) {
  int end = 0;
  if (std::sscanf(text.c_str(), "%5dx%5d%n", &size.width, &size.height, &end) != 2) return false;
  return static_cast<std::size_t>(end) == text.size() &&
         std::min(size.width, size.height) >= kLeastDisplaySide &&
         std::max(size.width, size.height) <= kMaxCanvasSide;
}

std::string allowed_windows_trouble(const Options& options, const ScreenFacts& screen) {
  if (options.allowed_windows.empty() || screen.windows) return "";
  return "--allow-window: on " + std::string(screen.said) +
         " FRANZ does not see where windows are, so clients get the whole screen";
}

// The display that --screen and --private name. Failure: they contradict each other, there is no
// such display, or it cannot keep another flag.
static Status choose_screen(Options& options, bool is_named) {
  SurfaceSettings& screen = options.screen;
  if (options.private_display && is_named && screen.display != kPrivateDisplay)
    return Error{"--private and --screen " + screen.display + ": give one of them"};
  if (options.private_display) screen.display = kPrivateDisplay;
  Settings any;
  const Status fits = store_setting(*find_setting("surface", "display"), screen.display, any);
  if (!fits.ok()) return Error{"--screen: the value " + fits.error().message};
  options.private_display = screen.display == kPrivateDisplay;
  const std::string trouble = allowed_windows_trouble(options, screen_facts(screen.display));
  if (!trouble.empty()) return Error{trouble};
  return Done{};
}

std::optional<int> parse_options(int count, const char* const* arguments, Options& options,
                                 const std::function<void(const CLI::App&)>& visit) {
  CLI::App app(
      "FRANZ mcp_server: lets clients of the Model Context Protocol see and operate the windows\n"
      "of a screen, one window at a time, or the whole screen if it does not report where windows\n"
      "are. It uses standard input and output, and records each call in a run folder. Give the\n"
      "program for a private display after -- or with --program.\n"
      "Exit codes: 0 client disconnected or Ctrl-C, 1 record incomplete, 2 wrong arguments,\n"
      "3 could not start.");
  app.allow_windows_style_options(false);  // "/runs" is a path, on every system
  app.set_version_flag("--version", std::string("mcp_server ") + FRANZ_VERSION);
  std::string approve, size = size_text(options.size), command, client;
  options.rate = kUsualRate;
  options.screen.display = "own";
  options.screen.kind = kProgramSurface;
  options.runs = default_runs_folder();
  app.add_option("--allow-window", options.allowed_windows,
                 "offer only windows with this text in their title (case-insensitive) and their "
                 "dialogs; repeatable")
      ->type_name("TITLE")
      ->allow_extra_args(false);
  app.add_flag("--read-only", options.read_only, "offer only tools that send no input");
  app.add_flag("--private", options.private_display, "the same as --screen private");
  app.add_option("--screen", options.screen.display,
                 "the screen to use: own, the person's (default); private, a private display "
                 "(Linux); another of this machine, :5 or wayland-1; or the screen of a VNC "
                 "server, vnc://HOST:PORT")
      ->type_name("NAME");
  app.add_option("--vnc-password-file", options.screen.vnc_password_file,
                 "as [surface] vnc_password_file of config.ini")
      ->type_name("FILE");
  app.add_option("--vnc-ca", options.screen.vnc_ca, "as [surface] vnc_ca of config.ini")
      ->type_name("FILE");
  app.add_flag("--insecure", options.screen.vnc_insecure,
               "accept a VNC server on another machine that does not prove who it is or does not "
               "encrypt");
  app.add_option(
         "--program", command,
         "program for the private display with its arguments, for clients that interpret -- "
         "themselves: \"gedit notes.txt\"; quotes group words; no shell is used")
      ->type_name("COMMAND");
  app.add_option("--size", size, "size of the private display (default: " + size + ")")
      ->type_name("WxH");
  app.add_option("--rate", options.rate,
                 "actions per minute, 0: no limit (default: " + std::to_string(kUsualRate) + ")")
      ->type_name("N");
  app.add_option(
         "--approve", approve,
         "which actions need the consent of the person at the client: never, risky or always "
         "(default: risky; never with --private)")
      ->type_name("WHICH");
  app.add_option("--runs", options.runs,
                 "where to create the run folder (default: panel_log; installed: "
                 "~/.local/share/franz/runs)")
      ->type_name("DIR");
  app.add_option(
         "--print-config", client,
         "print the configuration for a client that starts this server with the other flags "
         "given here, and where to put it: " +
             client_names())
      ->type_name("CLIENT");
  app.add_option("PROGRAM", options.program)->type_name("");
  if (visit) {
    visit(app);
    return 0;
  }
  try {
    app.parse(count, arguments);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  const bool dashes =
      std::find(arguments, arguments + count, std::string_view("--")) != arguments + count;
  if (!options.program.empty() && !dashes)
    return refuse_arguments("unknown argument " + options.program.front() +
                            "; give a program after -- or with --program");
  if (app.count("--program") > 0) {
    if (!options.program.empty())
      return refuse_arguments("--program: a program was already given after --");
    Result<std::vector<std::string>> words = command_words(command);
    if (!words.ok()) return refuse_arguments("--program: " + words.error().message);
    options.program = std::move(words).value();
  }
  if (const Status chosen = choose_screen(options, app.count("--screen") > 0); !chosen.ok())
    return refuse_arguments(chosen.error().message);
  if (!options.program.empty() && !options.private_display)
    return refuse_arguments("the program " + options.program.front() +
                            ": programs run only on a private display; add --private");
  if (app.count("--size") > 0 && !options.private_display)
    return refuse_arguments("--size: only for a private display; add --private");
  if (!read_size(size, options.size))
    return refuse_arguments("--size: expected a size like 1280x800, sides " +
                            std::to_string(kLeastDisplaySide) + " to " +
                            std::to_string(kMaxCanvasSide));
  if (options.rate < 0 || options.rate > kHighestRate)
    return refuse_arguments("--rate: expected 0.." + std::to_string(kHighestRate));
  if (options.allowed_windows.size() > kMostWindows)
    return refuse_arguments("--allow-window: expected at most " + std::to_string(kMostWindows));
  if (std::ranges::any_of(options.allowed_windows,
                          [](const std::string& part) { return part.empty(); }))
    return refuse_arguments("--allow-window: expected a part of a title");
  if (!approve.empty()) {
    const std::map<std::string, Approve> choices{
        {"never", Approve::never}, {"risky", Approve::risky}, {"always", Approve::always}};
    const auto chosen = choices.find(approve);
    if (chosen == choices.end())
      return refuse_arguments("--approve: expected never, risky or always");
    options.approve = chosen->second;
  }
  if (app.count("--print-config") > 0) return print_config(client, options);
  return std::nullopt;
}
}  // namespace franz::mcp
