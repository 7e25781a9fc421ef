#pragma once
// Is there a model server? What GET /v1/models brought, told in words that help.
#include <string>
#include <string_view>
#include "proxy/relay/upstream.h"

namespace franz::proxy {
struct ProbeResult {
  enum class Kind {
    answered,     // an HTTP answer: status, content_type, body
    refused,      // nothing listens there
    unreachable,  // why: no such name, no route, reset…
    no_answer,    // connected or not, but no answer came in time
    not_http,     // something answers, in another protocol
    tls,          // no TLS with it, or its certificate is not to be trusted; why: what it did
  };
  Kind kind = Kind::refused;
  int status = 0;
  std::string content_type, body;  // body: as much as was read, at most 64 KiB
  std::string why;
};

struct ProbeVerdict {
  bool ready = false;  // worth starting the loop
  std::string why;     // what is there, or is not: one line
};

// Any HTTP answer counts, also 401, 404 or 503 while a model loads: the orchestrator deals with
// them. A web page does not: something else listens there.
ProbeVerdict judge_probe(const ProbeResult& result, const Upstream& upstream, int timeout_s);

// The path to ask for: /v1/models, or /models below the path that the URL names.
std::string probe_target(const Upstream& upstream);

// True if the answer is a list of models, as model servers give.
bool is_model_list(const ProbeResult& result);
}  // namespace franz::proxy
