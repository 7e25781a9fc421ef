#pragma once
// The configuration file (.wsb) that starts a run in Windows Sandbox, a temporary Windows that is
// discarded when its window is closed.
// Source: Microsoft, "Windows Sandbox configuration" (Windows Security documentation).
#include <string>
#include <string_view>
#include <utility>
#include <vector>
#include "common/base/result.h"

namespace franz::proxy {
// Identifies our own file; in its first 1024 bytes.
inline constexpr std::string_view kSandboxMark = "<!-- FRANZ: proxy sandbox -->";

// The folders as programs in the sandbox see them.
inline constexpr std::string_view kSandboxPrograms = "C:\\franz\\bin";
inline constexpr std::string_view kSandboxConfig =
    "C:\\franz\\config";  // searched for from `programs`
inline constexpr std::string_view kSandboxRuns = "C:\\franz-runs";

inline constexpr int kSandboxMemoryMb = 4096;  // enough to start the system and a run in it

struct WindowsSandbox {
  // Absolute paths on this computer that must exist when the sandbox starts. Read only:
  std::string programs;           // the folder of proxy.exe and the other programs
  std::string config;             // profiles, prompts, config.ini; empty: inside `programs`
  std::string runs;               // writable: run folders are created there
  std::string upstream = "demo";  // or the URL of a server that runs in the sandbox
  // Further settings for the run, by their variables' names: {"FRANZ_AGENT_PROFILE", "pilot"}. The
  // names are trusted, the values are not.
  std::vector<std::pair<std::string, std::string>> settings;
};

// The file's text. The run acts on the sandbox's screen ([surface] display = own there) without
// network, clipboard, printers, microphone or camera of the host. Values reach the run's
// environment unchanged as PowerShell literal strings, which expand nothing. Failure: names a path
// or value with control characters or invalid UTF-8.
Result<std::string> windows_sandbox_file(const WindowsSandbox& sandbox);

// Removes the prefix that lifts the path length limit and with which a program may have been
// started: \\?\C:\franz gives C:\franz, \\?\UNC\server\share gives \\server\share. Source: "Naming
// Files, Paths, and Namespaces" (Win32).
std::string without_long_path_prefix(std::string_view path);

// How to use `file`, one step per line. `on_windows`: whether this computer, whose paths the file
// contains, runs Windows.
std::vector<std::string> how_to_use(const WindowsSandbox& sandbox, const std::string& file,
                                    bool on_windows);
}  // namespace franz::proxy
