// A child whose argument selects its action: child_for_tests ACT [ARGUMENT]
#include <chrono>
#include <cstdlib>
#include <future>
#include <iostream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <thread>
#include "common/os/child_process.h"
#include "common/os/crash_trace.h"
#include "common/os/files.h"
#include "common/os/paths.h"
#include "common/os/stop_signals.h"
#include "common/os/temporary_folder.h"
#include "tests/support/binary_streams.h"

static volatile int* nowhere = nullptr;
static void write_nowhere() { *nowhere = 1; }
static void (*volatile crash_function)() = write_nowhere;  // so that the call is not optimized away
static int use_up_the_stack(int depth) {
  volatile char piece[4096];
  piece[0] = static_cast<char>(depth);
  if (depth < 0)
    return 0;  // never true; keeps the compiler from seeing that the recursion does not end
  return use_up_the_stack(depth + 1) + piece[0];
}

static int crash(const std::string& how);
static int (*volatile crashing)(const std::string&) = crash;

static int crash(const std::string& how) {
  franz::trace_crashes();
  if (how == "null") crash_function();
  if (how == "thread") std::thread(write_nowhere).join();
  if (how == "stack") return use_up_the_stack(0);
  if (how == "throw") throw std::runtime_error("on purpose");
  std::abort();
}

int main(int count, char** arguments) {
  franz::use_binary_streams();
  const std::string act = count > 1 ? arguments[1] : "";
  const std::string argument = count > 2 ? arguments[2] : "";
  if (act == "echo") {
    const std::string input(std::istreambuf_iterator<char>(std::cin), {});
    std::cerr << "read " << input.size() << " bytes\n";
    std::cout << input;
    return 0;
  }
  if (act == "exit") return std::atoi(argument.c_str());
  if (act == "abort") std::abort();
  if (act == "crash") return crashing(argument);
  if (act == "variable") {
    std::cout << franz::environment(argument).value_or("(unset)");
    return 0;
  }
  if (act == "flood") {  // with an argument: whatever it is asked
    if (!argument.empty()) franz::watch_stop_signals([](int) {});
    const std::string piece(65536, 'x');
    while (std::cout << piece) {
    }
    return 0;
  }
  if (act == "lines") {  // answers each line; ends at "bye"
    const std::string started =
        std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
    for (std::string line; std::getline(std::cin, line);) {
      if (line == "bye") return 5;
      if (line == "wait") std::this_thread::sleep_for(std::chrono::hours(1));
      if (line == "which") {  // the same from one process
        std::cout << started << std::endl;
        continue;
      }
      if (line == "refuse") {
        std::cout << R"({"protocol":"any","refused":"request: /turn"})" << std::endl;
        continue;
      }
      std::cout << "got " << line << std::endl;
    }
    return 0;
  }
  if (act == "keep") {  // puts each line into the file of its argument, then answers it
    for (std::string line; std::getline(std::cin, line);) {
      if (!franz::append_file(argument, line + "\n").ok()) return 1;
      std::cout << "kept" << std::endl;
    }
    return 0;
  }
  if (act == "watch") {  // is ready, as `executor --watch`, when the file of its argument is there
    while (!franz::file_exists(argument)) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::cout << R"({"event":"ready"})" << std::endl;
    std::cout << R"({"event":"trouble","text":"behind ready"})" << std::endl;
    std::string line;
    std::getline(std::cin, line);
    return 0;
  }
  if (act == "scratch") {  // makes a temporary folder with a file in it, says which, and hangs
    const auto folder = franz::TemporaryFolder::make("test");
    if (!folder.ok()) return 1;
    const std::string& path = folder.value()->path();
    if (!franz::append_file(franz::join_path(path, "file"), "x").ok()) return 1;
    std::cout << path << std::endl;
    std::string line;
    std::getline(std::cin, line);
    if (line == "end") return 0;
    if (line == "remove all") {
      franz::TemporaryFolder::remove_all();
      std::_Exit(0);
    }
  }
  // Starts an orderly child with the argument, prints its process id when it runs, and hangs.
  // Without an argument the child is killed when this program ends; otherwise it is asked to end.
  if (act == "parent") {
    franz::ChildCommand command{franz::executable_path(), {"orderly", argument}, {}, ""};
    command.asked_when_we_die = !argument.empty();
    std::promise<void> runs;
    const auto started = franz::ChildProcess::start(
        command, {[&runs](std::string_view) { runs.set_value(); }, [](std::string_view) {},
                  [](const franz::ChildEnd&) {}});
    if (!started.ok()) return 1;
    runs.get_future().wait();
    std::cout << started.value()->pid() << std::endl;
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
  }
  if (act == "orderly")  // asked to end, it leaves the file of its argument behind
    franz::watch_stop_signals(
        [argument](int) { std::_Exit(franz::append_file(argument, "in order\n").ok() ? 7 : 1); });
  if (act == "stubborn") franz::watch_stop_signals([](int) {});
  // "hang": ignores requests and prints nothing after its first line.
  std::cout << "hanging" << std::endl;
  for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}
