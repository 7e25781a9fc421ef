#include "proxy/offline/score/model_servers.h"

namespace franz::proxy {
std::optional<std::string> ModelServers::choose(std::size_t number, std::int64_t now_ms,
                                                const Probe& probe) {
  for (std::size_t i = 0; i < urls_.size(); ++i) {
    const std::size_t at = (number + i) % urls_.size();
    if (now_ms < rests_until_[at]) continue;
    if (probe(urls_[at])) return urls_[at];
    rests_until_[at] = now_ms + kServerRestMs;
  }
  return std::nullopt;
}
}  // namespace franz::proxy
