#include "proxy/offline/doctor/model_client_app.h"
#include <algorithm>
#include <optional>
#include <utility>
#include "common/base/secrets.h"
#include "common/os/clock.h"

namespace franz::proxy {
using Kind = HttpOutcome::Kind;
using Transport = ServerAnswer::Transport;

static constexpr int kConnectS = 10;
static constexpr std::size_t kMaxAnswer = 8UL
                                          << 20U;  // bytes; no answer to our questions is longer

std::string base_url(const Upstream& upstream) {
  return to_string(upstream) + (upstream.path.empty() ? "/v1" : "");
}

static Transport transport_of(Kind kind) {
  switch (kind) {
    case Kind::whole: return Transport::whole;
    case Kind::refused: return Transport::refused;
    case Kind::not_sent:
    case Kind::unreachable:
    case Kind::not_connected: return Transport::unreachable;
    case Kind::no_tls: return Transport::no_tls;
    case Kind::not_taken:
    case Kind::no_answer:
    case Kind::went_silent: return Transport::no_answer;
    case Kind::enough:
    case Kind::stopped:
    case Kind::broken:
    case Kind::not_a_reply:
    case Kind::too_large: return Transport::broken;
  }
  return Transport::broken;
}

static ServerAnswer ask(HttpClient& client, const ModelServer& server, OutgoingRequest request,
                        int deadline_s) {
  request.headers.push_back({"Accept-Encoding", "identity"});
  if (!server.api_key.empty())
    request.headers.push_back({"Authorization", "Bearer " + server.api_key});
  const Upstream& upstream = server.upstream;
  HttpTimes times;
  times.connect_ms = std::min(kConnectS, deadline_s) * 1000;
  times.total_ms = times.first_byte_ms = times.idle_ms = deadline_s * 1000;
  ServerAnswer answer;
  std::optional<ChatReplyReader> reader;
  const double start_ms = steady_time_exact_ms();
  const auto on_head = [&](const ReplyHead& head) {
    answer.content_type = find_header(head.headers, "content-type").value_or("");
    reader.emplace(head.status, answer.content_type);
  };
  const auto on_body = [&](std::string_view piece) {
    answer.body += piece;
    const bool goes_on = reader->feed(piece) && answer.body.size() <= kMaxAnswer;
    if (answer.first_text_ms == 0 &&
        (!reader->take_content().empty() || !reader->take_reasoning().empty()))
      answer.first_text_ms = steady_time_exact_ms() - start_ms;
    if (!goes_on) return Wanted::nothing;
    return reader->done() ? Wanted::the_end : Wanted::more;
  };
  const HttpOutcome outcome =
      client.ask({upstream.tls, upstream.address.host, upstream.address.port, server.ca_file},
                 request, times, on_head, on_body);
  answer.total_ms = steady_time_exact_ms() - start_ms;
  answer.status = outcome.status;
  answer.transport = transport_of(outcome.kind);
  answer.why = outcome.why;
  if (outcome.kind == Kind::enough) {
    // [DONE] is the reply's end, whatever came of its transport.
    if (reader && reader->done()) answer.transport = Transport::whole;
    answer.why = "sent more than 8 MiB";
  }
  if (outcome.kind == Kind::not_sent) answer.why = "is not asked: " + outcome.why;
  if (answer.transport == Transport::no_answer)
    answer.why = "nothing whole came within " + std::to_string(deadline_s) + " s";
  Secrets secrets;  // some servers repeat the key in what they complain of
  secrets.add(server.api_key);
  answer.body = secrets.mask(answer.body);
  return answer;
}

// In front of /models and /chat/completions.
static std::string base_path(const Upstream& upstream) {
  return upstream.path.empty() ? "/v1" : upstream.path;
}

ServerAnswer ModelClient::get_models(const ModelServer& server, int deadline_s) {
  OutgoingRequest request;
  request.target = base_path(server.upstream) + "/models";
  return ask(client_, server, std::move(request), deadline_s);
}

ServerAnswer ModelClient::post_chat(const ModelServer& server, const std::string& body,
                                    int deadline_s) {
  OutgoingRequest request;
  request.method = "POST";
  request.target = base_path(server.upstream) + "/chat/completions";
  request.headers = {{"Content-Type", "application/json"}};
  request.body = body;
  return ask(client_, server, std::move(request), deadline_s);
}
}  // namespace franz::proxy
