#pragma once
// What a model server's answers tell about it. Source of the servers' words: what LM Studio,
// llama-server, Ollama, vLLM and OpenAI send (tests/golden/servers).
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/settings/settings.h"
#include "common/wire/chat_reply.h"
#include "proxy/offline/doctor/check.h"

namespace franz::proxy {
// How one request to the server ended.
struct ServerAnswer {
  enum class Transport {
    whole,        // an answer to its end
    refused,      // nothing listens there
    unreachable,  // no such name, no route, or no connection in time
    no_answer,    // not within the deadline
    broken,       // it began and did not end, or it is no HTTP
    no_tls,       // no secure connection
  };
  Transport transport = Transport::refused;
  // Of the last four: what the server did, to follow its name; of no_answer, what did not come.
  std::string why;
  int status = 0;
  std::string content_type, body;
  double first_text_ms = 0;  // from the request to the reply's first text; 0: none came
  double total_ms = 0;
};

// The reply in an answer to /chat/completions.
ChatReply reply_in(const ServerAnswer& answer);

// True if the server refuses to be asked for token counts in a stream: ask again without.
bool refuses_usage(const ServerAnswer& answer);

Check judge_settings(const std::vector<SettingsNotice>& notices, const std::string& failure);

// `printed`: by NAME --version; `failure`: why it could not be asked.
Check judge_program(const std::string& name, const std::string& printed, const std::string& failure,
                    const std::string& version);

// `free_bytes` of the disk that the runs are on.
Check judge_space(unsigned long long free_bytes);

// The answer to GET /models: is there a server, is it one for models?
Check judge_server(const ServerAnswer& models, const std::string& url, bool key_sent);
Check judge_openai(const ServerAnswer& models, const std::string& url);

// The model that the server will be asked for: `name` if it is listed or nothing else is, else a
// listed `fallback`, else `name`.
std::string model_to_ask(const std::vector<std::string>& listed, const ModelSettings& model);

// `answered`: the model's own name in a reply to a request for `model.name`; nothing: it failed.
Check judge_model_name(const std::vector<std::string>& listed, const ModelSettings& model,
                       const std::optional<std::string>& answered);

Check judge_reply(const ServerAnswer& answer);
Check judge_stream(const ServerAnswer& answer, bool wanted);
Check judge_first_text(const ServerAnswer& answer, double limit_s);
Check judge_max_tokens(const ServerAnswer& answer, int asked);
Check judge_picture(const ServerAnswer& answer);
// [system, story, feedback + picture], or without the picture.
Check judge_three_messages(const ServerAnswer& answer, bool with_picture);

// The context length that the list of models gives for `model`, under the names that servers use.
std::optional<long long> context_length(std::string_view models_body, const std::string& model);
// `prompt_tokens`: of our three messages with nearly no text, as the server counted; 0: not known.
Check judge_context(const std::optional<long long>& length, long long prompt_tokens,
                    int max_tokens);

Check skipped(const std::string& name, const std::string& why);
}  // namespace franz::proxy
