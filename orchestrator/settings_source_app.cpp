#include "orchestrator/settings_source_app.h"

namespace franz::orchestrator {
Status SettingsSource::start(int turn) {
  Result<std::string> prompt = reader_.read_system_prompt();
  if (!prompt.ok()) return within("[agent] system_prompt", prompt.error());
  prompt_ = std::move(prompt).value();
  // The proxy has reported the same on its console.
  for (const SettingsNotice& notice : reader_.first_notices())
    output_.log(LogLevel::warning, notice.text);
  report_settings(turn, {});
  return Done{};
}

LoopSettings SettingsSource::read_again(int turn) {
  const SettingsReader::Update update = reader_.read_again();
  for (const SettingsNotice& notice : update.notices) warn(notice.text);
  std::vector<std::string> changed = update.changes;
  read_prompt(changed);
  for (const std::string& change : changed) output_.log(LogLevel::info, change);
  if (!changed.empty()) report_settings(turn, changed);
  return {reader_.current().settings, prompt_};
}

void SettingsSource::read_prompt(std::vector<std::string>& changed) {
  const std::string& file = reader_.current().settings.agent.system_prompt;
  Result<std::string> prompt = reader_.read_system_prompt();
  const std::string trouble = prompt.ok() ? "" : prompt.error().message;
  if (trouble != prompt_trouble_ && !trouble.empty())
    warn("[agent] system_prompt: " + trouble + "; the last good one stays in force");
  prompt_trouble_ = trouble;
  if (!prompt.ok() || prompt.value() == prompt_) return;
  prompt_ = std::move(prompt).value();
  changed.push_back(file + ": the system prompt has changed");
}

void SettingsSource::warn(const std::string& text) {
  output_.log(LogLevel::warning, text);
  LoopEvent event;
  event.kind = LoopEvent::Kind::warning;
  event.text = text;
  output_.emit(event);
}

void SettingsSource::report_settings(int turn, const std::vector<std::string>& changed) {
  LoopEvent event;
  event.kind = LoopEvent::Kind::config;
  event.turn = turn;
  event.settings = settings_as_json(reader_.current().settings);
  event.sources = sources_as_json(reader_.current());
  event.changes = changed;
  output_.emit(event);
}
}  // namespace franz::orchestrator
