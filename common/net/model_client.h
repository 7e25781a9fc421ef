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
  std::string ca_file;  // the certificates to trust instead of the system's; empty: the system's
  const Api* api = all_apis().data();  // the API that it speaks; never null
  // Until an answer begins, regardless of the headers: a server may load its model and read the
  // prompt first. Comments and blanks that keep the connection alive do not begin an answer.
  int first_byte_ms = 600'000;
  // Between two pieces of the answer, ignoring such comments; before it begins, between those.
  int idle_ms = 120'000;
  int total_ms = 0;  // for the whole request; 0: no limit of its own
};

inline constexpr int kListModelsMs = 10'000;

struct ModelRequest {
  std::string body;  // in the API's format
  // X-Franz-Turn, whose `request` is new for each request sent; nothing: not sent.
  std::optional<FranzTurn> franz_turn = {};
  // The body's limit, as token_limit() says; nothing: unknown.
  std::optional<long long> max_tokens = {};
};

// Receives the bytes of a request to a model, as HttpTap does.
struct ModelTap {
  // `turn`: the request's X-Franz-Turn. Not called for a request without one.
  std::function<void(const FranzTurn& turn, std::string_view whole)> request;
  std::function<void(std::string_view piece)> reply;
};

class ModelClient {
 public:
  explicit ModelClient(LookUpHost look_up = look_up_host);

  // Blocks until the answer is whole or failed. Never two calls at the same time. A kept connection
  // that closed before the answer's first byte is replaced once by a new one. Redirects are not
  // followed. After a reply that reports its end, the transport's end is awaited briefly but not
  // required.
  ModelAnswer ask(const ModelServer& server, const ModelRequest& request, const ModelTap& tap = {});

  // GET /models.
  ModelsAnswer ask_models(const ModelServer& server, int timeout_ms = kListModelsMs);
  // The models listed there. Failure: why they could not be read.
  Result<std::vector<std::string>> list_models(const ModelServer& server);

  // The server's context size for the model, in tokens. Asks the list of models, llama-server's
  // /props and LM Studio's /api/v0/models, until one reports it. Nothing: none does. `franz_turn`:
  // as in ModelRequest; it lets a relay recognize the run's own requests.
  std::optional<long long> ask_context(const ModelServer& server, const std::string& model,
                                       const std::optional<FranzTurn>& franz_turn = {});

  // Closes the kept connection, if there is one.
  void hang_up() { client_.hang_up(); }

  // Cuts the current request immediately, in any phase, and makes later ones end as `stopped`. Any
  // thread.
  void stop();
  // Allows later requests again. Any thread.
  void go_on();

 private:
  // GET of a path on the server.
  ModelsAnswer get(const ModelServer& server, const ModelUrl& url, const std::string& path,
                   int timeout_ms, const std::optional<FranzTurn>& franz_turn = {});

  HttpClient client_;
};
}  // namespace franz
