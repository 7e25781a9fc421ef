#include "executor/vnc/vnc_security.h"

namespace franz::executor {
namespace {
constexpr std::uint32_t kNone = 1, kVncPassword = 2, kTls = 18, kVeNCrypt = 19, kAppleDh = 30;
constexpr std::uint32_t kPlain = 256, kTlsNone = 257, kTlsVnc = 258, kTlsPlain = 259,
                        kX509None = 260, kX509Vnc = 261, kX509Plain = 262;

std::string proof_text(std::uint32_t type) {
  switch (type) {
    case kVncPassword:
    case kTlsVnc:
    case kX509Vnc: return "VNC password";
    case kPlain:
    case kTlsPlain:
    case kX509Plain:
    case kAppleDh: return "user and password";
    default: return "no password";
  }
}
}  // namespace

bool is_verified(VncSecurity security) {
  return security.type == kVeNCrypt &&
         (security.sub_type == kX509None || security.sub_type == kX509Vnc ||
          security.sub_type == kX509Plain);
}

std::vector<std::uint32_t> accepted_security_types(const BridgeSetup& setup, bool is_local) {
  if (!is_local && !setup.insecure) return {kVeNCrypt};
  if (setup.user.empty()) return {kVeNCrypt, kTls, kVncPassword, kNone};
  return {kVeNCrypt, kTls, kAppleDh, kVncPassword, kNone};
}

bool is_accepted(VncSecurity security, const BridgeSetup& setup, bool is_local) {
  return is_local || setup.insecure || is_verified(security);
}

std::string security_text(VncSecurity security) {
  if (is_verified(security)) return "certificate checked, " + proof_text(security.sub_type);
  if (security.type == kTls)
    return "encrypted without a certificate, " + proof_text(security.sub_type);
  if (security.type != kVeNCrypt) return proof_text(security.type) + ", not encrypted";
  if (security.sub_type >= kTlsNone && security.sub_type <= kTlsPlain)
    return "encrypted without a certificate, " + proof_text(security.sub_type);
  return proof_text(security.sub_type) + ", not encrypted";
}

std::string refused_security(const std::string& address) {
  return "the VNC server " + address +
         " does not prove by a certificate who it is. Let it offer VeNCrypt with X.509 first and "
         "name its certificate authority with [surface] vnc_ca, reach it through an SSH tunnel, or "
         "accept it as it is with --insecure";
}
}  // namespace franz::executor
