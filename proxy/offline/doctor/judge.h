#pragma once
// What a model server's answers tell about it. Source of the servers' words: what LM Studio,
// llama-server, Ollama, vLLM and OpenAI send (tests/golden/servers).
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>
#include "common/settings/settings.h"
#include "common/wire/api/model_list.h"
#include "common/wire/api/server_answer.h"
#include "proxy/offline/doctor/check.h"

namespace franz::proxy {
// True if the server refuses to be asked for token counts in a stream: ask again without.
bool refuses_usage(const ModelAnswer& answer);

Check judge_settings(const std::vector<SettingsNotice>& notices, const std::string& failure);

// `printed`: by NAME --version; `failure`: why it could not be asked.
Check judge_program(const std::string& name, const std::string& printed, const std::string& failure,
                    const std::string& version);

// `free_bytes` of the disk that the runs are on.
// What private displays need. `missing`: programs; `confinement`: why programs cannot be confined,
// empty: they can; `needed`: whether the settings ask for a private display; else it is a warning
// at most.
Check judge_display(const std::vector<std::string>& missing, const std::string& confinement,
                    bool needed, std::string_view install);
Check judge_space(unsigned long long free_bytes);

// The environment variable with the API key.
struct KeyState {
  std::string variable;  // that [model] api_key_env names; empty: none
  bool sent = false;     // it is set
};

// The answer to GET /models: is there a server, is it one for models?
Check judge_server(const ModelsAnswer& models, const std::string& url, const KeyState& key);
// `path`: of the API, behind `url`.
Check judge_openai(const ModelsAnswer& models, const std::string& url, std::string_view path);

// Whether the server listens and still loads its model: ask again later.
bool is_loading(const ModelsAnswer& answer);
bool is_loading(const ModelAnswer& answer);

// `chosen_url`: of the server that is examined; empty: the demo model is.
Check judge_found_servers(const std::vector<FoundServer>& found, const std::string& chosen_url);

// The model that the server is asked for: `name` if it is listed or nothing else is, else a listed
// `fallback`, else `name`. Empty: no name was chosen.
std::string model_to_ask(const std::vector<std::string>& listed, const ModelSettings& model);

// `answered`: the model's own name in a reply to a request for model_to_ask(); nothing: it failed.
Check judge_model_name(const std::vector<std::string>& listed, const ModelSettings& model,
                       const std::optional<std::string>& answered);

// Whether `profile` is that of the model's family. `model`: that is asked for.
Check judge_profile(std::string_view profile, std::string_view model);

// `endpoint_advice`: Api::endpoint_advice, for a server that has no such path.
Check judge_reply(const ModelAnswer& answer, std::string_view endpoint_advice, const KeyState& key);
Check judge_stream(const ModelAnswer& answer, bool wanted);
Check judge_first_text(const ModelAnswer& answer, double limit_s);
Check judge_max_tokens(const ModelAnswer& answer, int asked);
// The answer to colour_question() with these colours; a model that gives no colour is not judged by
// what it says if it is the demo model. One picture: whether the model sees it. Several: whether
// the server takes so many, and shows the model the last one.
Check judge_pictures(const ModelAnswer& answer, std::span<const std::string_view> colours,
                     bool is_demo);
// Whether the picture of most turns gives the model enough to find places. `seen`: the surface's
// size; `model`: that is asked for; empty: the demo model, which needs no tokens.
Check judge_picture_size(const SurfaceSettings& surface, Size seen, std::string_view model);
// The answer to a request with the tools of this profile.
Check judge_tools(const ModelAnswer& answer);

// The answer to turn_question(): what the profile sends at most. `with_tools`: they were sent.
struct TriedTurn {
  std::vector<std::string> roles;  // of its messages
  std::size_t pictures = 0;
  bool with_tools = false;
};
Check judge_turn(const ModelAnswer& answer, const TriedTurn& tried);

// The tokens of the largest turn, with a short reply in each turn.
struct TurnTokens {
  long long counted = 0;     // by the server; 0: it does not say
  long long estimated = 0;   // by us
  bool known_model = false;  // the estimate is by the model's own rule for pictures
};
Check judge_context(const std::optional<long long>& length, const TurnTokens& tokens,
                    int max_tokens);

Check skipped(const std::string& name, const std::string& why);
}  // namespace franz::proxy
