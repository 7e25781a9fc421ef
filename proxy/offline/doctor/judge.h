#pragma once
// Draws conclusions from a model server's answers. Source of the servers' messages: LM Studio,
// llama-server, Ollama, vLLM and OpenAI (tests/golden/servers).
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
// True if the server refuses a request for token counts in a stream: repeat it without.
bool refuses_usage(const ModelAnswer& answer);

Check judge_settings(const std::vector<SettingsNotice>& notices, const std::string& failure);

// `printed`: the output of NAME --version; `failure`: why the program could not be run.
Check judge_program(const std::string& name, const std::string& printed, const std::string& failure,
                    const std::string& version);

// The requirements of private displays. `missing`: programs; `confinement`: why programs cannot be
// confined; empty: they can. `needed`: whether the settings ask for a private display; otherwise
// the worst outcome is a warning.
Check judge_display(const std::vector<std::string>& missing, const std::string& confinement,
                    bool needed, std::string_view install);
// `free_bytes`: on the disk of the runs.
Check judge_space(unsigned long long free_bytes);

// The environment variable with the API key.
struct KeyState {
  std::string variable;  // from [model] api_key_env; empty: none
  bool sent = false;     // the variable is set
};

// Judges the answer to GET /models: is there a server, and does it serve models?
Check judge_server(const ModelsAnswer& models, const std::string& url, const KeyState& key);
// `path`: of the API, after `url`.
Check judge_openai(const ModelsAnswer& models, const std::string& url, std::string_view path);

// Whether the server listens but is still loading its model: ask again later.
bool is_loading(const ModelsAnswer& answer);
bool is_loading(const ModelAnswer& answer);

// `chosen_url`: of the server that a run would ask; empty: the demo model. Failed if servers were
// found and it is none of them: one must be named.
Check judge_found_servers(const std::vector<FoundServer>& found, const std::string& chosen_url);

// The model name for requests: `name` if it is listed or nothing else is; else a listed `fallback`;
// else `name`. Empty: no name was chosen.
std::string model_to_ask(const std::vector<std::string>& listed, const ModelSettings& model);

// `answered`: the model's name in the reply to a request for model_to_ask(); nothing: the request
// failed.
Check judge_model_name(const std::vector<std::string>& listed, const ModelSettings& model,
                       const std::optional<std::string>& answered);

// Whether `profile` belongs to the model's family. `model`: the requested one.
Check judge_profile(std::string_view profile, std::string_view model);

// `endpoint_advice`: Api::endpoint_advice, for a server without such a path.
Check judge_reply(const ModelAnswer& answer, std::string_view endpoint_advice, const KeyState& key);
Check judge_stream(const ModelAnswer& answer, bool wanted);
Check judge_first_text(const ModelAnswer& answer, double limit_s);
Check judge_max_tokens(const ModelAnswer& answer, int asked);
// Judges the answer to colour_question() with these colours. A demo model that names no colour is
// not judged by its text. One picture: tests whether the model sees it. Several: tests whether the
// server accepts that many and shows the model the last one.
Check judge_pictures(const ModelAnswer& answer, std::span<const std::string_view> colours,
                     bool is_demo);
// Whether the usual picture is detailed enough for the model to find places. `seen`: the surface's
// size; `model`: the requested one; empty: the demo model, which needs no tokens.
Check judge_picture_size(const SurfaceSettings& surface, Size seen, std::string_view model);
// Judges the answer to a request with this profile's tools.
Check judge_tools(const ModelAnswer& answer);

// The answer to turn_question(), the largest request that the profile sends.
struct TriedTurn {
  std::vector<std::string> roles;  // of its messages
  std::size_t pictures = 0;
  bool with_tools = false;
};
Check judge_turn(const ModelAnswer& answer, const TriedTurn& tried);

// The tokens of the largest turn, with a short reply in each turn.
struct TurnTokens {
  long long counted = 0;     // by the server; 0: not reported
  long long estimated = 0;   // by us
  bool known_model = false;  // the estimate uses the model's own rule for pictures
};
Check judge_context(const std::optional<long long>& length, const TurnTokens& tokens,
                    int max_tokens);

Check skipped(const std::string& name, const std::string& why);
}  // namespace franz::proxy
