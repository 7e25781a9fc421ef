#include "orchestrator/system_message.h"
#include <optional>
#include "common/tools/surface_facts.h"
#include "common/tools/vocabulary.h"

namespace franz::orchestrator {
static std::string list_of_tools(const Settings& settings) {
  const SurfaceFacts* surface = find_surface_facts(settings.surface.kind);
  const HelpFor where = surface != nullptr ? surface->help : HelpFor::real_screen;
  const Vocabulary* vocabulary = find_vocabulary(settings.agent.dialect);
  if (vocabulary == nullptr) return {};
  std::string list = vocabulary_help(*vocabulary, Toolset::from_switches(settings.tools), where);
  if (!list.empty()) list.pop_back();  // the prompt has its own line ends
  return list;
}

static std::string description_of_surface(const Settings& settings) {
  const SurfaceFacts* surface = find_surface_facts(settings.surface.kind);
  return surface != nullptr ? std::string(surface->seen) : "a screen";
}

static std::optional<std::string> value_of(std::string_view name, const Settings& settings) {
  if (name == "objective") return settings.agent.objective;
  if (name == "tools") return list_of_tools(settings);
  if (name == "surface") return description_of_surface(settings);
  if (name == "width") return std::to_string(settings.surface.picture.size.width);
  if (name == "height") return std::to_string(settings.surface.picture.size.height);
  return std::nullopt;
}

std::string system_message(std::string_view prompt, const Settings& settings) {
  std::string message;
  while (!prompt.empty()) {
    const std::size_t open = prompt.find('{');
    message += prompt.substr(0, open);
    if (open == prompt.npos) break;
    prompt.remove_prefix(open);
    // Up to the next brace of either kind: a lone "{" does not hide later placeholders.
    const std::size_t close = prompt.find_first_of("{}", 1);
    if (close != prompt.npos && prompt[close] == '}') {
      if (const auto value = value_of(prompt.substr(1, close - 1), settings)) {
        message += *value;
        prompt.remove_prefix(close + 1);
        continue;
      }
    }
    message += '{';
    prompt.remove_prefix(1);
  }
  return message;
}
}  // namespace franz::orchestrator
