#pragma once
// Finds the settings that a run takes from its model server: the model and, unless a person has set
// it, the profile that suits the model (common/formats/profile_choice.h).
#include <functional>
#include <string>
#include <vector>
#include "common/net/model_client.h"
#include "common/settings/settings.h"

namespace franz {
struct ServerChoice {
  enum class Kind {
    chosen,   // everything needed was chosen, which may be nothing
    silent,   // no server answers, or it is still loading its model; `why`
    refused,  // a person must choose or set a key; `why`: the state and what to do, in lines
  };
  Kind kind = Kind::chosen;
  std::string why;
  std::vector<FlagValue> flags;  // settings to use: [agent] profile, [model] name
  struct Note {
    std::string text;  // which one was chosen, and why
    bool is_warning = false;
  };
  std::vector<Note> notes = {};
};

// Asks `server` for its models (ignoring its timeouts) if the settings leave something to choose.
// `config_folder`: the folder with profiles/. If the server gives no list of models, the name stays
// as in the profile. Blocks, usually for at most ten seconds. A server that loads its model first
// may take two minutes to show whether it supports tool calls; `waiting` is called for that.
ServerChoice choose_by_server(const ResolvedSettings& resolved, ModelServer server,
                              const std::string& config_folder,
                              const std::function<void(const std::string&)>& waiting);
}  // namespace franz
