#pragma once
// Asks a model server for its models, to find out whether it is ready.
#include <functional>
#include <memory>
#include "common/net/name_lookup.h"
#include "proxy/supervisor/upstream_probe.h"

namespace boost::asio {
class io_context;
}

namespace franz::proxy {
inline constexpr int kProbeTimeoutS = 3;

// GET /v1/models; blocks for at most kProbeTimeoutS.
ModelsAnswer probe_upstream_now(const Upstream& upstream);

// The same from a thread of its own, one probe at a time.
class UpstreamProbe {
 public:
  // Results are posted to `io`, which outlives this object and does not run after its end.
  explicit UpstreamProbe(boost::asio::io_context& io, LookUpHost look_up = look_up_host);
  ~UpstreamProbe();  // stops the probe in progress
  UpstreamProbe(const UpstreamProbe&) = delete;
  UpstreamProbe& operator=(const UpstreamProbe&) = delete;

  // Calls `on_answer` once, from `io`. Not before the previous answer came.
  void start(const Upstream& upstream, std::function<void(const ModelsAnswer&)> on_answer);

 private:
  struct Running;
  std::unique_ptr<Running> running_;
};
}  // namespace franz::proxy
