#include "proxy/offline/doctor/questions.h"
#include <algorithm>
#include <vector>
#include "common/base/json_string.h"
#include "common/wire/api/apis.h"
#include "common/wire/message.h"

namespace franz::proxy {
// A white square on black, 64x64: large enough for every vision model's smallest patch.
static constexpr const char* kPicture =
    "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAJklEQVR42u3MAQ0AAAgDoPcvrQmcAQ4BSAAO8xAIBAKB"
    "QNAXALUWde/8LgGr+O4AAAAASUVORK5CYII=";
static constexpr int kFewTokens = 32;

static std::string body_of(const ModelSettings& settings, const QuestionStyle& style,
                           int max_tokens, const std::vector<Message>& messages,
                           const std::string& picture = kPicture) {
  RequestParameters parameters = request_parameters(settings);
  parameters.model = style.model;
  parameters.max_tokens = max_tokens;
  parameters.ask_usage = style.ask_usage;
  // A limit under another name is ours to lower, too.
  for (auto& [name, value] : parameters.extra)
    if ((name == "max_tokens" || name == "max_completion_tokens" || name == "max_output_tokens") &&
        value != "null")
      value = std::to_string(max_tokens);
  return find_api(settings.api)->body(parameters, messages, "", [&](const PictureRef&) {
    return std::string_view(picture);
  });
}

static Message message(const char* role, const std::string& token, bool with_picture = false) {
  Message made{role, {text_part(token)}};
  if (with_picture) made.parts.push_back(picture_part({}));
  return made;
}

static const char* const kSystem = "\"You are asked a few questions to see that all works.\"";

static const char* const kPlaces = "\"You find places in pictures of a screen.\"";

std::string hello_question(const ModelSettings& settings, const QuestionStyle& style) {
  return body_of(settings, style, kFewTokens,
                 {message("system", kSystem), message("user", "\"Say hello in one word.\"")});
}

int short_reply(const ModelSettings& settings) {
  return std::max(kShortReply, find_api(settings.api)->least_max_tokens);
}

std::string long_question(const ModelSettings& settings, const QuestionStyle& style) {
  return body_of(settings, style, short_reply(settings),
                 {message("system", kSystem),
                  message("user", "\"Write the numbers from 1 to 300 as words.\"")});
}

std::string picture_question(const ModelSettings& settings, const QuestionStyle& style) {
  return body_of(settings, style, kFewTokens,
                 {message("system", kSystem),
                  message("user", "\"What is in the picture? Answer in three words.\"", true)});
}

std::string place_question(const ModelSettings& settings, const QuestionStyle& style,
                           const std::string& png_base64, const std::string& text) {
  constexpr int kLeast = 512;  // a thought, and a call
  // The picture first: what servers keep of the question before serves this one, too.
  const Message asked{"user", {picture_part({}), text_part(quote_json(text))}};
  return body_of(settings, style, std::max(settings.max_tokens, kLeast),
                 {message("system", kPlaces), asked}, png_base64);
}

std::string turn_question(const ModelSettings& settings, const Memory& memory,
                          const QuestionStyle& style, bool with_picture) {
  const std::vector<Step> steps = {{1, Reply{"\"This is my memory: nothing happened yet.\"", {}}}};
  Now now;
  now.system = decode_json_string(kSystem);
  now.feedback = "OK: 0 actions executed.";
  if (with_picture) now.picture.emplace();
  return body_of(settings, style, kFewTokens, memory.messages(steps, now, {}));
}
}  // namespace franz::proxy
