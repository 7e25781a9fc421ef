#pragma once
// Keeps state.json and steps.jsonl as the loop has them, and says once what keeps them from being
// saved. On a full disk the loop goes on with what it has in memory: drawn ink may be drawn again.
// Before a real screen it waits until durable().
#include <span>
#include <string>
#include "common/base/result.h"
#include "common/memory/memory.h"
#include "common/wire/state_file.h"
#include "orchestrator/loop_ports.h"

namespace franz::orchestrator {
class StateSaver {
 public:
  // `ports` outlive it.
  explicit StateSaver(const LoopPorts& ports) : ports_(ports) {}

  // What is saved is no longer what the loop has.
  void changed() { saved_ = false; }
  void save(const LoopState& state);
  // Before the loop waits or ends, with what was not saved yet.
  void save_durably(const LoopState& state);
  // Waits until what was saved is durable. Failure: it could not be saved; the disk's words.
  Status durable() const;
  // Likewise, and warns.
  void settle() const;
  // The turns that are over, for a memory that needs all of them.
  void keep(std::span<const Step> steps);

 private:
  const LoopPorts& ports_;
  bool saved_ = true;
  std::string trouble_;        // why it could not be saved, as told; empty: nothing was told
  std::string steps_trouble_;  // likewise the steps
};
}  // namespace franz::orchestrator
