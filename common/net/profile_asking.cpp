#include "common/net/profile_asking.h"
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>
#include "common/settings/scenario_files_app.h"
#include "common/tools/vocabulary.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/model_list.h"
#include "common/wire/function_tools.h"

namespace franz {
using Transport = ServerAnswer::Transport;

static constexpr int kToolsMs = 120'000;  // a large model may be loaded first
static constexpr int kFewTokens = 16;

namespace {
struct Listed {
  std::vector<std::string> models;
  std::string trouble;   // why nobody knows the model; empty: the list is there
  bool listens = false;  // it may be asked for more
};
}  // namespace

static Listed listed_models(const ModelsAnswer& answer) {
  if (answer.transport != Transport::whole)
    return {{},
            "its server " + (answer.did.empty() ? "is not asked: " + answer.why : answer.did),
            false};
  if (answer.status != 200)
    return {{},
            "its server answers GET /models with status " + std::to_string(answer.status),
            answer.status == 404};
  Result<std::vector<std::string>> models = parse_model_list(answer.body);
  if (!models.ok()) return {{}, models.error().message, true};
  const std::size_t count = models.value().size();
  return {std::move(models).value(),
          count == 0
              ? "its server lists none"
              : "its server lists " + std::to_string(count) + ", and [model] name is none of them",
          true};
}

// A few words are asked for, with tools beside them.
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
  const ModelAnswer answer = client.ask(server, {body, ""});
  if (answer.transport != Transport::whole) return ToolCalls::not_asked;
  const bool replied = answer.reply.kind == ModelReply::Kind::reply;
  return replied ? ToolCalls::taken : ToolCalls::refused;
}

ProfileChoice ask_for_profile(const ResolvedSettings& resolved, ModelServer server,
                              const std::string& config_folder,
                              const std::function<void(const std::string&)>& waiting) {
  // Without a list no profile of a model is there; the rule for one that is not known still holds.
  const Result<std::vector<std::string>> found = profile_names(config_folder);
  const std::vector<std::string> profiles = found.ok() ? found.value() : std::vector<std::string>{};
  const ModelSettings& settings = resolved.settings.model;
  ModelClient client;
  Listed listed{{}, "", true};
  std::optional<std::string> model = served_model(resolved, {});
  if (!model) {
    listed = listed_models(client.ask_models(server));
    model = served_model(resolved, listed.models);
  }
  ToolCalls tools = ToolCalls::not_asked;
  if (depends_on_tools(model, profiles) && listed.listens) {
    waiting("the model's server is asked whether it takes tool calls");
    tools = tool_calls_of(client, std::move(server), settings, model.value_or(settings.name));
  }
  return choose_profile(model, listed.trouble, tools, profiles);
}

std::string chosen_profile_text(const ProfileChoice& choice) {
  const std::string said = "profile " + choice.profile + ": " + choice.why;
  if (choice.needs.empty()) return said + "; --profile NAME takes another";
  return said + ". This model will miss with it: it needs a copy of that profile with " +
         choice.needs + ", named in --profile (docs/models.md)";
}
}  // namespace franz
