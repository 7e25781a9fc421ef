#include "executor/executor_app.h"
#include <atomic>
#include <charconv>
#include <chrono>
#include <functional>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>
#include "common/desktop/monitors.h"
#include "common/desktop/screen_view.h"
#include "common/os/answer_lines.h"
#include "common/os/ask_child.h"
#include "common/os/clock.h"
#include "common/os/detached_thread.h"
#include "common/os/line_child.h"
#include "common/os/print.h"
#include "common/os/stdio.h"
#include "common/tools/key_names.h"
#include "common/tools/surface_facts.h"
#include "common/wire/executor_messages.h"
#include "common/wire/person_input.h"
#include "common/wire/refusal.h"
#include "common/wire/window_messages.h"
#include "executor/desktop/input_device.h"
#include "executor/desktop/person_input.h"
#include "executor/desktop/screen_commands.h"
#include "executor/desktop/screen_windows.h"
#include "executor/execute_turn.h"

namespace franz::executor {
namespace {
constexpr const char* kHelp =
    "executor: finds the calls in a model's text, performs them and reports the results.\n"
    "\n"
    "usage: executor < REQUEST.json       answers one franz.executor.v2 request\n"
    "       executor --lines < REQUESTS   answers one request per line, until the input ends\n"
    "       executor --list-windows [DISPLAY]   lists the windows of a screen, topmost first, one\n"
    "                                           JSON object per line\n"
    "       executor --activate ID [DISPLAY]    gives the keyboard to the window with that id\n"
    "       executor --release [DISPLAY]        releases all buttons and keys that are down, and\n"
    "                                           restores what a killed executor changed on the\n"
    "                                           keyboard\n"
    "       executor --watch DISPLAY [KEYS]     reports, one JSON object per line, when the\n"
    "                                           person at a screen stops a run (pointer in the\n"
    "                                           top left corner, or KEYS, such as\n"
    "                                           ctrl+alt+pause) or resumes it (KEYS with shift)\n"
    "       executor --person DISPLAY           sends what a person does on the dashboard to a\n"
    "                                           screen: a line of JSON for each batch of input\n"
    "       executor --keep-clipboard DISPLAY   offers the clipboard contents from standard input\n"
    "                                           (those a paste replaced) until something else is\n"
    "                                           copied\n"
    "       executor --help | --version\n"
    "\n"
    "DISPLAY is the X11 name of a screen, such as \":99\"; default: $DISPLAY.\n"
    "\n"
    "Runs the program `capturer` in its own folder for pictures.\n";

int fail(const std::string& what) {
  print_error("executor: " + what);
  return 1;
}

using AskCapturer = std::function<Result<CaptureReply, ChildFailure>(std::string, int timeout_ms)>;

Result<ExecutorReply> answer(std::string_view input, const AskCapturer& ask_capturer) {
  const Result<ExecutorRequest> request = parse_executor_request(input);
  if (!request.ok()) return within("request", request.error());
  const int timeout_ms = request.value().capturer_timeout_ms;
  Ports ports;
  ports.capture_screen = [&](const CaptureRequest& capture) {
    return ask_capturer(to_json(capture), timeout_ms);
  };
  ports.clock = steady_time_exact_ms;
  ports.open_desktop = [](const DesktopOptions& options) {
    release_at_end(options.display);
    return open_desktop(options);
  };
  ports.pause = [](int milliseconds) {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  };
  return execute_turn(request.value(), ports);
}

int answer_once() {
  const Result<std::string> input = read_standard_input(kMaxMessage);
  if (!input.ok()) return fail(input.error().message);
  const Result<ExecutorReply> reply =
      answer(input.value(), [](const std::string& capture, int timeout_ms) {
        return ask_child("capturer", capture, timeout_ms, parse_capture_reply);
      });
  if (!reply.ok()) return fail(reply.error().message);
  const Status written = write_standard_output(to_json(reply.value()) + "\n");
  return written.ok() ? 0 : fail("standard output: " + written.error().message);
}

int answer_all() {
  LineChild capturer = line_child("capturer");
  const Status answered = answer_lines(kMaxMessage, [&capturer](std::string_view line) {
    const Result<ExecutorReply> reply =
        answer(line, [&capturer](std::string capture, int timeout_ms) {
          return ask_line(capturer, std::move(capture), timeout_ms, parse_capture_reply);
        });
    return reply.ok() ? to_json(reply.value())
                      : refusal_json(kExecutorProtocol, reply.error().message);
  });
  return answered.ok() ? 0 : fail(answered.error().message);
}

std::string listed_window_json(const WindowInfo& window) {
  return franz::to_json(ListedWindow{window.id, window.title, window.app, window.pid, window.area,
                                     window.minimised, window.active, window.owner_ids});
}

int print_windows(const std::string& display) {
  const Result<std::vector<WindowInfo>> windows = list_windows(display);
  if (!windows.ok()) return fail(windows.error().message);
  std::string lines;
  for (const WindowInfo& each : windows.value()) lines += listed_window_json(each) + "\n";
  const Status printed = print_json(lines);
  return printed.ok() ? 0 : fail("standard output: " + printed.error().message);
}

int activate(const std::string& id, const std::string& display) {
  std::uint64_t window = 0;
  const char* const end = id.data() + id.size();
  const auto [read, ec] = std::from_chars(id.data(), end, window);
  if (ec != std::errc() || read != end) return fail(id + ": expected a number");
  const auto windows = open_windows(display);
  if (!windows.ok()) return fail(windows.error().message);
  const auto found = windows.value()->find(window);
  if (!found.ok()) return fail(found.error().message);
  if (!found.value()) return fail("there is no window " + id);
  const Status active = windows.value()->activate(*found.value());
  return active.ok() ? 0 : fail(active.error().message);
}

int release(const std::string& display) {
  const Status released = release_display(display);
  return released.ok() ? 0 : fail(released.error().message);
}

int keep(const std::string& display) {
  const Result<std::string> contents = read_standard_input(kMaxMessage);
  if (!contents.ok()) return fail(contents.error().message);
  const Status kept = keep_clipboard(display, contents.value());
  return kept.ok() ? 0 : fail(kept.error().message);
}

// The size of the whole screen.
Result<Size> size_of(const std::string& display) {
  const Result<std::unique_ptr<ScreenView>> view = open_screen_view(display);
  if (!view.ok()) return view.error();
  const Result<std::vector<Monitor>> monitors = view.value()->monitors();
  if (!monitors.ok()) return monitors.error();
  const Result<Screen> all = captured_area(monitors.value(), "all");
  if (!all.ok()) return all.error();
  return Size{all.value().width, all.value().height};
}

int send_for_person(const std::string& display) {
  release_at_end(display);
  const Result<Size> size = size_of(display);
  if (!size.ok()) return fail(size.error().message);
  const Result<std::unique_ptr<InputDevice>> device = open_input(display);
  if (!device.ok()) return fail(device.error().message);
  PersonInput person(*device.value(), size.value());
  const Status ready = write_standard_output(std::string(kPersonReady) + "\n");
  if (!ready.ok()) return fail(ready.error().message);
  const Status answered = answer_lines(kMaxMessage, [&person](std::string_view line) {
    const Result<std::vector<PersonEvent>> events = parse_person_line(line);
    const Result<std::string> sent =
        events.ok() ? person.send(events.value()) : Result<std::string>(events.error());
    return person_done_json(sent.ok() ? sent.value() : sent.error().message);
  });
  return answered.ok() ? 0 : fail(answered.error().message);
}

int watch(const std::string& display, const std::string& panic_key) {
  if (!panic_key.empty())
    if (const auto keys = key_combination(panic_key); !keys.ok()) {
      print_error("executor: " + panic_key + ": " + keys.error().message);
      return 2;
    }
  // Shared with the input thread, which outlives this function.
  const auto release = std::make_shared<std::atomic<bool>>(false);
  start_detached_thread([release] {
    read_input_lines(kMaxMessage, [&release](std::string_view line) {
      const Result<WatchCommand> command = parse_watch_command(line);
      if (!command.ok())
        return print_error("executor: a command was refused: " + command.error().message);
      switch (command.value()) {
        case WatchCommand::release: *release = true; break;
      }
    });
  });  // blocks in read until the program ends
  const Status watched =
      watch_display(display, panic_key,
                    {[](const WatchEvent& event) {
                       return write_standard_output(franz::to_json(event) + "\n").ok();
                     },
                     [release] { return release->exchange(false); }});
  return watched.ok() ? 0 : fail(watched.error().message);
}
}  // namespace

int run_executor_app(std::span<const std::string> arguments) {
  if (arguments.empty()) return answer_once();
  if (arguments.size() == 1 && arguments.front() == "--lines") return answer_all();
  if (arguments.size() == 1 && arguments.front() == "--help") {
    return write_standard_output(kHelp).ok() ? 0 : 1;
  }
  if (arguments.size() == 1 && arguments.front() == "--version") {
    return write_standard_output("executor " FRANZ_VERSION "\n").ok() ? 0 : 1;
  }
  if (arguments.front() == "--watch" && (arguments.size() == 2 || arguments.size() == 3))
    return watch(arguments[1], arguments.size() == 3 ? arguments[2] : "");
  if (arguments.front() == "--activate" && (arguments.size() == 2 || arguments.size() == 3))
    return activate(arguments[1], arguments.size() == 3 ? arguments[2] : "");
  if (arguments.front() == "--person" && arguments.size() == 2)
    return send_for_person(arguments[1]);
  if (arguments.size() <= 2) {
    const std::string display = arguments.size() == 2 ? arguments.back() : "";
    if (arguments.front() == "--list-windows") return print_windows(display);
    if (arguments.front() == "--release") return release(display);
    if (arguments.front() == "--keep-clipboard") return keep(display);
  }
  print_error_lines("executor: invalid arguments: " + arguments.front() + "\n\n" + kHelp);
  return 2;
}
}  // namespace franz::executor
