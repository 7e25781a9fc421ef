#include "common/wire/api/apis.h"
#include <algorithm>
#include <array>
#include <utility>
#include "common/settings/kinds.h"
#include "common/wire/api/chat.h"
#include "common/wire/api/responses.h"

namespace franz {
static constexpr std::array kApis{kChatApi, kResponsesApi};
static_assert(std::ranges::equal(kApis, kApiKinds, {}, &Api::name, &ApiKind::name),
              "the rows and the choices of [model] api (settings/kinds.h) are the same");

std::span<const Api> all_apis() { return kApis; }

const Api* find_api(std::string_view name) {
  const auto row = std::ranges::find(kApis, name, &Api::name);
  return row == kApis.end() ? nullptr : &*row;
}

const Api* find_api_at(std::string_view target) {
  const std::string_view path = target.substr(0, target.find('?'));
  const auto row =
      std::ranges::find_if(kApis, [path](const Api& api) { return path.ends_with(api.path); });
  return row == kApis.end() ? nullptr : &*row;
}

RequestParameters request_parameters(const ModelSettings& settings) {
  RequestParameters parameters;
  parameters.model = settings.name;
  parameters.temperature = settings.temperature;
  parameters.top_p = settings.top_p;
  parameters.max_tokens = settings.max_tokens;
  parameters.stream = settings.stream;
  parameters.seed = settings.seed;
  const Api* const api = find_api(settings.api);
  if (api == nullptr) return parameters;
  // The settings have already rejected what this would reject.
  Result<ExtraMembers> extra = parse_extra(settings.extra, api->reserved);
  if (extra.ok()) parameters.extra = std::move(extra).value();
  return parameters;
}
}  // namespace franz
