#pragma once
// The settings of the turn, read at its start and before each further request of it. Pure.
#include <optional>
#include <string>
#include "orchestrator/loop_ports.h"
#include "orchestrator/model_policy.h"

namespace franz::orchestrator {
class TurnSettings {
 public:
  // Reads settings and prompt for `turn`, adapted by `policy` and with a fixed picture size. Warns
  // once if that size depends on a screen whose size is unknown.
  void read(const LoopPorts& ports, int turn, const ModelPolicy& policy);

  const Settings& settings() const { return now_.settings; }
  const RunScreen& screen() const { return now_.screen; }
  // As it is sent.
  const std::string& system_prompt() const { return now_.system_prompt; }

  // Emits the event `config` for `turn` if the system message differs from the last one reported.
  // Call it before turn_acted, so that a reader of the turn's record knows the message.
  void report_system(const LoopPorts& ports, int turn);
  // The size of the real screen in the turn's picture, in pixels. Empty sizes are ignored.
  void saw_screen(const Screen& screen);

 private:
  Size surface_size(const LoopPorts& ports);

  LoopSettings now_;
  Settings in_force_;                     // as read, before `policy`
  std::optional<LoopSettings> reported_;  // as of the last event `config`
  std::optional<Size> screen_size_;       // of the real screen, as last seen
  std::string monitor_;                   // whose size that is
  std::string size_trouble_;              // the last warning about it; empty: none
};
}  // namespace franz::orchestrator
