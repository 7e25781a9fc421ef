#include "tests/executor/desktop/shown_program.h"
#include <mutex>
#include <thread>
#include "common/base/json_string.h"
#include "executor/desktop/window_rules.h"
#include "tests/support/test_paths.h"

namespace franz::executor {
std::unique_ptr<VirtualDisplay> ScreenTest::shared_;

void ScreenTest::SetUpTestSuite() {
  auto display = VirtualDisplay::start(Size{kWholeScreen.width, kWholeScreen.height});
  ASSERT_TRUE(display.ok()) << display.error().message;
  shared_ = std::move(display).value();
}

void ScreenTest::TearDownTestSuite() { shared_.reset(); }

void ScreenTest::SetUp() {
  ASSERT_NE(shared_, nullptr);
  auto view = open_screen_view(display());
  auto input = open_input(display());
  auto clipboard = open_clipboard(display(), kExecutor);
  auto windows = open_windows(display());
  ASSERT_TRUE(view.ok() && input.ok() && clipboard.ok() && windows.ok());
  view_ = std::move(view).value();
  input_ = std::move(input).value();
  clipboard_ = std::move(clipboard).value();
  windows_ = std::move(windows).value();
  launcher_ = make_launcher(display(), {});
  desktop_ = make_desktop({}, *windows_);
}

std::unique_ptr<Desktop> ScreenTest::make_desktop(const std::vector<std::string>& only_windows,
                                                  Windows& windows) {
  DesktopOptions options;
  options.only_windows = only_windows;
  return std::make_unique<ScreenDesktop>(
      ScreenParts{*view_, *input_, *clipboard_, windows, *launcher_}, options);
}

std::string ScreenTest::perform(const std::string& canonical) {
  const Result<Call> call = parse_canonical_call(canonical);
  if (!call.ok()) return call.error().message;
  const Performed performed = desktop_->perform(call.value(), kWholeScreen);
  return std::string(outcome_name(performed.outcome)) +
         (performed.why.empty() ? "" : ": " + performed.why);
}

std::string ScreenTest::click(Point at) {
  return perform("left_click(" + std::to_string(at.x) + ", " +
                 python_repr(at.y * kFullScale / (kWholeScreen.height - 1)) + ")");
}

std::string ScreenTest::focused_title() {
  const auto window = windows_->focused();
  return window.ok() && window.value() ? window.value()->title : "";
}

bool ScreenTest::is_shown(const std::string& title) {
  return wait_until([&] {
    const auto windows = windows_->list();
    if (!windows.ok()) return false;
    const auto found = window_with_title(windows.value(), title);
    return found.ok() && windows_->activate(found.value()).ok();
  });
}

bool ScreenTest::has_focus(const std::string& title) {
  return wait_until([&] {
    if (!is_shown(title)) return false;
    input_->wait_until_read();
    return focused_title().find(title) != std::string::npos;
  });
}

struct ShownProgram::Shared {
  std::mutex mutex;
  std::string output;
  bool ended = false;
};

ShownProgram::ShownProgram(const VirtualDisplay& display, const std::string& program,
                           const std::vector<std::string>& arguments)
    : shared_(std::make_shared<Shared>()) {
  ChildCommand command = display.command(program, arguments);
  command.environment.insert(
      command.environment.end(),
      {{"GDK_BACKEND", "x11"}, {"NO_AT_BRIDGE", "1"}, {"LC_ALL", "C.UTF-8"}});
  auto child = ChildProcess::start(command, {[shared = shared_](std::string_view line) {
                                               const std::scoped_lock lock(shared->mutex);
                                               shared->output += std::string(line) + "\n";
                                             },
                                             [](std::string_view) {},
                                             [shared = shared_](const ChildEnd&) {
                                               const std::scoped_lock lock(shared->mutex);
                                               shared->ended = true;
                                             }});
  if (child.ok()) child_ = std::move(child).value();
}

ShownProgram::~ShownProgram() = default;

bool ShownProgram::has_ended() const {
  const std::scoped_lock lock(shared_->mutex);
  return shared_->ended;
}

std::string ShownProgram::printed() const {
  const std::scoped_lock lock(shared_->mutex);
  return shared_->output;
}

std::string ShownProgram::output() {
  if (!wait_until([this] { return has_ended(); })) return "(it has not ended)";
  return printed();
}
}  // namespace franz::executor
