#include "proxy/offline/doctor/start_command.h"
#include <algorithm>
#include <string_view>
#include "common/formats/formats.h"
#include "common/tools/surface_facts.h"

namespace franz::proxy {
// Whether a person's flag sets it; automatic choices are stored as flags too.
static bool is_flag(const SettingInForce& setting) {
  return setting.layer == Layer::flag &&
         setting.where == (setting.key == "name" ? "--model" : "--" + setting.key);
}

// Whether a person has set it in any way.
static bool is_set(const SettingInForce& setting) {
  return is_flag(setting) || setting.layer == Layer::config || setting.layer == Layer::scenario ||
         setting.layer == Layer::environment;
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
  std::string command = found.program;
  const auto add = [&command](std::string_view flag, std::string_view value) {
    if (is_plain(value)) command += " " + std::string(flag) + " " + std::string(value);
  };
  const SettingInForce& upstream = *find_in_force(resolved, "proxy", "upstream");
  const SettingInForce& profile = *find_in_force(resolved, "agent", "profile");
  const SettingInForce& model = *find_in_force(resolved, "model", "name");
  const bool real_screen = shows_real_screen(settings.surface.kind);
  const bool on_canvas = !real_screen && !found.private_display;
  const bool keeps_demo = on_canvas && !found.demo && !is_set(upstream) && found.program == "./run";
  if (is_flag(upstream) || keeps_demo) add("--upstream", found.demo ? "demo" : found.url);
  const ModelKind* const kind = found.demo ? nullptr : find_model_kind(found.model);
  if (kind != nullptr && is_set(profile) && kind->profile != settings.agent.profile) {
    add("--profile", kind->profile);
  } else if (is_flag(profile)) {
    add("--profile", settings.agent.profile);
  }
  const bool is_open = found.listed > 1 && model.layer < Layer::chosen;
  if (!found.demo && (is_flag(model) || is_open)) add("--model", found.model);
  command += " \"your task\"";
  if (!real_screen && found.private_display) command += " -- PROGRAM";
  return command;
}
}  // namespace franz::proxy
