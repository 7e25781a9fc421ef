#include <memory>
#include <utility>
#include "common/desktop/monitors.h"
#include "common/desktop/screen_view.h"
#include "executor/desktop/desktop.h"
#include "executor/desktop/guarded_input.h"
#include "executor/desktop/perform.h"
#include "executor/desktop/program_launcher.h"
#include "executor/desktop/system_hands.h"

namespace franz::executor {
namespace {
class SystemDesktop : public Desktop {
 public:
  struct Parts {
    std::unique_ptr<ScreenView> view;
    std::unique_ptr<TakeoverWatch> watch;  // null: nobody can take over; before what tells it
    std::unique_ptr<InputDevice> input;
    std::unique_ptr<InputDevice> guarded;  // in front of it; null: nobody sits at the screen
    std::unique_ptr<Clipboard> clipboard;
    std::unique_ptr<Windows> windows;
    std::unique_ptr<Launcher> launcher;
  };

  SystemDesktop(Parts parts, const DesktopOptions& options)
      : parts_(std::move(parts)),
        monitor_(options.monitor),
        performer_({parts_.guarded ? *parts_.guarded : *parts_.input, *parts_.clipboard,
                    *parts_.windows, *parts_.launcher},
                   options.only_windows, options.panic_key) {}

  Result<Screen> screen() override {
    const Result<std::vector<Monitor>> all = monitors();
    if (!all.ok()) return all.error();
    return captured_area(all.value(), monitor_);
  }

  Result<ScreenPixels> look_at(const Screen& area) override { return parts_.view->grab(area); }
  Result<std::vector<Monitor>> monitors() override { return parts_.view->monitors(); }
  void bind(std::uint64_t window) override { performer_.bind(window); }

  Performed perform(const Call& call, const Screen& map) override {
    return performer_.perform(call, map);
  }

  Windows& windows() override { return *parts_.windows; }
  Result<Point> pointer() override { return parts_.input->pointer(); }

  void release_all() override { performer_.release_all(); }
  bool taken_over() override { return parts_.watch && parts_.watch->taken_over(); }
  void wait(int milliseconds) override {
    if (parts_.watch) {
      parts_.watch->wait(milliseconds);
    } else {
      parts_.input->pause(milliseconds);
    }
  }

 private:
  Parts parts_;
  std::string monitor_;
  Performer performer_;
};
}  // namespace

Result<std::unique_ptr<Desktop>> open_desktop(const DesktopOptions& options) {
  auto view = open_screen_view(options.display);
  if (!view.ok()) return view.error();
  std::unique_ptr<TakeoverWatch> watch;
  if (options.takeover) {
    auto opened = open_takeover_watch(options.display);
    if (!opened.ok()) return opened.error();
    watch = std::move(opened).value();
  }
  auto input = open_input(options.display, watch.get());
  if (!input.ok()) return input.error();
  std::unique_ptr<InputDevice> guarded;
  if (options.person || watch) {
    const auto monitors = view.value()->monitors();
    if (!monitors.ok()) return monitors.error();
    guarded =
        std::make_unique<GuardedInput>(*input.value(), watch.get(), corner_of(monitors.value()));
  }
  auto clipboard = open_clipboard(options.display);
  if (!clipboard.ok()) return clipboard.error();
  auto windows = open_windows(options.display);
  if (!windows.ok()) return windows.error();
  return std::unique_ptr<Desktop>(std::make_unique<SystemDesktop>(
      SystemDesktop::Parts{std::move(view).value(), std::move(watch), std::move(input).value(),
                           std::move(guarded), std::move(clipboard).value(),
                           std::move(windows).value(),
                           make_launcher(options.display, options.launch_prefix)},
      options));
}
}  // namespace franz::executor
