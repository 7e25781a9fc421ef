#pragma once
// What the turn's steps (turn_actions.h, model_asking.h) work on.
#include <string>
#include <utility>
#include <vector>
#include "common/wire/api/api.h"
#include "orchestrator/loop_ports.h"
#include "orchestrator/loop_waits.h"
#include "orchestrator/progress.h"
#include "orchestrator/turn_settings.h"

namespace franz::orchestrator {
struct LoopParts {
  // `used` and `spoken` outlive it.
  LoopParts(LoopPorts given, const Memory& used, const Api& spoken, LoopState state,
            std::vector<Step> steps, std::string folder)
      : ports(std::move(given)),
        memory(used),
        api(spoken),
        run_dir(std::move(folder)),
        progress(std::move(state), std::move(steps), used.need) {}
  LoopParts(const LoopParts&) = delete;
  LoopParts& operator=(const LoopParts&) = delete;

  Status store(LoopPorts::Storing storing) { return ports.store(progress.with_reply(), storing); }

  const LoopPorts ports;
  const Memory& memory;
  const Api& api;
  const std::string run_dir;
  Progress progress;
  TurnSettings settings;
  LoopWaits waits{ports, progress};
};
}  // namespace franz::orchestrator
