#include "orchestrator/command_box_app.h"
#include <chrono>
#include <thread>
#include <utility>
#include "common/os/detached_thread.h"

namespace franz::orchestrator {
using namespace std::chrono_literals;

static constexpr auto kTurnMayEndIn = 1s;     // after a stop, before the turn is cut
static constexpr std::size_t kCommand = 256;  // bytes, beside its text

Status CommandBox::put(ControlCommand command) {
  const std::size_t bytes =
      command.text.size() + kCommand + (command.items ? command.items->size() * sizeof(int) : 0);
  if (halts(command.kind)) {
    const std::lock_guard lock(panic_);
    commands_.post(std::move(command), bytes);
    cut_.halt();
    return Done{};
  }
  // The loop waits for these.
  if (command.kind == ControlCommand::Kind::recorded ||
      command.kind == ControlCommand::Kind::hand_back) {
    commands_.post(std::move(command), bytes);
    return Done{};
  }
  if (command.kind != ControlCommand::Kind::stop) {
    const bool taken = commands_.try_push(std::move(command), bytes);
    return taken ? Status(Done{}) : Error{"too many are waiting"};
  }
  commands_.post(std::move(command), bytes);
  if (stopping_.exchange(true)) return Done{};
  start_detached_thread([&cut = cut_] {
    std::this_thread::sleep_for(kTurnMayEndIn);
    cut.stop();
  });  // the program ends within the second, or is cut
  return Done{};
}

std::optional<ControlCommand> CommandBox::next(int wait_ms) {
  std::optional<ControlCommand> command =
      wait_ms < 0 ? commands_.pop() : commands_.pop(std::chrono::milliseconds(wait_ms));
  if (command && halts(command->kind)) {
    const std::lock_guard lock(panic_);
    cut_.noticed();
  }
  return command;
}
}  // namespace franz::orchestrator
