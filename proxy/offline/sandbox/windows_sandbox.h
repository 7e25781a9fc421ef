#pragma once
// The configuration file of Windows Sandbox (.wsb) for a run in it: a Windows of its own, thrown
// away when its window is closed.
// Source: Microsoft, "Windows Sandbox configuration" (Windows Security documentation).
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"

namespace franz::proxy {
// By this our own file is known. In its first 1024 bytes.
inline constexpr std::string_view kSandboxMark = "<!-- FRANZ: proxy sandbox -->";

// The folders as programs in the sandbox see them.
inline constexpr std::string_view kSandboxPrograms = "C:\\franz\\bin";
inline constexpr std::string_view kSandboxConfig = "C:\\franz\\config";  // found from the programs
inline constexpr std::string_view kSandboxRuns = "C:\\franz-runs";

inline constexpr int kSandboxMemoryMb = 4096;  // what the system needs to start, and a run in it

struct WindowsSandbox {
  // Absolute paths of this computer, which have to be there when the sandbox starts. Read only:
  std::string programs;           // the folder of proxy.exe and its fellows
  std::string config;             // profiles, prompts, config.ini; empty: it lies in `programs`
  std::string runs;               // written to: run folders are made there
  std::string upstream = "demo";  // or the URL of a server that runs in the sandbox
  // Further settings for the run, by the names of their variables: {"FRANZ_AGENT_PROFILE",
  // "pilot"}. The names are ours, the values anybody's.
  std::vector<std::pair<std::string, std::string>> settings;
};

// The file. The run acts on the sandbox's screen ([surface] display = own there); network,
// clipboard, printers, microphone and camera stay outside. Values reach the run's environment as
// they are: in Windows PowerShell's literal strings, which expand nothing.
// Failure: a path or value that has control characters or is no UTF-8; names it.
Result<std::string> windows_sandbox_file(const WindowsSandbox& sandbox);

// A path without the prefix that lifts the limit of its length, with which a program may have been
// started: C:\franz of \\?\C:\franz, \\server\share of \\?\UNC\server\share.
// Source: "Naming Files, Paths, and Namespaces" (Win32).
std::string without_long_path_prefix(std::string_view path);

// How `file` is used, a line each. `on_windows`: of this computer, whose paths the file has.
std::vector<std::string> how_to_use(const WindowsSandbox& sandbox, const std::string& file,
                                    bool on_windows);
}  // namespace franz::proxy
