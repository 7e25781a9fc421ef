#include "orchestrator/server_errors.h"
#include <algorithm>
#include <charconv>
#include <initializer_list>
#include "common/base/ascii.h"

namespace franz::orchestrator {
namespace {
bool has_any(std::string_view text, std::initializer_list<std::string_view> needles) {
  return std::ranges::any_of(
      needles, [text](std::string_view needle) { return text.find(needle) != text.npos; });
}

// A row holds if the type or code is `name`, or the words contain one of the needles.
struct StatusRow {
  int status;
  std::string_view name;
  std::string_view needle;  // empty: only the name counts
};

constexpr StatusRow kStatusRows[] = {
    {404, "model_not_found", ""},
    {404, "not_found_error", "unexpected endpoint or method"},
    {404, "notfounderror", "model not found"},
    {401, "invalid_api_key", ""},
    {401, "authentication_error", "unauthorized"},
    {429, "rate_limit_exceeded", "rate limit"},
    {429, "insufficient_quota", "too many requests"},
    {503, "unavailable_error", "loading model"},
    {503, "overloaded_error", "server busy"},
    {400, "exceed_context_size_error", ""},
    {400, "context_length_exceeded", ""},
    {400, "invalid_request_error", ""},
    {400, "badrequesterror", ""},
};

// The status that an error under status 200 stands for.
int status_of(const std::string& type, const std::string& code, const std::string& words) {
  int number = 0;
  const auto read = std::from_chars(code.data(), code.data() + code.size(), number);
  if (read.ec == std::errc() && number >= 400 && number <= 599) return number;
  for (const StatusRow& row : kStatusRows) {
    if (row.name == type || row.name == code) return row.status;
    if (!row.needle.empty() && words.find(row.needle) != std::string::npos) return row.status;
  }
  return 500;
}

constexpr const char* kTooLong =
    "The story or the picture is too long for the model's context: a smaller [model] max_tokens "
    "makes shorter stories, a smaller [surface] picture takes fewer tokens; or load the model with "
    "a larger context.";
constexpr const char* kEndpoint = "Does the address end in /v1, and is it a model server's?";
constexpr const char* kNoServer = "Is it a model server's address?";
constexpr const char* kKey =
    "[model] api_key_env names the environment variable that holds the key.";
constexpr const char* kBlind =
    "The model takes no pictures: load a vision model (llama-server: with its --mmproj file).";
constexpr const char* kEndless = "[model] max_tokens limits how long a reply may become.";
constexpr const char* kRoles =
    "The model's chat template refuses two user messages in a row: another template or model is "
    "needed.";
constexpr const char* kCompletionTokens =
    "Set [model] extra = {\"max_tokens\":null,\"max_completion_tokens\":900}.";

bool is_too_long(const std::string& names, const std::string& words) {
  if (has_any(names, {"exceed_context_size_error", "context_length_exceeded"})) return true;
  return has_any(words, {"context length", "context size", "context window", "n_keep", "n_ctx",
                         "maximum context", "prompt is too long"}) &&
         !has_any(words, {"failed to load"});
}
}  // namespace

std::string_view trouble_code(Trouble kind) {
  static constexpr std::string_view kCodes[] = {
      "temporary", "loading", "fault", "usage_option", "too_long",  "no_model", "no_endpoint",
      "wrong_key", "blind",   "roles", "parameter",    "elsewhere", "endless",  "refused"};
  return kCodes[static_cast<std::size_t>(kind)];
}

// What helps where there is no such path.
static std::string endpoint_advice(const Api& api) {
  std::string advice = kEndpoint;
  if (!api.endpoint_advice.empty()) advice.append(" ").append(api.endpoint_advice);
  return advice;
}

ServerTrouble read_trouble(int status, const ServerError& error, const Api& api) {
  const std::string type = ascii_lower(error.type), code = ascii_lower(error.code),
                    words = ascii_lower(error.text);
  const std::string names = type + " " + code;
  if (status >= 300 && status < 400)
    return {Trouble::elsewhere, status, "Redirects are not followed: set that address."};
  const int meant = status >= 400 ? status : status_of(type, code, words);

  if (type == "too_large") return {Trouble::endless, meant, kEndless};
  if (meant == 503 && (type == "unavailable_error" || has_any(words, {"loading"})))
    return {Trouble::loading, meant, ""};
  if (meant == 408 || meant == 429 || (meant >= 502 && meant <= 504))
    return {Trouble::temporary, meant, ""};
  // From here on, words tell more than the status: llama-server says 500 for wrong requests.
  if (has_any(words, {"stream_options", "include_usage"}))
    return {Trouble::usage_option, meant, ""};
  if (meant == 413 || is_too_long(names, words)) return {Trouble::too_long, meant, kTooLong};
  if (has_any(words, {"image input is not supported", "not support image", "mmproj",
                      "vision add-on", "not a multimodal model", "not support vision"}))
    return {Trouble::blind, meant, kBlind};
  if (has_any(words, {"roles must alternate"})) return {Trouble::roles, meant, kRoles};
  if (has_any(words, {"max_completion_tokens"}))
    return {Trouble::parameter, meant, kCompletionTokens};
  if (meant >= 500) return {Trouble::fault, meant, words.starts_with(kNoAnswer) ? kNoServer : ""};
  if (meant == 401 || meant == 403) return {Trouble::wrong_key, meant, kKey};
  if (has_any(names, {"model_not_found"}) ||
      has_any(words, {"no models loaded", "model not found", "model is not loaded",
                      "failed to load model"}) ||
      (meant == 404 && has_any(words, {"model"})))
    return {Trouble::no_model, meant, ""};
  if (meant == 404 || meant == 405) return {Trouble::no_endpoint, meant, endpoint_advice(api)};
  return {Trouble::refused, meant, ""};
}
}  // namespace franz::orchestrator
