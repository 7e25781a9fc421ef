// Typed text arrives: read back from the programs that it was typed into.
#include <signal.h>
#include <chrono>
#include <cstdlib>
#include <functional>
#include <thread>
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/os/files.h"
#include "common/os/temporary_folder.h"
#include "executor/desktop/window_rules.h"
#include "tests/executor/desktop/shown_program.h"
#include "tests/support/keyboard_layout.h"

namespace franz::executor {
namespace {
class X11Typing : public ScreenTest {
 protected:
  // The text in zenity's entry after the call and Return. `begin`: called with its process before
  // the call.
  std::string typed_into_entry(
      const std::string& call, const std::function<void(long long)>& begin = [](long long) {}) {
    ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry"});
    if (!is_shown("Entry")) return "(no focus)";
    begin(entry.pid());
    std::string outcome = perform(call);
    if (outcome != "done") return outcome;
    if (perform("press(\"Return\")") != "done") return "(no Return)";
    return entry.output();
  }

  // The output of `cat` in an xterm after the call and ctrl+d. `begin`: called with the terminal's
  // process before the call.
  std::string typed_into_terminal(
      const std::string& call, const std::function<void(long long)>& begin = [](long long) {}) {
    const auto folder = TemporaryFolder::make("typing");
    if (!folder.ok()) return folder.error().message;
    const std::string file = folder.value()->path() + "/typed";
    ShownProgram terminal(*shared_, "xterm",
                          {"-u8", "-T", "Terminal", "-e", "/bin/sh", "-c",
                           "echo >'" + file + ".ready'; cat >'" + file + "'"});
    const bool ready =
        is_shown("Terminal") && wait_until([&] { return read_file(file + ".ready", 10).ok(); });
    if (!ready) return "(no focus)";
    begin(terminal.pid());
    std::string outcome = perform(call);
    if (outcome != "done") return outcome;
    if (perform("press(\"ctrl+d\")") != "done") return "(no ctrl+d)";
    terminal.output();
    const Result<std::string> text = read_file(file, 1U << 20U);
    return text.ok() ? text.value() : text.error().message;
  }

  // The display's windows; at the second query of the focus another one takes the keyboard: the
  // first query comes before a text, the second between two pieces of it.
  class TakingWindows : public Windows {
   public:
    TakingWindows(Windows& windows, std::string taking)
        : windows_(windows), taking_(std::move(taking)) {}
    Result<std::vector<WindowInfo>> list() override { return windows_.list(); }
    Result<std::optional<WindowInfo>> find(std::uint64_t id) override { return windows_.find(id); }
    Result<std::optional<WindowInfo>> at(Point place) override { return windows_.at(place); }
    Result<std::optional<WindowInfo>> focused() override { return windows_.focused(); }
    Result<std::optional<std::uint64_t>> focused_id() override {
      if (++looks_ == 2) {
        const Result<WindowInfo> other = window_with_title(windows_.list().value(), taking_);
        if (!other.ok()) return other.error();
        if (const Status taken = windows_.activate(other.value()); !taken.ok())
          return taken.error();
      }
      return windows_.focused_id();
    }
    Status activate(const WindowInfo& window) override { return windows_.activate(window); }

   private:
    Windows& windows_;
    std::string taking_;
    int looks_ = 0;
  };

  std::string xkb(const std::vector<std::string>& arguments) {
    return run_child(shared_->command("setxkbmap", arguments), "", std::chrono::seconds(10)).errors;
  }
};

std::string type_call(const std::string& text) { return "type(" + quote_json(text) + ")"; }

// `length` characters of repeated `sentence`; a line end after each `line` characters, 0: none.
std::string long_text(const std::u32string& sentence, std::size_t length, std::size_t line) {
  std::string text;
  for (std::size_t i = 0; i < length; ++i)
    append_utf8(text, line != 0 && i % line == line - 1 ? U'\n' : sentence[i % sentence.size()]);
  return text;
}

const std::u32string kGerman =
    U"Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich; \"Übung\" & <Maß> kostet "
    U"5€! ";
const std::u32string kJapanese =
    U"吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所"
    U"で"
    U"ニャーニャー泣いていた事だけは記憶している。";
const std::u32string kEmoji =
    U"🐈🐱😀🚀🎉👍🔥💡🌍🍎🎨🧩🛠📷🔒🔑🕹🎲🏁🚦🌈🐙a B";

// Runs once, with a text that needs several reads of the keyboard and many batches of borrowed
// keys. FRANZ_TYPING_RUNS sets a number of runs, with a text that takes GTK seconds: it lays out
// the whole line again for each character.
struct Effort {
  int repeats = 1;
  std::size_t length = 400;  // characters
};
Effort effort() {
  const char* wanted = std::getenv("FRANZ_TYPING_RUNS");
  return wanted != nullptr ? Effort{std::atoi(wanted), 2000} : Effort{};
}
}  // namespace

// GTK's Vietnamese input method turns "e." into another letter.
TEST_F(X11Typing, TextThatAnInputMethodWouldChangeArrives) {
  ShownProgram entry(*shared_, "env", {"GTK_IM_MODULE=viqr", "zenity", "--entry", "--title=Entry"});
  ASSERT_TRUE(is_shown("Entry"));
  EXPECT_TRUE(perform("type(\"example.org\")").starts_with("done: it was pasted"));
  EXPECT_EQ(perform("press(\"Return\")"), "done");
  EXPECT_EQ(entry.output(), "example.org\n");
}

TEST_F(X11Typing, WritesCharactersThatTheLayoutHasOrLacks) {
  for (const std::string text : {"abc XYZ 0123456789 !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
                                 "Grüße aus Köln", "東京 🐱", "Привет, мир", "naïve ½ ²"})
    EXPECT_EQ(typed_into_entry(type_call(text)), text + "\n");
}

TEST_F(X11Typing, LosesNothingOfALongText) {
  const auto [repeats, length] = effort();
  for (int i = 0; i < repeats; ++i) {
    for (const std::u32string& sentence : {kGerman, kJapanese, kEmoji}) {
      if (i == 0) {
        const std::string line = long_text(sentence, length, 0);
        ASSERT_EQ(typed_into_entry(type_call(line)), line + "\n");
      }
      const std::string lines = long_text(sentence, length, 50);
      ASSERT_EQ(typed_into_terminal(type_call(lines)), lines) << "repeat " << i;
    }
  }
}

// No system reports how long a program is busy; here it is stopped for some seconds.
TEST_F(X11Typing, WaitsForAProgramThatIsBusy) {
  const std::string text = long_text(kJapanese, 200, 50);
  std::jthread resumer;
  const auto busy_for = [&](std::chrono::milliseconds time) {
    return [&resumer, time](long long program) {
      ::kill(static_cast<pid_t>(program), SIGSTOP);
      resumer = std::jthread([=] {
        std::this_thread::sleep_for(time);
        ::kill(static_cast<pid_t>(program), SIGCONT);
      });
    };
  };
  EXPECT_EQ(typed_into_terminal(type_call(text), busy_for(std::chrono::milliseconds(1500))), text);
  // The time limit is longer for a program that answers.
  const std::string line = long_text(kJapanese, 200, 0);
  EXPECT_EQ(typed_into_entry(type_call(line), busy_for(std::chrono::milliseconds(4000))),
            line + "\n");
}

// Includes characters that the layout lacks: their keys stay mapped until they are read.
TEST_F(X11Typing, EndsWhenAnotherWindowTakesTheKeyboard) {
  ShownProgram other(*shared_, "zenity", {"--entry", "--title=Other"});
  ASSERT_TRUE(is_shown("Other"));
  TakingWindows windows(*windows_, "Other");
  desktop_ = make_desktop({}, windows);
  const auto folder = TemporaryFolder::make("typing");
  ASSERT_TRUE(folder.ok());
  const std::string file = folder.value()->path() + "/typed";
  ShownProgram terminal(*shared_, "xterm",
                        {"-u8", "-T", "Terminal", "-e", "/bin/sh", "-c",
                         "echo >'" + file + ".ready'; cat >'" + file + "'"});
  ASSERT_TRUE(is_shown("Terminal") &&
              wait_until([&] { return read_file(file + ".ready", 10).ok(); }));
  EXPECT_EQ(perform(type_call("K\u00F6ln \u6771\nB\u00FCro\n")),
            "partial: another window took the keyboard, \"Other\" (Zenity); 7 of 12 characters "
            "were typed");
  EXPECT_TRUE(wait_until([&] {
    const Result<std::string> typed = read_file(file, 100);
    return typed.ok() && !typed.value().empty();
  }));
  EXPECT_EQ(read_file(file, 100).value(), "K\u00F6ln \u6771\n");
  EXPECT_EQ(perform("press(\"Return\")"), "done");
  EXPECT_EQ(other.output(), "\n");
}

TEST_F(X11Typing, IsTheSameOnAnyLayout) {
  const std::string text = "Zyx @€ {a}[b] ~ Grüße Привет 東";
  for (const std::vector<std::string>& layout : std::vector<std::vector<std::string>>{
           {"de"}, {"fr"}, {"ru"}, {"us", "-variant", "dvorak"}}) {
    xkb(layout);
    desktop_.reset();
    input_.reset();
    SetUp();
    EXPECT_EQ(typed_into_entry(type_call(text)), text + "\n") << layout.back();
  }
  xkb({"us"});
}

// Like desktops with a layout per window: one turn types into several windows.
TEST_F(X11Typing, IsTheSameWhenTheLayoutIsSwitched) {
  const std::string text = "Zyx @€ {a}[b] ~ Grüße Привет 東";
  xkb({"us,ru,de,fr"});
  desktop_.reset();
  input_.reset();
  SetUp();
  for (const unsigned index : {0U, 1U, 2U, 3U, 0U}) {
    ASSERT_TRUE(switch_layout(display(), index)) << index;
    EXPECT_EQ(typed_into_entry(type_call(text)), text + "\n") << index;
  }
  ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry", "--entry-text=old"});
  ASSERT_TRUE(is_shown("Entry"));
  const struct {
    unsigned index;
    const char* call;
  } steps[] = {{3, "hotkey(\"ctrl\", \"a\")"},
               {2, "press(\"z\")"},
               {0, "press(\"y\")"},
               {1, "press(\"?\")"},
               {2, "press(\"ß\")"},
               {1, "key_down(\"shift\")"},
               {2, "press(\"z\")"},
               {0, "key_up(\"shift\")"},
               {3, "press(\"q\")"},
               {1, "press(\"enter\")"}};
  for (const auto& [index, call] : steps) {
    ASSERT_TRUE(switch_layout(display(), index)) << index;
    EXPECT_EQ(perform(call), "done") << call;
  }
  EXPECT_EQ(entry.output(), "zy?ßZq\n");
  xkb({"us"});
}

// The key that has a letter in another layout is correct only in combinations.
TEST_F(X11Typing, PressesKeysThatOnlyAnotherLayoutHas) {
  xkb({"us,ru,de"});
  ASSERT_TRUE(switch_layout(display(), 1));
  ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry", "--entry-text=old"});
  ASSERT_TRUE(is_shown("Entry"));
  for (const char* call :
       {"press(\"ctrl+a\")", "press(\"z\")", "press(\"ü\")", "press(\"я\")", "press(\"enter\")"})
    EXPECT_EQ(perform(call), "done") << call;
  EXPECT_EQ(entry.output(), "züя\n");
  xkb({"us"});
}

TEST_F(X11Typing, IsTheSameWhenAnotherLayoutIsSet) {
  const std::string text = "Zyx @€ {a}[b] ~ Grüße Привет 東";
  for (const std::string layout : {"de", "fr", "ru", "us"}) {
    xkb({layout});
    EXPECT_EQ(typed_into_entry(type_call(text)), text + "\n") << layout;
  }
}

TEST_F(X11Typing, IgnoresLocksAndKeepsThem) {
  for (const char* lock : {"capslock", "numlock"}) {
    ASSERT_EQ(perform("press(\"" + std::string(lock) + "\")"), "done");
    EXPECT_EQ(typed_into_entry(type_call("abc ABC 123 ü")), "abc ABC 123 ü\n") << lock;
    const ChildOutcome state =
        run_child(shared_->command("xset", {"q"}), "", std::chrono::seconds(10));
    const std::string name = lock[0] == 'c' ? "Caps Lock:   on" : "Num Lock:    on";
    EXPECT_NE(state.output.find(name), std::string::npos) << state.output;
    ASSERT_EQ(perform("press(\"" + std::string(lock) + "\")"), "done");
  }
}

TEST_F(X11Typing, LeavesTheKeyboardAsItWas) {
  const auto mapping = [] {
    return run_child(shared_->command("xmodmap", {"-pke"}), "", std::chrono::seconds(10)).output;
  };
  const std::string before = mapping();
  EXPECT_EQ(typed_into_entry(type_call("東京 🐱 Grüße")), "東京 🐱 Grüße\n");
  EXPECT_EQ(perform("press(\"ü\")"), "done");
  EXPECT_FALSE(before.empty());
  EXPECT_EQ(mapping(), before);
}

TEST_F(X11Typing, PressesKeysAndCombinations) {
  ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry", "--entry-text=old"});
  ASSERT_TRUE(is_shown("Entry"));
  for (const char* call :
       {"hotkey(\"ctrl\", \"a\")", "press(\"Delete\")", "type(\"bcd\")", "press(\"Home\")",
        "press(\"a\")", "press(\"End\")", "press(\"?\")", "press(\"ü\")", "press(\"shift+left\")",
        "press(\"ctrl+x\")", "press(\"ctrl+v\")", "press(\"ctrl+v\")", "press(\"BackSpace\")",
        "key_down(\"shift\")", "press(\"z\")", "key_up(\"shift\")", "press(\"enter\")"})
    EXPECT_EQ(perform(call), "done") << call;
  EXPECT_EQ(entry.output(), "abcd?üZ\n");
}
}  // namespace franz::executor
