#pragma once
// What a model server's error means for the loop. Servers say the same thing under different
// statuses, types and words (docs/model-servers.md); here they become one.
#include <string>
#include <string_view>
#include "common/wire/api/api.h"
#include "common/wire/api/model_reply.h"

namespace franz::orchestrator {
enum class Trouble {
  temporary,     // 408, 429, 502, 503, 504: it may pass by itself
  loading,       // the model is being loaded: no failure
  fault,         // another 5xx, or nothing known: it may pass, or be a wrong request in disguise
  usage_option,  // stream_options is refused
  too_long,      // prompt and answer do not fit the context, or the request is too large
  no_model,      // no such model, or none is loaded
  no_endpoint,   // no such address on that server
  wrong_key,     // 401, 403
  blind,         // the model or server takes no pictures
  roles,         // the chat template refuses two user messages in a row
  parameter,     // a parameter is refused; the advice names the setting
  elsewhere,     // a redirect
  endless,       // the answer was too large to read: the next may be shorter
  refused,       // another 4xx
};

// As a ModelProblem spells it: "no_model".
std::string_view trouble_code(Trouble kind);

struct ServerTrouble {
  Trouble kind = Trouble::fault;
  int status = 500;    // the HTTP status, or the one that an error under status 200 stands for
  std::string advice;  // a sentence for the operators; empty: the server's words say it all
};

// `status`: of the answer. An error under a status below 300 is read by its code, type and words,
// as if it had come under the status that they belong to; one that tells nothing counts as 500.
// `api`: that the server was asked by.
ServerTrouble read_trouble(int status, const ServerError& error, const Api& api);
}  // namespace franz::orchestrator
