#include "tests/support/virtual_display.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <utility>
#include "tests/support/free_port.h"

namespace franz {
namespace {
constexpr std::chrono::seconds kPatience{20};
}

// A program that prints one line when it is ready, and is asked to end before it is killed.
class VirtualDisplay::Program {
 public:
  static Result<std::unique_ptr<Program>> start(const ChildCommand& command) {
    auto program = std::unique_ptr<Program>(new Program);
    auto started = ChildProcess::start(command, program->handlers());
    if (!started.ok()) return started.error();
    program->child_ = std::move(started).value();
    return program;
  }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  ~Program() {
    if (!child_) return;
    child_->interrupt();  // a killed X server would leave its lock file
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [&] { return ended_; });
  }

  long long pid() const { return child_->pid(); }

  bool has_ended() {
    const std::lock_guard lock(mutex_);
    return ended_;
  }

  // Its first line.
  Result<std::string> wait_until_ready() {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kPatience, [&] { return line_ || ended_; });
    if (line_) return *line_;
    return Error{"did not start: " + last_words_};
  }

 private:
  Program() = default;

  ChildProcess::Handlers handlers() {
    ChildProcess::Handlers handlers;
    handlers.on_output_line = [this](std::string_view line) {
      const std::lock_guard lock(mutex_);
      if (!line_) line_ = line;
      changed_.notify_all();
    };
    handlers.on_error_line = [this](std::string_view line) {
      const std::lock_guard lock(mutex_);
      last_words_ = line;
    };
    handlers.on_end = [this](const ChildEnd&) {
      const std::lock_guard lock(mutex_);
      ended_ = true;
      changed_.notify_all();
    };
    return handlers;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::optional<std::string> line_;
  std::string last_words_;
  bool ended_ = false;
  std::unique_ptr<ChildProcess> child_;  // last: its handlers use the others
};

ChildCommand VirtualDisplay::command(const std::string& program,
                                     const std::vector<std::string>& arguments) const {
  std::vector<std::string> words{program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return {"/usr/bin/env", std::move(words), environment_, ""};
}

Result<std::string> VirtualDisplay::start_server(const std::vector<std::string>& arguments,
                                                 bool vnc) {
  for (int tries = 1;; ++tries) {
    std::vector<std::string> words = arguments;
    if (vnc) {
      vnc_port_ = free_port();
      words.insert(words.end(), {"-rfbport", std::to_string(vnc_port_)});
    }
    auto server = Program::start(command(vnc ? "Xvnc" : "Xvfb", words));
    if (!server.ok()) return server.error();
    server_ = std::move(server).value();
    Result<std::string> number = server_->wait_until_ready();
    if (number.ok() || !vnc || tries == kPortTries || !server_->has_ended()) return number;
  }
}

Result<std::unique_ptr<VirtualDisplay>> VirtualDisplay::start(
    Size size, std::vector<std::string> server_arguments) {
  return start(Options{.size = size, .server_arguments = std::move(server_arguments)});
}

Result<std::unique_ptr<VirtualDisplay>> VirtualDisplay::start(Options options) {
  auto display = std::unique_ptr<VirtualDisplay>(new VirtualDisplay);
  std::vector<std::string> arguments = std::move(options.server_arguments);
  const std::string size =
      std::to_string(options.size.width) + "x" + std::to_string(options.size.height);
  const std::string depth = std::to_string(options.depth);
  arguments.insert(arguments.end(),
                   {"-displayfd", "1", "-nolisten", "tcp", "-noreset", "-dpi", "96"});
  if (options.vnc) {
    arguments.insert(arguments.end(), {"-geometry", size, "-depth", depth, "-localhost"});
  } else {
    arguments.insert(arguments.end(), {"-screen", "0", size + "x" + depth});
  }
  if (!options.authority.empty()) {
    arguments.insert(arguments.end(), {"-auth", options.authority});
    display->environment_.emplace_back("XAUTHORITY", options.authority);
  }
  const Result<std::string> number = display->start_server(arguments, options.vnc);
  if (!number.ok()) return within(options.vnc ? "Xvnc" : "Xvfb", number.error());
  display->name_ = ":" + number.value();
  display->environment_.emplace_back("DISPLAY", display->name_);
  // The user's shell may change the title of its terminal.
  display->environment_.emplace_back("SHELL", "/bin/sh");
  if (!options.managed) return display;

  auto manager = Program::start(display->command(
      "openbox",
      {"--sm-disable", "--config-file", "/etc/xdg/openbox/rc.xml", "--startup", "echo ready"}));
  if (!manager.ok()) return within("openbox", manager.error());
  display->manager_ = std::move(manager).value();
  if (const auto ready = display->manager_->wait_until_ready(); !ready.ok())
    return within("openbox", ready.error());
  return display;
}

VirtualDisplay::~VirtualDisplay() {
  manager_.reset();
  server_.reset();
}

long long VirtualDisplay::server_pid() const { return server_->pid(); }
long long VirtualDisplay::manager_pid() const { return manager_->pid(); }

Result<std::unique_ptr<ChildProcess>> VirtualDisplay::show(
    const std::string& program, const std::vector<std::string>& arguments) const {
  const auto unread = [](std::string_view) {};
  return ChildProcess::start(command(program, arguments), {unread, unread, {}});
}

Result<std::string> VirtualDisplay::run(const std::string& program,
                                        const std::vector<std::string>& arguments) const {
  ChildOutcome outcome = run_child(command(program, arguments), "", kPatience);
  if (outcome.end.ok()) return std::move(outcome.output);
  return Error{program + ": " + describe(outcome.end, kPatience) + ": " + outcome.errors};
}
}  // namespace franz
