#pragma once
// Asks the model's server the request of a recorded turn again, with a person's changes. Nothing of
// the answer is performed, and nothing is recorded (docs/http-api.md#asking-a-turn-again).
#include <memory>
#include <string>
#include "common/base/secrets.h"
#include "common/net/model_client.h"
#include "common/settings/settings.h"
#include "proxy/dashboard/http_api.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
class AskAgain {
 public:
  // `server`: its `api` is that of each request instead. `secrets`: masked in what the server says.
  AskAgain(ModelServer server, Secrets secrets);

  // Both block until the server has answered. Each is used on one thread of its own.
  // A record's members `response`, `request` and `latency_ms` as JSON. Errors: 409 the turn asked
  // no model, 422 its request cannot be read or changed, 502 with the server's message.
  ApiAnswer ask(const std::string& run_folder, const ApiAsk& asked);
  // api_models_answer().
  ApiAnswer list_models();

  // Any thread. Cuts ask(), and later calls, until go_on().
  void stop_asking() { asking_.stop(); }
  void go_on() { asking_.go_on(); }
  // Cuts both, for good.
  void stop();

 private:
  const ModelServer server_;
  const Secrets secrets_;
  ModelClient asking_, listing_;
};

// For the server of a run with these settings; `upstream`: its address.
std::unique_ptr<AskAgain> ask_again_at(const Upstream& upstream, const Settings& settings);
}  // namespace franz::proxy
