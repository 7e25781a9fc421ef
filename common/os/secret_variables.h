#pragma once
// The environment variables that hold keys. Only the orchestrator sends the model's key, and only
// the proxy sends the collector's; all other programs run without them, and none shows them.
#include <string>
#include <vector>
#include "common/base/secrets.h"

namespace franz {
// Headers for [telemetry] otlp: "api-key=…,Authorization=Bearer%20…". Source: the OpenTelemetry
// specification, "OTLP Exporter".
inline constexpr const char* kCollectorHeaders = "OTEL_EXPORTER_OTLP_HEADERS";

// The PEM file of the certificates to trust at [telemetry] otlp instead of the system's. No secret.
// Source: the same.
inline constexpr const char* kCollectorCertificate = "OTEL_EXPORTER_OTLP_CERTIFICATE";

// `api_key_env`: [model] api_key_env, the name of a variable, or empty. OPENAI_API_KEY and
// kCollectorHeaders are always included, because they hold keys by convention.
std::vector<std::string> key_variables(const std::string& api_key_env);

// Their values.
void add_keys(Secrets& secrets, const std::string& api_key_env);
}  // namespace franz
