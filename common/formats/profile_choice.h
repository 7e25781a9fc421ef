#pragma once
// Resolves [model] name = auto and [agent] profile = auto: the model to ask, and the profile for
// it. Pure: decides nothing else.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/settings/settings.h"

namespace franz {
// Whether the profile of a new run with these settings must be chosen: it is `auto`, or no person
// has set it.
bool profile_is_chosen(const ResolvedSettings& resolved);

// Whether the model is settled: a person has set [model] name, or it was chosen. A name in a
// profile does not count.
bool model_is_settled(const ResolvedSettings& resolved);

struct ModelChoice {
  std::string name;
  std::string why;  // "the only model that its server lists"
};

// Chooses the model among those that the server lists. `own`: the profile's own name for its model,
// or kAutoModel; `profile`: its name, empty if it is still to be chosen. The first rule that
// applies: the profile's own name is listed; only one model is listed, not counting those for
// embeddings and speech; only one belongs to the profile's family; only one belongs to any family.
// Nothing: the choice is ambiguous.
std::optional<ModelChoice> choose_model(std::string_view own, std::string_view profile,
                                        std::span<const std::string> listed);

// What is known about the server's support of tool calls.
enum class ToolCalls { taken, refused, not_asked };

struct ProfileChoice {
  std::string profile;
  std::string why;                        // "for the model qwen3-vl-8b"
  std::optional<std::string> model = {};  // the served model, if known
  std::string needs = {};                 // as in ModelKind
};

// Whether the choice depends on tool calls on a real screen: the model is unknown, or its profile
// is not available.
bool depends_on_tools(const std::optional<std::string>& model,
                      std::span<const std::string> profiles);

// Chooses by all_model_kinds(). For an unknown model, or if its profile is missing: on a real
// screen `toolcall` if the server accepts tool calls, else `pilot`; on the canvas, where any model
// can draw, the default. `trouble`: why the model is unknown, in a few words. `profiles`: the
// available ones, without .ini.
ProfileChoice choose_profile(const std::optional<std::string>& model, const std::string& trouble,
                             bool real_screen, ToolCalls tools,
                             std::span<const std::string> profiles);

// "profile toolcall: for the model gemma-4-12b; --profile NAME takes another". If the profile needs
// changes for the model, lists them.
std::string chosen_profile_text(const ProfileChoice& choice);

// The profile that a person means by `name`: the one of this name, ignoring case, or that of the
// family of the named model ("Qwen3-VL"). Nothing: none.
std::optional<std::string> meant_profile(std::string_view name,
                                         std::span<const std::string> profiles);

// Why a model will fail with the profile that a person set: it was trained for the profile of
// another family. Empty: it may fit.
std::string misfit_text(std::string_view model, std::string_view profile);

// Whether the profile belongs to a family that was trained to operate computers.
bool is_for_computer_use(std::string_view profile);
}  // namespace franz
