#include "proxy/run/run_telemetry_app.h"
#include <string_view>
#include <utility>
#include "common/base/ascii.h"
#include "common/net/tls.h"
#include "common/os/paths.h"
#include "common/os/secret_variables.h"
#include "common/run/start_run_app.h"

namespace franz::proxy {
Result<std::optional<Collector>> find_collector(const Settings& settings) {
  if (settings.telemetry.otlp.empty()) return std::optional<Collector>();
  Result<Upstream> server = parse_upstream(settings.telemetry.otlp);
  if (!server.ok()) return within("[telemetry] otlp", server.error());
  if (server.value().tls) {
    std::string& ca_file = server.value().ca_file;
    ca_file = environment(kCollectorCertificate).value_or("");
    const auto trust = TlsTrust::load(ca_file, kCollectorCertificate);
    if (!trust.ok()) return within("[telemetry] otlp", trust.error());
  }
  Result<std::vector<HttpHeader>> headers =
      parse_otlp_headers(environment(kCollectorHeaders).value_or(""));
  if (!headers.ok())
    return within(std::string("the environment variable ") + kCollectorHeaders, headers.error());
  return std::optional(Collector{std::move(server).value(), std::move(headers).value()});
}

// Wider than is_secret_header(), for names such as x-auth and teamkey. Other values, such as a
// dataset's name, would mask ordinary words of the records.
static bool holds_key(const std::string& name) {
  const std::string small = ascii_lower(name);
  return is_secret_header(name) || small.find("auth") != std::string::npos ||
         small.find("key") != std::string::npos;
}

void add_collector_keys(Secrets& secrets, const Collector& collector) {
  for (const HttpHeader& header : collector.headers) {
    if (!holds_key(header.name)) continue;
    secrets.add(header.value);
    if (const std::size_t blank = header.value.find(' '); blank != std::string::npos)
      secrets.add(std::string_view(header.value).substr(blank + 1));
  }
}

std::unique_ptr<Telemetry> start_telemetry(
    const Options& options, const RunStart& start, const Collector& collector,
    std::function<void(bool is_warning, const std::string& text)> say) {
  const Settings& settings = options.settings.settings;
  TelemetryOptions made;
  made.collector = collector.server;
  made.headers = collector.headers;
  made.content = settings.telemetry.content;
  made.run_folder = start.folder;
  made.run = start.run.about;
  made.run.started = start.run.log.story.facts().started;  // of a resumed run
  made.objective = settings.agent.objective;
  made.last_turn = start.run.log.story.last_turn();
  made.say = std::move(say);
  return std::make_unique<Telemetry>(std::move(made));
}
}  // namespace franz::proxy
