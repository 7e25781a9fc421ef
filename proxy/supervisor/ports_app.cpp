#include "proxy/supervisor/ports_app.h"
#include <optional>
#include "common/base/printable.h"
#include "common/net/port_owner.h"
#include "common/os/paths.h"
#include "proxy/supervisor/probe_app.h"

namespace franz::proxy {
// The next port of the same address.
static std::string next_to(const Address& address) {
  return to_string(Address{address.host, address.port < 65535 ? address.port + 1 : 1024});
}

std::string explain_taken_port(const Address& address, const std::string& flag,
                               const std::string& reason) {
  if (reason.find("cannot listen on") == std::string::npos) return reason;  // not a port problem
  std::string text = reason;
  const std::optional<std::string> owner =
      address.port == 0 ? std::nullopt : find_port_owner(address.port);
  if (owner)
    text += "\n  port " + std::to_string(address.port) + " is taken by " + printable(*owner);
  Upstream there;
  there.address = address;
  if (flag == "--listen" && address.port != 0 && is_loopback(address.host) &&
      is_model_list(probe_upstream_now(there))) {
    text += "\n  a model server answers there (GET /v1/models). Let FRANZ listen beside it:\n";
    text += "    " + command_name() + " --listen " + next_to(address) + " --upstream http://" +
            to_string(address);
    return text;
  }
  text += "\n  choose another port: " + flag + " " + next_to(address);
  return text + ", or " + flag + " " + to_string(Address{address.host, 0}) + " for any free one";
}
}  // namespace franz::proxy
