#pragma once
// The programs for a person who takes the screen over: `executor --person` sends the input, and
// after its end `executor --release` releases what it held down.
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include "common/net/asio_forward.h"
#include "common/os/child_process.h"
#include "proxy/supervisor/supervisor.h"

namespace franz::proxy {
class PersonProgram {
 public:
  // `text`: what could not be sent, for the person; empty: nothing.
  using Answer = std::function<void(const std::optional<ControlRefusal>&, const std::string& text)>;
  // Called on the thread of `io`, never from a function below.
  struct Events {
    std::function<void()> ready;                        // it accepts input
    std::function<void(const std::string& why)> ended;  // the first program, or it did not start
    std::function<void(const std::string& trouble)> released;  // empty: everything is released
  };
  // `io` outlives it and all children. All functions are called on its thread.
  PersonProgram(boost::asio::io_context& io, Events events);

  void start(const ChildCommand& command);
  // The answer to the next line; false: too many are awaited already.
  bool expect(Answer answer);
  void send(const std::string& line);
  void end();  // kills it: input that is being sent ends immediately
  void release(const ChildCommand& command);
  // Kills the program that releases, because it does not answer; released() follows with that.
  void end_release();
  // Kills what runs, and waits; no event follows.
  void reset() { child_.reset(); }

 private:
  void line(const std::string& text);
  void gone(const std::string& why);
  void over(const std::string& how);

  boost::asio::io_context& io_;
  Events events_;
  std::unique_ptr<ChildProcess> child_;  // null: none runs
  bool late_ = false;                    // the program that releases was killed
  std::deque<Answer> awaited_;
};
}  // namespace franz::proxy
