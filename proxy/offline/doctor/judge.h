#pragma once
// What a model server's answers tell about it. Source of the servers' words: what LM Studio,
// llama-server, Ollama, vLLM and OpenAI send (tests/golden/servers).
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/settings/settings.h"
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

// The answer to GET /models: is there a server, is it one for models?
Check judge_server(const ModelsAnswer& models, const std::string& url, bool key_sent);
// `path`: of the API, behind `url`.
Check judge_openai(const ModelsAnswer& models, const std::string& url, std::string_view path);

// The model that the server will be asked for: `name` if it is listed or nothing else is, else a
// listed `fallback`, else `name`.
std::string model_to_ask(const std::vector<std::string>& listed, const ModelSettings& model);

// `answered`: the model's own name in a reply to a request for `model.name`; nothing: it failed.
Check judge_model_name(const std::vector<std::string>& listed, const ModelSettings& model,
                       const std::optional<std::string>& answered);

// `endpoint_advice`: Api::endpoint_advice, for a server that has no such path.
Check judge_reply(const ModelAnswer& answer, std::string_view endpoint_advice = {});
Check judge_stream(const ModelAnswer& answer, bool wanted);
Check judge_first_text(const ModelAnswer& answer, double limit_s);
Check judge_max_tokens(const ModelAnswer& answer, int asked);
Check judge_picture(const ModelAnswer& answer);
// Whether the picture of most turns gives the model enough to find places. `seen`: the surface's
// size; `model`: that is asked for; empty: the demo model, which needs no tokens.
Check judge_picture_size(const SurfaceSettings& surface, Size seen, std::string_view model);
// [system, story, feedback + picture], or without the picture.
Check judge_three_messages(const ModelAnswer& answer, bool with_picture);

// The context length that the list of models gives for `model`, under the names that servers use.
std::optional<long long> context_length(std::string_view models_body, const std::string& model);
// `prompt_tokens`: of our three messages with nearly no text, as the server counted; 0: not known.
Check judge_context(const std::optional<long long>& length, long long prompt_tokens,
                    int max_tokens);

Check skipped(const std::string& name, const std::string& why);
}  // namespace franz::proxy
