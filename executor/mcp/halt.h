#pragma once
// Whether the person at the screen has stopped us, and when we may go on.
#include <string>
#include <utility>
#include "common/wire/control_messages.h"

namespace franz::mcp {
class Halt {
 public:
  // `resume_keys`: what the person presses to have us go on, for people.
  explicit Halt(std::string resume_keys) : resume_keys_(std::move(resume_keys)) {}

  // What ScreenWatch tells: a panic or a resume; others have no meaning here.
  void take(const ControlCommand& command);
  void took_over();

  // Why nothing may be done, and what the person does about it; empty: we may.
  std::string why() const;

 private:
  std::string resume_keys_;
  std::string stopped_;    // by the person; empty: not
  std::string unwatched_;  // why nobody would see a panic; empty: somebody would
};
}  // namespace franz::mcp
