#include "proxy/offline/doctor/start_command.h"
#include <algorithm>
#include <string_view>
#include "common/formats/formats.h"
#include "common/tools/surface_facts.h"

namespace franz::proxy {
// Whether the command need not say it: a file or the environment does.
static bool is_kept(const ResolvedSettings& resolved, std::string_view section,
                    std::string_view key) {
  const SettingInForce* const setting = find_in_force(resolved, section, key);
  return setting != nullptr &&
         (setting->layer == Layer::config || setting->layer == Layer::scenario ||
          setting->layer == Layer::environment);
}

static bool is_plain(std::string_view word) {
  return !word.empty() && !word.starts_with('-') && std::ranges::all_of(word, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._:/@+,=-[]").find(c) != std::string_view::npos;
  });
}

std::string start_command(const ResolvedSettings& resolved, const FoundForStart& found) {
  if (!found.replied) return "";
  const Settings& settings = resolved.settings;
  std::string command = "./run";
  const auto add = [&command](std::string_view flag, std::string_view value) {
    if (is_plain(value)) command += " " + std::string(flag) + " " + std::string(value);
  };
  const SettingInForce* const profile = find_in_force(resolved, "agent", "profile");
  const bool profile_by_flag = profile != nullptr && profile->layer == Layer::flag;
  if (!found.demo) {
    if (!is_kept(resolved, "proxy", "upstream")) add("--upstream", found.url);
    const ModelKind* const kind = find_model_kind(found.model);
    if (kind != nullptr &&
        (kind->profile != settings.agent.profile || !is_kept(resolved, "agent", "profile"))) {
      add("--profile", kind->profile);
    } else if (profile_by_flag) {
      add("--profile", settings.agent.profile);
    }
    if (found.listed > 1 && !is_kept(resolved, "model", "name")) add("--model", found.model);
  } else {
    // ./run asks the demo model where nothing else is named.
    const SettingInForce* const upstream = find_in_force(resolved, "proxy", "upstream");
    if (upstream != nullptr && upstream->where == "--upstream") add("--upstream", "demo");
    if (profile_by_flag) add("--profile", settings.agent.profile);
  }
  command += " \"your task\"";
  if (!shows_real_screen(settings.surface.kind) && found.private_display) command += " -- PROGRAM";
  return command;
}
}  // namespace franz::proxy
