// The screen of Windows: our actions and those of somebody else. The person is another process,
// win32_person. Needs a screen: ./test --windows starts one.
#include <gtest/gtest.h>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include "common/base/json_string.h"
#include "common/desktop/windows_display.h"
#include "common/os/child_process.h"
#include "common/os/temporary_folder.h"
#include "common/picture/target_look.h"
#include "common/wire/executor_messages.h"
#include "common/wire/message_fields.h"
#include "common/wire/watch_messages.h"
#include "executor/desktop/desktop.h"
#include "executor/desktop/guarded_input.h"
#include "executor/desktop/screen_commands.h"
#include "tests/executor/desktop/win32_test_window.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz::executor {
namespace {
constexpr int kPatience = 20000;  // milliseconds
constexpr Screen kFrame{100, 80, 600, 500};
constexpr int kF9 = 0x78, kControl = 0x11, kAlt = 0x12, kShift = 0x10, kLeftButton = 1;

// Runs the person's actions to the end.
void person_does(const std::vector<std::string>& does) {
  const ChildOutcome outcome =
      run_child({kWin32Person, does, {}, ""}, "", std::chrono::milliseconds(kPatience));
  ASSERT_TRUE(outcome.end.ok()) << outcome.errors;
}

class Win32Desktop : public testing::Test {
 protected:
  void SetUp() override { open(false); }
  void TearDown() override {
    if (desktop_) desktop_->release_all();
  }

  void open(bool takeover) {
    desktop_.reset();
    DesktopOptions options;
    options.display = kWindowsDisplay;
    options.person = options.takeover = takeover;
    auto opened = open_desktop(options);
    ASSERT_TRUE(opened.ok()) << opened.error().message;
    desktop_ = std::move(opened).value();
    const Result<Screen> screen = desktop_->screen();
    ASSERT_TRUE(screen.ok()) << screen.error().message;
    // 1/1000 is one pixel, so that places are exact.
    map_ = {screen.value().origin_x, screen.value().origin_y, 1001, 1001};
    ASSERT_GE(screen.value().width, 800);
  }

  std::string act(const std::string& canonical) {
    const Result<Call> call = parse_canonical_call(canonical);
    if (!call.ok()) return call.error().message;
    const Performed performed = desktop_->perform(call.value(), map_);
    return std::string(outcome_name(performed.outcome)) +
           (performed.why.empty() ? "" : ": " + performed.why);
  }

  static std::string at(const std::string& tool, Point place) {
    return tool + "(" + std::to_string(place.x) + ", " + std::to_string(place.y) + ")";
  }

  std::unique_ptr<Desktop> desktop_;
  Screen map_;
};
}  // namespace

TEST_F(Win32Desktop, TypesAnyCharacterInAnyLayout) {
  Win32TestWindow window("Franz types", kFrame);
  ASSERT_EQ(act(at("left_click", window.on_entry())), "done");
  std::string longer;
  for (int i = 0; i < 60; ++i) longer += "Wörter und 東京, Zeile " + std::to_string(i) + "\n";
  for (const std::string& text :
       {std::string("Héllo Wörld — 東京 🐱"), std::string("a\tb\nc\n🐱🐱🐱🐱🐱🐱🐱🐱🐱🐱🐱🐱🐱 "), longer}) {
    window.set_entry("");
    ASSERT_EQ(act("type(" + quote_json(text) + ")"), "done");
    EXPECT_TRUE(wait_until([&] { return window.entry() == text; })) << window.entry();
  }
  EXPECT_EQ(all_down(), "");
}

TEST_F(Win32Desktop, PressesKeysAndCombinations) {
  Win32TestWindow window("Franz presses", kFrame);
  ASSERT_EQ(act(at("left_click", window.on_entry())), "done");
  for (const char* const call :
       {"type(\"one two\")", "press(\"home\")", "press(\"x\")", "press(\"X\")", "press(\"delete\")",
        "press(\"end\")", "press(\"?\")", "key_down(\"shift\")", "press(\"home\")",
        "key_up(\"shift\")", "hotkey(\"ctrl\", \"c\")", "press(\"end\")", "press(\"enter\")",
        "hotkey(\"ctrl\", \"v\")"})
    ASSERT_EQ(act(call), "done") << call;
  EXPECT_TRUE(wait_until([&] { return window.entry() == "xxne two?\nxxne two?"; }))
      << window.entry();
  EXPECT_EQ(act("press(\"東\")"), "refused: the keyboard has no key \"東\"");
  EXPECT_EQ(act("hold_key(\"ctrl+shift\", 0.05)"), "done");
  EXPECT_EQ(all_down(), "");
}

TEST_F(Win32Desktop, ClicksOnTheExactPixel) {
  Win32TestWindow window("Franz clicks", kFrame);
  const Screen area = window.below_entry();
  window.take_notes();
  int origin_y = 0;
  for (int i = 0; i < 40; ++i) {
    const Point place{area.origin_x + 3 + i * 13 % (area.width - 6),
                      area.origin_y + 3 + i * 7 % (area.height - 6)};
    ASSERT_EQ(act(at("left_click", place)), "done");
    std::vector<std::string> notes;
    ASSERT_TRUE(wait_until([&] {
      for (const std::string& each : window.take_notes()) notes.push_back(each);
      return notes.size() >= 2;
    }));
    const Result<Point> pointer = desktop_->pointer();
    ASSERT_TRUE(pointer.ok());
    EXPECT_EQ(pointer.value(), place);
    int x = 0, y = 0;
    // A click soon after another one becomes a double click.
    const std::string first = notes[0].substr(notes[0].rfind(' ') + 1);
    ASSERT_EQ(std::sscanf(first.c_str(), "%d,%d", &x, &y), 2) << notes[0];
    EXPECT_EQ(x, place.x - area.origin_x);
    if (i == 0) origin_y = place.y - y;
    EXPECT_EQ(place.y - y, origin_y);
  }
}

TEST_F(Win32Desktop, UsesEveryButtonAndTheWheel) {
  Win32TestWindow window("Franz turns", kFrame);
  const Screen area = window.below_entry();
  const Point place{area.origin_x + 50, area.origin_y + 40};
  const struct {
    std::string call;
    std::vector<std::string> noted;
  } rows[] = {
      {at("right_click", place), {"right down"}},
      {at("middle_click", place), {"middle down"}},
      {at("double_left_click", place), {"left down", "left up", "left double", "left up"}},
      {"scroll(" + std::to_string(place.x) + ", " + std::to_string(place.y) + ", -2)",
       {"wheel -1", "wheel -1"}},
      {"hscroll(" + std::to_string(place.x) + ", " + std::to_string(place.y) + ", 1)",
       {"hwheel 1"}},
      {"drag(" + std::to_string(place.x) + ", " + std::to_string(place.y) + ", " +
           std::to_string(place.x + 90) + ", " + std::to_string(place.y + 30) + ")",
       {"left down", "left up"}},
  };
  for (const auto& [call, noted] : rows) {
    window.take_notes();
    ASSERT_EQ(act(call), "done") << call;
    std::vector<std::string> notes;
    EXPECT_TRUE(wait_until([&] {
      for (const std::string& each : window.take_notes()) notes.push_back(each);
      return notes.size() >= noted.size();
    })) << call;
    ASSERT_EQ(notes.size(), noted.size()) << call;
    for (std::size_t i = 0; i < noted.size(); ++i)
      EXPECT_TRUE(notes[i].starts_with(noted[i])) << call << ": " << notes[i];
    // Prevents a double click with the next one.
    ASSERT_EQ(act("sleep(0.6)"), "done");
  }
}

TEST_F(Win32Desktop, PastesAndRestoresTheClipboard) {
  Win32TestWindow window("Franz pastes", kFrame);
  ASSERT_EQ(act(at("left_click", window.on_entry())), "done");
  set_clipboard_text("what was there: 東");
  ASSERT_EQ(act("paste(\"two\\nlines 🐱\")"), "done");
  EXPECT_TRUE(wait_until([&] { return window.entry() == "two\nlines 🐱"; })) << window.entry();
  EXPECT_EQ(clipboard_text(), "what was there: 東");
}

TEST_F(Win32Desktop, ReportsThatNoProgramTookThePastedText) {
  Win32TestWindow window("Franz pastes nowhere", kFrame);
  window.leave_entry();
  set_clipboard_text("kept");
  const std::string outcome = act("paste(\"lost\")");
  EXPECT_TRUE(outcome.starts_with("partial: nobody asked for the text")) << outcome;
  EXPECT_EQ(clipboard_text(), "kept");
}

TEST_F(Win32Desktop, FindsWindowsAndBringsThemToTheFront) {
  Win32TestWindow below("Franz below 東", kFrame), above("Franz above", {150, 120, 400, 300});
  const auto named = [&](const std::string& title) {
    const auto windows = desktop_->windows().list();
    if (windows.ok())
      for (const WindowInfo& each : windows.value())
        if (each.title == title) return std::optional(each);
    return std::optional<WindowInfo>();
  };
  std::optional<WindowInfo> found = named("Franz below 東");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->app, "screens_test");
  EXPECT_GT(found->pid, 0);
  EXPECT_FALSE(found->minimised);
  EXPECT_EQ(act("focus_window(\"Franz below\")"), "done");
  EXPECT_TRUE(named("Franz below 東")->active);
  const Screen area = above.below_entry();
  const Point shared{area.origin_x + 10, area.origin_y + 10};
  EXPECT_EQ(act("focus_window(\"Franz above\")"), "done");
  EXPECT_TRUE(wait_until([&] {
    const auto there = desktop_->windows().at(shared);
    return there.ok() && there.value() && there.value()->title == "Franz above";
  }));
  below.minimise();
  EXPECT_TRUE(wait_until([&] { return named("Franz below 東")->minimised; }));
  EXPECT_EQ(act("focus_window(\"Franz below\")"), "done");
  EXPECT_FALSE(named("Franz below 東")->minimised);
  const std::string missing = act("focus_window(\"no such window\")");
  EXPECT_TRUE(missing.starts_with("refused: ")) << missing;
}

TEST_F(Win32Desktop, LaunchesAsTheRunDialogDoes) {
  EXPECT_EQ(act("launch(\"no-such-program here\")"),
            "refused: there is no program \"no-such-program\"");
  EXPECT_EQ(act("launch(\"%WINDIR%\\\\notepad.exe C:\\\\nothing here.txt\")"), "done");
  std::optional<WindowInfo> found;
  EXPECT_TRUE(wait_until([&] {
    const auto windows = desktop_->windows().list();
    if (windows.ok())
      for (const WindowInfo& each : windows.value())
        if (each.app == "notepad") found = each;
    return found.has_value();
  }));
  ASSERT_TRUE(found);
  ASSERT_TRUE(desktop_->windows().activate(*found).ok());
  // It asks whether to create the file; Esc answers.
  person_does({"press", "27", "release", "27"});
  EXPECT_EQ(act("hotkey(\"alt\", \"f4\")"), "done");
}

TEST_F(Win32Desktop, SeesWhatIsOnTheScreen) {
  Win32TestWindow window("Franz sees", kFrame);
  const Screen area = window.below_entry();
  ASSERT_EQ(act("focus_window(\"Franz sees\")"), "done");
  Result<ScreenPixels> pixels = Error{"none"};
  const auto color_at = [&](Point place) {
    const Screen& seen = pixels.value().area;
    const auto index =
        static_cast<std::size_t>((place.y - seen.origin_y) * seen.width + place.x - seen.origin_x) *
        4;
    const auto& bgrx = pixels.value().bgrx;
    return static_cast<unsigned>(bgrx[index + 2]) << 16U |
           static_cast<unsigned>(bgrx[index + 1]) << 8U | bgrx[index];
  };
  EXPECT_TRUE(wait_until([&] {
    pixels = desktop_->look_at(desktop_->screen().value());
    return pixels.ok() &&
           color_at({area.origin_x + 5, area.origin_y + 5}) == Win32TestWindow::kGround &&
           color_at({area.origin_x + area.width - 5, area.origin_y + area.height - 5}) ==
               Win32TestWindow::kGround;
  }));
}

TEST_F(Win32Desktop, OurOwnInputIsNoTakeover) {
  Win32TestWindow window("Franz alone", kFrame);
  open(true);
  const Screen area = window.below_entry();
  const Point place{area.origin_x + 50, area.origin_y + 40};
  for (const std::string& call :
       {at("left_click", place), at("double_left_click", place), std::string("press(\"f5\")"),
        at("left_click", window.on_entry()), "type(" + quote_json(std::string(500, 'x')) + ")",
        std::string("type(\"東京 🐱\")"), std::string("hotkey(\"ctrl\", \"shift\", \"t\")"),
        std::string("drag(200, 200, 400, 300)"), std::string("scroll(300, 300, -5)"),
        std::string("paste(\"text\")"), std::string("sleep(0.2)")}) {
    if (call.starts_with("paste")) {  // its time limit does not include earlier typing
      EXPECT_TRUE(wait_until([&] { return window.entry().ends_with("東京 🐱"); }));
    }
    EXPECT_EQ(act(call), "done") << call.substr(0, 40);
    ASSERT_FALSE(desktop_->taken_over()) << call.substr(0, 40);
  }
}

TEST_F(Win32Desktop, APersonTakesOver) {
  Win32TestWindow window("Franz yields", kFrame);
  ASSERT_EQ(act(at("left_click", window.on_entry())), "done");
  const std::vector<std::vector<std::string>> doings{
      {"move", "300,300", "wait", "50", "move", "310,305"},
      {"press", "120", "release", "120"},
      {"down", "up"}};
  for (const auto& does : doings) {
    open(true);
    std::thread person([&] { person_does(does); });
    std::string outcome;
    EXPECT_TRUE(wait_until([&] {
      outcome = act("type(" + quote_json(std::string(400, 'y')) + ")");
      return desktop_->taken_over();
    })) << does[0];
    person.join();
    EXPECT_EQ(act("press(\"f5\")"), std::string("refused: ") + kTookOver);
    desktop_->release_all();
    EXPECT_EQ(all_down(), "");
  }
}

TEST_F(Win32Desktop, ReleasesAreNoTakeover) {
  person_does({"press", "119"});
  open(true);
  person_does({"release", "119"});
  EXPECT_EQ(act("press(\"f5\")"), "done");
  EXPECT_FALSE(desktop_->taken_over());
}

TEST_F(Win32Desktop, ReleasesWhatAKilledExecutorHeld) {
  person_does({"press", "17", "press", "16", "move", "400,700", "down"});
  EXPECT_TRUE(is_down(kControl) && is_down(kShift) && is_down(kLeftButton))
      << "down: " << all_down();
  const ChildOutcome released =
      run_child({kExecutor, {"--release"}, {}, ""}, "", std::chrono::milliseconds(kPatience));
  EXPECT_TRUE(released.end.ok()) << released.errors;
  EXPECT_EQ(all_down(), "");
}

TEST_F(Win32Desktop, NamesAWrongDisplay) {
  EXPECT_EQ(release_display(":5").error().message,
            "there is no display \":5\": on Windows there is your own screen only ([surface] "
            "display = own)");
}

// The program as the orchestrator runs it.
TEST_F(Win32Desktop, ReportsTheCornerAndTheKeys) {
  std::mutex mutex;
  std::vector<std::string> reported;
  const auto is_reported = [&](const std::string& line) {
    return wait_until([&] {
      const std::lock_guard lock(mutex);
      for (const std::string& each : reported)
        if (each == line) {
          reported.clear();
          return true;
        }
      return false;
    });
  };
  person_does({"move", "400,700"});
  auto watch = ChildProcess::start({kExecutor, {"--watch", kWindowsDisplay, "ctrl+alt+f9"}, {}, ""},
                                   {[&](std::string_view line) {
                                      const std::lock_guard lock(mutex);
                                      reported.emplace_back(line);
                                    },
                                    [](std::string_view) {}, [](const ChildEnd&) {}});
  ASSERT_TRUE(watch.ok()) << watch.error().message;
  ASSERT_TRUE(is_reported(R"({"event":"ready"})"));
  const auto number = [](int key) { return std::to_string(key); };
  person_does({"press", number(kControl), "press", number(kAlt), "press", number(kF9), "release",
               number(kF9), "release", number(kAlt), "release", number(kControl)});
  EXPECT_TRUE(is_reported(R"({"event":"panic","why":"key"})"));
  person_does({"press", number(kControl), "press", number(kAlt), "press", number(kShift), "press",
               number(kF9), "release", number(kF9), "release", number(kShift), "release",
               number(kAlt), "release", number(kControl)});
  EXPECT_TRUE(is_reported(R"({"event":"resume"})"));
  person_does({"move", "0,0"});
  EXPECT_TRUE(is_reported(R"({"event":"panic","why":"corner"})"));
  person_does({"move", "400,700"});
  // The pointer leaves immediately, as during our own drag; the event is reported once.
  for (int i = 0; i < 10; ++i) {
    person_does({"move", "300,300", "wait", "100", "move", "0,0", "move", "400,700"});
    EXPECT_TRUE(is_reported(R"({"event":"panic","why":"corner"})")) << i;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(reported.empty()) << reported.front();
  }
}

// Compares with the card's own report of where a click arrived.
TEST_F(Win32Desktop, ClicksLandWhereTheCardReports) {
  std::mutex mutex;
  std::vector<std::string> reported;
  std::optional<ChildEnd> end;
  const auto line = [&](std::size_t number) {
    std::string found;
    EXPECT_TRUE(wait_until([&] {
      const std::lock_guard lock(mutex);
      if (reported.size() > number) found = reported[number];
      return !found.empty() || end.has_value();
    }));
    return found;
  };
  auto card = ChildProcess::start(
      {kCalibrationCard, {"--area", "700x500+60+40", "--random", "6", "--linger-s", "0"}, {}, ""},
      {[&](std::string_view text) {
         const std::lock_guard lock(mutex);
         reported.emplace_back(text);
       },
       [](std::string_view) {},
       [&](const ChildEnd& ended) {
         const std::lock_guard lock(mutex);
         end = ended;
       }});
  ASSERT_TRUE(card.ok()) << card.error().message;
  const Result<MessageFields> shown = MessageFields::parse(line(0));
  ASSERT_TRUE(shown.ok()) << shown.error().message;
  EXPECT_EQ(shown.value().raw("/area"), "[60,40,700,500]");
  const std::size_t targets = shown.value().size("/targets");
  ASSERT_EQ(targets, 15U);
  // Each target's centre on the screen is where the card reports it.
  const Result<ScreenPixels> pixels = desktop_->look_at(desktop_->screen().value());
  ASSERT_TRUE(pixels.ok());
  for (std::size_t i = 0; i < targets; ++i) {
    MessageFields fields = shown.value();
    const std::string pointer = "/targets/" + std::to_string(i);
    const Point target{static_cast<int>(fields.integer(pointer + "/0", 0, 1000)),
                       static_cast<int>(fields.integer(pointer + "/1", 0, 1000))};
    const Screen& seen = pixels.value().area;
    const auto pixel = static_cast<std::size_t>((target.y - seen.origin_y) * seen.width + target.x -
                                                seen.origin_x) *
                       4;
    const auto& bgrx = pixels.value().bgrx;
    EXPECT_EQ(bgrx[pixel], target_look::kRing.b);
    EXPECT_EQ(bgrx[pixel + 1], target_look::kRing.g);
    EXPECT_EQ(bgrx[pixel + 2], target_look::kRing.r);
    ASSERT_EQ(act(at("left_click", target)), "done");
    const std::string place = fields.raw(pointer);
    EXPECT_EQ(line(i + 1), "{\"click\":" + std::to_string(i + 1) + ",\"clicked\":" + place +
                               ",\"target\":" + std::to_string(i) + ",\"at\":" + place +
                               ",\"error\":[0,0],\"again\":false,\"to_do\":" +
                               std::to_string(targets - i - 1) + "}");
  }
  EXPECT_EQ(line(targets + 1), R"({"finished":true})");
  EXPECT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return end.has_value();
  }));
  EXPECT_TRUE(end && end->ok());
}

TEST_F(Win32Desktop, AWholeTurnPerformsAndSees) {
  const auto folder = TemporaryFolder::make("win32_turn");
  ASSERT_TRUE(folder.ok());
  Win32TestWindow window("Franz works", kFrame);
  ExecutorRequest request;
  request.options.surface = "desktop";
  request.options.turn = 1;
  request.options.run_dir = folder.value()->path();
  request.options.time = "2026-01-31T12:00:00Z";
  const Screen screen = desktop_->screen().value();
  request.options.seen = Seen{screen, {512, 288}};
  request.desktop.display = kWindowsDisplay;
  for (const Tool& each : all_tools()) request.tools.emplace_back(each.name, true);
  const Point entry{(window.on_entry().x - screen.origin_x) * 1000 / screen.width,
                    (window.on_entry().y - screen.origin_y) * 1000 / screen.height};
  request.reply = Reply{quote_json("```python\n" + at("left_click", entry) +
                                   "\ntype('Grüße 🐱')\nhotkey('ctrl', 'nokey')\n```"),
                        {}};
  const ChildOutcome outcome =
      run_child({kExecutor, {}, {}, ""}, to_json(request), std::chrono::milliseconds(kPatience));
  const Result<ExecutorReply> reply = parse_executor_reply(outcome.output);
  ASSERT_TRUE(reply.ok()) << outcome.errors;
  ASSERT_EQ(reply.value().items.size(), 3U);
  EXPECT_EQ(reply.value().items[0].outcome, Outcome::done) << reply.value().items[0].why;
  EXPECT_EQ(reply.value().items[1].outcome, Outcome::done) << reply.value().feedback;
  EXPECT_EQ(reply.value().items[2].why, "no key is called \"nokey\"");
  EXPECT_TRUE(wait_until([&] { return window.entry() == "Grüße 🐱"; })) << window.entry();
  EXPECT_TRUE(reply.value().degraded.empty());
  EXPECT_FALSE(reply.value().screenshot_b64.empty());
}

TEST_F(Win32Desktop, SeesAndOperatesOneWindowOnly) {
  const auto folder = TemporaryFolder::make("win32_window");
  ASSERT_TRUE(folder.ok());
  auto window = std::make_unique<Win32TestWindow>("Franz bounded", kFrame);
  const auto id = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(window->handle()));
  const auto found = desktop_->windows().find(id);
  ASSERT_TRUE(found.ok() && found.value());
  const WindowInfo bounded = *found.value();
  const auto act_on = [&](const std::string& calls) {
    ExecutorRequest request;
    request.options.surface = "window";
    request.options.run_dir = folder.value()->path();
    request.options.time = "2026-01-31T12:00:00Z";
    request.options.picture = {bounded.area.width, bounded.area.height};
    request.options.window = WindowTarget{std::to_string(id), bounded.title, "", bounded.pid};
    request.options.seen = Seen{bounded.area, request.options.picture};
    request.dialect = "actions";
    request.desktop.display = kWindowsDisplay;
    for (const Tool& each : all_tools()) request.tools.emplace_back(each.name, true);
    request.reply = Reply{quote_json("ACTIONS:\n" + calls), {}};
    const ChildOutcome outcome =
        run_child({kExecutor, {}, {}, ""}, to_json(request), std::chrono::milliseconds(kPatience));
    const Result<ExecutorReply> reply = parse_executor_reply(outcome.output);
    EXPECT_TRUE(reply.ok()) << outcome.errors;
    return reply.ok() ? reply.value() : ExecutorReply{};
  };
  const auto codes = [](const ExecutorReply& reply) {
    std::string list;
    for (const Warning& each : reply.warnings) list += each.code + " ";
    return list;
  };

  const MapPoint entry = to_place(window->on_entry(), bounded.area);
  const std::string click =
      "left_click(" + python_repr(entry.x) + ", " + python_repr(entry.y) + ")\n";
  ExecutorReply reply = act_on(click + "type(\"bounded\")\nlaunch(\"notepad\")");
  ASSERT_EQ(reply.items.size(), 3U);
  EXPECT_EQ(reply.items[0].outcome, Outcome::done) << reply.items[0].why;
  EXPECT_EQ(reply.items[1].outcome, Outcome::done) << reply.items[1].why;
  EXPECT_EQ(reply.items[2].outcome, Outcome::refused);
  EXPECT_TRUE(wait_until([&] { return window->entry() == "bounded"; })) << window->entry();
  EXPECT_EQ(codes(reply), "");
  EXPECT_EQ(reply.screen, bounded.area);
  EXPECT_FALSE(reply.screenshot_b64.empty());

  {
    Win32TestWindow other("Franz over it", {300, 250, 500, 300});
    const std::string covered = codes(act_on("screenshot()"));
    // Wine cannot draw a window alone.
    EXPECT_TRUE(covered == "window_covered " || covered == "window_partly_shown ") << covered;
    // So it comes to the front.
    window->set_entry("");
    reply = act_on(click + "type(\"again\")");
    ASSERT_EQ(reply.items.size(), 2U);
    EXPECT_EQ(reply.items[0].outcome, Outcome::done) << reply.items[0].why;
    EXPECT_EQ(reply.items[1].outcome, Outcome::done) << reply.items[1].why;
    EXPECT_TRUE(wait_until([&] { return window->entry() == "again"; })) << window->entry();
    EXPECT_EQ(other.entry(), "");
  }
  window->minimise();
  ASSERT_TRUE(wait_until([&] {
    const auto now = desktop_->windows().find(id);
    return now.ok() && now.value() && now.value()->minimised;
  }));
  EXPECT_EQ(codes(act_on("screenshot()")), "window_minimised ");
  EXPECT_EQ(act_on("press(\"a\")").items[0].why,
            "the window was minimised and is restored now: what it shows has to be seen first");
  window.reset();
  reply = act_on("press(\"a\")");
  EXPECT_EQ(reply.items[0].why, "the window is not there any more");
  EXPECT_EQ(codes(reply), "window_gone ");
  EXPECT_EQ(reply.screenshot_b64, "");
}
}  // namespace franz::executor
