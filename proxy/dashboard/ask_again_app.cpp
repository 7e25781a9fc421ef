#include "proxy/dashboard/ask_again_app.h"
#include <cmath>
#include <optional>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/os/secret_variables.h"
#include "common/run/record_parts.h"
#include "common/run/run_dir_app.h"
#include "common/run/run_files.h"
#include "common/run/run_log_app.h"
#include "common/run/stored_exchange.h"
#include "common/run/stored_request_app.h"

namespace franz::proxy {
namespace {
struct StoredQuestion {
  const Api* api = nullptr;  // never null
  std::string body;
};
}  // namespace

// Failure: an answer with the reason.
static Result<StoredQuestion, ApiAnswer> read_question(const std::string& run_folder,
                                                       const ApiAsk& asked) {
  const std::string turn = "turn " + std::to_string(asked.turn);
  Result<RunDir> opened = RunDir::open(run_folder);
  if (!opened.ok()) return api_error(404, "the run's folder is gone");
  const RunDir& dir = opened.value();
  const Result<TurnRecord> record = read_turn_record(dir, asked.turn, asked.attempt);
  if (!record.ok()) return api_error(422, turn + ": " + record.error().message);
  if (record.value().finish)
    return api_error(409, "the run finished with " + turn + ": no model was asked");
  if (record.value().called)
    return api_error(409, turn + " is a client's call: no model was asked");
  const auto stored =
      read_request(dir, exchange_file(asked.turn, asked.attempt, "request"), record.value().cuts);
  if (!stored.ok()) {
    const RequestFailure& failure = stored.error();
    return api_error(422, dir.problem_of(failure.file, failure.error));
  }
  StoredExchange exchange = read_exchange(stored.value(), std::nullopt);
  if (exchange.request == nullptr)
    return api_error(422, turn + ": its request cannot be read: " + exchange.request_trouble);
  StoredQuestion question{find_api_at(exchange.request->target), std::move(exchange.body)};
  if (question.api == nullptr) return api_error(422, turn + ": its request is not to a model");
  return question;
}

// Why there is no reply.
static std::string failure_of(const ModelAnswer& answer) {
  if (answer.reply.too_large) return answer.reply.error.text;
  if (answer.reply.kind == ModelReply::Kind::error)
    return "the model server answered " + std::to_string(answer.status) + ": " +
           answer.reply.error.text;
  if (answer.transport != ServerAnswer::Transport::whole) return answer.why;
  return "the reply was cut off before its end";
}

// As the members of a record.
static std::string answer_json(const ModelAnswer& answer, const RequestView& asked,
                               const std::string& body) {
  const RecordedReply reply = recorded_reply(answer.reply, story_token(answer.reply));
  JsonObject json;
  add_response(json, reply);
  json.open("request").text("model", asked.model);
  json.raw("temperature", asked.temperature ? json_number(*asked.temperature) : "null");
  json.raw("max_tokens", asked.max_tokens ? std::to_string(*asked.max_tokens) : "null");
  json.number("bytes", static_cast<long long>(body.size()));
  json.text("sha256", sha256_hex(body)).close();
  json.open("latency_ms").number("first_byte", answer.first_byte_ms);
  json.number("model", answer.total_ms).close();
  return json.finish();
}

AskAgain::AskAgain(ModelServer server, Secrets secrets)
    : server_(std::move(server)), secrets_(std::move(secrets)) {}

ApiAnswer AskAgain::ask(const std::string& run_folder, const ApiAsk& asked) {
  Result<StoredQuestion, ApiAnswer> question = read_question(run_folder, asked);
  if (!question.ok()) return question.error();
  const Api& api = *question.value().api;
  Result<std::string> body = change_request(api, question.value().body, asked.changes);
  if (!body.ok())
    return api_error(422, "turn " + std::to_string(asked.turn) + ": " + body.error().message);
  ModelServer server = server_;
  server.api = &api;
  ModelRequest sent{std::move(body).value()};
  const Result<RequestView> view = api.read(sent.body);
  if (!view.ok())
    return api_error(422, "turn " + std::to_string(asked.turn) + ": " + view.error().message);
  sent.max_tokens = view.value().max_tokens;
  const ModelAnswer answer = asking_.ask(server, sent);
  if (answer.reply.kind != ModelReply::Kind::reply || answer.reply.too_large)
    return api_error(502, secrets_.mask(failure_of(answer)));
  return api_json(secrets_.mask(answer_json(answer, view.value(), sent.body)));
}

ApiAnswer AskAgain::list_models() {
  Result<std::vector<std::string>> models = listing_.list_models(server_);
  if (!models.ok()) models = Error{secrets_.mask(models.error().message)};
  return api_models_answer(server_.url, models);
}

void AskAgain::stop() {
  asking_.stop();
  listing_.stop();
}

std::unique_ptr<AskAgain> ask_again_at(const Upstream& upstream, const Settings& settings) {
  ModelServer server;
  server.url = to_string(upstream);
  server.ca_file = upstream.ca_file;
  server.api_key_env = settings.model.api_key_env;
  server.first_byte_ms = static_cast<int>(std::lround(settings.limits.first_byte_s * 1000));
  server.idle_ms = static_cast<int>(std::lround(settings.limits.idle_s * 1000));
  Secrets secrets;
  add_keys(secrets, settings.model.api_key_env);
  return std::make_unique<AskAgain>(std::move(server), std::move(secrets));
}
}  // namespace franz::proxy
