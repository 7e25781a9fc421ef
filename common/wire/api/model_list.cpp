#include "common/wire/api/model_list.h"
#include <algorithm>
#include "common/base/count_text.h"
#include "common/wire/api/server_words.h"
#include "common/wire/message_fields.h"

namespace franz {
static constexpr std::size_t kMaxModels = 1000;  // nobody can read more

Result<std::vector<std::string>> parse_model_list(std::string_view body) {
  static const std::string kWhat = "the list of models";
  Result<MessageFields> parsed = MessageFields::parse(body, MessageFields::Duplicates::last_wins);
  if (!parsed.ok()) return within(kWhat, parsed.error());
  MessageFields& fields = parsed.value();
  const std::vector<std::string> keys = fields.keys("");
  if (std::find(keys.begin(), keys.end(), "data") == keys.end())
    return within(kWhat, Error{"/data: expected a list"});
  std::vector<std::string> models;
  const std::size_t count = std::min(fields.size("/data"), kMaxModels);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string id = "/data/" + std::to_string(i) + "/id";
    if (fields.is_text(id)) models.push_back(fields.text(id));
  }
  return models;
}

std::optional<long long> context_length(std::string_view models_body, const std::string& model) {
  Result<MessageFields> parsed =
      MessageFields::parse(models_body, MessageFields::Duplicates::last_wins);
  if (!parsed.ok()) return std::nullopt;
  MessageFields& fields = parsed.value();
  const std::size_t count = fields.size("/data");
  for (std::size_t i = 0; i < count; ++i) {
    const std::string at = "/data/" + std::to_string(i);
    // A server with one model accepts any name.
    if (count > 1 && fields.text(at + "/id", "") != model) continue;
    // llama-server; vLLM; LM Studio's own list; others.
    for (const char* key : {"/meta/n_ctx", "/max_model_len", "/loaded_context_length",
                            "/context_length", "/context_window"})
      if (const long long length = token_count(fields, at + key); length > 0) return length;
  }
  return std::nullopt;
}

std::optional<long long> context_length_of_props(std::string_view body) {
  Result<MessageFields> parsed = MessageFields::parse(body, MessageFields::Duplicates::last_wins);
  if (!parsed.ok()) return std::nullopt;
  const long long length = token_count(parsed.value(), "/default_generation_settings/n_ctx");
  return length > 0 ? std::optional(length) : std::nullopt;
}

std::string server_text(const FoundServer& server) {
  return server.url + " (" + count_text(server.models.size(), "model") + ")";
}
}  // namespace franz
