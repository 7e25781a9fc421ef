// The status window on the screen of Windows. Wine cannot exclude a window from pictures; there it
// is shown on request, and the rule for such a system is tested.
#include <gtest/gtest.h>
#include <windows.h>
#include <mutex>
#include <optional>
#include <thread>
#include "common/desktop/screen_view.h"
#include "common/desktop/windows_display.h"
#include "common/os/child_process.h"
#include "common/wire/status_messages.h"
#include "tests/support/test_paths.h"
#include "tests/support/wait_until.h"

namespace franz {
namespace {
constexpr int kPatience = 20000;   // milliseconds
constexpr DWORD kExcluded = 0x11;  // WDA_EXCLUDEFROMCAPTURE

HWND shown_window() {
  const HWND window = ::FindWindowW(L"FranzStatusWindow", L"FRANZ status");
  return window != nullptr && ::IsWindowVisible(window) != 0 ? window : nullptr;
}

RECT frame_of(HWND window) {
  RECT frame{};
  ::GetWindowRect(window, &frame);
  return frame;
}

// The pixels of that part of the screen; empty: not available.
std::vector<std::uint8_t> picture_of(const RECT& part) {
  const auto view = open_screen_view(kWindowsDisplay);
  if (!view.ok()) return {};
  const Result<ScreenPixels> pixels =
      view.value()->grab({part.left, part.top, part.right - part.left, part.bottom - part.top});
  return pixels.ok() ? pixels.value().bgrx : std::vector<std::uint8_t>();
}

const RunStatus kFirst{"thinking", "", 7, "left_click(500, 300)", "the field of the name"};
const RunStatus kSecond{"paused", "you took over", 8, "type(\"東京\")", "the town"};

// The program, with its input kept open.
class RunningWindow {
 public:
  RunningWindow() {
    auto started = ChildProcess::start({kStatusWindow, {"--in-pictures"}, {}, ""},
                                       {[this](std::string_view line) {
                                          const std::lock_guard lock(mutex_);
                                          last_ = line;
                                        },
                                        [](std::string_view) {}, [](const ChildEnd&) {}});
    EXPECT_TRUE(started.ok()) << started.error().message;
    if (started.ok()) child_ = std::move(started).value();
  }

  bool show(const RunStatus& status, long long number) {
    child_->write_line(to_json(status));
    return wait_until([&] {
      const std::lock_guard lock(mutex_);
      return last_ == status_shown_line(number);
    });
  }

 private:
  std::mutex mutex_;
  std::string last_;
  std::unique_ptr<ChildProcess> child_;
};
}  // namespace

TEST(StatusWindow, IsOnTopTakesNoInputAndUpdates) {
  const HWND in_front =
      ::CreateWindowExW(0, L"STATIC", L"Franz in front", WS_OVERLAPPEDWINDOW | WS_VISIBLE, 50, 50,
                        300, 200, nullptr, nullptr, nullptr, nullptr);
  ::SetForegroundWindow(in_front);
  ASSERT_EQ(::GetForegroundWindow(), in_front);
  RunningWindow program;
  EXPECT_EQ(shown_window(), nullptr);
  ASSERT_TRUE(program.show(kFirst, 1));
  const HWND window = shown_window();
  ASSERT_NE(window, nullptr);
  const auto wanted =
      WS_EX_TOPMOST | WS_EX_NOACTIVATE | WS_EX_TOOLWINDOW | WS_EX_LAYERED | WS_EX_TRANSPARENT;
  EXPECT_EQ(::GetWindowLongPtrW(window, GWL_EXSTYLE) & wanted, wanted);
  EXPECT_EQ(::GetForegroundWindow(), in_front);
  const RECT frame = frame_of(window);
  const POINT middle{(frame.left + frame.right) / 2, (frame.top + frame.bottom) / 2};
  EXPECT_NE(::WindowFromPoint(middle), window);
  RECT work{};
  ASSERT_NE(::SystemParametersInfoW(SPI_GETWORKAREA, 0, &work, 0), 0);
  EXPECT_TRUE(frame.left > work.left && frame.right < work.right && frame.bottom < work.bottom);

  const auto first = picture_of(frame);
  ASSERT_FALSE(first.empty());
  RunStatus other = kFirst;
  other.step = "press(\"enter\")";
  ASSERT_TRUE(program.show(other, 2));
  EXPECT_TRUE(wait_until([&] { return picture_of(frame) != first; }));
  ASSERT_TRUE(program.show(kSecond, 3));
  EXPECT_LT(frame_of(window).top, frame.top) << "it has a line more";
  EXPECT_EQ(::GetForegroundWindow(), in_front);
  ::DestroyWindow(in_front);
}

TEST(StatusWindow, IsNotListedForTheModel) {
  RunningWindow program;
  ASSERT_TRUE(program.show(kFirst, 1));
  const ChildOutcome listed = run_child({kExecutor, {"--list-windows", kWindowsDisplay}, {}, ""},
                                        "", std::chrono::milliseconds(kPatience));
  EXPECT_TRUE(listed.end.ok()) << listed.errors;
  EXPECT_EQ(listed.output.find("FRANZ status"), std::string::npos) << listed.output;
}

TEST(StatusWindow, EndsWithItsInput) {
  const ChildOutcome outcome = run_child({kStatusWindow, {"--in-pictures"}, {}, ""},
                                         to_json(kFirst) + "\nnot JSON\n" + to_json(kSecond) + "\n",
                                         std::chrono::milliseconds(kPatience));
  EXPECT_TRUE(outcome.end.ok()) << outcome.errors;
  EXPECT_NE(outcome.output.find(status_shown_line(3)), std::string::npos) << outcome.output;
  EXPECT_NE(outcome.errors.find("status_window: line 2: expected one JSON object"),
            std::string::npos)
      << outcome.errors;
  EXPECT_EQ(shown_window(), nullptr);
}

TEST(StatusWindow, IsNotShownIfTheModelWouldSeeIt) {
  std::mutex mutex;
  std::string shown, errors;
  std::optional<ChildEnd> end;
  auto program =
      ChildProcess::start({kStatusWindow, {}, {}, ""}, {[&](std::string_view line) {
                                                          const std::lock_guard lock(mutex);
                                                          shown = line;
                                                        },
                                                        [&](std::string_view line) {
                                                          const std::lock_guard lock(mutex);
                                                          errors += std::string(line) + "\n";
                                                        },
                                                        [&](const ChildEnd& ended) {
                                                          const std::lock_guard lock(mutex);
                                                          end = ended;
                                                        }});
  ASSERT_TRUE(program.ok()) << program.error().message;
  program.value()->write_line(to_json(kFirst));
  ASSERT_TRUE(wait_until([&] {
    const std::lock_guard lock(mutex);
    return end || !shown.empty();
  }));
  const HWND window = shown_window();
  const std::lock_guard lock(mutex);
  if (!end) {  // Windows excludes it
    DWORD affinity = 0;
    ASSERT_NE(window, nullptr);
    EXPECT_NE(::GetWindowDisplayAffinity(window, &affinity), 0);
    EXPECT_EQ(affinity, kExcluded);
    return;
  }
  EXPECT_EQ(window, nullptr);
  EXPECT_EQ(end->code, 3);
  EXPECT_TRUE(
      errors.starts_with("status_window: Windows does not keep it out of pictures of the screen"))
      << errors;
  EXPECT_EQ(errors.find('\n'), errors.size() - 1) << "one line";
}
}  // namespace franz
