#include "proxy/run/approval_prompt_app.h"
#include <mutex>
#include <utility>
#include "common/os/clock.h"
#include "common/os/console.h"
#include "common/os/detached_thread.h"
#include "proxy/command/approval_prompt.h"

namespace franz::proxy {
static constexpr int kReadMs = 800;  // same value as in the page (approval_model.js)

struct ApprovalPrompt::Shared {
  std::mutex mutex;
  Console* console = nullptr;  // null: the prompt was destroyed
  std::string page;
  Decide decide;
  std::optional<ApprovalAsked> asked;
  std::int64_t asked_at_ms = 0;
  bool reads = false;  // a thread is waiting for a line

  void line(const std::string& text) {
    const std::lock_guard lock(mutex);
    if (console == nullptr || !asked || text.empty()) return;
    // Too early: the person cannot have read the plan yet, so the line was meant for something
    // else.
    if (steady_time_ms() - asked_at_ms < kReadMs)
      return console->line("this plan is new: read it, then answer again");
    Result<ControlCommand> command = read_prompt_answer(text, asked->plan, asked->plan_sha256);
    if (!command.ok()) return console->line(command.error().message);
    decide(command.value(), [out = console](const std::optional<std::string>& refusal) {
      if (refusal) out->line("the decision was rejected: " + *refusal);
    });
  }
};

ApprovalPrompt::ApprovalPrompt(Console& console, std::string page, Decide decide)
    : shared_(std::make_shared<Shared>()) {
  shared_->console = &console;
  shared_->page = std::move(page);
  shared_->decide = std::move(decide);
}

ApprovalPrompt::~ApprovalPrompt() {
  const std::lock_guard lock(shared_->mutex);
  shared_->console = nullptr;
}

void ApprovalPrompt::ask(const std::optional<ApprovalAsked>& asked) {
  const std::lock_guard lock(shared_->mutex);
  shared_->asked = asked;
  if (!asked) return;
  if (!can_ask())
    return shared_->console->line("approval   turn " + std::to_string(asked->plan.turn) +
                                  " waits for your consent: " + shared_->page);
  // Input typed before the question appears does not answer it.
  discard_typed();
  shared_->asked_at_ms = steady_time_ms();
  for (std::string& line : prompt_lines(asked->plan, asked->until, shared_->page))
    shared_->console->line(std::move(line));
  // Read only after a question was asked: until then the terminal's input is not ours.
  if (std::exchange(shared_->reads, true)) return;
  start_detached_thread([shared = shared_] {
    while (const std::optional<std::string> line = read_typed_line()) shared->line(*line);
    const std::lock_guard at_end(shared->mutex);
    shared->reads = false;
  });  // blocks in read until the program ends
}
}  // namespace franz::proxy
