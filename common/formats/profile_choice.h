#pragma once
// [agent] profile = auto: the profile that suits the model which is served. Pure. It decides the
// profile and nothing else.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/settings/settings.h"

namespace franz {
// Whether a new run with these settings is to have its profile chosen: it acts on a real screen,
// and its profile is `auto` or set by nobody.
bool profile_is_chosen(const ResolvedSettings& resolved);

// The model that the server will answer with, as far as its list tells: [model] name where a person
// set it or the list has it, else the only one that is listed. Nothing: nobody knows. What a
// profile says of the name is no person's word.
std::optional<std::string> served_model(const ResolvedSettings& resolved,
                                        const std::vector<std::string>& listed);

// What the server says of tool calls.
enum class ToolCalls { taken, refused, not_asked };

struct ProfileChoice {
  std::string profile;
  std::string why;                        // "for the model qwen3-vl-8b"
  std::optional<std::string> model = {};  // that is served, as far as it is known
  std::string needs = {};                 // as in ModelKind
};

// Whether it depends on tool calls: the model is not known, or its profile is not among those that
// there are.
bool depends_on_tools(const std::optional<std::string>& model,
                      std::span<const std::string> profiles);

// By all_model_kinds(); a model that is not known, or whose profile is missing, has `toolcall`
// where the server takes tool calls, else `pilot`. `model`: as served_model() has it; `trouble`:
// why it is not known, in a few words. `profiles`: those that there are, without .ini.
ProfileChoice choose_profile(const std::optional<std::string>& model, const std::string& trouble,
                             ToolCalls tools, std::span<const std::string> profiles);
}  // namespace franz
