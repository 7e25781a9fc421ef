#pragma once
// Asks the person at the terminal, where there is one. An answer on the page ends the question
// here.
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
  // What becomes of a decision: nothing: it was taken; else why not.
  using Answer = std::function<void(const std::optional<std::string>& refusal)>;
  using Decide = std::function<void(const ControlCommand&, Answer)>;

  // `console` and what `decide` needs outlive every call of ask(). `page`: the dashboard's address.
  ApprovalPrompt(Console& console, std::string page, Decide decide);
  ~ApprovalPrompt();
  ApprovalPrompt(const ApprovalPrompt&) = delete;
  ApprovalPrompt& operator=(const ApprovalPrompt&) = delete;

  // Any thread. Nothing: it is over.
  void ask(const std::optional<ApprovalAsked>& asked);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;  // with the thread that reads, which may outlive us
};
}  // namespace franz::proxy
