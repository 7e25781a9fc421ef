#include "common/net/server_search.h"
#include <optional>
#include <utility>
#include "common/net/model_client.h"
#include "common/net/port_owner.h"

namespace franz {
// If the system does not report the listener, it is not a program of this user.
static bool is_our_relay(int port) {
  const std::optional<std::string> owner = find_port_owner(port);
  return owner && (owner->starts_with("proxy") || owner->starts_with("franz"));
}

std::vector<FoundServer> find_servers(std::span<const int> ports) {
  std::vector<FoundServer> found;
  for (const int port : ports) {
    ModelServer server;
    server.url = "http://127.0.0.1:" + std::to_string(port);
    ModelClient client;
    const ModelsAnswer answer = client.ask_models(server, kSearchMs);
    auto models = parse_model_list(answer.body);
    const bool is_list =
        answer.transport == ServerAnswer::Transport::whole && answer.status == 200 && models.ok();
    if (is_list && !is_our_relay(port)) found.push_back({server.url, std::move(models).value()});
  }
  return found;
}
}  // namespace franz
