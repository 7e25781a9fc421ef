#pragma once
// Single questions to the model server, each with a deadline.
#include <string>
#include "common/os/http_client.h"
#include "proxy/offline/doctor/judge.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
struct ModelServer {
  Upstream upstream;
  std::string ca_file;  // for https; empty: the system's
  std::string api_key;  // empty: none. It is never part of an answer: *** stands for it.
};

// The server's address with the path in front of /models: http://127.0.0.1:1235/v1
std::string base_url(const Upstream& upstream);

class ModelClient {
 public:
  // GET /models.
  ServerAnswer get_models(const ModelServer& server, int deadline_s);

  // POST /chat/completions.
  ServerAnswer post_chat(const ModelServer& server, const std::string& body, int deadline_s);

 private:
  HttpClient client_;
};
}  // namespace franz::proxy
