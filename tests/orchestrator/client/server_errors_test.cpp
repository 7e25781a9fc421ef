#include "orchestrator/server_errors.h"
#include <gtest/gtest.h>
#include "common/wire/api/apis.h"

namespace franz::orchestrator {
TEST(ServerErrors, AreUnderstoodWhateverTheirForm) {
  static constexpr const char* kNames[] = {
      "temporary", "loading", "fault", "usage_option", "too_long",  "no_model", "no_endpoint",
      "wrong_key", "blind",   "roles", "parameter",    "elsewhere", "endless",  "refused"};
  const struct {
    int status;
    ServerError error;
    std::string expected;
  } cases[] = {
      // The golden answers.
      {503, {"Loading model", "unavailable_error", "503"}, "loading 503"},
      {503, {"server busy, please try again.", "api_error", ""}, "temporary 503"},
      {429,
       {"Rate limit reached for gpt-4o-mini", "tokens", "rate_limit_exceeded"},
       "temporary 429"},
      {404, {"model 'qwen3-vl:80b' not found", "not_found_error", ""}, "no_model 404"},
      {400,
       {"request (9120 tokens) exceeds the available context size (4096 tokens)",
        "exceed_context_size_error", "400"},
       "too_long 400"},
      {400,
       {"This model's maximum context length is 8192 tokens.", "BadRequestError", "400"},
       "too_long 400"},
      {400, {"'url' field must be a base64 encoded image.", "", ""}, "refused 400"},
      {500,
       {"image input is not supported - hint: you may need to provide the mmproj", "server_error",
        "500"},
       "blind 500"},
      {500,
       {"Jinja Exception: Conversation roles must alternate user/assistant", "server_error", "500"},
       "roles 500"},
      {200, {"Unexpected endpoint or method. (POST /chat/completions)", "", ""}, "no_endpoint 404"},
      {200,
       {"ValueError: Vision add-on is not loaded, but images were provided", "", ""},
       "blind 500"},
      {200,
       {"The number of tokens to keep from the initial prompt is greater than the context "
        "length.",
        "", ""},
       "too_long 500"},
      {200, {"Context size has been exceeded.", "server_error", "500"}, "too_long 500"},
      {200, {"Engine stopped – retry", "InternalServerError", "500"}, "fault 500"},
      // Others that docs/model-servers.md tells of.
      {400, {"No models loaded.", "invalid_request_error", ""}, "no_model 400"},
      {400, {"model not found", "invalid_request_error", "model_not_found"}, "no_model 400"},
      {400,
       {"Failed to load model \"x\": no memory for a context size of 8192", "", ""},
       "no_model 400"},
      {401, {"Unauthorized", "", ""}, "wrong_key 401"},
      {200, {"Unauthorized", "", ""}, "wrong_key 401"},
      {400, {"x is not a multimodal model", "BadRequestError", "400"}, "blind 400"},
      {400,
       {"Unsupported parameter: use 'max_completion_tokens' instead.", "invalid_request_error",
        "unsupported_parameter"},
       "parameter 400"},
      {400, {"stream_options is not supported", "", ""}, "usage_option 400"},
      {422, {"extra fields not permitted: include_usage", "", ""}, "usage_option 422"},
      {413, {"Payload Too Large", "", ""}, "too_long 413"},
      {404, {"Not Found", "", ""}, "no_endpoint 404"},
      {301, {"", "", ""}, "elsewhere 301"},
      {408, {"", "", ""}, "temporary 408"},
      {500, {"", "", ""}, "fault 500"},
      {501, {"", "", ""}, "fault 501"},
      {502, {"", "", ""}, "temporary 502"},
      {504, {"", "", ""}, "temporary 504"},
      {200, {"the answer is no chat completion: <html>", "", ""}, "fault 500"},
      {200, {"the answer is longer than 64 MiB", "too_large", ""}, "endless 500"},
      {200, {"bad request", "invalid_request_error", ""}, "refused 400"},
      {200, {"try later", "overloaded_error", ""}, "temporary 503"},
      {200, {"", "", "429"}, "temporary 429"},
  };
  for (const auto& [status, error, expected] : cases) {
    const ServerTrouble trouble = read_trouble(status, error, *find_api("chat"));
    EXPECT_EQ(kNames[static_cast<int>(trouble.kind)] + (" " + std::to_string(trouble.status)),
              expected)
        << status << " " << error.text;
  }
}

TEST(ServerErrors, NameTheApiThatEveryServerHasWhereAPathIsMissing) {
  const ServerError cases[] = {{"Not Found", "", ""},
                               {"404 page not found", "", ""},
                               {"Invalid URL (POST /v1/responses)", "invalid_request_error", ""}};
  const std::string advice = "set [model] api = chat";
  for (const ServerError& error : cases)
    for (const Api& api : all_apis()) {
      const ServerTrouble trouble = read_trouble(404, error, api);
      EXPECT_EQ(trouble.kind, Trouble::no_endpoint) << error.text;
      EXPECT_EQ(trouble.advice.find(advice) != std::string::npos, api.name != "chat")
          << api.name << ": " << trouble.advice;
      EXPECT_NE(trouble.advice.find("Does the address end in /v1"), std::string::npos);
    }
  // LM Studio's.
  const ServerTrouble under_200 = read_trouble(
      200, {"Unexpected endpoint or method. (POST /v1/responses)", "", ""}, *find_api("responses"));
  EXPECT_NE(under_200.advice.find(advice), std::string::npos) << under_200.advice;
}

TEST(ServerErrors, AskWhetherItIsAServerWhereNothingOfTheApiCame) {
  for (const Api& api : all_apis()) {
    const auto reader = api.reader(200, "text/html");
    EXPECT_TRUE(reader->feed("<html>hello"));
    const ServerTrouble trouble =
        read_trouble(200, reader->finish(ReplyReader::End::whole).error, api);
    EXPECT_EQ(trouble.advice, "Is it a model server's address?") << api.name;
  }
}
}  // namespace franz::orchestrator
