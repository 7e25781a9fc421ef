#include "common/wire/api/known_causes.h"
#include <algorithm>
#include <charconv>
#include "common/base/ascii.h"
#include "common/wire/warning_codes.h"

namespace franz {
namespace {
using Transport = ServerAnswer::Transport;

// ---- Advice that several entries share

constexpr std::string_view kTooLong =
    "The request does not fit the model's context. Load the model with a larger one (llama-server: "
    "-c, Ollama: OLLAMA_CONTEXT_LENGTH, vLLM: --max-model-len, LM Studio: Context Length), or send "
    "less: a smaller [agent] keep_pictures, [surface] picture or [model] max_tokens.";
constexpr std::string_view kBlind =
    "The model or its server accepts no pictures. Load a vision model (llama-server: with its "
    "--mmproj file).";
constexpr std::string_view kNoKey =
    "The server requires a key, but none was sent. Put the key into an environment variable and "
    "name "
    "that variable in [model] api_key_env.";
constexpr std::string_view kWrongKey =
    "The server does not accept the key. Check the value of the environment variable that [model] "
    "api_key_env names: it may belong to another server, have expired, or contain a blank.";
constexpr std::string_view kNotLoaded =
    "Load a vision model in the server (LM Studio: in its window, or lms load NAME), then resume.";
constexpr std::string_view kCannotLoad =
    "The server could not load the model. Its log says why; a smaller model, a stronger "
    "quantization or a smaller context may fit.";
constexpr std::string_view kUnreadCall =
    "The server's own parser could not read the tool call that the model wrote. A newer server or "
    "another quantization of the model may help; a profile that reads the model's text needs no "
    "parser (docs/models.md).";
constexpr std::string_view kUnreadOutput =
    "llama-server's own parser could not read what the model wrote. With a profile that reads the "
    "model's text start llama-server with --skip-chat-parsing; with a profile that uses tools a "
    "newer llama-server may help.";
constexpr std::string_view kSayItAgain =
    "the server could not read your last reply to this message, so it is lost and nothing of it "
    "was "
    "done. Write it again, with each tool call complete and in the form that you were given.";
constexpr std::string_view kParameter =
    "The server rejects a member of the request. [model] extra = {\"NAME\":null} removes it.";

// ---- The table

constexpr KnownCause kKnownCauses[] = {
    // -- The transport
    {.code = "unreachable", .repeat = Repeat::until_it_passes, .transport = Transport::refused},
    {.code = "unreachable", .repeat = Repeat::until_it_passes, .transport = Transport::unreachable},
    {.code = "no_tls",
     .repeat = Repeat::some,
     .advice =
         "No secure connection could be made. If the server has no TLS, its address begins with "
         "http://. For your own certificate, set its authority as [proxy] ca_file.",
     .transport = Transport::no_tls},
    {.code = "no_answer",
     .repeat = Repeat::some,
     .advice = "The server accepted the request but sent nothing in time. Its log may say why; "
               "[limits] first_byte_s and idle_s say how long FRANZ waits.",
     .transport = Transport::no_answer},
    {.code = "no_answer",
     .repeat = Repeat::some,
     .advice = "The server stopped in the middle of a reply. Its log may say why; [limits] "
               "idle_s says how long FRANZ waits.",
     .transport = Transport::went_silent},
    {.code = "both_framings",
     .repeat = Repeat::once,
     .advice = "The answer declares its length in two contradictory ways (RFC 9112, 6.3), so "
               "its end is unknown. A proxy or gateway before the model server adds one of them: "
               "give FRANZ the model server's own address, or correct that proxy.",
     .needles = {"content-length together with transfer-encoding"},
     .transport = Transport::no_http},
    {.code = "no_http",
     .repeat = Repeat::some,
     .advice = "Is it the address and port of a model server? A server with TLS has an address "
               "with https://.",
     .transport = Transport::no_http},
    {.code = "cut",
     .repeat = Repeat::some,
     .advice = "The server aborted the reply each time. Its log says why: the process may have "
               "crashed or run out of memory. Ollama also does so if it cannot read a tool call "
               "that the model wrote: choose a profile that reads the model's text, or another "
               "model.",
     .transport = Transport::broken},
    {.code = "elsewhere",
     .advice = "Redirects are not followed: set that address.",
     .from = 300,
     .to = 399},
    {.code = "endless",
     .repeat = Repeat::some,
     .advice = "[model] max_tokens limits how long a reply may become.",
     .name = "too_large"},

    // -- Options of ours
    {.code = kUsageOption,
     .repeat = Repeat::without_option,
     .needles = {"stream_options", "include_usage"}},
    {.code = "one_call_option",
     .repeat = Repeat::without_option,
     .needles = {"parallel_tool_calls"}},

    // -- Messages that say more than the status: llama-server has 500 for wrong requests
    {.code = "no_jinja",
     .advice = "llama-server accepts tools only with the flag --jinja: restart it with that "
               "flag, or choose a profile that reads the model's text (docs/models.md).",
     .needles = {"--jinja"}},
    {.code = "unread_output",
     .repeat = Repeat::once,
     .advice = kUnreadOutput,
     .needles = {"failed to parse input at pos", "does not match the expected peg-"},
     .to_model = kSayItAgain},
    {.code = "unread_call",
     .repeat = Repeat::once,
     .advice = kUnreadCall,
     .needles = {"xml syntax error", "error parsing tool call", "failed to parse xml",
                 "expected element type <", "tool call parsing failed",
                 "failed to parse json: unexpected end of json"},
     .to_model = kSayItAgain},
    {.code = "system_first",
     .advice = "The model's chat template accepts only one system message, as the first one. FRANZ "
               "sends it that way: remove a gateway that adds one, or serve the model with another "
               "template (llama-server: --chat-template-file).",
     .needles = {"system message must be at the beginning"}},
    {.code = "no_system",
     .advice = "The model's chat template allows no system message, but every profile sends one. "
               "Serve the model with another template (llama-server: --chat-template-file), or "
               "another model.",
     .needles = {"system role not supported", "system role is not supported"}},
    {.code = "roles",
     .advice = "The model's chat template does not allow two user messages in a row (Gemma 2, "
               "Mistral). The profiles glm, pilot, qwen, uimate and window do not send them; or "
               "serve the model with another template (llama-server: --chat-template-file).",
     .needles = {"roles must alternate", "roles should alternate"}},
    {.code = "call_ids",
     .advice = "The model's chat template requires call ids of nine letters or digits (Mistral), "
               "but the server created others. A newer server may help; or choose a "
               "profile that reads the model's text.",
     .needles = {"with a length of 9", "alphanumeric strings with length 9"}},
    {.code = "picture_limit",
     .advice = "The server accepts fewer pictures in a request than the profile sends. Start vLLM "
               "with --limit-mm-per-prompt '{\"image\":N}', where N is [agent] keep_pictures, or "
               "set [agent] keep_pictures = 1.",
     .needles = {"image(s) may be provided", "limit-mm-per-prompt", "too many images",
                 "number of images exceeds"}},
    {.code = "blind",
     .advice = kBlind,
     .needles = {"image input is not supported", "not support image", "mmproj", "vision add-on",
                 "not a multimodal model", "not support vision", "support image input",
                 "unknown variant `image_url`", "missing data required for image input",
                 "not support multimodal"}},
    {.code = "computer_tool",
     .advice = "The model or its API does not know the tool computer_use_preview. Set [agent] "
               "dialect = openai for newer models of OpenAI, and [model] api = responses; for any "
               "other model choose its own profile (docs/models.md).",
     .needles = {"computer_use_preview"}},
    {.code = "runner_crashed",
     .repeat = Repeat::slowly,
     .advice = "The process that runs the model crashes on this request. The server's log says "
               "why, often a lack of memory: a smaller context or model, or a newer server, may "
               "help.",
     .needles = {"runner process has terminated", "runner process no longer running",
                 "model has crashed", "enginecore encountered", "enginedeaderror",
                 "engine process failed", "model runner has unexpectedly stopped"}},
    {.code = "load_failed",
     .advice = kCannotLoad,
     .needles = {"failed to load model", "failed to load the model", "error loading model",
                 "unable to load model"},
     .lists_models = true},
    {.code = "no_memory",
     .repeat = Repeat::some,
     .advice = "The machine has too little memory for this model and context. Choose a smaller "
               "model or context, or stop other programs that use memory.",
     .needles = {"out of memory", "requires more system memory", "insufficient system resources",
                 "not enough resources", "cudamalloc failed", "unable to allocate",
                 "insufficient memory"}},
    {.code = "unloaded",
     .repeat = Repeat::once,
     .advice = kNotLoaded,
     .needles = {"model unloaded", "model is unloaded", "model was unloaded",
                 "model has been unloaded"},
     .lists_models = true},
    {.code = "not_loaded",
     .advice = kNotLoaded,
     .needles = {"no models loaded", "no model loaded", "no model is loaded",
                 "model is not loaded"},
     .lists_models = true},
    {.code = "no_model", .name = "model_not_found", .lists_models = true},
    {.code = "no_model", .needles = {"model not found"}, .lists_models = true},
    {.code = "no_model",
     .from = 400,
     .to = 404,
     .needles = {"model '*' not found", "model \"*\" not found", "model `*` does not exist",
                 "model '*' does not exist"},
     .lists_models = true},

    // -- Statuses that pass by themselves
    {.code = "loading",
     .repeat = Repeat::while_loading,
     .from = 503,
     .to = 503,
     .name = "unavailable_error"},
    {.code = "loading",
     .repeat = Repeat::while_loading,
     .from = 503,
     .to = 503,
     .needles = {"loading"}},
    {.code = "no_credit",
     .advice = "The account has no credit left at that server. Check its plan and billing, or use "
               "another server.",
     .name = "insufficient_quota"},
    {.code = "no_credit",
     .advice = "The account has no credit left at that server. Check its plan and billing, or use "
               "another server.",
     .from = 402,
     .to = 402},
    {.code = "rate_limit", .repeat = Repeat::until_it_passes, .from = 429, .to = 429},
    {.code = "busy", .repeat = Repeat::until_it_passes, .from = 502, .to = 504},
    {.code = "busy", .repeat = Repeat::until_it_passes, .from = 408, .to = 408},

    // -- The size of the request
    {.code = "request_too_large",
     .advice = "The request has {bytes} bytes, more than the server or a proxy before it accepts. "
               "Raise its limit of a request's size (nginx: client_max_body_size), or send fewer "
               "or smaller pictures: [agent] keep_pictures, [surface] picture.",
     .from = 413,
     .to = 413},
    {.code = "too_long", .advice = kTooLong, .name = "exceed_context_size_error"},
    {.code = "too_long", .advice = kTooLong, .name = "context_length_exceeded"},
    {.code = "too_long",
     .advice = kTooLong,
     .needles = {"context length", "context size", "context window", "n_keep", "n_ctx",
                 "maximum context", "prompt is too long", "input is too long",
                 "maximum prompt length"}},

    // -- Members of the request
    {.code = "parameter",
     .advice = "Set [model] extra = {\"max_tokens\":null,\"max_completion_tokens\":900}.",
     .needles = {"max_completion_tokens"}},
    {.code = "parameter",
     .advice = "The model does not accept a temperature: set [model] extra = "
               "{\"temperature\":null,\"top_p\":null}.",
     .needles = {"unsupported*'temperature'", "unsupported*'top_p'"}},
    {.code = "parameter", .advice = kParameter, .name = "unsupported_parameter"},
    {.code = "parameter", .advice = kParameter, .name = "unsupported_value"},
    {.code = "parameter", .advice = kParameter, .name = "unknown_parameter"},

    // -- Keys, before the statuses of faults: some servers have 400 or 500 for them
    {.code = "no_key",
     .advice = kNoKey,
     .needles = {"didn't provide an api key", "missing bearer", "no api key", "missing api key"}},
    {.code = "wrong_key",
     .advice = kWrongKey,
     .needles = {"incorrect api key", "invalid api key", "api key not valid",
                 "malformed lm studio "
                 "api token"}},

    // -- Everything else, by its status
    {.code = "no_server",
     .repeat = Repeat::some,
     .advice = "Is it a model server's address?",
     .from = 500,
     .to = 599,
     .needles = {kNoAnswer}},
    {.code = "fault",
     .repeat = Repeat::some,
     .advice = "The server's own log may say more.",
     .from = 500,
     .to = 599},
    {.code = "no_key", .advice = kNoKey, .from = 401, .to = 401, .without_key = true},
    {.code = "wrong_key", .advice = kWrongKey, .from = 401, .to = 401},
    {.code = "forbidden",
     .advice = "The server does not allow this: the key may have no right to the model, or the "
               "server takes no requests from this machine.",
     .from = 403,
     .to = 403},
    {.code = "no_model", .from = 404, .to = 404, .needles = {"model"}, .lists_models = true},
    {.code = "no_endpoint",
     .advice = "Does the address end in /v1, and is it a model server's?{endpoint}",
     .from = 404,
     .to = 405,
     .lists_models = true},
    {.code = "refused"},
};

// ---- Errors under status 200

// An entry matches if the type or code is `name`, or the message contains the needle.
struct MeantStatus {
  int status;
  std::string_view name;
  std::string_view needle;  // empty: only the name counts
};

constexpr MeantStatus kMeantStatuses[] = {
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

struct LowerError {
  std::string type, code, words;
};

// 500: no entry matches.
int meant_status(const LowerError& error) {
  int number = 0;
  const std::string& code = error.code;
  const auto read = std::from_chars(code.data(), code.data() + code.size(), number);
  if (read.ec == std::errc() && number >= 400 && number <= 599) return number;
  for (const MeantStatus& entry : kMeantStatuses) {
    if (entry.name == error.type || entry.name == code) return entry.status;
    if (!entry.needle.empty() && error.words.find(entry.needle) != std::string::npos)
      return entry.status;
  }
  return 500;
}

// ---- The search

bool has_needle(std::string_view words, std::string_view needle) {
  while (!needle.empty()) {
    const std::size_t star = needle.find('*');
    const std::string_view piece = needle.substr(0, star);
    const std::size_t at = words.find(piece);
    if (at == std::string_view::npos) return false;
    words.remove_prefix(at + piece.size());
    needle.remove_prefix(star == std::string_view::npos ? needle.size() : star + 1);
  }
  return true;
}

bool holds(const KnownCause& cause, int status, const LowerError& error, bool key_sent) {
  if (cause.from != 0 && (status < cause.from || status > cause.to)) return false;
  if (cause.without_key && key_sent) return false;
  const bool named = !cause.name.empty();
  if (named && (cause.name == error.type || cause.name == error.code)) return true;
  if (cause.needles[0].empty()) return !named;
  return std::ranges::any_of(cause.needles, [&error](std::string_view needle) {
    return !needle.empty() && has_needle(error.words, needle);
  });
}

// A redirect has no reply either and counts by its status. 304 does not count: it answers a
// conditional request, and ours never is one.
bool is_redirect(int status) { return status >= 300 && status < 400 && status != 304; }

Transport transport_of(const ModelAnswer& answer) {
  if (answer.from_proxy) return Transport::unreachable;
  if (answer.reply.kind == ModelReply::Kind::error || is_redirect(answer.status))
    return Transport::whole;
  return answer.transport == Transport::whole ? Transport::broken : answer.transport;
}

std::string filled(std::string_view advice, const ModelAnswer& answer, const Api& api) {
  std::string text(advice);
  const auto replace = [&text](std::string_view name, const std::string& value) {
    const std::size_t at = text.find(name);
    if (at != std::string::npos) text.replace(at, name.size(), value);
  };
  replace("{bytes}", std::to_string(answer.request_bytes));
  replace("{endpoint}", api.endpoint_advice.empty() ? "" : " " + std::string(api.endpoint_advice));
  return text;
}
}  // namespace

std::span<const KnownCause> known_causes() { return kKnownCauses; }

Warning reply_lost_warning(std::string_view to_model) {
  return {std::string(kReplyLost), std::string(to_model)};
}

bool is_reply_lost_warning(const Warning& warning) {
  return warning.code == kReplyLost && !warning.text.empty() &&
         std::ranges::find(kKnownCauses, std::string_view(warning.text), &KnownCause::to_model) !=
             std::end(kKnownCauses);
}

FoundCause find_cause(const ModelAnswer& answer, const Api& api) {
  const Transport transport = transport_of(answer);
  LowerError error;
  int status = 0;
  if (transport == Transport::whole) {
    const ServerError& said = answer.reply.error;
    error = {ascii_lower(said.type), ascii_lower(said.code), ascii_lower(said.text)};
    status = answer.status >= 300 ? answer.status : meant_status(error);
  } else {
    error.words = ascii_lower(answer.why);
  }
  for (const KnownCause& cause : kKnownCauses)
    if (cause.transport == transport && holds(cause, status, error, answer.key_sent))
      return {&cause, status, filled(cause.advice, answer, api)};
  return {&kKnownCauses[std::size(kKnownCauses) - 1], status, ""};
}
}  // namespace franz
