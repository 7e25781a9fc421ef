#pragma once
// The settings and the system prompt of each turn; reports what has changed.
#include <string>
#include <vector>
#include "common/settings/settings_reader_app.h"
#include "orchestrator/output_app.h"
#include "orchestrator/turn_loop.h"

namespace franz::orchestrator {
class SettingsSource {
 public:
  SettingsSource(SettingsReader& reader, Output& output) : reader_(reader), output_(output) {}

  // `turn`: the next one. Failure: there is no system prompt.
  Status start(int turn);
  LoopSettings read_again(int turn);

 private:
  void read_prompt(std::vector<std::string>& changed);
  void warn(const std::string& text);
  void report_settings(int turn, const std::vector<std::string>& changed);

  SettingsReader& reader_;
  Output& output_;
  std::string prompt_, prompt_trouble_;
};
}  // namespace franz::orchestrator
