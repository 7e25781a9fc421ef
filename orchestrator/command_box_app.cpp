#include "orchestrator/command_box_app.h"
#include <chrono>
#include <thread>
#include <utility>

namespace franz::orchestrator {
using namespace std::chrono_literals;

static constexpr auto kTurnMayEndIn = 1s;     // after a stop, before the turn is cut
static constexpr std::size_t kCommand = 256;  // bytes, beside its text

Status CommandBox::put(ControlCommand command) {
  const std::size_t bytes = command.text.size() + kCommand;
  if (command.kind != ControlCommand::Kind::stop) {
    const bool taken = commands_.try_push(std::move(command), bytes);
    return taken ? Status(Done{}) : Error{"too many are waiting"};
  }
  commands_.post(std::move(command), bytes);
  if (stopping_.exchange(true)) return Done{};
  std::thread([cut = cut_] {
    std::this_thread::sleep_for(kTurnMayEndIn);
    cut();
  }).detach();  // the program ends within the second, or is cut
  return Done{};
}

std::optional<ControlCommand> CommandBox::next(int wait_ms) {
  if (wait_ms < 0) return commands_.pop();
  return commands_.pop(std::chrono::milliseconds(wait_ms));
}
}  // namespace franz::orchestrator
