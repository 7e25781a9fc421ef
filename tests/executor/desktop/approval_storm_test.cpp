// Between consent and action a window is moved, repainted, swapped, covered or closed, while a
// clock blinks elsewhere. Nothing unseen is clicked, and the clock has no effect. Runs one attempt
// of each change, or FRANZ_APPROVALS attempts with ./test --all, because each withheld action is
// checked for more than a second.
#include <gtest/gtest.h>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <map>
#include <random>
#include <thread>
#include "common/base/json_string.h"
#include "common/os/child_process.h"
#include "common/os/temporary_folder.h"
#include "common/tools/call.h"
#include "common/wire/executor_messages.h"
#include "tests/executor/desktop/painted_windows.h"
#include "tests/support/test_paths.h"
#include "tests/support/virtual_display.h"

namespace franz::executor {
namespace {
constexpr Screen kScreen{0, 0, 1001, 701};  // 1/1000 is one pixel across
constexpr Size kWindow{200, 150};
constexpr Screen kClock{820, 20, 120, 60};

// Shows another pattern every few milliseconds, with its own thread and connection.
class BlinkingClock {
 public:
  explicit BlinkingClock(const std::string& display) {
    thread_ = std::thread([this, display] {
      auto windows = PaintedWindows::open(display);
      if (!windows.ok()) return;
      const auto clock = windows.value()->add(kClock, 1);
      for (std::uint32_t tick = 2; !over_; ++tick) {
        windows.value()->paint(clock, tick);
        ++ticks_;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    });
  }
  ~BlinkingClock() {
    over_ = true;
    thread_.join();
  }
  BlinkingClock(const BlinkingClock&) = delete;
  BlinkingClock& operator=(const BlinkingClock&) = delete;

  int ticks() const { return ticks_; }

 private:
  std::atomic<bool> over_ = false;
  std::atomic<int> ticks_ = 0;
  std::thread thread_;
};

// A change between consent and action, and whether the click is still as agreed.
struct Change {
  const char* name;
  bool agreed;
};
constexpr Change kChanges[] = {
    {"nothing", true},
    {"moved", false},
    {"repainted", false},
    {"swapped for one that looks alike", false},
    {"repainted far from the place", true},
    {"moved, of one colour", false},
    {"a spot repainted near the place", false},
    {"covered", false},
    {"closed", false},
};

int wanted_tries() {
  const char* const wanted = std::getenv("FRANZ_APPROVALS");
  return wanted == nullptr ? static_cast<int>(std::size(kChanges)) : std::max(1, std::atoi(wanted));
}

class ApprovalStorm : public testing::Test {
 protected:
  void SetUp() override {
    VirtualDisplay::Options options;
    options.size = {kScreen.width, kScreen.height};
    options.managed = false;
    auto display = VirtualDisplay::start(options);
    ASSERT_TRUE(display.ok()) << display.error().message;
    display_ = std::move(display).value();
    auto folder = TemporaryFolder::make("approval");
    ASSERT_TRUE(folder.ok());
    folder_ = std::move(folder).value();
    auto windows = PaintedWindows::open(display_->name());
    ASSERT_TRUE(windows.ok()) << windows.error().message;
    windows_ = std::move(windows).value();
  }

  ExecutorRequest request(Point at) const {
    ExecutorRequest request;
    request.options.surface = "desktop";
    request.options.run_dir = folder_->path();
    request.options.time = "2026-01-31T12:00:00Z";
    request.options.seen = Seen{kScreen, {512, 288}};
    request.desktop.display = display_->name();
    for (const Tool& each : all_tools()) request.tools.emplace_back(each.name, true);
    const std::string call = "left_click(" + std::to_string(at.x) + ", " +
                             python_repr(at.y * kFullScale / (kScreen.height - 1)) + ")";
    request.reply = Reply{quote_json("```python\n" + call + "\n```"), {}};
    request.consent.approve = Approve::always;
    return request;
  }

  static ActionItem run(const ExecutorRequest& request) {
    const ChildOutcome outcome =
        run_child({kExecutor, {}, {}, ""}, to_json(request), std::chrono::seconds(30));
    const Result<ExecutorReply> reply = parse_executor_reply(outcome.output);
    EXPECT_TRUE(reply.ok()) << outcome.errors;
    if (!reply.ok() || reply.value().items.size() != 1) return {};
    return reply.value().items[0];
  }

  int within(int least, int most) {
    return std::uniform_int_distribution<int>(least, most)(random_);
  }
  int some_way(int most) { return within(1, most) * (within(0, 1) == 0 ? 1 : -1); }

  std::unique_ptr<VirtualDisplay> display_;
  std::unique_ptr<TemporaryFolder> folder_;
  std::unique_ptr<PaintedWindows> windows_;
  const std::uint32_t seed_ = std::random_device{}();
  std::mt19937 random_{seed_};
};
}  // namespace

TEST_F(ApprovalStorm, ClicksNothingThatWasNotSeen) {
  const int tries = wanted_tries();
  BlinkingClock clock(display_->name());
  std::map<std::string, int> clicked, withheld;
  for (int i = 0; i < tries; ++i) {
    const Change& change = kChanges[static_cast<std::size_t>(i) % std::size(kChanges)];
    const std::string name = change.name;
    SCOPED_TRACE("try " + std::to_string(i) + ", " + name + ", seed " + std::to_string(seed_));
    const Point corner{within(0, 550), within(100, 500)};
    const auto look = static_cast<std::uint32_t>(name.ends_with("colour") ? 0 : random_() | 1U);
    PaintedWindows::Id window =
        windows_->add({corner.x, corner.y, kWindow.width, kWindow.height}, look);
    const Point place{corner.x + within(1, kWindow.width - 2),
                      corner.y + within(1, kWindow.height - 2)};
    const Point inside{place.x - corner.x, place.y - corner.y};
    static_cast<void>(windows_->take_clicks());

    ExecutorRequest plan = request(place);
    plan.mode = ActingMode::plan;
    const ActionItem planned = run(plan);
    ASSERT_TRUE(planned.around && planned.risk) << planned.why;
    ASSERT_EQ(windows_->take_clicks(), 0) << "a plan clicks nothing";

    PaintedWindows::Id other = 0;
    if (name.starts_with("moved")) {
      windows_->move(window, {corner.x + some_way(40), corner.y + some_way(40)});
    } else if (name == "repainted") {
      windows_->paint(window, look + 2);
    } else if (name.starts_with("swapped")) {
      const auto alike = windows_->add({corner.x, corner.y, kWindow.width, kWindow.height}, look);
      windows_->remove(std::exchange(window, alike));
    } else if (name.starts_with("repainted far")) {
      windows_->paint_spot(window, {inside.x < kWindow.width / 2 ? kWindow.width - 20 : 4, 4}, 12);
    } else if (name.starts_with("a spot")) {
      windows_->paint_spot(window,
                           {std::clamp(inside.x + within(-30, 29), 0, kWindow.width - 1),
                            std::clamp(inside.y + within(-30, 29), 0, kWindow.height - 1)},
                           1);
    } else if (name == "covered") {
      other = windows_->add({place.x - 5, place.y - 5, 60, 40}, look + 2);
    } else if (name == "closed") {
      windows_->remove(std::exchange(window, 0));
    }

    ExecutorRequest act = request(place);
    act.consent.approved = {{{0, *planned.around}}};
    const ActionItem done = run(act);
    const int clicks = windows_->take_clicks();
    EXPECT_EQ(clicks, change.agreed ? 1 : 0);
    EXPECT_EQ(done.outcome, change.agreed ? Outcome::done : Outcome::refused) << done.why;
    if (!change.agreed) {
      EXPECT_EQ(done.why, "the screen changed after the approval");
    }
    ++(clicks > 0 ? clicked : withheld)[name];
    for (const PaintedWindows::Id each : {window, other})
      if (each != 0) windows_->remove(each);
  }
  std::cout << tries << " tries, " << clock.ticks() << " ticks of the clock; seed " << seed_
            << "\n";
  for (const Change& change : kChanges)
    std::cout << "  " << change.name << ": clicked " << clicked[change.name] << ", withheld "
              << withheld[change.name] << "\n";
  EXPECT_GT(clock.ticks(), tries) << "it blinked all the time";
}
}  // namespace franz::executor
