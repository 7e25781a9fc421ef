#pragma once
// Whether a model server answers GET /v1/models, and a helpful message if not.
#include <string>
#include "common/wire/api/server_answer.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
struct ProbeVerdict {
  bool ready = false;  // the loop may start
  std::string why;     // what answered, or why nothing did: one line
};

// Any HTTP answer counts, even a cut one, 401, 404, or 503 while a model loads: the orchestrator
// handles them. A web page does not count, because it comes from another program.
ProbeVerdict judge_probe(const ModelsAnswer& answer, const Upstream& upstream, int timeout_s);

// True if the answer is a list of models, as model servers send.
bool is_model_list(const ModelsAnswer& answer);
}  // namespace franz::proxy
