#include "common/formats/profile_choice.h"
#include <algorithm>
#include <array>
#include <functional>
#include "common/base/ascii.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/formats/formats.h"
#include "common/tools/surface_facts.h"

namespace franz {
static constexpr std::string_view kWithTools = "toolcall", kWithoutTools = "pilot";
static constexpr std::size_t kMaxShownName = 80;  // bytes of a text from the server

bool profile_is_chosen(const ResolvedSettings& resolved) {
  const SettingInForce* const profile = find_in_force(resolved, "agent", "profile");
  return resolved.settings.agent.profile == kAutoProfile ||
         (profile != nullptr && profile->layer == Layer::defaults);
}

bool model_is_settled(const ResolvedSettings& resolved) {
  const SettingInForce* const name = find_in_force(resolved, "model", "name");
  return name != nullptr && name->layer >= Layer::chosen;
}

// Models that LM Studio, Ollama and others list besides chat models.
static bool is_helper(const std::string& name) {
  static constexpr std::array<std::string_view, 4> kParts = {"embed", "rerank", "whisper", "tts"};
  const std::string small = ascii_lower(name);
  return std::ranges::any_of(
      kParts, [&](std::string_view part) { return small.find(part) != std::string::npos; });
}

// The only name that `fits`; nothing: none or several.
static std::optional<std::string> only(std::span<const std::string> names,
                                       const std::function<bool(const std::string&)>& fits) {
  const auto first = std::ranges::find_if(names, fits);
  if (first == names.end() || std::find_if(first + 1, names.end(), fits) != names.end())
    return std::nullopt;
  return *first;
}

std::optional<ModelChoice> choose_model(std::string_view own, std::string_view profile,
                                        std::span<const std::string> listed) {
  if (own != kAutoModel && std::ranges::find(listed, own) != listed.end())
    return ModelChoice{std::string(own), "the profile's own"};
  const auto is_any = [](const std::string&) { return true; };
  const auto is_main = [](const std::string& name) { return !is_helper(name); };
  const auto is_known = [](const std::string& name) { return find_model_kind(name) != nullptr; };
  const auto is_of_family = [profile](const std::string& name) {
    const ModelKind* const kind = find_model_kind(name);
    return kind != nullptr && kind->profile == profile;
  };
  if (const auto name = only(listed, is_any))
    return ModelChoice{*name, "the only model that its server lists"};
  if (const auto name = only(listed, is_main))
    return ModelChoice{*name, "the only model for conversations that its server lists"};
  if (const auto name = only(listed, is_of_family))
    return ModelChoice{*name, "the only model of the profile's family that its server lists"};
  if (const auto name = only(listed, is_known))
    return ModelChoice{*name, "the only model for computer use that its server lists"};
  return std::nullopt;
}

// The family of the model; nullptr: unknown.
static const ModelKind* kind_of(const std::optional<std::string>& model) {
  return model ? find_model_kind(*model) : nullptr;
}

static bool has_profile(std::span<const std::string> profiles, std::string_view name) {
  return std::ranges::find(profiles, name) != profiles.end();
}

bool depends_on_tools(const std::optional<std::string>& model,
                      std::span<const std::string> profiles) {
  const ModelKind* const kind = kind_of(model);
  return kind == nullptr || !has_profile(profiles, kind->profile);
}

ProfileChoice choose_profile(const std::optional<std::string>& model, const std::string& trouble,
                             bool real_screen, ToolCalls tools,
                             std::span<const std::string> profiles) {
  const std::string shown = model ? printable(cut_text(*model, kMaxShownName)) : "";
  const ModelKind* const kind = kind_of(model);
  if (kind != nullptr && has_profile(profiles, kind->profile))
    return {std::string(kind->profile), "for the model " + shown, model, std::string(kind->needs)};
  std::string why;
  if (kind != nullptr) {
    why = "the model " + shown + " belongs to the profile " + std::string(kind->profile) +
          ", which is not installed";
  } else if (model) {
    why = "the model " + shown + " is not known";
  } else {
    why = "the model is not known: " + trouble;
  }
  if (!real_screen) return {std::string(kDefaultProfile), why, model};
  const bool taken = tools == ToolCalls::taken;
  why += taken                         ? ", and its server accepts tool calls"
         : tools == ToolCalls::refused ? ", and its server accepts no tool calls"
                                       : "";
  return {std::string(taken ? kWithTools : kWithoutTools), why, model};
}

std::string chosen_profile_text(const ProfileChoice& choice) {
  const std::string said = "profile " + choice.profile + ": " + choice.why;
  if (choice.needs.empty()) return said + "; --profile NAME takes another";
  return said + ". This model will miss its targets with it: use a copy of that profile with " +
         choice.needs + ", named in --profile (docs/models.md)";
}

std::optional<std::string> meant_profile(std::string_view name,
                                         std::span<const std::string> profiles) {
  for (const std::string& profile : profiles)
    if (equal_ignoring_case(profile, name)) return profile;
  const ModelKind* const kind = find_model_kind(name);
  if (kind == nullptr || !has_profile(profiles, kind->profile)) return std::nullopt;
  return std::string(kind->profile);
}

std::string misfit_text(std::string_view model, std::string_view profile) {
  const ModelKind* const kind = find_model_kind(model);
  if (kind == nullptr || kind->profile == profile || !is_for_computer_use(profile)) return "";
  return "the model " + printable(cut_text(model, kMaxShownName)) +
         " was trained for the profile " + std::string(kind->profile) +
         " and will miss its targets with " + std::string(profile) + ": --profile " +
         std::string(kind->profile);
}

bool is_for_computer_use(std::string_view profile) {
  return std::ranges::any_of(all_formats(),
                             [&](const Format* format) { return format->name == profile; });
}
}  // namespace franz
