// Who acts on a screen: our own input counts as ours, and a person is noticed at any time. The
// person is another client of the server, xdotool, whose events look like ours.
#include <chrono>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>
#include "common/base/json_string.h"
#include "common/os/temporary_folder.h"
#include "common/wire/executor_messages.h"
#include "executor/desktop/desktop.h"
#include "tests/executor/desktop/shown_program.h"
#include "tests/support/pressed_input.h"
#include "tests/support/test_paths.h"

namespace franz::executor {
namespace {
class X11Takeover : public ScreenTest {
 protected:
  void SetUp() override {
    ASSERT_NE(shared_, nullptr);
    open();
  }

  // A desktop with a takeover watch, new for each turn.
  void open() {
    desktop_.reset();
    DesktopOptions options;
    options.display = display();
    options.person = options.takeover = true;
    auto opened = open_desktop(options);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    desktop_ = std::move(opened).value();
  }

  std::string act(const std::string& canonical) {
    const Result<Call> call = parse_canonical_call(canonical);
    if (!call.ok()) return call.error().message;
    const Performed performed = desktop_->perform(call.value(), kWholeScreen);
    return std::string(outcome_name(performed.outcome)) +
           (performed.why.empty() ? "" : ": " + performed.why);
  }

  // A person who repeats this until the returned process ends.
  static std::unique_ptr<ChildProcess> person(const std::string& does) {
    auto shown = shared_->show("sh", {"-c", "while :; do xdotool " + does + "; done"});
    return shown.ok() ? std::move(shown).value() : nullptr;
  }

  static void act_once(const std::string& does) {
    const auto done = shared_->run("sh", {"-c", "xdotool " + does});
    EXPECT_TRUE(done.ok()) << does;
  }
};

}  // namespace

TEST_F(X11Takeover, OurOwnInputIsNone) {
  std::string many;
  for (int i = 0; i < 100; ++i) many += "aB\u00E9";
  for (const std::string& each : std::vector<std::string>{
           "left_click(500, 500)", "double_left_click(500, 500)", "right_click(20, 20)",
           "drag(100, 100, 900, 800)", "drag(10, 10, 0, 0)", "scroll(500, 500, -12)",
           "hscroll(500, 500, 3)", "move(500, 500)", "move(500, 500)", "mouse_down(\"left\")",
           "move(700, 300)", "mouse_up(\"left\")", "press(\"f5\")",
           "hotkey(\"ctrl\", \"shift\", \"t\")",
           // The server repeats a key that is held this long.
           "hold_key(\"a\", 0.9)", "key_down(\"shift\")", "type(\"held\")", "key_up(\"shift\")",
           "type(\"Gr\u00FC\u00DFe, \u6771\u4EAC \U0001F431 \u00A1Hola!\")",
           "type(\"" + many + "\")", "sleep(0.2)", "press(\"\u6771\")", "press(\"A\")"}) {
    EXPECT_EQ(act(each), "done") << each.substr(0, 40);
    ASSERT_FALSE(desktop_->taken_over()) << each.substr(0, 40);
  }
  // An entry, so that a program requests the pasted text; otherwise the paste would wait.
  const ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry"});
  ASSERT_TRUE(wait_until([&] { return act("focus_window(\"Entry\")") == "done"; }));
  EXPECT_EQ(act("paste(\"text\")"), "done");
  EXPECT_FALSE(desktop_->taken_over());
}

TEST_F(X11Takeover, APersonIsNoticedDuringTheTurn) {
  std::string text(20000, 'x');
  const std::vector<std::string> calls{"drag(100, 100, 900, 800)", "type(\"" + text + "\")",
                                       "scroll(500, 500, -100)", "sleep(5)",
                                       "hold_key(\"ctrl+shift\", 5)"};
  for (const std::string does : {"mousemove_relative -- 3 2", "key x", "click 4"}) {
    for (const std::string& each : calls) {
      SCOPED_TRACE(does + " in " + each.substr(0, 20));
      open();
      const auto other = person(does);
      ASSERT_NE(other, nullptr);
      std::string outcome;
      // The first call may end before they begin.
      const bool noticed = wait_until([&] {
        outcome = act(each);
        return desktop_->taken_over();
      });
      ASSERT_TRUE(noticed);
      desktop_->release_all();
      EXPECT_EQ(act("left_click(5, 5)"), "refused: the person at the screen took over");
    }
  }
}

TEST_F(X11Takeover, NothingStaysDownAfterIt) {
  for (const std::string held : {"mouse_down(\"left\")", "key_down(\"ctrl+a\")"}) {
    open();
    EXPECT_EQ(act(held), "done");
    EXPECT_NE(what_is_down(display()), "");
    act_once("mousemove_relative -- 3 2");
    EXPECT_TRUE(desktop_->taken_over());
    desktop_->release_all();
    EXPECT_EQ(what_is_down(display()), "") << held;
  }
}

TEST_F(X11Takeover, ReleasesAreNone) {
  act_once("keydown x");
  open();
  act_once("keyup x");
  EXPECT_FALSE(desktop_->taken_over());
  EXPECT_EQ(act("left_click(500, 500)"), "done");
  act_once("key x");
  EXPECT_TRUE(desktop_->taken_over());
}

TEST_F(X11Takeover, IsNotDetectedWithoutAWatch) {
  DesktopOptions options;
  options.display = display();
  options.person = true;
  auto opened = open_desktop(options);
  ASSERT_TRUE(opened.ok());
  desktop_ = std::move(opened).value();
  act_once("mousemove 5 5");
  EXPECT_FALSE(desktop_->taken_over());
  EXPECT_EQ(act("move(0, 0)"), "done");
  const auto place = shared_->run("xdotool", {"getmouselocation"});
  ASSERT_TRUE(place.ok());
  EXPECT_TRUE(place.value().starts_with("x:1 y:1 "))
      << "the corner is the person's: " << place.value();
}

// The program: its reply reports the takeover, and the remaining calls are refused.
TEST_F(X11Takeover, IsReportedInTheReply) {
  auto folder = TemporaryFolder::make("takeover");
  ASSERT_TRUE(folder.ok());
  desktop_.reset();
  ExecutorRequest request;
  request.options.surface = "desktop";
  request.options.turn = 1;
  request.options.run_dir = folder.value()->path();
  request.options.time = "2026-01-31T12:00:00Z";
  request.options.seen = Seen{kWholeScreen, {512, 288}};
  request.desktop.display = display();
  request.desktop.person = request.desktop.takeover = true;
  for (const Tool& each : all_tools()) request.tools.emplace_back(each.name, true);
  request.reply = Reply{quote_json("```python\nkey_down('ctrl')\nmouse_down('left')\nsleep(5)\n"
                                   "sleep(5)\npress('a')\n```"),
                        {}};
  const auto other = person("sleep 0.05 mousemove_relative -- 3 2");
  ASSERT_NE(other, nullptr);
  const ChildOutcome outcome =
      run_child({kExecutor, {}, {}, ""}, to_json(request), std::chrono::seconds(30));
  const Result<ExecutorReply> reply = parse_executor_reply(outcome.output);
  ASSERT_TRUE(reply.ok()) << outcome.errors;
  EXPECT_TRUE(reply.value().takeover);
  ASSERT_EQ(reply.value().items.size(), 5U);
  for (const std::size_t left : {3U, 4U}) {
    EXPECT_EQ(reply.value().items[left].outcome, Outcome::refused);
    EXPECT_EQ(reply.value().items[left].why, "the person at the screen took over");
  }
  EXPECT_EQ(what_is_down(display()), "");
}

// Killed at any point while somebody else acts too; the state is read from the server. FRANZ_KILLS:
// how often.
TEST_F(X11Takeover, AKilledExecutorLeavesNothingDown) {
  auto folder = TemporaryFolder::make("kills");
  ASSERT_TRUE(folder.ok());
  desktop_.reset();
  ExecutorRequest request;
  request.options.surface = "desktop";
  request.options.turn = 1;
  request.options.run_dir = folder.value()->path();
  request.options.time = "2026-01-31T12:00:00Z";
  request.options.seen = Seen{kWholeScreen, {512, 288}};
  request.desktop.display = display();
  request.desktop.person = true;
  for (const Tool& each : all_tools()) request.tools.emplace_back(each.name, true);
  std::string calls;
  for (int i = 0; i < 50; ++i)
    calls +=
        "drag(100, 100, 900, 800)\nkey_down('ctrl')\nmouse_down('right')\nmove(300, 300)\n"
        "hold_key('shift+a', 0.05)\ntype('Gr\u00FC\u00DFe \u6771\u4EAC')\nmouse_up('right')\n"
        "key_up('ctrl')\n";
  request.reply = Reply{quote_json("```python\n" + calls + "```"), {}};
  const std::string input = to_json(request);
  const auto other = person("mousemove_relative -- 3 2 click 4 key Caps_Lock key Caps_Lock");
  ASSERT_NE(other, nullptr);

  const char* const asked = std::getenv("FRANZ_KILLS");
  const int kills = asked == nullptr ? 6 : std::atoi(asked);
  std::mt19937 random(7);  // fixed seed
  int held = 0;
  for (int i = 0; i < kills; ++i) {
    std::stop_source stop;
    std::thread killer([&] {
      std::this_thread::sleep_for(
          std::chrono::milliseconds(std::uniform_int_distribution<int>(20, 900)(random)));
      stop.request_stop();
    });
    const ChildOutcome outcome =
        run_child({kExecutor, {}, {}, ""}, input, std::chrono::seconds(60), stop.get_token());
    killer.join();
    EXPECT_EQ(outcome.end.kind, ChildEnd::Kind::stopped) << outcome.errors;
    held += what_is_down(display()).empty() ? 0 : 1;
    const ChildOutcome release =
        run_child({kExecutor, {"--release", display()}, {}, ""}, "", std::chrono::seconds(20));
    EXPECT_TRUE(release.end.ok()) << release.errors;
    // The other person releases what they press.
    EXPECT_TRUE(wait_until([&] { return what_is_down(display()).empty(); }))
        << "kill " << i << ": " << what_is_down(display());
  }
  EXPECT_GT(held, 0) << "none of the kills came while something was down";
}

TEST_F(X11Takeover, TheCornerAndTheKeysAreReported) {
  desktop_.reset();
  act_once("mousemove 300 300");
  std::mutex mutex;
  std::string reported;
  auto watch = ChildProcess::start({kExecutor, {"--watch", display(), "ctrl+alt+F9"}, {}, ""},
                                   {[&](std::string_view line) {
                                      const std::lock_guard lock(mutex);
                                      reported += std::string(line) + "\n";
                                    },
                                    [](std::string_view) {},
                                    {}});
  ASSERT_TRUE(watch.ok());
  std::string expected = "{\"event\":\"ready\"}\n";
  const auto so_far = [&] {
    const std::lock_guard lock(mutex);
    return reported;
  };
  const auto is_reported = [&] {
    return wait_until([&] { return so_far().size() >= expected.size(); }) && so_far() == expected;
  };
  EXPECT_TRUE(is_reported()) << so_far();
  for (const auto& [does, event] : std::vector<std::pair<std::string, std::string>>{
           {"mousemove 0 0", R"({"event":"panic","why":"corner"})"},
           {"mousemove 1 0 key a mousemove 0 0", R"({"event":"panic","why":"corner"})"},
           {"mousemove 9 9 key ctrl+alt+F9", R"({"event":"panic","why":"key"})"},
           {"key ctrl+alt+shift+F9", R"({"event":"resume"})"},
           {"key ctrl+F9 key alt+F9 key F9 keydown Caps_Lock keyup Caps_Lock key ctrl+alt+F9",
            R"({"event":"panic","why":"key"})"}}) {
    act_once(does);
    expected += event + "\n";
    EXPECT_TRUE(is_reported()) << does << "\n" << so_far();
  }
  act_once("key Caps_Lock");
}

TEST_F(X11Takeover, TheWatchReleasesKeysOnRequest) {
  desktop_.reset();
  act_once("mousemove 300 300 mousedown 1 keydown ctrl");
  ASSERT_FALSE(what_is_down(display()).empty());
  std::mutex mutex;
  std::string reported, complaint;
  auto watch = ChildProcess::start({kExecutor, {"--watch", display(), "ctrl+alt+F9"}, {}, ""},
                                   {[&](std::string_view line) {
                                      const std::lock_guard lock(mutex);
                                      reported += line;
                                    },
                                    [&](std::string_view line) {
                                      const std::lock_guard lock(mutex);
                                      complaint += line;
                                    },
                                    {}});
  ASSERT_TRUE(watch.ok());
  const auto has = [&](const std::string& text, const std::string& part) {
    return wait_until([&] {
      const std::lock_guard lock(mutex);
      return text.find(part) != std::string::npos;
    });
  };
  EXPECT_TRUE(has(reported, "ready"));
  watch.value()->write_line(R"({"command":"sleep"})");
  EXPECT_TRUE(has(complaint, "a command was refused: /command: expected one of release"));
  EXPECT_FALSE(what_is_down(display()).empty()) << "it was not asked yet";
  watch.value()->write_line(R"({"command":"release"})");
  EXPECT_TRUE(wait_until([&] { return what_is_down(display()).empty(); }))
      << what_is_down(display());
}

TEST_F(X11Takeover, ThePanicKeyReachesNoProgramAndAConflictIsReported) {
  desktop_.reset();
  ShownProgram events(
      *shared_, "stdbuf",
      {"-oL", "xev", "-name", "Keys", "-geometry", "200x200+400+300", "-event", "keyboard"});
  auto windows = open_windows(display());
  ASSERT_TRUE(windows.ok());
  windows_ = std::move(windows).value();
  ASSERT_TRUE(is_shown("Keys"));
  std::mutex mutex;
  std::string reported;
  const auto watched = [&] {
    return ChildProcess::start({kExecutor, {"--watch", display(), "ctrl+F9"}, {}, ""},
                               {[&](std::string_view line) {
                                  const std::lock_guard lock(mutex);
                                  reported += std::string(line) + "\n";
                                },
                                [](std::string_view) {},
                                {}});
  };
  const auto times = [&](const std::string& event) {
    const std::lock_guard lock(mutex);
    std::size_t count = 0;
    for (std::size_t at = reported.find(event); at != std::string::npos;
         at = reported.find(event, at + 1))
      ++count;
    return count;
  };
  auto first = watched();
  ASSERT_TRUE(first.ok());
  ASSERT_TRUE(wait_until([&] { return times("ready") == 1; }));
  auto second = watched();
  ASSERT_TRUE(second.ok());
  ASSERT_TRUE(wait_until([&] { return times("ready") == 2; }));
  EXPECT_EQ(times("another program has taken ctrl+F9 for itself"), 1U) << reported;
  act_once("key ctrl+F9 key q");
  EXPECT_TRUE(wait_until([&] { return times("\"why\":\"key\"") == 2; }))
      << "both work: " << reported;
  EXPECT_TRUE(
      wait_until([&] { return events.printed().find("keysym 0x71, q") != std::string::npos; }));
  EXPECT_EQ(events.printed().find("F9"), std::string::npos) << events.printed();
}
}  // namespace franz::executor
