#include "common/wire/api/api.h"
#include <algorithm>
#include <charconv>

namespace franz {
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
