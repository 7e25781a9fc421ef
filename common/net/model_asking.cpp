#include "common/net/model_asking.h"
#include <algorithm>
#include <optional>
#include <utility>
#include "common/base/printable.h"
#include "common/base/utf8.h"
#include "common/formats/profile_choice.h"
#include "common/settings/scenario_files_app.h"
#include "common/tools/surface_facts.h"
#include "common/tools/vocabulary.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/model_list.h"
#include "common/wire/function_tools.h"
#include "common/wire/limits.h"

namespace franz {
using Transport = ServerAnswer::Transport;

static constexpr int kToolsMs = 120'000;  // a large model may be loaded first
static constexpr int kFewTokens = 16;
static constexpr std::size_t kMaxOffered = 20;  // models listed for a person

// Why the server cannot answer yet; empty: it has answered.
static std::string silence_of(const ModelsAnswer& answer, const std::string& url) {
  const bool answered = answer.status > 0 && answer.transport != Transport::no_answer;
  if (!answered) return url + " " + (answer.did.empty() ? "gives no answer" : answer.did);
  if (answer.status == 503) return url + " is loading its model, or is busy (status 503)";
  return "";
}

// Requests a few words, with tools available.
static ToolCalls tool_calls_of(ModelClient& client, ModelServer server,
                               const ModelSettings& settings, const std::string& model) {
  server.first_byte_ms = server.idle_ms = server.total_ms = kToolsMs;
  const Api& api = *server.api;
  RequestParameters parameters = request_parameters(settings);
  parameters.model = model;
  parameters.max_tokens = std::max<long long>(kFewTokens, api.least_max_tokens);
  parameters.stream = parameters.ask_usage = false;
  const std::string tools = api.tools(
      function_tools(*find_vocabulary("tool_calls"), Toolset::core(), HelpFor::real_screen));
  const std::vector<Message> messages = {{"user", {text_part("\"Say hello in one word.\"")}}};
  const std::string body =
      api.body(parameters, messages, tools, [](const PictureRef&) { return std::string_view(); });
  const ModelAnswer answer = client.ask(server, {body});
  if (answer.transport != Transport::whole) return ToolCalls::not_asked;
  const bool replied = answer.reply.kind == ModelReply::Kind::reply;
  return replied ? ToolCalls::taken : ToolCalls::refused;
}

static std::string offer(const std::string& url, const std::vector<std::string>& listed) {
  std::string text = "the model server at " + url + " has " + std::to_string(listed.size()) +
                     " models. Name the one to ask:";
  for (std::size_t i = 0; i < std::min(listed.size(), kMaxOffered); ++i)
    text += "\n  --model " + printable(cut_text(listed[i], kMaxModelName));
  if (listed.size() > kMaxOffered)
    text += "\n  and " + std::to_string(listed.size() - kMaxOffered) + " more";
  return text;
}

static void add_misfit(const std::string& model, const std::string& profile, ServerChoice& choice) {
  if (std::string why = misfit_text(model, profile); !why.empty())
    choice.notes.push_back({std::move(why), true});
}

ServerChoice choose_by_server(const ResolvedSettings& resolved, ModelServer server,
                              const std::string& config_folder,
                              const std::function<void(const std::string&)>& waiting) {
  const bool wants_profile = profile_is_chosen(resolved);
  const Settings& settings = resolved.settings;
  if (!wants_profile && model_is_settled(resolved)) {
    ServerChoice nothing;
    add_misfit(settings.model.name, settings.agent.profile, nothing);
    return nothing;
  }
  // Without a list the model's profile is unknown; the rule for an unknown model still applies.
  const Result<std::vector<std::string>> found = profile_names(config_folder);
  const std::vector<std::string> profiles = found.ok() ? found.value() : std::vector<std::string>{};
  ServerChoice choice;
  ModelClient client;
  std::optional<std::string> model;
  std::string trouble;  // why the model is unknown
  if (model_is_settled(resolved)) {
    model = settings.model.name;
  } else {
    const ModelsAnswer answer = client.ask_models(server);
    // A key that cannot be sent, or an invalid address.
    if (answer.transport == Transport::not_sent)
      return {ServerChoice::Kind::refused, answer.why, {}};
    choice.why = silence_of(answer, server.url);
    if (!choice.why.empty()) choice.kind = ServerChoice::Kind::silent;
    if (answer.status == 401 || answer.status == 403) {
      choice.kind = ServerChoice::Kind::refused;
      choice.why = server.url + " answers GET /models with status " +
                   std::to_string(answer.status) +
                   ": it wants a key. Put the key into an environment variable, and the "
                   "variable's name into [model] api_key_env of config/config.ini";
    }
    if (choice.kind != ServerChoice::Kind::chosen) return choice;
    const auto listed = parse_model_list(answer.body);
    if (answer.status != 200 || !listed.ok()) {
      trouble = "its server answers GET /models with status " + std::to_string(answer.status) +
                " and no list of models";
    } else if (listed.value().empty()) {
      trouble = "its server has no model loaded";
      choice.notes.push_back({server.url + " lists no model: load one there", true});
    } else {
      const auto one = choose_model(settings.model.name,
                                    wants_profile ? "" : settings.agent.profile, listed.value());
      if (!one) return {ServerChoice::Kind::refused, offer(server.url, listed.value()), {}};
      model = one->name;
      choice.flags.push_back({"--model auto", "model", "name", one->name, true});
      choice.notes.push_back({"model " + printable(cut_text(one->name, kMaxModelName)) + ": " +
                              one->why + "; --model NAME takes another"});
    }
  }
  if (!wants_profile) {
    if (model) add_misfit(*model, settings.agent.profile, choice);
    return choice;
  }
  ToolCalls tools = ToolCalls::not_asked;
  const bool real_screen = shows_real_screen(settings.surface.kind);
  if (real_screen && depends_on_tools(model, profiles)) {
    waiting("the model's server is asked whether it takes tool calls");
    tools = tool_calls_of(client, server, settings.model, model.value_or(settings.model.name));
  }
  const ProfileChoice profile = choose_profile(model, trouble, real_screen, tools, profiles);
  choice.flags.push_back({"--profile auto", "agent", "profile", profile.profile});
  choice.notes.push_back({chosen_profile_text(profile), !profile.needs.empty()});
  return choice;
}
}  // namespace franz
