#include "common/net/model_client.h"
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include "common/base/ascii.h"
#include "common/http/content_coding.h"
#include "common/http/retry_after.h"
#include "common/net/api_key.h"
#include "common/os/clock.h"
#include "common/wire/api/model_list.h"
#include "common/wire/api/model_url.h"

namespace franz {
using Kind = HttpOutcome::Kind;
using Transport = ServerAnswer::Transport;

static constexpr std::string_view kEventStream = "text/event-stream";
static constexpr std::size_t kMaxModelList = 4UL << 20U;  // bytes
static constexpr int kAskContextMs = 3000;                // a turn waits for it

static std::string seconds(int ms) {
  const std::string fraction = ms % 1000 == 0 ? "" : "." + std::to_string(ms % 1000 / 100);
  return std::to_string(ms / 1000) + fraction + " s";
}

static std::string header(const ReplyHead& head, std::string_view name) {
  return std::string(find_header(head.headers, name).value_or(""));
}

// Failure: a setting that a person must fix; nothing is sent then.
static Result<OutgoingRequest> request_to(const ModelServer& server) {
  Result<std::optional<std::string>> key = read_api_key(server.api_key_env);
  if (!key.ok()) return within("[model] api_key_env", key.error());
  OutgoingRequest request;
  request.headers = {{"Accept-Encoding", "identity"}};
  if (!server.host_header.empty()) request.headers.push_back({"Host", server.host_header});
  if (key.value()) request.headers.push_back({"Authorization", "Bearer " + *key.value()});
  return request;
}

// `answer` has the id of the last request sent; it outlives `request`.
static void add_turn(OutgoingRequest& request, const std::optional<FranzTurn>& turn,
                     ServerAnswer& answer) {
  if (!turn) return;
  request.fresh_header = kFranzTurnHeader;
  request.fresh_value = [turn = *turn, &answer]() mutable {
    turn.request = answer.request = random_hex(kRequestDigits);
    return to_string(turn);
  };
}

static HttpServer address_of(const ModelServer& server, const ModelUrl& url) {
  return {url.tls, url.host, url.port, server.ca_file};
}

// The result of a request without a complete reply.
static std::pair<Transport, std::string> explain(const HttpOutcome& outcome, const ModelUrl& url,
                                                 const std::string& shown_url,
                                                 const HttpTimes& times) {
  const std::string name = url.text();
  const std::string server = shown_url.empty() ? name : shown_url;
  switch (outcome.kind) {
    case Kind::whole:
    case Kind::enough: return {Transport::whole, ""};
    case Kind::stopped: return {Transport::stopped, "stopped"};
    case Kind::not_sent: return {Transport::not_sent, outcome.why};
    case Kind::refused: return {Transport::refused, "nothing answers at " + name};
    case Kind::unreachable: return {Transport::unreachable, name + " " + outcome.why};
    case Kind::no_tls: return {Transport::no_tls, name + " " + outcome.why};
    case Kind::not_connected:
      return {Transport::unreachable, "no connection to " + name + " within " +
                                          seconds(times.connect_ms) + ": it " + outcome.why};
    case Kind::not_taken:
      return {Transport::no_answer,
              server + " accepts no more of the request for " + seconds(times.write_ms)};
    case Kind::no_answer:
      return {Transport::no_answer,
              "no answer from " + server + " within " + seconds(times.first_byte_ms)};
    case Kind::went_silent:
      return {Transport::went_silent, "the reply stopped for " + seconds(times.idle_ms)};
    case Kind::broken:
      return {Transport::broken, outcome.first_byte_ms > 0 || outcome.status > 0
                                     ? "the connection broke before the reply's end"
                                     : "the connection to " + server + " ended without an answer"};
    case Kind::not_a_reply: return {Transport::no_http, server + " " + outcome.why};
    case Kind::too_large: return {Transport::broken, name + " " + outcome.why};
  }
  return {Transport::broken, ""};
}

// The fields that are the same in every answer.
static void take_outcome(ServerAnswer& answer, const HttpOutcome& outcome, const ModelUrl& url,
                         const std::string& shown_url, const HttpTimes& times, double start_ms) {
  std::tie(answer.transport, answer.why) = explain(outcome, url, shown_url, times);
  if (answer.transport != Transport::not_sent && answer.transport != Transport::stopped)
    answer.did = outcome.why;
  answer.status = outcome.status;
  answer.reconnected = outcome.reconnected;
  answer.first_byte_ms = outcome.first_byte_ms;
  answer.total_ms = steady_time_exact_ms() - start_ms;
}

template <typename Answer>
static Answer not_sent(const Error& error) {
  Answer answer;
  answer.transport = Transport::not_sent;
  answer.why = error.message;
  return answer;
}

ModelClient::ModelClient(LookUpHost look_up) : client_(std::move(look_up)) {}

ModelAnswer ModelClient::ask(const ModelServer& server, const ModelRequest& request,
                             const ModelTap& tap) {
  const double start_ms = steady_time_exact_ms();
  const Result<ModelUrl> url = parse_model_url(server.url);
  if (!url.ok()) return not_sent<ModelAnswer>(url.error());
  Result<OutgoingRequest> made = request_to(server);
  if (!made.ok()) return not_sent<ModelAnswer>(made.error());
  OutgoingRequest& sent = made.value();
  sent.method = "POST";
  sent.target = url.value().path + std::string(server.api->path);
  sent.headers.push_back({"Content-Type", "application/json"});
  sent.body = request.body;

  ModelAnswer answer;
  add_turn(sent, request.franz_turn, answer);
  answer.key_sent = find_header(sent.headers, "Authorization").has_value();
  answer.request_bytes = sent.body.size();
  std::unique_ptr<ReplyReader> reader;
  const auto on_head = [&](const ReplyHead& head) {
    answer.content_type = header(head, "Content-Type");
    answer.from_proxy = header(head, "X-Franz-Proxy") == "1";
    answer.location = header(head, "Location");
    const RetryAfter asked =
        read_retry_after(header(head, "Retry-After"), header(head, "retry-after-ms"),
                         header(head, "Date"), unix_time_ms());
    answer.retry_after_ms = asked.ms;
    answer.retry_after_ignored = asked.ignored;
    // A server may compress its answer although the request asks for none.
    reader = decoding_reader(header(head, "Content-Encoding"),
                             server.api->reader(head.status, answer.content_type));
  };
  const auto on_body = [&](std::string_view piece) {
    if (!equal_ignoring_case(answer.content_type.substr(0, kEventStream.size()), kEventStream))
      answer.body += piece;
    if (!reader->feed(piece)) return Wanted::nothing;
    if (answer.first_text_ms == 0 && reader->has_text())
      answer.first_text_ms = steady_time_exact_ms() - start_ms;
    if (reader->done()) return Wanted::the_end;
    return reader->brought_something() ? Wanted::more : Wanted::more_as_before;
  };
  HttpTimes times;
  // A busy server may accept a request only after it has finished another one.
  times.write_ms = times.first_byte_ms = server.first_byte_ms;
  times.idle_ms = server.idle_ms;
  times.total_ms = server.total_ms;
  HttpTap passes{{}, tap.reply};
  if (tap.request && request.franz_turn)
    passes.request = [&, turn = *request.franz_turn](std::string_view whole) mutable {
      turn.request = answer.request;
      tap.request(turn, whole);
    };
  const HttpOutcome outcome =
      client_.ask(address_of(server, url.value()), sent, times, on_head, on_body, passes);
  take_outcome(answer, outcome, url.value(), server.shown_url, times, start_ms);
  if (reader) {
    using End = ReplyReader::End;
    answer.reply = reader->finish(outcome.kind == Kind::whole       ? End::whole
                                  : outcome.kind == Kind::too_large ? End::too_large
                                                                    : End::broken);
  }
  answer.reply.finish_reason = why_it_ended(*server.api, answer.reply, request.max_tokens);
  if (answer.reply.streamed) answer.body.clear();  // whatever content type its head declared
  // A reply that reports its end is complete, even if its transport then failed.
  if (answer.reply.done || answer.reply.too_large) {
    answer.transport = Transport::whole;
    answer.why.clear();
    answer.did.clear();
  }
  return answer;
}

ModelsAnswer ModelClient::ask_models(const ModelServer& server, int timeout_ms) {
  const Result<ModelUrl> url = parse_model_url(server.url);
  if (!url.ok()) return not_sent<ModelsAnswer>(url.error());
  return get(server, url.value(), url.value().path + "/models", timeout_ms);
}

ModelsAnswer ModelClient::get(const ModelServer& server, const ModelUrl& url,
                              const std::string& path, int timeout_ms,
                              const std::optional<FranzTurn>& franz_turn) {
  const double start_ms = steady_time_exact_ms();
  Result<OutgoingRequest> sent = request_to(server);
  if (!sent.ok()) return not_sent<ModelsAnswer>(sent.error());
  sent.value().target = path;
  HttpTimes times;
  times.connect_ms = times.total_ms = times.first_byte_ms = times.idle_ms = timeout_ms;
  ModelsAnswer answer;
  add_turn(sent.value(), franz_turn, answer);
  const HttpOutcome outcome = client_.ask(
      address_of(server, url), sent.value(), times,
      [&](const ReplyHead& head) { answer.content_type = header(head, "Content-Type"); },
      [&](std::string_view piece) {
        answer.body += piece;
        return answer.body.size() <= kMaxModelList ? Wanted::more : Wanted::nothing;
      });
  take_outcome(answer, outcome, url, server.shown_url, times, start_ms);
  if (outcome.kind == Kind::broken) answer.why = "the connection broke";
  if (outcome.kind == Kind::enough) {
    answer.transport = Transport::broken;
    answer.why = "the list is longer than 4 MiB";
    answer.did = "sent a list of models of more than 4 MiB";
  }
  return answer;
}

Result<std::vector<std::string>> ModelClient::list_models(const ModelServer& server) {
  const ModelsAnswer answer = ask_models(server);
  switch (answer.transport) {
    case Transport::whole: break;
    case Transport::no_answer:
    case Transport::went_silent: return Error{"no answer within " + seconds(kListModelsMs)};
    default: return Error{answer.why};
  }
  if (answer.status >= 300) return Error{"the server answered " + std::to_string(answer.status)};
  return parse_model_list(answer.body);
}

std::optional<long long> ModelClient::ask_context(const ModelServer& server,
                                                  const std::string& model,
                                                  const std::optional<FranzTurn>& franz_turn) {
  const Result<ModelUrl> url = parse_model_url(server.url);
  if (!url.ok()) return std::nullopt;
  // Both are beside /v1, not below it.
  std::string root = url.value().path;
  constexpr std::string_view kVersion = "/v1";
  if (root.ends_with(kVersion)) root.resize(root.size() - kVersion.size());
  const auto in_list = [&](std::string_view body) { return context_length(body, model); };
  const std::pair<std::string, std::function<std::optional<long long>(std::string_view)>> asked[] =
      {{url.value().path + "/models", in_list},
       {root + "/props", context_length_of_props},
       {root + "/api/v0/models", in_list}};
  for (const auto& [path, read] : asked) {
    const ModelsAnswer answer = get(server, url.value(), path, kAskContextMs, franz_turn);
    if (answer.transport != Transport::whole) return std::nullopt;
    if (answer.status != 200) continue;
    if (const std::optional<long long> length = read(answer.body)) return length;
  }
  return std::nullopt;
}

void ModelClient::stop() { client_.stop(); }
void ModelClient::go_on() { client_.go_on(); }
}  // namespace franz
