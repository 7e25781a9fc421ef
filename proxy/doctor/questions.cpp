#include "proxy/doctor/questions.h"
#include <vector>
#include "common/wire/chat_request.h"

namespace franz::proxy {
// A white square on black, 64x64: large enough for every vision model's smallest patch.
static constexpr const char* kPicture =
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAJklEQVR42u3MAQ0AAAgDoPcvrQmcAQ4BSAAO8xAIBAKB"
    "QNAXALUWde/8LgGr+O4AAAAASUVORK5CYII=";
static constexpr int kFewTokens = 32;

static std::string body_of(const ModelSettings& settings, const QuestionStyle& style,
                           int max_tokens, const std::vector<ChatMessage>& messages) {
  ChatParameters parameters;
  parameters.model = style.model;
  parameters.temperature = settings.temperature;
  parameters.top_p = settings.top_p;
  parameters.max_tokens = max_tokens;
  parameters.stream = settings.stream;
  parameters.ask_usage = style.ask_usage;
  parameters.seed = settings.seed;
  const Result<ExtraMembers> extra = parse_extra(settings.extra);
  if (extra.ok()) parameters.extra = extra.value();
  // A limit under another name is ours to lower, too.
  for (auto& [name, value] : parameters.extra)
    if ((name == "max_tokens" || name == "max_completion_tokens") && value != "null")
      value = std::to_string(max_tokens);
  return chat_request_body(parameters, messages);
}

static ChatMessage message(const char* role, const std::string& token, const char* picture = "") {
  ChatMessage made;
  made.role = role;
  made.text = token;
  made.picture_b64 = picture;
  made.in_parts = made.role != "system";  // as the orchestrator writes them
  return made;
}

static const char* const kSystem = "\"You are asked a few questions to see that all works.\"";

std::string hello_question(const ModelSettings& settings, const QuestionStyle& style) {
  return body_of(settings, style, kFewTokens,
                 {message("system", kSystem), message("user", "\"Say hello in one word.\"")});
}

std::string long_question(const ModelSettings& settings, const QuestionStyle& style) {
  return body_of(settings, style, kShortReply,
                 {message("system", kSystem),
                  message("user", "\"Write the numbers from 1 to 300 as words.\"")});
}

std::string picture_question(const ModelSettings& settings, const QuestionStyle& style) {
  return body_of(settings, style, kFewTokens,
                 {message("system", kSystem),
                  message("user", "\"What is in the picture? Answer in three words.\"", kPicture)});
}

std::string turn_question(const ModelSettings& settings, const QuestionStyle& style,
                          bool with_picture) {
  return body_of(
      settings, style, kFewTokens,
      {message("system", kSystem), message("user", "\"This is my memory: nothing happened yet.\""),
       message("user", "\"OK: 0 actions executed.\"", with_picture ? kPicture : "")});
}
}  // namespace franz::proxy
