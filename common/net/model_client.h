#pragma once
// The client of model servers: one request at a time over HTTP or HTTPS, streamed, with the
// connection kept. It decides nothing about failures.
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>
#include "common/base/result.h"
#include "common/net/http_client.h"
#include "common/wire/api/apis.h"
#include "common/wire/api/model_url.h"
#include "common/wire/api/server_answer.h"
#include "common/wire/franz_turn.h"

namespace franz {
struct ModelServer {
  std::string url;          // parse_model_url's form
  std::string host_header;  // FRANZ_VLM_HOST: the Host to send; empty: the URL's own
  std::string shown_url;    // the server that a relay at `url` asks, for messages; empty: `url`
  std::string api_key_env;  // the environment variable with the key; empty, or not set: no key.
                            // Its value goes into the Authorization header and nowhere else.
  std::string ca_file;  // the certificates to trust in place of the system's; empty: the system's
  const Api* api = all_apis().data();  // that it speaks; never null
  // Until an answer begins, however long the headers take: a server may load its model and read the
  // prompt first. Comments and blanks that keep the connection alive begin none.
  int first_byte_ms = 600'000;
  // Between two pieces of the answer, such comments aside; before it has begun, between these.
  int idle_ms = 120'000;
  int total_ms = 0;  // for all of it; 0: as long as the others allow
};

inline constexpr int kListModelsMs = 10'000;

struct ModelRequest {
  std::string body;  // the API's
  // X-Franz-Turn, whose `request` is made anew for each request that is sent; nothing: not sent.
  std::optional<FranzTurn> franz_turn = {};
  // The body's limit, as token_limit() says; nothing: unknown.
  std::optional<long long> max_tokens = {};
};

// What passes of a request to a model, as HttpTap has it.
struct ModelTap {
  // `turn`: the request's X-Franz-Turn. Not called for one that has none.
  std::function<void(const FranzTurn& turn, std::string_view whole)> request;
  std::function<void(std::string_view piece)> reply;
};

class ModelClient {
 public:
  explicit ModelClient(LookUpHost look_up = look_up_host);

  // Blocks until the answer is whole or failed. Never two calls at a time. A kept connection that
  // turns out dead before the answer's first byte is replaced by a new one, once. Redirects are not
  // followed. Behind a reply that says it is over, the end of the transport is waited for briefly
  // and not needed.
  ModelAnswer ask(const ModelServer& server, const ModelRequest& request, const ModelTap& tap = {});

  // GET /models.
  ModelsAnswer ask_models(const ModelServer& server, int timeout_ms = kListModelsMs);
  // The models that it lists. Failure: why they could not be read.
  Result<std::vector<std::string>> list_models(const ModelServer& server);

  // Tokens of the context that the server has for the model. Asked are the list of models,
  // llama-server's /props and LM Studio's /api/v0/models, until one says it. Nothing: none does.
  // `franz_turn`: as in ModelRequest; it tells a relay that the questions are the run's own.
  std::optional<long long> ask_context(const ModelServer& server, const std::string& model,
                                       const std::optional<FranzTurn>& franz_turn = {});

  // Closes the connection that is kept, if there is one.
  void hang_up() { client_.hang_up(); }

  // Cuts the running request at once, in whatever phase, and makes every later one end as
  // `stopped`. Any thread.
  void stop();
  // Has later requests made again. Any thread.
  void go_on();

 private:
  // GET of a path on the server.
  ModelsAnswer get(const ModelServer& server, const ModelUrl& url, const std::string& path,
                   int timeout_ms, const std::optional<FranzTurn>& franz_turn = {});

  HttpClient client_;
};
}  // namespace franz
