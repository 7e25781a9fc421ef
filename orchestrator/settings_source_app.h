#pragma once
// Settings and prompt as of this turn; tells what changed since the last.
#include <string>
#include <vector>
#include "common/settings/settings_reader_app.h"
#include "orchestrator/output_app.h"
#include "orchestrator/turn_loop.h"

namespace franz::orchestrator {
class SettingsSource {
 public:
  SettingsSource(SettingsReader& reader, Output& output) : reader_(reader), output_(output) {}

  // Failure: there is no system prompt.
  Status start();
  LoopSettings read_again();

 private:
  void read_prompt(std::vector<std::string>& changed);
  void tell(const std::string& text);
  void tell_settings(const std::vector<std::string>& changed);

  SettingsReader& reader_;
  Output& output_;
  std::string prompt_, prompt_trouble_;
};
}  // namespace franz::orchestrator
