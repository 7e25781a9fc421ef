#pragma once
// Is there a model server? The answer to GET /v1/models, in words that help.
#include <string>
#include "common/wire/api/server_answer.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
struct ProbeVerdict {
  bool ready = false;  // worth starting the loop
  std::string why;     // what is there, or is not: one line
};

// Any HTTP answer counts, also a cut one, 401, 404, or 503 while a model loads: the orchestrator
// deals with them. A web page does not: something else listens there.
ProbeVerdict judge_probe(const ModelsAnswer& answer, const Upstream& upstream, int timeout_s);

// True if the answer is a list of models, as model servers give.
bool is_model_list(const ModelsAnswer& answer);
}  // namespace franz::proxy
