#include "executor/desktop/run_command.h"
#include <gtest/gtest.h>
#include <set>
#include "common/base/command_words.h"

namespace franz::executor {
namespace {
const std::set<std::string> kThere{R"(C:\Program Files\Paint\paint.exe)", R"(C:\Program)",
                                   R"(D:\My Notes.txt)", R"(C:\Windows)"};
bool is_there(const std::string& path) { return kThere.contains(path); }

TEST(RunCommand, IsReadAsTheRunDialogDoes) {
  const struct {
    const char* command;
    RunCommand read;
  } rows[] = {
      {"notepad", {"notepad", ""}},
      {"  notepad   C:\\a b.txt ", {"notepad", "C:\\a b.txt"}},
      {R"("C:\Program Files\Paint\paint.exe" "a b.png" /x)",
       {R"(C:\Program Files\Paint\paint.exe)", R"("a b.png" /x)"}},
      {R"("notepad")", {"notepad", ""}},
      {R"(D:\My Notes.txt)", {R"(D:\My Notes.txt)", ""}},
      {R"(D:\My Notes.txt /p)", {R"(D:\My Notes.txt)", "/p"}},
      // As CreateProcess and ShellExecute do: the shortest existing path.
      {R"(C:\Program Files\Paint\paint.exe)", {R"(C:\Program)", R"(Files\Paint\paint.exe)"}},
      {R"(C:\Windows)", {R"(C:\Windows)", ""}},
      {R"(C:\Nothing Here.txt)", {R"(C:\Nothing)", "Here.txt"}},
      {"https://example.org/a b?c", {"https://example.org/a b?c", ""}},
      {"ms-settings:display", {"ms-settings:display", ""}},
      {"control\tsystem", {"control", "system"}},
      {"cmd /c echo a & calc", {"cmd", "/c echo a & calc"}},
      {"4x:y", {"4x:y", ""}},
  };
  for (const auto& [command, read] : rows) {
    const Result<RunCommand> got = run_command(command, is_there);
    ASSERT_TRUE(got.ok()) << command << ": " << got.error().message;
    EXPECT_EQ(got.value().file, read.file) << command;
    EXPECT_EQ(got.value().parameters, read.parameters) << command;
  }
}

TEST(RunCommand, ReportsFaults) {
  const std::pair<std::string, const char*> rows[] = {
      {"", "the command names no program"},
      {" \t ", "the command names no program"},
      {"\"\"", "the command names no program"},
      {"\" \" x", "the command names no program"},
      {"\"notepad", "a quote is not closed: \""},
      {"note\npad", "a control character in the command"},
      {std::string("a\0b", 3), "a control character in the command"},
      {std::string(kMaxCommand + 1, 'a'), "a command longer than 32768 bytes"},
  };
  for (const auto& [command, error] : rows) {
    const Result<RunCommand> got = run_command(command, is_there);
    ASSERT_FALSE(got.ok()) << command;
    EXPECT_EQ(got.error().message, error) << command;
  }
}
}  // namespace
}  // namespace franz::executor
