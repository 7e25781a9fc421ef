#pragma once
// Whether the person at the screen has stopped the server, and when it may resume.
#include <string>
#include <utility>
#include "common/wire/control_messages.h"

namespace franz::mcp {
class Halt {
 public:
  // `resume_keys`: the keys that resume, for people.
  explicit Halt(std::string resume_keys) : resume_keys_(std::move(resume_keys)) {}

  // A panic or a resume, by ScreenWatch or (PauseCause::page) by the run's page; others are
  // ignored.
  void take(const ControlCommand& command);
  void took_over();

  // How a person stopped the server; empty: it is not stopped.
  const std::string& stopped() const { return stopped_; }
  // Why calls may not be performed, and what the person can do about it; empty: they may.
  std::string why() const;

 private:
  std::string resume_keys_;
  std::string stopped_;    // how the person stopped it; empty: not stopped
  std::string unwatched_;  // why a panic would not be noticed; empty: it would be
};
}  // namespace franz::mcp
