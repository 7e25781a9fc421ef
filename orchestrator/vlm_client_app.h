#pragma once
// The model's client: one request at a time over HTTP or HTTPS, streamed, with the connection kept.
// It decides nothing about failures; that is retry.h.
#include <memory>
#include <string>
#include <vector>
#include "common/base/result.h"
#include "orchestrator/model_answer.h"

namespace franz::orchestrator {
struct ModelServer {
  std::string url;          // parse_model_url's form
  std::string host_header;  // FRANZ_VLM_HOST: the Host to send; empty: the URL's own
  std::string api_key_env;  // the environment variable with the key; empty, or not set: no key.
                            // Its value goes into the Authorization header and nowhere else.
  std::string ca_file;  // the certificates to trust in place of the system's; empty: the system's
  // Until the first byte of an answer's body, however long the headers take: a server may load its
  // model and read the prompt first. A keep-alive comment in a stream is a byte.
  int first_byte_ms = 600'000;
  int idle_ms = 120'000;  // between two bytes of a body
};

struct ModelRequest {
  std::string body;        // chat_request_body
  std::string franz_turn;  // X-Franz-Turn: RUN/TURN/ATTEMPT; empty: not sent
};

// The program must ignore broken pipes (common/os/stop_signals.h): cpp-httplib writes without
// MSG_NOSIGNAL.
class VlmClient {
 public:
  // Whether this build can talk to an https:// server; the mingw one cannot.
  static bool speaks_tls();

  VlmClient();
  ~VlmClient();
  VlmClient(const VlmClient&) = delete;
  VlmClient& operator=(const VlmClient&) = delete;

  // Blocks until the answer is whole or failed. Never two calls at a time. A kept connection that
  // turns out dead before the answer's first byte is replaced by a new one, once. Redirects are not
  // followed. Behind [DONE], the end of the transport is waited for briefly and not needed.
  ModelAnswer ask(const ModelServer& server, const ModelRequest& request);

  // The models there are, within 10 s. Failure: why they could not be read.
  Result<std::vector<std::string>> list_models(const ModelServer& server);

  // Cuts the running request at once, in whatever phase but a name lookup, and makes every later
  // one end as `stopped`. Any thread.
  void stop();

 private:
  class Connection;
  std::unique_ptr<Connection> connection_;
};
}  // namespace franz::orchestrator
