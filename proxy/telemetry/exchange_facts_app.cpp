#include "proxy/telemetry/exchange_facts_app.h"
#include <string>
#include "common/run/run_files.h"
#include "common/run/stored_exchange.h"
#include "common/run/stored_request_app.h"
#include "common/wire/api/apis.h"
#include "proxy/telemetry/prompt.h"

namespace franz::proxy {
Result<std::optional<ExchangeFacts>> read_exchange_facts(const RunDir& run,
                                                         const TurnRecord& record, bool content) {
  if (record.called || record.finish) return std::optional<ExchangeFacts>();
  const auto sent =
      read_request(run, exchange_file(record.turn, record.attempt, "request"), record.cuts);
  if (!sent.ok() && sent.error().error.code == ErrorCode::missing && is_request_unread(record))
    return std::optional<ExchangeFacts>();
  if (!sent.ok()) return Error{run.problem_of(sent.error().file, sent.error().error)};
  const std::string answer_file = exchange_file(record.turn, record.attempt, "response");
  const Result<std::string> answer = run.read(answer_file);
  if (!answer.ok() && answer.error().code != ErrorCode::missing)
    return Error{run.problem_of(answer_file, answer.error())};
  const StoredExchange exchange =
      read_exchange(sent.value(), answer.ok() ? std::optional(answer.value()) : std::nullopt);
  const Api* const api = exchange.request ? find_api_at(exchange.request->target) : nullptr;
  if (api == nullptr) return std::optional<ExchangeFacts>();
  ExchangeFacts facts;
  if (const Result<RequestView> view = api->read(exchange.body); view.ok()) {
    facts.stream = view.value().stream;
    if (content) facts.input_messages = input_messages_json(view.value());
  }
  if (exchange.reply && exchange.reply->reply) facts.response_model = exchange.reply->reply->model;
  return std::optional(std::move(facts));
}
}  // namespace franz::proxy
