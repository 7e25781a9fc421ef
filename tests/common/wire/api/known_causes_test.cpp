#include "common/wire/api/known_causes.h"
#include <gtest/gtest.h>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include "common/base/json_string.h"
#include "common/formats/memories.h"
#include "common/wire/api/apis.h"
#include "tests/common/wire/api/golden_answers.h"
#include "tests/support/test_paths.h"

namespace franz {
namespace {
using Transport = ServerAnswer::Transport;

ModelAnswer said(int status, const ServerError& error) {
  ModelAnswer answer;
  answer.transport = Transport::whole;
  answer.status = status;
  answer.reply.kind = ModelReply::Kind::error;
  answer.reply.error = error;
  answer.key_sent = true;
  return answer;
}

ModelAnswer lost(Transport transport, const std::string& why) {
  ModelAnswer answer;
  answer.transport = transport;
  answer.why = why;
  return answer;
}

FoundCause found(const ModelAnswer& answer, const char* api = "chat") {
  return find_cause(answer, *find_api(api));
}

std::string code_of(const ModelAnswer& answer) { return std::string(found(answer).entry->code); }

std::string file_of(const std::string& name) {
  std::ifstream file(kSourceDir + ("/" + name), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(KnownCauses, AreFoundInEveryFormOfError) {
  const struct {
    int status;
    ServerError error;
    std::string expected;
  } cases[] = {
      {503, {"server busy, please try again.", "api_error", ""}, "busy 503"},
      {429,
       {"Rate limit reached for gpt-4o-mini", "tokens", "rate_limit_exceeded"},
       "rate_limit 429"},
      {400, {"'url' field must be a base64 encoded image.", "", ""}, "refused 400"},
      {200, {"Unexpected endpoint or method. (POST /chat/completions)", "", ""}, "no_endpoint 404"},
      {200,
       {"ValueError: Vision add-on is not loaded, but images were provided", "", ""},
       "blind 500"},
      {200,
       {"The number of tokens to keep from the initial prompt is greater than the context length.",
        "", ""},
       "too_long 500"},
      {200, {"Context size has been exceeded.", "server_error", "500"}, "too_long 500"},
      {200, {"Engine stopped – retry", "InternalServerError", "500"}, "fault 500"},
      {200, {"Unauthorized", "", ""}, "wrong_key 401"},
      {413, {"Payload Too Large", "", ""}, "request_too_large 413"},
      {404, {"Not Found", "", ""}, "no_endpoint 404"},
      {301, {"", "", ""}, "elsewhere 301"},
      {408, {"", "", ""}, "busy 408"},
      {500, {"", "", ""}, "fault 500"},
      {501, {"", "", ""}, "fault 501"},
      {502, {"", "", ""}, "busy 502"},
      {504, {"", "", ""}, "busy 504"},
      {200, {"the answer is not a chat completion: <html>", "", ""}, "no_server 500"},
      {200, {"the answer is longer than 64 MiB", "too_large", ""}, "endless 500"},
      {200, {"bad request", "invalid_request_error", ""}, "refused 400"},
      {200, {"try later", "overloaded_error", ""}, "busy 503"},
      {200, {"", "", "429"}, "rate_limit 429"},
      {402, {"Insufficient credits", "", "402"}, "no_credit 402"},
      {403, {"", "", ""}, "forbidden 403"},
  };
  for (const auto& [status, error, expected] : cases) {
    const FoundCause cause = found(said(status, error));
    EXPECT_EQ(std::string(cause.entry->code) + " " + std::to_string(cause.status), expected)
        << status << " " << error.text;
  }
}

// The messages of servers: from their sources, docs/model-servers.md, and the named issues.
TEST(KnownCauses, KnowTheMessagesOfServers) {
  const struct {
    int status;
    std::string message;
    std::string expected;
  } cases[] = {
      // llama.cpp
      {500, "tools param requires --jinja flag", "no_jinja"},
      // #20532, #20761
      {500, "Failed to parse input at pos 12: </tool_call>", "unread_output"},
      // #26381, llama-swap #856, #25072; in a stream the status is 200
      {200, "The model produced output that does not match the expected peg-native format",
       "unread_output"},
      {500, "The model produced output that does not match the expected peg-gemma4 format",
       "unread_output"},
      // moltis #317, SillyTavern #5276
      {400,
       "Unable to generate parser for this template. Automatic parser generation failed: "
       "\n------------\nWhile executing CallExpression at line 85, column 32 in source:\n"
       "...first %}↵ {{- raise_exception('System message must be at the beginnin...\n"
       "Error: Jinja Exception: System message must be at the beginning.",
       "system_first"},
      {500, "Jinja Exception: System role not supported", "no_system"},
      {500, "Jinja Exception: Conversation roles must alternate user/assistant", "roles"},
      {400,
       "After the optional system message, conversation roles must alternate "
       "user/assistant/user/assistant/...",
       "roles"},
      {500,
       "image input is not supported - hint: if this is unexpected, you may need to provide the "
       "mmproj",
       "blind"},
      {400, "model 'x' not found", "no_model"},  // router mode
      {400, "model is not loaded", "not_loaded"},
      {400,
       "request (9120 tokens) exceeds the available context size (4096 tokens), try increasing it",
       "too_long"},
      // Mistral: magentic #276, openclaw #57672
      {400, "Tool call id was exec1774786568428215 but must be a-z, A-Z, 0-9, with a length of 9.",
       "call_ids"},
      {500, "Jinja Exception: Tool call IDs should be alphanumeric strings with length 9!",
       "call_ids"},
      // Ollama: #14834, #12380, #16810, #17276, continue #10896, #14492
      {500, "XML syntax error on line 115: unexpected EOF", "unread_call"},
      {500, "XML syntax error on line 7: expected element name after <", "unread_call"},
      {500, "expected element type <function> but have <parameter>", "unread_call"},
      {500, "failed to parse JSON: unexpected end of JSON input", "unread_call"},
      {500, "error parsing tool call: raw='{\"x\":' err=unexpected end of JSON input",
       "unread_call"},
      {404, "model 'qwen3-vl:80b' not found", "no_model"},
      // #11664, #8770
      {500, "llama runner process has terminated: exit status 2", "runner_crashed"},
      {500, "llama runner process no longer running: -1", "runner_crashed"},
      {500, "model requires more system memory (19.3 GiB) than is available (14.8 GiB)",
       "no_memory"},
      {500, "CUDA error: out of memory", "no_memory"},
      {400, "the prompt is longer than the context length of the model", "too_long"},
      {500,
       "Failed to create new sequence: failed to process inputs: this model is missing data "
       "required for image input",
       "blind"},
      // LM Studio: #1347, #1492, #1202, agent-zero #215
      {400, "The model has crashed without additional information. (Exit code: 6)",
       "runner_crashed"},
      {400, "Model is unloaded.", "unloaded"},
      {400, "Model unloaded.", "unloaded"},
      {400, "No models loaded. Please load a model in the developer page", "not_loaded"},
      {404,
       "Failed to load model \"x\". Error: Model loading aborted due to insufficient system "
       "resources. Overloading the system will likely cause it to freeze.",
       "load_failed"},
      {400, "Failed to load model \"x\": no room for a context size of 8192", "load_failed"},
      {400, "Model does not support images. Please use a model that does.", "blind"},
      // vLLM: #13513, xinference #3054
      {400, "At most 1 image(s) may be provided in one request.", "picture_limit"},
      {400, "At most 1 image(s) may be provided in one prompt.", "picture_limit"},
      {400,
       "You set image=2 (or defaulted to 1) in `--limit-mm-per-prompt`, but passed 3 image items "
       "in the same prompt.",
       "picture_limit"},
      {400, "This model's maximum context length is 8192 tokens.", "too_long"},
      {404, "The model `x` does not exist.", "no_model"},
      {400, "x is not a multimodal model", "blind"},
      {500, "EngineCore encountered an issue. See stack trace (above) for the root cause.",
       "runner_crashed"},
      {422, "extra fields not permitted: include_usage", "usage_option"},
      // OpenAI and compatible servers: fast-agent #279, openai-python #1492, qwen-code #921
      {400, "Unsupported parameter: 'parallel_tool_calls' is not supported with this model.",
       "one_call_option"},
      {400, "Unknown parameter: 'parallel_tool_calls'.", "one_call_option"},
      {400, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
       "parameter"},
      {400,
       "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) "
       "value is supported.",
       "parameter"},
      {404, "The model `computer-use-preview` does not exist or you do not have access to it.",
       "no_model"},
      {400, "Tool 'computer_use_preview' is not supported with gpt-5.4.", "computer_tool"},
      {400, "tools[0].type: unknown variant `computer_use_preview`, expected `function`",
       "computer_tool"},
      {401, "Incorrect API key provided: Toxic. You can find your API key at https://…",
       "wrong_key"},
      {401,
       "You didn't provide an API key. You need to provide your API key in an Authorization "
       "header using Bearer auth",
       "no_key"},
      {401, "Missing bearer or basic authentication in header", "no_key"},
      {400, "API key not valid. Please pass a valid API key.", "wrong_key"},
      {429, "You exceeded your current quota, please check your plan and billing details.",
       "rate_limit"},
      // OpenRouter, DeepSeek
      {404, "No endpoints found that support image input", "blind"},
      {400, "messages[1]: unknown variant `image_url`, expected `text`", "blind"},
  };
  for (const auto& [status, message, expected] : cases)
    EXPECT_EQ(code_of(said(status, {message, "", ""})), expected) << message;
  EXPECT_EQ(code_of(said(429, {"You exceeded your current quota.", "insufficient_quota",
                               "insufficient_quota"})),
            "no_credit");
}

TEST(KnownCauses, OfTheGoldenAnswersAreExactlyThese) {
  std::string list;
  for (const GoldenAnswer& golden : golden_answers()) {
    const HttpAnswer http = read_http(golden.bytes);
    const auto reader = golden.api->reader(http.status, http.content_type);
    reader->feed(http.body);
    ModelAnswer answer;
    answer.transport = http.whole ? Transport::whole : Transport::broken;
    answer.status = http.status;
    answer.reply = reader->finish(http.whole ? ReplyReader::End::whole : ReplyReader::End::broken);
    answer.key_sent = true;
    if (answer.reply.kind == ModelReply::Kind::reply || golden.api->name != "chat") continue;
    list += golden.file + " " + code_of(answer) + "\n";
  }
  EXPECT_EQ(list, R"(lmstudio-image-400.http refused
lmstudio-path-200.http no_endpoint
lmstudio-vision-200.http blind
lmstudio-stream-error.http too_long
llamacpp-loading-503.http loading
llamacpp-context-400.http too_long
llamacpp-image-500.http blind
llamacpp-roles-500.http roles
llamacpp-stream-error.http too_long
llamacpp-stream-error-2025.http too_long
llamacpp-cut.http cut
ollama-model-404.http no_model
ollama-busy-503.http busy
ollama-stream-cut.http cut
vllm-stream-error.http fault
vllm-context-400.http too_long
openai-rate-429.http rate_limit
)");
}

TEST(KnownCauses, OfATransport) {
  ModelAnswer proxy = said(502, {"the server cannot be reached", "", ""});
  proxy.from_proxy = true;
  ModelAnswer cut = lost(Transport::whole, "");
  cut.status = 200;  // a stream that ends without a reason, as Ollama's does
  const std::pair<ModelAnswer, std::string> cases[] = {
      {lost(Transport::refused, "nothing answers"), "unreachable"},
      {lost(Transport::unreachable, "no such name"), "unreachable"},
      {proxy, "unreachable"},
      {lost(Transport::no_tls, "certificate"), "no_tls"},
      {lost(Transport::no_answer, "no answer"), "no_answer"},
      {lost(Transport::went_silent, "silent"), "no_answer"},
      {lost(Transport::broken, "broke"), "cut"},
      {cut, "cut"},
      {lost(Transport::no_http, "h answered with Content-Length together with Transfer-Encoding"),
       "both_framings"},
      {lost(Transport::no_http, "h answered with no HTTP"), "no_http"},
  };
  for (const auto& [answer, expected] : cases) EXPECT_EQ(code_of(answer), expected) << answer.why;
}

TEST(KnownCauses, DistinguishAMissingKeyFromAWrongOne) {
  ModelAnswer answer = said(401, {"Unauthorized", "", ""});
  EXPECT_EQ(code_of(answer), "wrong_key");
  answer.key_sent = false;
  EXPECT_EQ(code_of(answer), "no_key");
}

TEST(KnownCauses, FillInTheirAdvice) {
  ModelAnswer answer = said(413, {"Request Entity Too Large", "", ""});
  answer.request_bytes = 1234567;
  EXPECT_NE(found(answer).advice.find("1234567 bytes"), std::string::npos);
  // What every server answers if a path is missing.
  for (const Api& api : all_apis()) {
    const std::string advice = find_cause(said(404, {"404 page not found", "", ""}), api).advice;
    EXPECT_EQ(advice.find("set [model] api = chat") != std::string::npos, api.name != "chat");
    EXPECT_EQ(advice.find('{'), std::string::npos) << advice;
  }
}

TEST(KnownCauses, AskWhetherItIsAServerIfTheApiIsMissing) {
  for (const Api& api : all_apis()) {
    const auto reader = api.reader(200, "text/html");
    EXPECT_TRUE(reader->feed("<html>hello"));
    const ServerError error = reader->finish(ReplyReader::End::whole).error;
    EXPECT_EQ(find_cause(said(200, error), api).entry->code, "no_server") << api.name;
  }
}

// Every code has a heading in the page for people, and every such heading a code.
TEST(KnownCauses, AreThoseOfTheDocument) {
  std::set<std::string> codes = {"not_sent"};
  for (const KnownCause& cause : known_causes()) codes.emplace(cause.code);
  std::set<std::string> documented;
  const std::string page = file_of("docs/troubleshooting.md");
  const std::string row = "\n| `";
  for (std::size_t at = page.find(row); at != std::string::npos; at = page.find(row, at + 1)) {
    const std::size_t begin = at + row.size();
    documented.insert(page.substr(begin, page.find('`', begin) - begin));
  }
  EXPECT_EQ(documented, codes);
}

TEST(KnownCauses, NameTheProfilesWhoseRolesAlternate) {
  std::string names;
  for (const Memory& memory : all_memories()) {
    bool alternates = true;
    for (int last = 1; last <= 9; ++last) {
      std::vector<Step> steps;
      for (int turn = 1; turn < last; ++turn) {
        Step step;
        step.turn = turn;
        step.reply.text = quote_json("Thought: x\nAction: click(start_box='(1,2)')");
        step.feedback = "OK";
        step.picture = PictureRef{std::to_string(turn)};
        keep_step(steps, std::move(step), memory.need);
      }
      Now now;
      now.system = "S";
      now.objective = "O";
      now.feedback = "OK";
      now.picture = PictureRef{"now"};
      std::string before = "assistant";
      for (const Message& message : memory.messages(steps, now, {3, 1})) {
        if (message.role == "system") continue;
        if (message.role == before) alternates = false;
        before = message.role;
      }
    }
    if (alternates) names += (names.empty() ? "" : " ") + std::string(memory.name);
  }
  // The profiles pilot and window have the memory `objective`; `history` does not alternate if
  // there are calls.
  EXPECT_EQ(names, "history objective glm openai uimate qwen");
}
}  // namespace
}  // namespace franz
