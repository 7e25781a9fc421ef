#pragma once
// Asks the person at the terminal, if there is one. An answer on the page ends the question here
// too.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include "common/run/run_update.h"
#include "common/wire/control_messages.h"
#include "proxy/command/console_app.h"

namespace franz::proxy {
class ApprovalPrompt {
 public:
  // The outcome of a decision: nothing if it was accepted, else the reason for the refusal.
  using Answer = std::function<void(const std::optional<std::string>& refusal)>;
  using Decide = std::function<void(const ControlCommand&, Answer)>;

  // `console` and everything that `decide` uses must outlive every call of ask(). `page`: URL.
  ApprovalPrompt(Console& console, std::string page, Decide decide);
  ~ApprovalPrompt();
  ApprovalPrompt(const ApprovalPrompt&) = delete;
  ApprovalPrompt& operator=(const ApprovalPrompt&) = delete;

  // Any thread. No value: the question is closed.
  void ask(const std::optional<ApprovalAsked>& asked);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // shared with the reader thread, which may outlive us
};
}  // namespace franz::proxy
