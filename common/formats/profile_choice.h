#pragma once
// [model] name = auto and [agent] profile = auto: the model that is asked, and the profile that
// suits it. Pure: it decides these two and nothing else.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/settings/settings.h"

namespace franz {
// Whether a new run with these settings is to have its profile chosen: it is `auto`, or no person
// has set it.
bool profile_is_chosen(const ResolvedSettings& resolved);

// Whether it is settled which model is asked: a person has set [model] name, or it was chosen. What
// a profile says of the name is no person's word.
bool model_is_settled(const ResolvedSettings& resolved);

struct ModelChoice {
  std::string name;
  std::string why;  // "the only model that its server lists"
};

// The model to ask among those that the server lists. `own`: the profile's own name for its model,
// or kAutoModel; `profile`: its name, empty where it is to be chosen for the model. The first that
// holds: the profile's own name is listed; one model alone is listed, those for embeddings and
// speech aside; one alone is of the profile's family; one alone is of any family. Nothing: it is
// not clear which one is meant.
std::optional<ModelChoice> choose_model(std::string_view own, std::string_view profile,
                                        std::span<const std::string> listed);

// What the server says of tool calls.
enum class ToolCalls { taken, refused, not_asked };

struct ProfileChoice {
  std::string profile;
  std::string why;                        // "for the model qwen3-vl-8b"
  std::optional<std::string> model = {};  // that is served, as far as it is known
  std::string needs = {};                 // as in ModelKind
};

// Whether it depends on tool calls, on a real screen: the model is not known, or its profile is not
// among those that there are.
bool depends_on_tools(const std::optional<std::string>& model,
                      std::span<const std::string> profiles);

// By all_model_kinds(). A model that is not known, or whose profile is missing, has on a real
// screen `toolcall` where the server takes tool calls, else `pilot`; on the canvas, where any model
// can draw, the default. `trouble`: why the model is not known, in a few words. `profiles`: those
// that there are, without .ini.
ProfileChoice choose_profile(const std::optional<std::string>& model, const std::string& trouble,
                             bool real_screen, ToolCalls tools,
                             std::span<const std::string> profiles);

// "profile toolcall: for the model gemma-4-12b; --profile NAME takes another". Of a model that the
// profile does not fit as it is, what it needs.
std::string chosen_profile_text(const ProfileChoice& choice);

// The profile that a person means by `name`: that of this name, in whatever case, or that of the
// family of models that it names ("Qwen3-VL"). Nothing: none of them.
std::optional<std::string> meant_profile(std::string_view name,
                                         std::span<const std::string> profiles);

// Why a model will miss with a profile that a person set: it is known, and was trained for the
// profile of another family. Empty: it may fit.
std::string misfit_text(std::string_view model, std::string_view profile);

// Whether the profile is that of a family that was trained to operate computers.
bool is_for_computer_use(std::string_view profile);
}  // namespace franz
