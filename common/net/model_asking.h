#pragma once
// What a run takes from the server that it is to ask: which model, and, where no person has set it,
// the profile that suits that model (common/formats/profile_choice.h).
#include <functional>
#include <string>
#include <vector>
#include "common/net/model_client.h"
#include "common/settings/settings.h"

namespace franz {
struct ServerChoice {
  enum class Kind {
    chosen,   // all that was to be chosen, which may be nothing
    silent,   // no server answers, or it still loads its model; `why`
    refused,  // a person has to choose or to set a key; `why`: what is so and what to do, in lines
  };
  Kind kind = Kind::chosen;
  std::string why;
  std::vector<FlagValue> flags;  // to hold: [agent] profile, [model] name
  struct Note {
    std::string text;  // which one was chosen, and why
    bool is_warning = false;
  };
  std::vector<Note> notes = {};
};

// Asks `server` (its times are not looked at) for its models, where the settings leave something to
// be chosen. `config_folder`: where profiles/ is. A server that gives no list of models leaves the
// name as the profile has it. Blocks, at most ten seconds as a rule; a server that loads its model
// first may take two minutes to say whether it takes tool calls, which `waiting` is called for.
ServerChoice choose_by_server(const ResolvedSettings& resolved, ModelServer server,
                              const std::string& config_folder,
                              const std::function<void(const std::string&)>& waiting);
}  // namespace franz
