#include "common/os/child_process.h"
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/readable_pipe.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/writable_pipe.hpp>
#include <boost/asio/write.hpp>
#include <boost/system/system_error.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>
#include "common/os/child_launch.h"

namespace franz {
namespace asio = boost::asio;
using boost::system::error_code;

static constexpr std::size_t kKeptErrors = 64UL << 10U;
static constexpr std::size_t kMaxChildLine = 64UL << 20U;

// The handle type that Asio needs for LaunchedChild: a descriptor, or a HANDLE.
template <typename Native>
static Native native_end(std::intptr_t end) {
  if constexpr (std::is_pointer_v<Native>) {
    return reinterpret_cast<Native>(end);
  } else {
    return static_cast<Native>(end);
  }
}

namespace {
// A running child on an io_context: reads both streams, waits for the end, ends the child when
// asked. All members run on the thread of `io`. It is finished when the process has ended and both
// streams have ended, or were closed because we ended the child.
class Session {
 public:
  struct Callbacks {
    std::function<void(std::string_view)> on_output, on_errors;
    std::function<void(const ChildEnd&)> on_over;
  };

  Session(asio::io_context& io, const LaunchedChild& child, std::chrono::milliseconds end_patience,
          Callbacks callbacks)
      : child_(child),
        end_patience_(end_patience),
        callbacks_(std::move(callbacks)),
        input_(io, native_end<asio::writable_pipe::native_handle_type>(child.input)),
        output_(io, native_end<asio::readable_pipe::native_handle_type>(child.output)),
        errors_(io, native_end<asio::readable_pipe::native_handle_type>(child.errors)),
        timer_(io) {
    watch_end(io, child, [this](const ChildEnd& end) { process_ended(end); });
    read(output_, output_piece_, callbacks_.on_output);
    read(errors_, errors_piece_, callbacks_.on_errors);
  }

  void write(std::string bytes) {
    pending_.push_back(std::move(bytes));
    if (pending_.size() == 1) write_next();
  }

  // Closes the input after the queued bytes are written.
  void close_input() {
    close_when_written_ = true;
    if (pending_.empty()) close(input_);
  }

  void end_after(std::chrono::milliseconds deadline) {
    timer_.expires_after(deadline);
    timer_.async_wait([this](const error_code& code) {
      if (!code) end_now(ChildEnd::Kind::deadline);
    });
  }

  // Ends the child for a reason of ours, which becomes the kind of its end.
  void end_now(ChildEnd::Kind kind) {
    if (over_ || ended_by_us_) return;
    ended_by_us_ = kind;
    if (!end_) end_child();
    finish_if_over();
  }

  void interrupt() const {
    if (!end_) interrupt_child(child_);
  }

 private:
  template <typename Pipe>
  static void close(Pipe& pipe) {
    error_code ignored;  // closing fails only if it is already closed
    pipe.close(ignored);
  }

  void read(asio::readable_pipe& pipe, std::array<char, 65536>& piece,
            const std::function<void(std::string_view)>& on_bytes) {
    pipe.async_read_some(asio::buffer(piece),
                         [this, &pipe, &piece, &on_bytes](const error_code& code, std::size_t n) {
                           if (n > 0 && is_heard()) on_bytes({piece.data(), n});
                           if (!code) return read(pipe, piece, on_bytes);
                           if (over_) return;
                           ++streams_at_end_;
                           finish_if_over();
                         });
  }

  // Further output is dropped until the child has ended.
  bool is_heard() const { return !over_ && ended_by_us_ != ChildEnd::Kind::too_large; }

  void end_child() {
    if (end_patience_.count() == 0) return kill_child(child_);
    interrupt_child(child_);
    timer_.expires_after(end_patience_);
    timer_.async_wait([this](const error_code& code) {
      if (!code && !end_) kill_child(child_);
    });
  }

  void write_next() {
    asio::async_write(input_, asio::buffer(pending_.front()),
                      [this](const error_code& code, std::size_t) {
                        // A child that ignores its input has not failed: its answer decides.
                        pending_.pop_front();
                        if (code) pending_.clear();
                        if (!pending_.empty()) return write_next();
                        if (code || close_when_written_) close(input_);
                      });
  }

  void process_ended(const ChildEnd& end) {
    end_ = end;
    finish_if_over();
  }

  void finish_if_over() {
    if (over_ || !end_ || (streams_at_end_ < 2 && !ended_by_us_)) return;
    over_ = true;
    timer_.cancel();
    close(input_);
    close(output_);
    close(errors_);
    if (ended_by_us_) end_->kind = *ended_by_us_;
    callbacks_.on_over(*end_);
  }

  LaunchedChild child_;
  std::chrono::milliseconds end_patience_;
  Callbacks callbacks_;
  asio::writable_pipe input_;
  asio::readable_pipe output_, errors_;
  asio::steady_timer timer_;
  std::array<char, 65536> output_piece_{}, errors_piece_{};
  std::deque<std::string> pending_;
  bool close_when_written_ = false;
  int streams_at_end_ = 0;
  std::optional<ChildEnd> end_;                // set when the process has ended
  std::optional<ChildEnd::Kind> ended_by_us_;  // and why
  bool over_ = false;
};
}  // namespace

std::string describe(const ChildEnd& end, std::chrono::milliseconds deadline) {
  switch (end.kind) {
    case ChildEnd::Kind::exited: return "ended with exit code " + std::to_string(end.code);
    case ChildEnd::Kind::killed: return "ended by signal " + std::to_string(end.code);
    case ChildEnd::Kind::deadline: {
      const auto ms = deadline.count();
      return "no answer in " +
             (ms % 1000 == 0 ? std::to_string(ms / 1000) + " s" : std::to_string(ms) + " ms");
    }
    case ChildEnd::Kind::stopped: return "stopped";
    case ChildEnd::Kind::too_large: return "printed more than it may";
    case ChildEnd::Kind::not_started: return "could not be started: " + end.why;
  }
  return "";
}

// Creates the watching objects first: if no descriptor is left for them, no child is started.
static Result<LaunchedChild> launch_with(const ChildCommand& command,
                                         const std::function<void()>& make_watcher) {
  try {
    make_watcher();
  } catch (const boost::system::system_error& error) {
    return Error{error.code().message()};
  }
  return launch_child(command);
}

ChildOutcome run_child(const ChildCommand& command, std::string_view input,
                       std::chrono::milliseconds deadline, const std::stop_token& stop,
                       std::size_t max_output) {
  ChildOutcome outcome;
  std::optional<asio::io_context> io;
  const Result<LaunchedChild> child = launch_with(command, [&io] { io.emplace(1); });
  if (!child.ok()) {
    outcome.end = {ChildEnd::Kind::not_started, 0, child.error().message};
    return outcome;
  }
  std::optional<Session> session;
  const auto on_output = [&](std::string_view bytes) {
    outcome.output += bytes;
    if (outcome.output.size() > max_output) session->end_now(ChildEnd::Kind::too_large);
  };
  const auto on_errors = [&](std::string_view bytes) {
    outcome.errors += bytes;
    if (outcome.errors.size() > 2 * kKeptErrors)
      outcome.errors.erase(0, outcome.errors.size() - kKeptErrors);
  };
  try {
    session.emplace(
        *io, child.value(), command.end_patience,
        Session::Callbacks{on_output, on_errors, [&](const ChildEnd& end) { outcome.end = end; }});
  } catch (const boost::system::system_error& error) {
    kill_child(child.value());
    outcome.end = {ChildEnd::Kind::not_started, 0, error.code().message()};
    return outcome;
  }
  session->write(std::string(input));
  session->close_input();
  session->end_after(deadline);
  {
    const std::stop_callback on_stop(
        stop, [&] { asio::post(*io, [&] { session->end_now(ChildEnd::Kind::stopped); }); });
    io->run();
  }
  if (outcome.errors.size() > kKeptErrors)
    outcome.errors.erase(0, outcome.errors.size() - kKeptErrors);
  return outcome;
}

namespace {
// Splits a byte stream into lines, in linear time for pieces of any size.
class LineSplitter {
 public:
  // Returns false if a line is longer than kMaxChildLine.
  bool add(std::string_view bytes, const std::function<void(std::string_view)>& on_line) {
    while (!bytes.empty()) {
      const std::size_t end = bytes.find('\n');
      line_ += bytes.substr(0, end);
      if (line_.size() > kMaxChildLine) return false;
      if (end == std::string_view::npos) break;
      bytes.remove_prefix(end + 1);
      if (!line_.empty() && line_.back() == '\r') line_.pop_back();
      if (on_line) on_line(line_);
      line_.clear();
    }
    return true;
  }
  void finish(const std::function<void(std::string_view)>& on_line) {
    if (!line_.empty() && on_line) on_line(line_);
    line_.clear();
  }

 private:
  std::string line_;
};
}  // namespace

struct ChildProcess::Running {
  asio::io_context io{1};
  asio::executor_work_guard<asio::io_context::executor_type> work{io.get_executor()};
  LaunchedChild child;
  std::chrono::milliseconds end_patience{0};
  Handlers handlers;
  LineSplitter output, errors;
  std::optional<Session> session;
  std::thread thread;

  void start() {
    const auto split = [this](LineSplitter& splitter,
                              const std::function<void(std::string_view)>& on_line) {
      return [this, &splitter, &on_line](std::string_view bytes) {
        if (!splitter.add(bytes, on_line)) session->end_now(ChildEnd::Kind::too_large);
      };
    };
    session.emplace(
        io, child, end_patience,
        Session::Callbacks{split(output, handlers.on_output_line),
                           split(errors, handlers.on_error_line), [this](const ChildEnd& end) {
                             output.finish(handlers.on_output_line);
                             errors.finish(handlers.on_error_line);
                             if (handlers.on_end) handlers.on_end(end);
                             work.reset();
                           }});
    thread = std::thread([this] { io.run(); });
  }
};

ChildProcess::ChildProcess(std::unique_ptr<Running> running) : running_(std::move(running)) {}

Result<std::unique_ptr<ChildProcess>> ChildProcess::start(const ChildCommand& command,
                                                          Handlers handlers) {
  std::unique_ptr<Running> running;
  const Result<LaunchedChild> child =
      launch_with(command, [&running] { running = std::make_unique<Running>(); });
  if (!child.ok()) return child.error();
  running->child = child.value();
  running->end_patience = command.end_patience;
  running->handlers = std::move(handlers);
  running->start();
  return std::unique_ptr<ChildProcess>(new ChildProcess(std::move(running)));
}

ChildProcess::~ChildProcess() {
  kill();
  running_->thread.join();
}

void ChildProcess::write_line(std::string line) {
  asio::post(running_->io, [running = running_.get(), line = std::move(line)]() mutable {
    running->session->write(std::move(line) + "\n");
  });
}

void ChildProcess::kill() {
  asio::post(running_->io,
             [running = running_.get()] { running->session->end_now(ChildEnd::Kind::stopped); });
}

void ChildProcess::interrupt() {
  asio::post(running_->io, [running = running_.get()] { running->session->interrupt(); });
}

long long ChildProcess::pid() const { return running_->child.pid; }
}  // namespace franz
