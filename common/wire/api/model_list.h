#pragma once
// Reads the answer to GET /v1/models, {"object":"list","data":[{"id":"gemma-4-12b",…},…]}, and the
// context length that a server reports for its model.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
// The ids in order, at most 1000. `"data":null` (Ollama without a model) is an empty list; entries
// without an id are skipped. Failure: "the list of models: expected …", with what was found
// instead.
Result<std::vector<std::string>> parse_model_list(std::string_view body);

// The model's context in tokens, from the list of models of llama-server, vLLM, LM Studio
// (/api/v0/models) and others. A list with one model matches any name. Nothing: not reported.
std::optional<long long> context_length(std::string_view models_body, const std::string& model);

// The same from llama-server's answer to GET /props: {"default_generation_settings":{"n_ctx":…}}.
std::optional<long long> context_length_of_props(std::string_view body);

// A server found on this machine.
struct FoundServer {
  std::string url;                  // "http://127.0.0.1:1234"
  std::vector<std::string> models;  // the models that it lists; may be empty
};

// "http://127.0.0.1:1234 (2 models)"
std::string server_text(const FoundServer& server);
}  // namespace franz
