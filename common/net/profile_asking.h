#pragma once
// Chooses a new run's profile by asking the model's server which model it has, and, where that does
// not decide, whether it takes tool calls: settings/profile_choice.h.
#include <functional>
#include <string>
#include "common/formats/profile_choice.h"
#include "common/net/model_client.h"

namespace franz {
// `server`: its times are not looked at. `config_folder`: where profiles/ is. A server that does
// not answer is no failure: the choice says so. Blocks, some seconds as a rule; a server that loads
// its model first may take two minutes to say whether it takes tool calls, which `waiting` is told.
ProfileChoice ask_for_profile(const ResolvedSettings& resolved, ModelServer server,
                              const std::string& config_folder,
                              const std::function<void(const std::string&)>& waiting);

// "profile toolcall: for the model gemma-4-12b; --profile NAME takes another". Of a model that the
// profile does not fit as it is, what it needs.
std::string chosen_profile_text(const ProfileChoice& choice);
}  // namespace franz
