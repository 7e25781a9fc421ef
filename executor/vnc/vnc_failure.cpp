#include "executor/vnc/vnc_failure.h"

namespace franz::executor {
std::string server_address(const BridgeSetup& setup) {
  const bool is_ipv6 = setup.host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + setup.host + "]" : setup.host) + ":" + std::to_string(setup.port);
}

VncFailure explain_failure(const BridgeSetup& setup, const VncConnectionFacts& facts) {
  const std::string server = "the VNC server " + server_address(setup);
  const bool may_prove = is_accepted(facts.security, setup, facts.is_local);
  if (!facts.refusal.empty()) return {server + ": " + facts.refusal, true};
  if (facts.stalled) return {server + " did not answer in time"};
  if (!may_prove && (facts.asked || facts.no_type))
    return {refused_security(server_address(setup)), true};
  if (!facts.certificate.empty())
    return {server + ": " + facts.certificate +
                " Name its certificate authority, or the certificate itself, with [surface] "
                "vnc_ca, and use the host's name that it was made for",
            true};
  if (facts.wants_user && setup.user.empty())
    return {server +
                " wants a user's name: write it into the first line of the file that [surface] "
                "vnc_password_file names",
            true};
  if (facts.asked && setup.password.empty())
    return {server + " wants a password: name its file with [surface] vnc_password_file", true};
  if (facts.asked && facts.refused)
    return {server + " refused the password: " + facts.last_line, true};
  return {server + ": " + (facts.last_line.empty() ? "the connection ended" : facts.last_line)};
}
}  // namespace franz::executor
