#pragma once
// Whether the person at the screen has stopped the server, and when it may resume.
#include <string>
#include <utility>
#include "common/wire/control_messages.h"

namespace franz::mcp {
class Halt {
 public:
  // `way_to_resume`: what the person does to resume, to follow "until they".
  explicit Halt(std::string way_to_resume) : way_to_resume_(std::move(way_to_resume)) {}

  // A panic or a resume, from ScreenWatch, a screen bridge or (PauseCause::page) the run's page;
  // others are ignored.
  void take(const ControlCommand& command);
  void took_over();

  // How a person stopped the server; empty: it is not stopped.
  const std::string& stopped() const { return stopped_; }
  // How many times a person has stopped it.
  int stops() const { return stops_; }
  // Why calls may not be performed, and what the person can do about it; empty: they may.
  std::string why() const;

 private:
  std::string way_to_resume_;
  int stops_ = 0;
  std::string stopped_;    // how the person stopped it; empty: not stopped
  std::string unwatched_;  // why a panic would not be noticed; empty: it would be
};
}  // namespace franz::mcp
