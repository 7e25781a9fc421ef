// The surface `window` in the real programs with real windows: what is visible of a window, and
// which input reaches it.
#include <algorithm>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/os/temporary_folder.h"
#include "common/picture/picture_pixels.h"
#include "common/wire/executor_messages.h"
#include "common/wire/warning_codes.h"
#include "executor/desktop/window_rules.h"
#include "tests/executor/desktop/shown_program.h"
#include "tests/support/test_paths.h"

namespace franz::executor {
namespace {
using Texts = std::vector<std::string>;
constexpr const char* kMine = "#30a040";
constexpr const char* kOther = "#c02010";

class WindowProcess : public ScreenTest {
 protected:
  void SetUp() override {
    ScreenTest::SetUp();
    auto folder = TemporaryFolder::make("window");
    ASSERT_TRUE(folder.ok());
    folder_ = std::move(folder).value();
    ASSERT_TRUE(input_->move({1000, 700}).ok());  // outside the pictures
  }

  // A terminal that shows only its colour.
  std::unique_ptr<ShownProgram> show(const std::string& title, const std::string& color,
                                     const std::string& geometry) {
    auto program = std::make_unique<ShownProgram>(
        *shared_, "xterm",
        Texts{"-T", title, "-geometry", geometry, "-b", "0", "-bw", "0", "-bg", color, "-fg", color,
              "-cr", color, "-e", "sleep", "600"});
    // Before the window manager moves it to its place, it is in the corner.
    const bool there = wait_until([&] {
      const auto window = of_program(*program);
      return window && window->area.origin_x > 0 && window->title == title;
    });
    EXPECT_TRUE(there) << title.substr(0, 20);
    return program;
  }

  std::optional<WindowInfo> of_program(const ShownProgram& program) {
    const auto windows = windows_->list();
    if (!windows.ok()) return std::nullopt;
    const auto found = std::ranges::find_if(windows.value(), [&](const WindowInfo& each) {
      return each.pid == program.pid() && each.owners.empty();
    });
    return found == windows.value().end() ? std::nullopt : std::optional(*found);
  }

  WindowInfo window(const ShownProgram& program) {
    const auto found = of_program(program);
    EXPECT_TRUE(found);
    return found.value_or(WindowInfo{});
  }

  // Runs xdotool to the end.
  void manage(Texts words, const WindowInfo& window) {
    for (std::string& each : words)
      if (each == "ID") each = std::to_string(window.id);
    const ChildOutcome outcome =
        run_child(shared_->command("xdotool", words), "", std::chrono::seconds(20));
    EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
  }

  // A request whose picture has the window's pixels one to one, without marks.
  ExecutorRequest request_for(const WindowInfo& window, const std::string& calls) const {
    ExecutorRequest request;
    request.options.surface = "window";
    request.options.run_dir = folder_->path();
    request.options.time = "2026-01-31T12:00:00Z";
    request.options.marks = {false, false, false};
    request.options.picture = {window.area.width, window.area.height};
    request.options.window =
        WindowTarget{std::to_string(window.id), window.title, window.app, window.pid};
    request.options.seen = Seen{window.area, request.options.picture};
    request.dialect = "actions";
    request.desktop.display = display();
    for (const Tool& each : all_tools()) request.tools.emplace_back(each.name, true);
    if (!calls.empty()) request.reply = Reply{quote_json("ACTIONS:\n" + calls), {}};
    return request;
  }

  ExecutorReply act(const ExecutorRequest& request) {
    const ChildOutcome outcome =
        run_child({kExecutor, {}, {}, ""}, to_json(request), std::chrono::seconds(60));
    const Result<ExecutorReply> reply = parse_executor_reply(outcome.output);
    EXPECT_TRUE(reply.ok()) << outcome.errors << outcome.output.substr(0, 500);
    if (!reply.ok()) return {};
    EXPECT_EQ(reply.value().degraded, Texts{});
    return reply.value();
  }

  // With a reply, because a first turn would give the window the focus.
  ExecutorReply look_at(const WindowInfo& window) {
    return act(request_for(window, "screenshot()"));
  }

  std::unique_ptr<TemporaryFolder> folder_;
};

Texts codes(const ExecutorReply& reply) {
  Texts codes;
  for (const Warning& each : reply.warnings) codes.push_back(each.code);
  return codes;
}

PicturePixels picture(const ExecutorReply& reply) {
  const auto png = base64_decode(reply.screenshot_b64);
  const auto pixels = png.ok() ? decode_png(png.value()) : Result<PicturePixels>(png.error());
  EXPECT_TRUE(pixels.ok());
  return pixels.ok() ? pixels.value() : PicturePixels{};
}

// The number of pixels with the colour "#rrggbb".
int count(const PicturePixels& picture, const std::string& color) {
  const auto channel = [&](std::size_t i) {
    return std::stoi(color.substr(1 + 2 * i, 2), nullptr, 16);
  };
  int found = 0;
  for (std::size_t i = 0; i < picture.rgb.size(); i += 3)
    found += picture.rgb[i] == channel(0) && picture.rgb[i + 1] == channel(1) &&
                     picture.rgb[i + 2] == channel(2)
                 ? 1
                 : 0;
  return found;
}

Texts outcomes(const ExecutorReply& reply) {
  Texts rows;
  for (const ActionItem& item : reply.items)
    rows.push_back(std::string(outcome_name(item.outcome)) +
                   (item.why.empty() ? "" : ": " + item.why));
  return rows;
}

const Texts kNone;
const Texts kOnlyCovered{std::string(kWindowCovered)};
}  // namespace

TEST_F(WindowProcess, SeesTheWindowWithoutWhatCoversIt) {
  const auto mine = show("Mine", kMine, "40x10+50+60");
  const auto free = window(*mine);
  const ExecutorReply alone = look_at(free);
  EXPECT_EQ(codes(alone), kNone);
  EXPECT_EQ(alone.screen, free.area);
  const int all = free.area.width * free.area.height;
  EXPECT_EQ(count(picture(alone), kMine), all);

  const auto other = show("Other", kOther, "40x10+120+90");
  ASSERT_TRUE(is_shown("Other"));
  const ExecutorReply covered = look_at(free);
  EXPECT_EQ(codes(covered), kOnlyCovered);
  EXPECT_EQ(covered.screen, free.area);
  EXPECT_EQ(count(picture(covered), kMine), all);
  EXPECT_EQ(count(picture(look_at(window(*other))), kOther),
            window(*other).area.width * window(*other).area.height);
  // Taking the picture did not change the windows.
  const auto top = windows_->at(
      {free.area.origin_x + free.area.width - 5, free.area.origin_y + free.area.height - 5});
  ASSERT_TRUE(top.ok() && top.value());
  EXPECT_EQ(top.value()->title, "Other");
}

TEST_F(WindowProcess, SeesThePartBeyondTheScreensEdge) {
  const auto mine = show("Mine", kMine, "40x10+50+60");
  manage({"windowmove", "--sync", "ID", "-100", "80"}, window(*mine));
  ASSERT_TRUE(wait_until([&] { return window(*mine).area.origin_x < 0; }));
  const auto half = window(*mine);
  const ExecutorReply reply = look_at(half);
  EXPECT_EQ(codes(reply), kOnlyCovered);
  EXPECT_EQ(reply.screen, half.area);
  EXPECT_EQ(count(picture(reply), kMine), half.area.width * half.area.height);
  EXPECT_EQ(outcomes(act(request_for(half, "left_click(0, 500)\nleft_click(999, 500)"))),
            (Texts{"refused: that part of the window is beyond the screen's edge",
                   "done: no visible change"}));
}

TEST_F(WindowProcess, RefusesPlacesThatAnotherWindowCovers) {
  const auto mine = show("Mine", kMine, "40x10+50+60");
  const auto other = show("Other", kOther, "40x10+120+90");
  // The window manager no longer manages it, so it stays on top regardless of the focus.
  const auto unmanaged = window(*other);
  manage({"windowunmap", "--sync", "ID", "set_window", "--overrideredirect", "1", "ID"}, unmanaged);
  manage({"windowactivate", "--sync", "ID"}, window(*mine));
  ASSERT_TRUE(wait_until([&] { return focused_title() == "Mine"; }));
  manage({"windowmap", "--sync", "ID"}, unmanaged);
  const auto bounded = window(*mine);
  const auto is_on_top = [&] {
    const auto there = windows_->at({bounded.area.origin_x + bounded.area.width - 5,
                                     bounded.area.origin_y + bounded.area.height - 5});
    return there.ok() && there.value() && there.value()->title == "Other";
  };
  ASSERT_TRUE(wait_until(is_on_top));
  const ExecutorReply reply =
      act(request_for(bounded, "left_click(980, 980)\nleft_click(10, 10)\nleft_click(980, 980)"));
  const std::string refused = "refused: the window there is another one, \"Other\" (XTerm)";
  EXPECT_EQ(outcomes(reply), (Texts{refused, "done: no visible change", refused}));
}

TEST_F(WindowProcess, PlacesMoveWithTheWindow) {
  ShownProgram entry(*shared_, "zenity", {"--entry", "--title=Entry", "--entry-text=abc"});
  ASSERT_TRUE(is_shown("Entry"));
  const auto seen = window(entry);
  manage({"windowmove", "--sync", "ID", "400", "300"}, seen);
  ASSERT_TRUE(wait_until([&] { return window(entry).area.origin_x != seen.area.origin_x; }));
  const auto now = window(entry);
  ExecutorRequest request = request_for(seen, "triple_click(500, 550)\ntype(\"moved\")");
  request.desktop.strict = true;
  ExecutorReply reply = act(request);
  EXPECT_EQ(outcomes(reply).front(), "refused: the window was moved since your picture");
  EXPECT_EQ(reply.screen, now.area);
  request.desktop.strict = false;
  reply = act(request);
  ASSERT_EQ(reply.items.size(), 2U);
  EXPECT_EQ(reply.items[0].outcome, Outcome::done) << reply.items[0].why;
  EXPECT_EQ(codes(reply), Texts{std::string(kWindowMoved)});
  const Point from = to_pixel({500, 550}, seen.area);
  EXPECT_EQ(reply.items[0].from, (Point{from.x - seen.area.origin_x + now.area.origin_x,
                                        from.y - seen.area.origin_y + now.area.origin_y}));
  EXPECT_EQ(perform("press(\"enter\")"), "done");
  EXPECT_EQ(entry.output(), "moved\n");
}

TEST_F(WindowProcess, ReportsThatTheWindowChangedSize) {
  const auto mine = show("Mine", kMine, "40x10+50+60");
  const auto seen = window(*mine);
  manage({"windowsize", "--sync", "ID", "150", "100"}, seen);
  ASSERT_TRUE(wait_until([&] { return window(*mine).area.width < seen.area.width; }));
  ExecutorRequest request = request_for(seen, "move(999, 999)");
  request.desktop.strict = true;
  EXPECT_EQ(outcomes(act(request)), Texts{"refused: the window changed size since your picture"});
  request.desktop.strict = false;
  const ExecutorReply reply = act(request);
  const Screen now = window(*mine).area;
  EXPECT_EQ(reply.items[0].from,
            (Point{now.origin_x + now.width - 1, now.origin_y + now.height - 1}));
  EXPECT_EQ(codes(reply), Texts{std::string(kWindowMoved)});
}

TEST_F(WindowProcess, RestoresAMinimisedWindowBeforeActing) {
  const auto mine = show("Mine", kMine, "40x10+50+60");
  const auto seen = window(*mine);
  manage({"windowminimize", "--sync", "ID"}, seen);
  ASSERT_TRUE(wait_until([&] { return window(*mine).minimised; }));
  const ExecutorReply looked = look_at(seen);
  EXPECT_EQ(codes(looked), Texts{std::string(kWindowMinimised)});
  EXPECT_EQ(looked.screenshot_b64, "");
  EXPECT_EQ(looked.screen, seen.area);
  EXPECT_TRUE(window(*mine).minimised);  // looking does not restore it
  const ExecutorReply reply = act(request_for(seen, "left_click(500, 500)"));
  EXPECT_EQ(outcomes(reply), Texts{"refused: the window was minimised and is restored now: what it "
                                   "shows has to be seen first"});
  EXPECT_EQ(codes(reply), kNone);
  EXPECT_EQ(count(picture(reply), kMine), seen.area.width * seen.area.height);
}

TEST_F(WindowProcess, HasNoPictureOfAClosedWindow) {
  auto mine = show("Mine", kMine, "40x10+50+60");
  const auto seen = window(*mine);
  const auto other = show("Other", kOther, "40x10+50+60");
  mine.reset();
  ASSERT_TRUE(wait_until([&] {
    const auto found = windows_->find(seen.id);
    return found.ok() && !found.value();
  }));
  const ExecutorReply reply = act(request_for(seen, "left_click(500, 500)\npress(\"a\")"));
  EXPECT_EQ(outcomes(reply), (Texts{"refused: the window is not there any more",
                                    "refused: the window is not there any more"}));
  EXPECT_EQ(codes(reply), Texts{std::string(kWindowGone)});
  EXPECT_EQ(reply.screenshot_b64, "");
}

TEST_F(WindowProcess, AcceptsAnyTitle) {
  std::string cats;
  for (int i = 0; i < 2560; ++i) cats += "🐱";
  for (const std::string& title : {std::string(), cats}) {
    SCOPED_TRACE(title.size());
    const auto mine = show("Mine", kMine, "40x10+50+60");
    manage({"set_window", "--name", title, "ID"}, window(*mine));
    ASSERT_TRUE(wait_until([&] { return window(*mine).title == title; }));
    const auto other = show("Other", kOther, "40x10+120+90");
    ASSERT_TRUE(is_shown("Other"));
    const auto bounded = window(*mine);
    const ExecutorReply reply =
        act(request_for(bounded, "focus_window(\"\")\nleft_click(990, 990)\ntype(\"a\")"));
    ASSERT_EQ(reply.items.size(), 3U);
    for (const ActionItem& item : reply.items) EXPECT_EQ(item.outcome, Outcome::done) << item.why;
    EXPECT_EQ(codes(reply), kNone);
    const auto focused = windows_->focused();
    ASSERT_TRUE(focused.ok() && focused.value());
    EXPECT_EQ(focused.value()->id, bounded.id);
    EXPECT_EQ(outcomes(act(request_for(bounded, "focus_window(\"Other\")")))[0].substr(0, 8),
              "refused:");
  }
}

TEST_F(WindowProcess, ItsMenuBelongsToIt) {
  const auto mine = show("Mine", kMine, "40x20+50+60");
  ASSERT_TRUE(is_shown("Mine"));
  const auto bounded = window(*mine);
  const Point inside{bounded.area.origin_x + 50, bounded.area.origin_y + 50};
  ASSERT_TRUE(input_->move(inside).ok());
  const int without_menu = count(picture(look_at(bounded)), kMine);
  ASSERT_EQ(perform("key_down(\"ctrl\")"), "done");
  ASSERT_EQ(perform("mouse_down(\"left\")"), "done");
  ASSERT_TRUE(wait_until([&] {
    const auto here = windows_->at({inside.x + 5, inside.y + 10});
    return here.ok() && here.value() && here.value()->id != bounded.id;
  }));
  ExecutorReply reply;
  // It appears before it is painted.
  EXPECT_TRUE(wait_until([&] {
    reply = look_at(bounded);
    return count(picture(reply), kMine) < without_menu;
  }));
  EXPECT_EQ(codes(reply), kNone);
  EXPECT_EQ(act(request_for(bounded, "move(200, 200)")).items[0].outcome, Outcome::done);
  desktop_->release_all();
}

TEST_F(WindowProcess, TakesTheFocusAndReportsItCorrectly) {
  const auto mine = show("Mine", kMine, "40x10+50+60");
  const auto other = show("Other", kOther, "40x10+120+290");
  ASSERT_TRUE(is_shown("Other"));
  const auto bounded = window(*mine);
  EXPECT_EQ(outcomes(act(request_for(bounded, "press(\"a\")")))[0].substr(0, 4), "done");
  EXPECT_EQ(focused_title(), "Mine");
}

TEST_F(WindowProcess, ConsentIsBoundToTheClicksTarget) {
  const auto mine = show("Mine", kMine, "40x10+50+60");
  const auto other = show("Other", kOther, "40x10+120+90");
  ASSERT_TRUE(is_shown("Other"));
  ExecutorRequest request = request_for(window(*mine), "left_click(990, 990)");
  request.consent.approve = Approve::always;
  const auto planned = [&] {
    request.mode = ActingMode::plan;
    const ExecutorReply plan = act(request);
    request.mode = ActingMode::act;
    std::string around = plan.items.empty() ? "" : plan.items[0].around.value_or("");
    request.consent.approved = {{0, around}};
    return around;
  };
  const std::string covered = planned();
  EXPECT_EQ(focused_title(), "Other");
  EXPECT_EQ(outcomes(act(request)), Texts{"refused: the screen changed after the approval"});
  EXPECT_EQ(focused_title(), "Mine");
  EXPECT_NE(planned(), covered);
  ASSERT_TRUE(is_shown("Other"));  // like the page on which the operator decides
  EXPECT_EQ(outcomes(act(request)), Texts{"done: no visible change"});
}

TEST_F(WindowProcess, WithoutAWindowRefusesAllCallsAndHasNoPicture) {
  ExecutorRequest request = request_for({.id = 1, .area = {0, 0, 10, 10}}, "press(\"a\")");
  request.options.window.reset();
  const ChildOutcome outcome =
      run_child({kExecutor, {}, {}, ""}, to_json(request), std::chrono::seconds(60));
  const Result<ExecutorReply> reply = parse_executor_reply(outcome.output);
  ASSERT_TRUE(reply.ok()) << outcome.errors;
  EXPECT_EQ(reply.value().degraded.size(), 2U);
  EXPECT_EQ(reply.value().items[0].outcome, Outcome::refused);
  EXPECT_EQ(reply.value().screenshot_b64, "");
}
}  // namespace franz::executor
