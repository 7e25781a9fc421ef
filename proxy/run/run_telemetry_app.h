#pragma once
// The telemetry of a run, as [telemetry] says.
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "common/base/secrets.h"
#include "common/http/http_headers.h"
#include "proxy/command/options_app.h"
#include "proxy/run/run_start_app.h"
#include "proxy/telemetry/telemetry_app.h"

namespace franz::proxy {
struct Collector {
  Upstream server;
  std::vector<HttpHeader> headers;  // from the environment: kCollectorHeaders
};

// Nothing: [telemetry] otlp is empty. For https, the certificates to trust are those of the file in
// kCollectorCertificate, or the system's. Failure: what is wrong with the URL, the file or the
// headers; never contains a header's value.
Result<std::optional<Collector>> find_collector(const Settings& settings);

// The values of headers whose name says that they hold a key, and what follows the scheme in one
// like "Bearer abc".
void add_collector_keys(Secrets& secrets, const Collector& collector);

// `say`: as in TelemetryOptions.
std::unique_ptr<Telemetry> start_telemetry(
    const Options& options, const RunStart& start, const Collector& collector,
    std::function<void(bool is_warning, const std::string& text)> say);
}  // namespace franz::proxy
