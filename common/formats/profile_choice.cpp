#include "common/formats/profile_choice.h"
#include <algorithm>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/formats/formats.h"
#include "common/tools/surface_facts.h"

namespace franz {
static constexpr std::string_view kWithTools = "toolcall", kWithoutTools = "pilot";
static constexpr std::size_t kMaxShownName = 80;  // bytes of a server's word

bool profile_is_chosen(const ResolvedSettings& resolved) {
  if (!shows_real_screen(resolved.settings.surface.kind)) return false;
  const SettingInForce* const profile = find_in_force(resolved, "agent", "profile");
  return resolved.settings.agent.profile == kAutoProfile ||
         (profile != nullptr && profile->layer == Layer::defaults);
}

std::optional<std::string> served_model(const ResolvedSettings& resolved,
                                        const std::vector<std::string>& listed) {
  const std::string& name = resolved.settings.model.name;
  const SettingInForce* const key = find_in_force(resolved, "model", "name");
  const bool by_hand = key != nullptr && key->layer > Layer::surface_profile;
  if (by_hand || std::ranges::find(listed, name) != listed.end()) return name;
  if (listed.size() == 1) return listed.front();
  return std::nullopt;
}

// The profile of the model's row; nullptr: nobody knows it.
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
                             ToolCalls tools, std::span<const std::string> profiles) {
  const std::string shown = model ? printable(cut_text(*model, kMaxShownName)) : "";
  const ModelKind* const kind = kind_of(model);
  if (kind != nullptr && has_profile(profiles, kind->profile))
    return {std::string(kind->profile), "for the model " + shown, model, std::string(kind->needs)};
  std::string why;
  if (kind != nullptr) {
    why = "the model " + shown + " is one for the profile " + std::string(kind->profile) +
          ", which is not here";
  } else if (model) {
    why = "the model " + shown + " is not known";
  } else {
    why = "the model is not known: " + trouble;
  }
  const bool taken = tools == ToolCalls::taken;
  why += taken                         ? ", and its server takes tool calls"
         : tools == ToolCalls::refused ? ", and its server takes no tool calls"
                                       : "";
  return {std::string(taken ? kWithTools : kWithoutTools), why, model};
}
}  // namespace franz
