#include "proxy/offline/sandbox/windows_sandbox.h"
#include <optional>
#include "common/base/utf8.h"

namespace franz::proxy {
namespace {
// Bytes that XML and a command line cannot contain: invalid UTF-8, control characters (C0, DEL,
// C1), U+FFFE and U+FFFF. Source: Extensible Markup Language 1.0, §2.2 "Characters".
bool is_plain(std::string_view text) {
  while (!text.empty()) {
    const DecodedCharacter next = decode_utf8(text);
    const bool surrogate = next.code >= 0xD800 && next.code <= 0xDFFF;
    const bool control = next.code < 0x20 || (next.code >= 0x7F && next.code < 0xA0);
    if (!next.valid || surrogate || control || next.code == 0xFFFE || next.code == 0xFFFF)
      return false;
    text.remove_prefix(next.length);
  }
  return true;
}

std::string xml_text(std::string_view text) {
  std::string xml;
  for (const char c : text) {
    switch (c) {
      case '&': xml += "&amp;"; break;
      case '<': xml += "&lt;"; break;
      case '>': xml += "&gt;"; break;
      default: xml += c;
    }
  }
  return xml;
}

std::string element(std::string_view name, std::string_view text) {
  return "<" + std::string(name) + ">" + xml_text(text) + "</" + std::string(name) + ">\n";
}

// A literal string: nothing in it is expanded, and each quotation mark is doubled. PowerShell
// treats typographic quotation marks the same way. Source: about_Quoting_Rules, "Single-quoted
// strings"; The PowerShell Language Specification 3.0, §2.3.5.2 (single-quote-character).
std::string powershell_literal(std::string_view text) {
  std::string literal = "'";
  while (!text.empty()) {
    const DecodedCharacter next = decode_utf8(text);
    const std::string_view bytes = text.substr(0, next.length);
    literal += bytes;
    if (next.code == '\'' || (next.code >= 0x2018 && next.code <= 0x201B)) literal += bytes;
    text.remove_prefix(next.length);
  }
  return literal + "'";
}

// One argument of a command line. Source: CommandLineToArgvW, "Remarks": backslashes are special
// only before a quotation mark.
std::string quoted_argument(std::string_view text) {
  std::string quoted = "\"";
  std::size_t backslashes = 0;
  for (const char c : text) {
    if (c == '"') quoted.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    quoted += c;
  }
  quoted.append(backslashes, '\\');
  return quoted + "\"";
}

std::string mapped_folder(std::string_view host, std::string_view sandbox, bool read_only) {
  return "    <MappedFolder>\n      " + element("HostFolder", host) + "      " +
         element("SandboxFolder", sandbox) + "      " +
         element("ReadOnly", read_only ? "true" : "false") + "    </MappedFolder>\n";
}

// A logon command has no window. It opens one for the proxy, which stays open afterwards so that
// the last output can be read. cmd.exe gets only fixed text. The command starts in the programs'
// folder because a proxy first looks for a config folder where it starts, and System32 has one.
std::string logon_command(const WindowsSandbox& sandbox) {
  std::vector<std::pair<std::string, std::string>> settings{
      {"FRANZ_SURFACE_KIND", "desktop"},
      {"FRANZ_SURFACE_DISPLAY", "own"},
      {"FRANZ_PROXY_RUNS", std::string(kSandboxRuns)}};
  settings.insert(settings.end(), sandbox.settings.begin(), sandbox.settings.end());
  std::string script;
  for (const auto& [name, value] : settings)
    script += "$env:" + name + " = " + powershell_literal(value) + "; ";
  const bool demo = sandbox.upstream == "demo";
  if (!demo) script += "$env:FRANZ_PROXY_UPSTREAM = " + powershell_literal(sandbox.upstream) + "; ";
  script += "Start-Process -WorkingDirectory " + std::string(kSandboxPrograms) +
            " -FilePath cmd.exe -ArgumentList " +
            powershell_literal("/d /k " + std::string(kSandboxPrograms) + "\\proxy.exe" +
                               (demo ? " --upstream demo" : ""));
  return "powershell.exe -NoProfile -Command " + quoted_argument(script);
}

std::optional<Error> fault_of(const WindowsSandbox& sandbox) {
  std::vector<std::pair<std::string, std::string>> all{{"the programs' folder", sandbox.programs},
                                                       {"the settings' folder", sandbox.config},
                                                       {"the folder of runs", sandbox.runs},
                                                       {"--upstream", sandbox.upstream}};
  all.insert(all.end(), sandbox.settings.begin(), sandbox.settings.end());
  for (const auto& [name, value] : all)
    if (!is_plain(value))
      return Error{name + ": expected one line of UTF-8 without control characters"};
  return std::nullopt;
}
}  // namespace

Result<std::string> windows_sandbox_file(const WindowsSandbox& sandbox) {
  if (const auto fault = fault_of(sandbox)) return *fault;
  std::string file = "<Configuration>\n  " + std::string(kSandboxMark) + "\n";
  const auto add = [&file](std::string_view name, std::string_view value) {
    file += "  " + element(name, value);
  };
  add("VGpu", "Disable");
  add("Networking", "Disable");
  file += "  <MappedFolders>\n" + mapped_folder(sandbox.programs, kSandboxPrograms, true);
  if (!sandbox.config.empty()) file += mapped_folder(sandbox.config, kSandboxConfig, true);
  file += mapped_folder(sandbox.runs, kSandboxRuns, false) + "  </MappedFolders>\n";
  file +=
      "  <LogonCommand>\n    " + element("Command", logon_command(sandbox)) + "  </LogonCommand>\n";
  add("AudioInput", "Disable");
  add("VideoInput", "Disable");
  add("ProtectedClient", "Enable");
  add("PrinterRedirection", "Disable");
  add("ClipboardRedirection", "Disable");
  add("MemoryInMB", std::to_string(kSandboxMemoryMb));
  return file + "</Configuration>\n";
}

std::string without_long_path_prefix(std::string_view path) {
  constexpr std::string_view kPrefix = "\\\\?\\", kOfServers = "\\\\?\\UNC\\";
  if (path.starts_with(kOfServers)) return "\\\\" + std::string(path.substr(kOfServers.size()));
  if (path.starts_with(kPrefix)) path.remove_prefix(kPrefix.size());
  return std::string(path);
}

std::vector<std::string> how_to_use(const WindowsSandbox& sandbox, const std::string& file,
                                    bool on_windows) {
  std::vector<std::string> lines;
  const auto folder = [](const std::string& here, std::string_view there, const char* how) {
    std::string name(there);
    name.resize(kSandboxConfig.size(), ' ');  // the longest
    return "  " + name + "  " + how + "  " + here;
  };
  lines.push_back(file + ": a double-click on it starts Windows Sandbox with a run in it.");
  if (!on_windows)
    lines.emplace_back(
        "This computer has no Windows Sandbox, and the folders below are its own: write the file "
        "on the Windows computer that is to use it, or put that one's folders in.");
  lines.emplace_back(
      "It needs Windows 11 Pro, Enterprise or Education with the feature \"Windows Sandbox\" "
      "turned on (Windows Features). What is in the sandbox is gone when its window is closed; "
      "the run folders stay.");
  lines.push_back(folder(sandbox.programs, kSandboxPrograms, "read only"));
  if (!sandbox.config.empty()) lines.push_back(folder(sandbox.config, kSandboxConfig, "read only"));
  lines.push_back(folder(sandbox.runs, kSandboxRuns, "written  "));
  if (sandbox.upstream == "demo") {
    lines.push_back(
        "The model is the demo model. The sandbox has no network, so a model server on this "
        "computer cannot be reached from it: put one into " +
        sandbox.programs + ", start it in the sandbox, and name it by --upstream here.");
  } else {
    lines.push_back("The model's server is " + sandbox.upstream +
                    " in the sandbox, which has no network: one on this computer cannot be "
                    "reached. Put it into " +
                    sandbox.programs + ", start it in the sandbox from " +
                    std::string(kSandboxPrograms) + ", or take --upstream demo.");
  }
  return lines;
}
}  // namespace franz::proxy
