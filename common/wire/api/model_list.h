#pragma once
// The answer to GET /v1/models: {"object":"list","data":[{"id":"gemma-4-12b",…},…]}, and how long a
// server says that its model's context is.
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"

namespace franz {
// The ids in their order, at most 1000. `"data":null` (Ollama without a model) is an empty list;
// entries without an id are left out.
// Failure: "the list of models: expected …", with what stands there instead.
Result<std::vector<std::string>> parse_model_list(std::string_view body);

// Tokens of the model's context, from the list of models of llama-server, vLLM, LM Studio
// (/api/v0/models) and others. A list of one model is of any name. Nothing: it is not said.
std::optional<long long> context_length(std::string_view models_body, const std::string& model);

// The same from llama-server's answer to GET /props: {"default_generation_settings":{"n_ctx":…}}.
std::optional<long long> context_length_of_props(std::string_view body);

// A server that was found on this machine.
struct FoundServer {
  std::string url;                  // "http://127.0.0.1:1234"
  std::vector<std::string> models;  // that it lists; may be empty
};

// "http://127.0.0.1:1234 (2 models)"
std::string server_text(const FoundServer& server);
}  // namespace franz
