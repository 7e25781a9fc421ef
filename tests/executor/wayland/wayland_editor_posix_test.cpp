// wayland_bridge with a text editor as a native Wayland program, compared by the file that it
// saves.
#include <gtest/gtest.h>
#include "common/base/utf8.h"
#include "common/os/files.h"
#include "tests/executor/wayland/wayland_desktop.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
constexpr std::size_t kMaxSaved = 1U << 20U;
// Places in the editor, which fills the screen below a menu: in its first line and in its last one,
// to the right of short lines.
constexpr Point kFirstLine{2, 38}, kRightOfFirstLine{900, 38}, kRightOfLastLine{900, 990};

class WaylandEditor : public testing::Test {
 protected:
  // Opens a file with this text.
  void open(const std::string& text) {
    file_ = desktop_.session().folder() + "/note.txt";
    ASSERT_TRUE(write_new_file(file_, text).ok());
    give_to_ordinary_user(desktop_.session().folder());
    editor_ = desktop_.show("mousepad", "mousepad", {"--disable-server", file_});
  }

  std::string content() const {
    const Result<std::string> text = read_file(file_, kMaxSaved);
    return text.ok() ? text.value() : "(" + text.error().message + ")";
  }

  // Saves, and waits until the file has this text.
  testing::AssertionResult saves(const std::string& wanted) {
    if (const std::string pressed = desktop_.hotkey("ctrl", "s"); pressed != "done")
      return testing::AssertionFailure() << "ctrl+s: " << pressed;
    if (wait_until([&] { return content() == wanted; })) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "saved: " << content();
  }

  WaylandDesktop desktop_;
  std::string file_;
  std::unique_ptr<WatchedProgram> editor_;
};

std::string long_text() {
  constexpr const char* kParagraph =
      "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich: \"100 €\" {~}!\n"
      "いろはにほへと ちりぬるを 我が世誰ぞ 常ならむ 有為の奥山 今日越えて 浅き夢見じ 酔ひもせず\n"
      "\tВ чащах юга жил бы цитрус? Да, но фальшивый экземпляр! 🐱🎉👍 ☃ ∑≠∞\n";
  std::string text;
  while (count_characters(text) < 2'000) text += kParagraph;
  return text;
}
}  // namespace

TEST_F(WaylandEditor, SavesWhatIsTypedPastedAndCopied) {
  open("old\n");
  ASSERT_EQ(desktop_.hotkey("ctrl", "a"), "done");
  const std::string text = long_text();
  ASSERT_EQ(desktop_.type(text), "done");
  ASSERT_TRUE(saves(text));
  ASSERT_EQ(desktop_.hotkey("ctrl", "a"), "done");
  ASSERT_EQ(desktop_.hotkey("ctrl", "c"), "done");
  ASSERT_EQ(desktop_.paste("🐈 new\nGrüße\n"), "done");
  ASSERT_TRUE(saves("🐈 new\nGrüße\n"));
  // What was copied is in the clipboard again.
  ASSERT_EQ(desktop_.hotkey("ctrl", "v"), "done");
  ASSERT_TRUE(saves("🐈 new\nGrüße\n" + text));
}

TEST_F(WaylandEditor, ReplacesTextThatADragSelected) {
  open("first\nsecond\nthird");
  ASSERT_EQ(desktop_.drag(kRightOfFirstLine, kFirstLine), "done");
  ASSERT_EQ(desktop_.type("Œuvre 東"), "done");
  ASSERT_TRUE(saves("Œuvre 東\nsecond\nthird"));
}

TEST_F(WaylandEditor, ScrollsToBothEndsOfALongFile) {
  std::string middle;
  for (int i = 2; i < 500; ++i) middle += "line " + std::to_string(i) + "\n";
  open("line 1\n" + middle + "line 500");
  ASSERT_EQ(desktop_.scroll({500, 500}, -100), "done");
  ASSERT_EQ(desktop_.click(kRightOfLastLine), "done");
  ASSERT_EQ(desktop_.type("!"), "done");
  ASSERT_EQ(desktop_.scroll({500, 500}, 100), "done");
  ASSERT_EQ(desktop_.click(kRightOfFirstLine), "done");
  ASSERT_EQ(desktop_.type("?"), "done");
  ASSERT_TRUE(saves("line 1?\n" + middle + "line 500!"));
}
}  // namespace franz::executor
