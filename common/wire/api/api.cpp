#include "common/wire/api/api.h"
#include <algorithm>
#include <array>
#include <charconv>
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
  // The settings take only what a request takes.
  Result<ExtraMembers> extra = parse_extra(settings.extra, api->reserved);
  if (extra.ok()) parameters.extra = std::move(extra).value();
  return parameters;
}

std::optional<long long> token_limit(const Api& api, const RequestParameters& parameters) {
  const auto replaced =
      std::ranges::find(parameters.extra, api.counted_limit, &ExtraMembers::value_type::first);
  if (replaced == parameters.extra.end()) return parameters.max_tokens;
  const std::string& json = replaced->second;
  long long limit = 0;
  const auto [end, error] = std::from_chars(json.data(), json.data() + json.size(), limit);
  const bool is_whole = error == std::errc() && end == json.data() + json.size();
  return is_whole ? std::optional(limit) : std::nullopt;
}

std::optional<std::string> why_it_ended(const Api& api, const ModelReply& reply,
                                        std::optional<long long> limit) {
  const bool may_be_cut = reply.finish_reason == "stop" || reply.finish_reason == "tool_calls" ||
                          reply.finish_reason == "incomplete";
  const bool hides_cuts = !api.counted_limit.empty();
  if (hides_cuts && may_be_cut && reply.usage && limit.value_or(0) > 0 &&
      reply.usage->completion_tokens >= *limit)
    return std::string(kEndedAtLimit);
  return reply.finish_reason;
}
}  // namespace franz
