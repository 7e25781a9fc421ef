#pragma once
// Asks a model server for its models, to know whether one is there.
#include <functional>
#include <memory>
#include "common/net/name_lookup.h"
#include "proxy/supervisor/upstream_probe.h"

namespace boost::asio {
class io_context;
}

namespace franz::proxy {
inline constexpr int kProbeTimeoutS = 3;

// GET /v1/models, over TLS by the relay's rules if it is https; calls `on_result` once from `io`,
// within the timeout. `names`: not null; shared by all probes of a program, which so wait together
// for a lookup that takes longer.
void probe_upstream(boost::asio::io_context& io, std::shared_ptr<NameLookups> names,
                    const Upstream& upstream, std::function<void(const ProbeResult&)> on_result);

// The same, waiting for the result.
ProbeResult probe_upstream_now(const Upstream& upstream);
}  // namespace franz::proxy
