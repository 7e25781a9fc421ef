#include <chrono>
#include "common/base/json_string.h"
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "tests/executor/desktop/shown_program.h"

namespace franz::executor {
namespace {
class X11Clipboard : public ScreenTest {
 protected:
  // The text that a program gets from the clipboard.
  std::string asked() {
    return run_child(shared_->command("xclip", {"-o", "-selection", "clipboard"}), "",
                     std::chrono::seconds(20))
        .output;
  }

  // Another program's text in the clipboard, until that program ends.
  std::unique_ptr<ShownProgram> offered(const std::string& text, const std::string& file) {
    EXPECT_TRUE(write_new_file(file, text).ok());
    auto program = std::make_unique<ShownProgram>(
        *shared_, "xclip", std::vector<std::string>{"-quiet", "-selection", "clipboard", file});
    EXPECT_TRUE(wait_until([&] { return asked() == text; }));
    return program;
  }
};

const std::string kText = "Gr\u00FC\u00DFe, \u6771\u4EAC \U0001F408 \"quoted\"";
}  // namespace

TEST_F(X11Clipboard, PastesIntoAnEntryAndATerminal) {
  {
    ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry"});
    ASSERT_TRUE(is_shown("Entry"));
    EXPECT_EQ(perform("paste(" + quote_json(kText) + ")"), "done");
    EXPECT_EQ(perform("press(\"enter\")"), "done");
    EXPECT_EQ(entry.output(), kText + "\n");
  }
  const auto folder = TemporaryFolder::make("pasting");
  ASSERT_TRUE(folder.ok());
  const std::string file = folder.value()->path() + "/pasted";
  ShownProgram terminal(*shared_, "xterm",
                        {"-u8", "-T", "Terminal", "-e", "/bin/sh", "-c",
                         "echo >'" + file + ".ready'; cat >'" + file + "'"});
  ASSERT_TRUE(is_shown("Terminal"));
  ASSERT_TRUE(wait_until([&] { return read_file(file + ".ready").ok(); }));
  EXPECT_EQ(perform("paste(" + quote_json(kText + "\n") + ")"), "done");
  EXPECT_EQ(perform("press(\"ctrl+d\")"), "done");
  terminal.output();
  EXPECT_EQ(read_file(file).value(), kText + "\n");
}

TEST_F(X11Clipboard, TransfersALargeTextInPieces) {
  std::string text;
  while (text.size() < 1'500'000) text += kText;
  std::unique_ptr<ShownProgram> reader;
  const auto report = clipboard_->paste(text, false, [&]() -> Status {
    reader = std::make_unique<ShownProgram>(
        *shared_, "xclip", std::vector<std::string>{"-o", "-selection", "clipboard"});
    return Done{};
  });
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report.value().taken);
  EXPECT_EQ(report.value().note, "");
  EXPECT_TRUE(reader->output() == text + "\n");
}

TEST_F(X11Clipboard, ReportsThatNoProgramReadTheText) {
  EXPECT_EQ(perform("paste(\"x\")"),
            "partial: nobody asked for the text: the focus may be where nothing is pasted");
}

// No clipboard manager runs there, and the earlier owner does not take the clipboard again.
TEST_F(X11Clipboard, RestoresTheEarlierText) {
  const auto folder = TemporaryFolder::make("clipboard");
  ASSERT_TRUE(folder.ok());
  const auto before = offered("before", folder.value()->path() + "/text");
  for (const std::string text : {"x", "y"}) {
    ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry"});
    ASSERT_TRUE(is_shown("Entry"));
    EXPECT_EQ(perform("paste(" + quote_json(text) + ")"), "done");
    EXPECT_EQ(perform("press(\"enter\")"), "done");
    EXPECT_EQ(entry.output(), text + "\n");
    EXPECT_EQ(asked(), "before");
  }
}

TEST_F(X11Clipboard, RestoresAPicture) {
  const auto folder = TemporaryFolder::make("clipboard");
  ASSERT_TRUE(folder.ok());
  const std::string file = folder.value()->path() + "/picture";
  std::string picture;  // larger than one property can hold
  for (int i = 0; picture.size() < 1'500'000; ++i) picture += static_cast<char>(i * 7);
  ASSERT_TRUE(write_new_file(file, picture).ok());
  ShownProgram program(*shared_, "xclip",
                       {"-quiet", "-selection", "clipboard", "-t", "image/png", file});
  const auto picture_asked = [&] {
    return run_child(
               shared_->command("xclip", {"-o", "-selection", "clipboard", "-t", "image/png"}), "",
               std::chrono::seconds(20))
        .output;
  };
  ASSERT_TRUE(wait_until([&] { return picture_asked() == picture; }));
  const auto report = clipboard_->paste("x", false, []() -> Status { return Done{}; });
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report.value().note, "");
  EXPECT_TRUE(picture_asked() == picture);
  EXPECT_TRUE(program.has_ended() || wait_until([&] { return program.has_ended(); }));
}
}  // namespace franz::executor
