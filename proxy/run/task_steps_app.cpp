#include "proxy/run/task_steps_app.h"
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>
#include "common/base/ascii.h"
#include "common/base/command_words.h"
#include "common/base/last_lines.h"
#include "common/base/path_parts.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/os/clock.h"
#include "common/os/folder.h"
#include "common/os/secret_variables.h"
#include "common/os/window_list.h"

namespace franz::proxy {
using std::chrono::milliseconds;

static constexpr milliseconds kCommandMayTake{60'000}, kWindowMayTake_ms{20'000}, kLookAgain_ms{50};
static constexpr std::size_t kMostShownOfCommand = 200;  // bytes

// A launched program; its handlers run on the child's own thread.
struct TaskStepRunner::Launched {
  std::mutex mutex;
  LastLines errors;
  std::optional<ChildEnd> end;
  std::unique_ptr<ChildProcess> child;  // last: it ends before the rest

  std::optional<std::string> failure() {
    const std::lock_guard lock(mutex);
    if (!end || end->ok()) return std::nullopt;
    return errors.after(describe(*end, milliseconds(0)));
  }
};

TaskStepRunner::TaskStepRunner(const LoadedTask& task, const PrivateDisplay& display,
                               std::string api_key_env, std::function<bool()> stop_asked)
    : task_(task),
      display_(display),
      api_key_env_(std::move(api_key_env)),
      stop_asked_(std::move(stop_asked)) {}
TaskStepRunner::~TaskStepRunner() = default;

static std::string shown_command(const std::vector<std::string>& command) {
  return cut_text(printable(command_of(command)), kMostShownOfCommand);
}

// The command, confined on the display.
static ChildCommand confined(const PrivateDisplay& display, const std::vector<std::string>& command,
                             const std::string& api_key_env) {
  std::vector<std::string> words = display.launch_prefix();
  words.insert(words.end(), command.begin(), command.end());
  return {words.front(), {words.begin() + 1, words.end()}, {}, "", key_variables(api_key_env)};
}

void TaskStepRunner::wait(double seconds) const {
  const std::int64_t until = steady_time_ms() + static_cast<std::int64_t>(seconds * 1000);
  while (steady_time_ms() < until && !stop_asked_()) std::this_thread::sleep_for(milliseconds(10));
}

Status TaskStepRunner::execute(const std::vector<std::string>& command) const {
  const ChildOutcome outcome =
      run_child(confined(display_, command, api_key_env_), "", kCommandMayTake);
  if (outcome.end.ok()) return Done{};
  LastLines lines;
  lines.add_all(outcome.errors);
  return Error{shown_command(command) + ": " + lines.after(describe(outcome.end, kCommandMayTake))};
}

Result<std::size_t> TaskStepRunner::count_windows() const {
  const auto windows = ask_for_windows(display_.name(), api_key_env_, display_.authority());
  if (!windows.ok()) return windows.error();
  return windows.value().size();
}

Status TaskStepRunner::launch(const std::vector<std::string>& command) {
  const Result<std::size_t> before = count_windows();
  if (!before.ok()) return before.error();
  auto made = std::make_unique<Launched>();
  Launched* const launched = made.get();
  ChildProcess::Handlers handlers;
  handlers.on_output_line = [](std::string_view) {};
  handlers.on_error_line = [launched](std::string_view line) {
    const std::lock_guard lock(launched->mutex);
    launched->errors.add(line);
  };
  handlers.on_end = [launched](const ChildEnd& end) {
    const std::lock_guard lock(launched->mutex);
    launched->end = end;
  };
  auto started =
      ChildProcess::start(confined(display_, command, api_key_env_), std::move(handlers));
  if (!started.ok()) return within(shown_command(command), started.error());
  launched->child = std::move(started).value();
  launched_.push_back(std::move(made));
  const std::int64_t until = steady_time_ms() + kWindowMayTake_ms.count();
  while (steady_time_ms() < until && !stop_asked_()) {
    const Result<std::size_t> now = count_windows();
    if (!now.ok()) return now.error();
    if (now.value() > before.value()) return Done{};
    if (const std::optional<std::string> failure = launched->failure())
      return Error{shown_command(command) + ": " + *failure};
    std::this_thread::sleep_for(kLookAgain_ms);
  }
  if (stop_asked_()) return Done{};
  return Error{shown_command(command) + ": it showed no window within 20 s"};
}

Status TaskStepRunner::activate(const TaskStep& step) const {
  const std::int64_t until = steady_time_ms() + kWindowMayTake_ms.count();
  do {
    const auto windows = ask_for_windows(display_.name(), api_key_env_, display_.authority());
    if (!windows.ok()) return windows.error();
    const auto found = std::ranges::find_if(windows.value(), [&](const ListedWindow& window) {
      return step.exact ? window.title == step.window : has_part(window.title, step.window);
    });
    if (found != windows.value().end())
      return activate_window(found->id, display_.name(), api_key_env_, display_.authority());
    std::this_thread::sleep_for(kLookAgain_ms);
  } while (steady_time_ms() < until && !stop_asked_());
  return Error{"no window has the title " + printable(step.window)};
}

Status TaskStepRunner::upload(const TaskStep& step) const {
  const Result<Folder> home = Folder::open(display_.home());
  if (!home.ok()) return home.error();
  for (const TaskStep::Upload& file : step.files) {
    const Result<std::string> bytes = read_task_file(task_, file.from);
    if (!bytes.ok()) return bytes.error();
    if (file.to.find('/') != std::string::npos)
      if (Status made = home.value().make_folder(folder_above(file.to)); !made.ok()) return made;
    if (Status put = home.value().replace(file.to, bytes.value(), Durability::buffered); !put.ok())
      return put;
  }
  return Done{};
}

Status TaskStepRunner::perform_one(const TaskStep& step) {
  switch (step.kind) {
    case TaskStep::Kind::execute: return execute(step.command);
    case TaskStep::Kind::launch: return launch(step.command);
    case TaskStep::Kind::sleep: wait(step.seconds); return Done{};
    case TaskStep::Kind::activate_window: return activate(step);
    case TaskStep::Kind::upload: return upload(step);
  }
  return Done{};
}

Status TaskStepRunner::perform(const std::vector<TaskStep>& steps) {
  for (std::size_t i = 0; i < steps.size() && !stop_asked_(); ++i)
    if (const Status done = perform_one(steps[i]); !done.ok())
      return within("step " + std::to_string(i + 1), done.error());
  return Done{};
}
}  // namespace franz::proxy
