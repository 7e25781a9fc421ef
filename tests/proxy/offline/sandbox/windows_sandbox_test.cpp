#include "proxy/offline/sandbox/windows_sandbox.h"
#include <gtest/gtest.h>
#include "common/os/files.h"
#include "tests/support/test_paths.h"

namespace franz::proxy {
namespace {
WindowsSandbox usual() { return {"C:\\franz", "", "C:\\runs", "demo", {}}; }

// The text between the tags of the only element with that name.
std::string text_of(const std::string& file, const std::string& name) {
  const std::string open = "<" + name + ">", close = "</" + name + ">";
  const std::size_t from = file.find(open);
  const std::size_t to = file.find(close);
  if (from == std::string::npos || to == std::string::npos) return "(none)";
  return file.substr(from + open.size(), to - from - open.size());
}
}  // namespace

TEST(WindowsSandbox, MatchesMicrosoftsFormat) {
  const WindowsSandbox sandbox{
      "D:\\Tools & more\\franz\\build\\mingw\\bin",
      "D:\\Tools & more\\franz\\config",
      "C:\\Users\\Zoë\\runs",
      "demo",
      {{"FRANZ_AGENT_PROFILE", "pilot"},
       {"FRANZ_AGENT_OBJECTIVE", "Write \"It's <5 %PATH% & $env:X\" in Notepad"}}};
  const Result<std::string> file = windows_sandbox_file(sandbox);
  ASSERT_TRUE(file.ok()) << file.error().message;
  const Result<std::string> golden =
      read_file(std::string(kSourceDir) + "/tests/golden/sandbox/whole.wsb");
  ASSERT_TRUE(golden.ok()) << golden.error().message;
  EXPECT_EQ(file.value(), golden.value());
  EXPECT_LT(file.value().find(kSandboxMark), 1024U);  // where run_sandbox() searches for it
}

TEST(WindowsSandbox, PassesValuesUnchanged) {
  const struct {
    std::string value, written;
  } rows[] = {
      {"plain", "'plain'"},
      {"", "''"},
      {"it's", "'it''s'"},
      // PowerShell treats these as the same quotation mark.
      {"‘a’ ‚b‛", "'‘‘a’’ ‚‚b‛‛'"},
      {"“a”", "'“a”'"},
      {"$(Remove-Item C:\\) `n %TEMP%", "'$(Remove-Item C:\\) `n %TEMP%'"},
      // For the script's argument: backslashes before a quotation mark.
      {"\"", "'\\\"'"},
      {"a\\\"b", "'a\\\\\\\"b'"},
      {"a\\\\", "'a\\\\'"},
      {"</Command>&", "'&lt;/Command&gt;&amp;'"},
      {"東京 🐱", "'東京 🐱'"},
  };
  for (const auto& [value, written] : rows) {
    WindowsSandbox sandbox = usual();
    sandbox.settings = {{"FRANZ_AGENT_OBJECTIVE", value}};
    const Result<std::string> file = windows_sandbox_file(sandbox);
    ASSERT_TRUE(file.ok()) << value;
    EXPECT_EQ(text_of(file.value(), "Command"),
              "powershell.exe -NoProfile -Command \"$env:FRANZ_SURFACE_KIND = 'desktop'; "
              "$env:FRANZ_SURFACE_DISPLAY = 'own'; $env:FRANZ_PROXY_RUNS = 'C:\\franz-runs'; "
              "$env:FRANZ_AGENT_OBJECTIVE = " +
                  written +
                  "; Start-Process -WorkingDirectory C:\\franz\\bin -FilePath cmd.exe "
                  "-ArgumentList '/d /k "
                  "C:\\franz\\bin\\proxy.exe --upstream demo'\"");
  }
}

TEST(WindowsSandbox, PassesAServerInTheEnvironmentAndTheDemoModelByAFlag) {
  WindowsSandbox sandbox = usual();
  sandbox.upstream = "http://127.0.0.1:1235/a&b";
  const std::string file = windows_sandbox_file(sandbox).value();
  EXPECT_NE(
      file.find(
          "$env:FRANZ_PROXY_UPSTREAM = 'http://127.0.0.1:1235/a&amp;b'; "
          "Start-Process -WorkingDirectory C:\\franz\\bin -FilePath cmd.exe -ArgumentList '/d /k "
          "C:\\franz\\bin\\proxy.exe'\"</Command>"),
      std::string::npos)
      << file;
}

TEST(WindowsSandbox, MapsNoConfigFolderInsideThePrograms) {
  const std::string file = windows_sandbox_file(usual()).value();
  EXPECT_EQ(file.find("C:\\franz\\config"), std::string::npos) << file;
  EXPECT_EQ(text_of(file, "HostFolder"), "C:\\franz");
}

TEST(WindowsSandbox, NamesFoldersWithoutThePrefixOfLongPaths) {
  const struct {
    std::string path, plain;
  } rows[] = {
      {"C:\\franz", "C:\\franz"},
      {"\\\\?\\C:\\franz\\bin", "C:\\franz\\bin"},
      {"\\\\?\\UNC\\server\\share\\franz", "\\\\server\\share\\franz"},
      {"\\\\server\\share", "\\\\server\\share"},
      {"/home/ada/franz", "/home/ada/franz"},
      {"", ""},
  };
  for (const auto& [path, plain] : rows) EXPECT_EQ(without_long_path_prefix(path), plain);
}

TEST(WindowsSandbox, RefusesCharactersInvalidInXmlOrACommandLine) {
  const struct {
    std::string programs, objective, why;
  } rows[] = {
      {"C:\\franz", "two\nlines",
       "FRANZ_AGENT_OBJECTIVE: expected one line of UTF-8 without control characters"},
      {"C:\\franz", std::string("a\0b", 3),
       "FRANZ_AGENT_OBJECTIVE: expected one line of UTF-8 without control characters"},
      {"C:\\franz", "\xFF",
       "FRANZ_AGENT_OBJECTIVE: expected one line of UTF-8 without control characters"},
      {"C:\\franz", "\xED\xA0\x80",
       "FRANZ_AGENT_OBJECTIVE: expected one line of UTF-8 without control characters"},
      {"C:\\franz", "\xEF\xBF\xBF",
       "FRANZ_AGENT_OBJECTIVE: expected one line of UTF-8 without control characters"},
      {"C:\\fr\x1B[2J", "a",
       "the programs' folder: expected one line of UTF-8 without control characters"},
  };
  for (const auto& [programs, objective, why] : rows) {
    WindowsSandbox sandbox = usual();
    sandbox.programs = programs;
    sandbox.settings = {{"FRANZ_AGENT_OBJECTIVE", objective}};
    const Result<std::string> file = windows_sandbox_file(sandbox);
    ASSERT_FALSE(file.ok());
    EXPECT_EQ(file.error().message, why);
  }
}

TEST(WindowsSandbox, WarnsThatServersOnThisComputerAreUnreachable) {
  const auto told = [](const std::string& upstream, bool on_windows) {
    WindowsSandbox sandbox = usual();
    sandbox.upstream = upstream;
    std::string text;
    for (const std::string& line : how_to_use(sandbox, "C:\\f.wsb", on_windows))
      text += line + "\n";
    return text;
  };
  EXPECT_NE(told("demo", true).find("The model is the demo model. The sandbox has no network"),
            std::string::npos);
  EXPECT_NE(told("http://127.0.0.1:1235", true)
                .find("The model's server is http://127.0.0.1:1235 in the sandbox, which has no "
                      "network"),
            std::string::npos);
  EXPECT_EQ(told("demo", true).find("has no Windows Sandbox"), std::string::npos);
  EXPECT_NE(told("demo", false).find("has no Windows Sandbox"), std::string::npos);
}
}  // namespace franz::proxy
