#include "proxy/offline/doctor/judge.h"
#include <algorithm>
#include <cmath>
#include "common/base/ascii.h"
#include "common/base/count_text.h"
#include "common/base/json_string.h"
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/formats/formats.h"
#include "common/formats/picture_cost.h"
#include "common/tools/surface_facts.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/known_causes.h"
#include "common/wire/api/model_list.h"
#include "common/wire/message_fields.h"

namespace franz::proxy {
using Transport = ServerAnswer::Transport;

static constexpr std::size_t kShownMessage = 240;  // bytes of a server's message on one line
static constexpr std::size_t kShownModels = 12;
// The only advice specific to one API is about missing addresses; judge_reply() gets it.
static const Api& kAnyApi = all_apis().front();
static constexpr const char* kSeeLog = "look at the server's own window or log";

namespace {
// The problem and its fix.
struct Explained {
  std::string found, fix;
};
}  // namespace

// On one line, and shortened.
static std::string one_line(std::string_view words) {
  std::string line = printable(words);
  if (line.size() > kShownMessage) line = to_valid_utf8(line.substr(0, kShownMessage)) + "…";
  return line;
}

static std::string in_seconds(double ms) {
  if (ms < 1000) return std::to_string(std::llround(ms)) + " ms";
  return json_number(std::round(ms / 100) / 10) + " s";
}

static Check check_of(const char* name, CheckOutcome outcome, std::string found,
                      std::string fix = "") {
  return {name, outcome, std::move(found), std::move(fix)};
}

Check skipped(const std::string& name, const std::string& why) {
  return {name, CheckOutcome::skipped, why, ""};
}

static bool is_caused_by(const ModelAnswer& answer, std::string_view code) {
  return answer.reply.kind == ModelReply::Kind::error &&
         find_cause(answer, kAnyApi).entry->code == code;
}

bool refuses_usage(const ModelAnswer& answer) { return is_caused_by(answer, kUsageOption); }

// ---- This machine

Check judge_settings(const std::vector<SettingsNotice>& notices, const std::string& failure) {
  std::string bad = failure, odd;
  for (const SettingsNotice& notice : notices) {
    std::string& list = notice.kind == SettingsNotice::Kind::bad ? bad : odd;
    list += (list.empty() ? "" : "\n") + notice.text;
  }
  if (!bad.empty())
    return check_of("settings", CheckOutcome::failed, bad + (odd.empty() ? "" : "\n" + odd),
                    "correct these lines; the command `settings` then shows what is in force");
  if (!odd.empty())
    return check_of("settings", CheckOutcome::warning, odd,
                    "the command `settings` shows what is in force and where it comes from");
  return check_of("settings", CheckOutcome::ok, "every file, variable and flag is valid");
}

Check judge_program(const std::string& name, const std::string& printed, const std::string& failure,
                    const std::string& version) {
  Check check{name, CheckOutcome::failed, "", ""};
  const std::string wanted = name + " " + version;
  const std::string first = one_line(printed.substr(0, printed.find_first_of("\r\n")));
  if (!failure.empty()) {
    check.found = failure;
    check.fix = "put " + name + " of version " + version + " next to this proxy, or rebuild it";
  } else if (first != wanted) {
    check.found = "is \"" + first + "\", not \"" + wanted + "\"";
    check.fix = "take all programs from one build: their messages must fit";
  } else {
    check.outcome = CheckOutcome::ok;
    check.found = "version " + version + ", next to this proxy";
  }
  return check;
}

Check judge_display(const std::vector<std::string>& missing, const std::string& confinement,
                    bool needed, std::string_view install) {
  Check check{"private display", CheckOutcome::ok,
              "runs may have a screen of their own: --screen private", ""};
  std::string names;
  for (const std::string& each : missing) names += (names.empty() ? "" : ", ") + each;
  if (!missing.empty()) {
    check.found = names + (missing.size() == 1 ? " is" : " are") + " not installed";
    check.fix = std::string(install);
  } else if (!confinement.empty()) {
    check.found = "programs cannot be confined, so none is started: " + printable(confinement);
    check.fix =
        "bubblewrap needs user namespaces: sysctl kernel.unprivileged_userns_clone=1, or "
        "an AppArmor profile for bwrap";
  }
  if (!check.fix.empty()) check.outcome = needed ? CheckOutcome::failed : CheckOutcome::skipped;
  if (!check.fix.empty() && !needed) {
    check.found += "; the settings ask for no real screen";
    check.fix.clear();
  }
  return check;
}

Check judge_space(unsigned long long free_bytes) {
  const unsigned long long mib = free_bytes >> 20U;
  const std::string free =
      (mib >= 10240 ? std::to_string(mib >> 10U) + " GiB" : std::to_string(mib) + " MiB") + " free";
  const char* fix = "make room, choose another disk by [proxy] runs, or set [proxy] keep_runs";
  if (mib < 64) return check_of("disk space", CheckOutcome::failed, free, fix);
  if (mib < 1024) return check_of("disk space", CheckOutcome::warning, free, fix);
  return check_of("disk space", CheckOutcome::ok, free);
}

// ---- The server

static Explained explain_transport(const ServerAnswer& answer, const std::string& url) {
  switch (answer.transport) {
    case Transport::refused:
      return {"nothing listens at " + url,
              "start the model server, or name its address: --upstream URL\n"
              "without a model: --upstream demo"};
    case Transport::unreachable:
      return {url + " " + answer.did,
              "is the address right, and that machine on? --upstream URL, or [proxy] upstream"};
    case Transport::no_answer:
    case Transport::went_silent:
      return {"no answer from " + url + " in " + in_seconds(answer.total_ms) + ": it " + answer.did,
              "the server hangs, or is loading a large model: look at its own window or log"};
    case Transport::no_tls:
      return {"no secure connection to " + url + ": it " + answer.did,
              "for a private certificate, name its authority in [proxy] ca_file; for a server "
              "without TLS, use http://"};
    case Transport::not_sent: return {url + " is not asked: " + answer.why, ""};
    default: return {url + " " + answer.did, "is it a model server's address and port?"};
  }
}

static bool is_web_page(const ModelsAnswer& answer) {
  const std::size_t ink = answer.body.find_first_not_of(" \t\r\n");
  return answer.content_type.find("html") != std::string::npos ||
         (ink != std::string::npos && answer.body[ink] == '<');
}

// The fix for a server that requires a key, or another key.
static std::string key_advice(const KeyState& key) {
  if (key.variable.empty())
    return "put the key into an environment variable and name that by [model] api_key_env";
  return (key.sent ? "set " + key.variable + " to a key that the server takes"
                   : "set the environment variable " + key.variable + " to the key") +
         ", and start again";
}

static bool wants_key(int status) { return status == 401 || status == 403; }

static std::string key_refused(const KeyState& key, int status) {
  return (key.sent ? "refuses the API key in " + key.variable : "wants an API key") +
         std::string(" (status ") + std::to_string(status) + ")";
}

Check judge_server(const ModelsAnswer& models, const std::string& url, const KeyState& key) {
  if (models.transport != Transport::whole) {
    Explained why = explain_transport(models, url);
    return check_of("model server", CheckOutcome::failed, std::move(why.found), std::move(why.fix));
  }
  if (wants_key(models.status))
    return check_of("model server", CheckOutcome::failed,
                    url + " " + key_refused(key, models.status), key_advice(key));
  return check_of("model server", CheckOutcome::ok,
                  url + " answers in " + in_seconds(models.total_ms));
}

Check judge_openai(const ModelsAnswer& models, const std::string& url, std::string_view path) {
  const char* name = "OpenAI API";
  if (is_web_page(models))
    return check_of(name, CheckOutcome::failed, "a web page answers, no model server",
                    "another program has that port: --upstream URL of the model server");
  const Result<std::vector<std::string>> list = parse_model_list(models.body);
  if (models.status >= 400 || !list.ok()) {
    const std::string status = "GET /models gives status " + std::to_string(models.status);
    if (is_loading(models))
      return check_of(name, CheckOutcome::failed,
                      status + ": the server is still loading its model",
                      "wait until the server has loaded it, and run doctor again");
    return check_of(
        name, CheckOutcome::failed,
        status + (models.status >= 400 ? ": " : " and no list of models: ") + one_line(models.body),
        "the address should end where " + std::string(path) + " begins, mostly in /v1: " + url);
  }
  return check_of(name, CheckOutcome::ok, "lists " + count_text(list.value().size(), "model"));
}

bool is_loading(const ModelsAnswer& answer) {
  return answer.status == 503 && ascii_lower(answer.body).find("loading") != std::string::npos;
}

bool is_loading(const ModelAnswer& answer) { return is_caused_by(answer, "loading"); }

Check judge_found_servers(const std::vector<FoundServer>& found, const std::string& chosen_url) {
  const char* name = "servers found";
  if (found.empty())
    return skipped(name, "no model server answers at 127.0.0.1 on 1235, 1234, 8000, 8080 or 11434");
  std::string list;
  bool is_chosen = false;
  for (const FoundServer& server : found) {
    list += (list.empty() ? "" : ", ") + server_text(server);
    is_chosen = is_chosen || server.url == chosen_url;
  }
  if (is_chosen) return check_of(name, CheckOutcome::ok, std::move(list));
  std::string flags;
  for (const FoundServer& server : found)
    flags += (flags.empty() ? "--upstream " : " or --upstream ") + server.url;
  if (chosen_url.empty())
    return check_of(name, CheckOutcome::ok, std::move(list),
                    "this examines the demo model; to examine a server: " + flags);
  return check_of(name, CheckOutcome::failed, std::move(list), "name the one to examine: " + flags);
}

static bool is_listed(const std::vector<std::string>& list, const std::string& name) {
  return std::find(list.begin(), list.end(), name) != list.end();
}

std::string model_to_ask(const std::vector<std::string>& listed, const ModelSettings& model) {
  if (is_listed(listed, model.name)) return model.name;
  if (!model.fallback.empty() && is_listed(listed, model.fallback)) return model.fallback;
  return model.name == kAutoModel ? "" : model.name;
}

static std::string listed_text(const std::vector<std::string>& listed) {
  if (listed.empty()) return "the server lists none";
  std::string text = "there is ";
  for (std::size_t i = 0; i < listed.size() && i < kShownModels; ++i)
    text += (i > 0 ? ", " : "") + one_line(listed[i]);
  if (listed.size() > kShownModels)
    text += " and " + std::to_string(listed.size() - kShownModels) + " more";
  return text;
}

Check judge_model_name(const std::vector<std::string>& listed, const ModelSettings& model,
                       const std::optional<std::string>& answered) {
  const char* name = "model name";
  if (is_listed(listed, model.name)) return check_of(name, CheckOutcome::ok, one_line(model.name));
  const std::string asked = model_to_ask(listed, model);
  const char* load = "load a vision model in the server";
  if (asked.empty())
    return listed.empty() ? check_of(name, CheckOutcome::failed, "the server lists no model", load)
                          : check_of(name, CheckOutcome::failed,
                                     "it is not clear which model is meant; " + listed_text(listed),
                                     "name it: --model NAME, or [model] name");
  const std::string missing = "no model " + model.name + "; " + listed_text(listed);
  const std::string remedy =
      listed.empty() ? load : "set [model] name to the right one, or load that model";
  if (asked != model.name)
    return check_of(name, CheckOutcome::warning,
                    missing + "\nthe fallback is used: " + model.fallback, remedy);
  if (answered)
    return check_of(
        name, CheckOutcome::warning,
        missing + "\nthe server answers anyway" +
            (answered->empty() || *answered == asked ? "" : ", as " + one_line(*answered)),
        remedy);
  return check_of(name, CheckOutcome::failed, missing, remedy);
}

Check judge_profile(std::string_view profile, std::string_view model) {
  const char* name = "profile";
  const std::string used(profile), shown = one_line(model);
  const ModelKind* const kind = find_model_kind(model);
  if (kind == nullptr)
    return check_of(name, CheckOutcome::ok,
                    used + "; FRANZ does not know the model " + shown +
                        " by its name, so this choice is not checked");
  if (kind->profile != profile)
    return check_of(name, CheckOutcome::warning,
                    used + "; the model " + shown + " was trained for the form of the profile " +
                        std::string(kind->profile),
                    "use --profile " + std::string(kind->profile));
  if (!kind->needs.empty())
    return check_of(name, CheckOutcome::warning,
                    used + "; the model " + shown + " needs " + std::string(kind->needs),
                    "copy config/profiles/" + used +
                        ".ini, change these lines, and name the copy in "
                        "--profile");
  return check_of(name, CheckOutcome::ok, used + ", the profile for the model " + shown);
}

// Why an answer is not a reply; nothing: it is one.
static std::optional<Explained> trouble_in(const ModelAnswer& answer) {
  if (answer.transport != Transport::whole && answer.status == 0)
    return explain_transport(answer, "the server");
  const ModelReply& reply = answer.reply;
  if (reply.kind == ModelReply::Kind::reply) return std::nullopt;
  if (reply.kind == ModelReply::Kind::cut)
    return Explained{
        "the reply broke off" + (answer.did.empty() ? "" : ": the server " + answer.did), kSeeLog};
  const std::string said = "the server says (status " + std::to_string(answer.status) +
                           "): " + one_line(reply.error.text);
  if (answer.status == 429) return Explained{said, "the server is busy: ask again later"};
  const FoundCause cause = find_cause(answer, kAnyApi);
  if (cause.entry->code == "busy") return Explained{said, "the server is busy: ask again later"};
  if (cause.entry->code == "loading")
    return Explained{said, "wait until the server has loaded its model, and run doctor again"};
  return Explained{said, cause.advice.empty() ? kSeeLog : cause.advice};
}

// `ok` for a reply; else the problem.
static Check judged(const char* name, const ModelAnswer& answer, std::string ok) {
  if (std::optional<Explained> trouble = trouble_in(answer))
    return check_of(name, CheckOutcome::failed, std::move(trouble->found), std::move(trouble->fix));
  return check_of(name, CheckOutcome::ok, std::move(ok));
}

// Whether the server reports, in any wording, that it has no such path.
static bool has_no_endpoint(const ModelAnswer& answer) {
  const std::string words = ascii_lower(answer.reply.error.text);
  const bool none = answer.status == 404 || answer.status == 405 ||
                    words.find("unexpected endpoint") != std::string::npos;
  return answer.reply.kind == ModelReply::Kind::error && none &&
         words.find("model") == std::string::npos;
}

Check judge_reply(const ModelAnswer& answer, std::string_view endpoint_advice,
                  const KeyState& key) {
  const ModelReply& reply = answer.reply;
  Check check = judged("reply", answer, "came in " + in_seconds(answer.total_ms));
  if (has_no_endpoint(answer) && !endpoint_advice.empty()) check.fix = endpoint_advice;
  if (wants_key(answer.status)) {
    check.found = "the server " + key_refused(key, answer.status) + "\n" + check.found;
    check.fix = key_advice(key);
  }
  if (check.outcome != CheckOutcome::ok) return check;
  const bool text = reply.content && !reply.content->empty();
  if (!text && !(reply.reasoning && !reply.reasoning->empty()))
    return check_of("reply", CheckOutcome::warning, "came without any text",
                    "each reply is the next turn's memory: look at the server's own window or log");
  if (!text) check.found += "; it is only reasoning, which is not part of the memory";
  return check;
}

Check judge_stream(const ModelAnswer& answer, bool wanted) {
  if (!wanted) return skipped("stream", "[model] stream is off");
  if (answer.reply.streamed) return check_of("stream", CheckOutcome::ok, "the reply is streamed");
  return check_of("stream", CheckOutcome::warning,
                  "the reply comes in one piece although a stream was "
                  "requested",
                  "only the live display is lost; set [model] stream = off");
}

Check judge_first_text(const ModelAnswer& answer, double limit_s) {
  const double ms = answer.first_text_ms > 0 ? answer.first_text_ms : answer.total_ms;
  const std::string found = in_seconds(ms) + " to the first token";
  if (ms > limit_s * 500)
    return check_of(
        "first token", CheckOutcome::warning,
        found + "; [limits] first_byte_s is " + json_number(limit_s),
        "raise [limits] first_byte_s: a long memory and a picture take longer than this");
  return check_of("first token", CheckOutcome::ok, found);
}

Check judge_max_tokens(const ModelAnswer& answer, int asked) {
  const char* name = "max_tokens";
  Check check = judged(name, answer, "");
  if (check.outcome != CheckOutcome::ok) return check;
  constexpr int kSlack = 2;        // some servers count the end of text
  constexpr int kCharacters = 12;  // more than this per token is not the requested text
  const ModelReply& reply = answer.reply;
  const std::string limit = "at most " + std::to_string(asked) + " tokens requested, ";
  const char* fix =
      "replies, and therefore the memory, may grow without limit: set the limit in the server "
      "itself";
  if (reply.usage && reply.usage->completion_tokens > 0) {
    const long long came = reply.usage->completion_tokens;
    const std::string found = limit + std::to_string(came) + " came";
    return came > asked + kSlack ? check_of(name, CheckOutcome::warning, found, fix)
                                 : check_of(name, CheckOutcome::ok, found);
  }
  const std::size_t characters = count_characters(decode_json_string(reply.content.value_or(""))) +
                                 count_characters(decode_json_string(reply.reasoning.value_or("")));
  const std::string found =
      limit + std::to_string(characters) + " characters came; the server counts no tokens";
  return characters > static_cast<std::size_t>(asked) * kCharacters
             ? check_of(name, CheckOutcome::warning, found, fix)
             : check_of(name, CheckOutcome::ok, found);
}

// The number of pictures that the profile sends, for the advice of the cause "picture_limit".
static void fill_in_pictures(Check& check, std::size_t pictures) {
  constexpr std::string_view kNumber = "N}', where N is [agent] keep_pictures";
  const std::size_t at = check.fix.find(kNumber);
  if (at != std::string::npos)
    check.fix.replace(at, kNumber.size(), std::to_string(pictures) + "}'");
}

static bool has_word(std::string_view words, std::string_view word) {
  return words.find(word) != std::string_view::npos;
}

static Check judge_one_picture(const ModelAnswer& answer, std::string_view colour,
                               const std::string& words) {
  Check check = judged("picture", answer, "the model takes one");
  if (check.outcome != CheckOutcome::ok || words.empty()) return check;
  if (has_word(words, colour)) {
    check.found = "the model sees it";
    return check;
  }
  return check_of(
      "picture", CheckOutcome::warning,
      "the model calls a " + std::string(colour) + " picture \"" + one_line(words) +
          "\": perhaps it does not see pictures",
      "load a vision model (a name with VL or vision; llama-server: with its --mmproj file)");
}

Check judge_pictures(const ModelAnswer& answer, std::span<const std::string_view> colours,
                     bool is_demo) {
  // The model's thoughts may use up the few tokens; then there is no text.
  const std::string words =
      is_demo ? "" : ascii_lower(decode_json_string(answer.reply.content.value_or("")));
  if (colours.size() == 1) return judge_one_picture(answer, colours.front(), words);
  const char* name = "pictures";
  const std::string count = std::to_string(colours.size()) + " in one request";
  Check check = judged(name, answer, count + " are taken");
  if (check.outcome == CheckOutcome::failed) {
    check.found = "the profile sends up to " + count + "\n" + check.found;
    fill_in_pictures(check, colours.size());
    return check;
  }
  if (has_word(words, colours.front()) && !has_word(words, colours.back()))
    return check_of(
        name, CheckOutcome::warning,
        count + ": asked for the colour of the last, which is " + std::string(colours.back()) +
            ", the model gives that of the first, " + std::string(colours.front()),
        "the server may send the first picture again and again: update the server, or use "
        "a profile that sends one picture, as --profile pilot does");
  if (has_word(words, colours.back())) check.found += ", and the model sees the last";
  return check;
}

Check judge_picture_size(const SurfaceSettings& surface, Size seen, std::string_view model) {
  const char* const name = "picture size";
  const Size picture = usual_picture(surface, seen);
  if (model.empty()) return {name, CheckOutcome::ok, size_text(picture), ""};
  const auto advice = too_small_picture(model, picture, shows_real_screen(surface.kind));
  if (!advice) return {name, CheckOutcome::ok, picture_cost(model, picture), ""};
  return {name, CheckOutcome::warning, advice->found, advice->fix};
}

Check judge_tools(const ModelAnswer& answer) {
  Check check = judged("tools", answer, "the server takes the tools of the profile");
  if (check.outcome == CheckOutcome::failed) {
    check.found = "the server refuses the tools that the profile sends\n" + check.found;
    // Not every server's refusal has an entry.
    if (is_caused_by(answer, "refused") || is_caused_by(answer, "fault"))
      check.fix =
          "vLLM: start it with --enable-auto-tool-choice --tool-call-parser hermes (the parser of "
          "the model's family)\na profile that sends no tools: --profile pilot";
  }
  return check;
}

// "4 messages (system, user, assistant)"
static std::string messages_text(const std::vector<std::string>& roles) {
  std::vector<std::string> named;
  for (const std::string& role : roles)
    if (std::ranges::find(named, role) == named.end()) named.push_back(role);
  std::string list;
  for (const std::string& role : named) list += (list.empty() ? "" : ", ") + role;
  return count_text(roles.size(), "message") + " (" + list + ")";
}

Check judge_turn(const ModelAnswer& answer, const TriedTurn& tried) {
  const std::string sent =
      messages_text(tried.roles) +
      (tried.pictures == 0 ? ", tried without a picture"
                           : " with " + count_text(tried.pictures, "picture")) +
      (tried.with_tools ? " and tools" : "");
  Check check = judged("largest turn", answer, "the server takes " + sent);
  if (check.outcome == CheckOutcome::failed) {
    check.found = sent + "\n" + check.found;
    fill_in_pictures(check, tried.pictures);
  }
  return check;
}

Check judge_context(const std::optional<long long>& length, const TurnTokens& tokens,
                    int max_tokens) {
  const char* name = "context";
  const char* larger =
      "load the model with a larger context (LM Studio: when it is loaded; llama-server: -c; "
      "Ollama: "
      "OLLAMA_CONTEXT_LENGTH; vLLM: --max-model-len)\n"
      "or set a smaller [agent] keep_pictures or [model] max_tokens";
  // Ollama silently drops what does not fit. Estimates for known models are about ten percent off.
  if (tokens.known_model && tokens.counted > 0 && tokens.counted * 2 < tokens.estimated)
    return check_of(name, CheckOutcome::warning,
                    "the server counts " + std::to_string(tokens.counted) +
                        " tokens of a turn that has about " + std::to_string(tokens.estimated) +
                        ": it seems to leave out what does not fit",
                    larger);
  // A reply may be sent back in full, so a turn can contain two of the largest replies. Feedback
  // longer than the tested one comes on top.
  constexpr long long kAround = 1000;
  const long long prompt = tokens.counted > 0 ? tokens.counted : tokens.estimated;
  const std::string need = std::to_string(prompt + kAround + 2LL * max_tokens);
  if (!length || *length <= 0)
    return skipped(name, "the server does not say how long it is; the largest turn may need " +
                             need + " tokens");
  const std::string found = std::to_string(*length) + " tokens; the largest turn may need " + need;
  if (*length >= prompt + kAround + 2LL * max_tokens)
    return check_of(name, CheckOutcome::ok, found);
  return check_of(name, CheckOutcome::warning, found, larger);
}
}  // namespace franz::proxy
