#include "executor/vnc/vnc_client.h"
#include "common/base/loopback.h"

namespace franz::executor {
VncClient::Options VncClient::options_for(const BridgeSetup& setup) {
  // Compressing costs more than copying within a machine.
  if (is_loopback(setup.host)) return {true, {"raw", "copyrect"}};
  return {false, {"tight", "zrle", "hextile", "copyrect", "raw"}};
}
}  // namespace franz::executor
