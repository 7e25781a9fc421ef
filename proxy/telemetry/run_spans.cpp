#include "proxy/telemetry/run_spans.h"
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/base/sha256.h"
#include "common/tools/call_json.h"
#include "common/wire/executor_messages.h"
#include "proxy/relay/upstream.h"

namespace franz::proxy {
static constexpr std::int64_t kNsPerMs = 1'000'000;

static std::string id_of(const std::string& run, const std::string& of, std::size_t digits) {
  return sha256_hex("franz.otlp.v1/" + run + "/" + of).substr(0, digits);
}

// A record is untrusted: within these limits a time and a duration together fit 64 bits.
static constexpr long long kLastMs = 8'000'000'000'000;  // in the year 2223
static constexpr double kLongestMs = 1e12;

static std::int64_t ns_of(const std::string& time) {
  return std::clamp(read_utc_text(time).value_or(0), 0LL, kLastMs) * kNsPerMs;
}

static std::int64_t ns_of_ms(double ms) {
  return std::llround(std::clamp(ms, 0.0, kLongestMs) * static_cast<double>(kNsPerMs));
}

// gen_ai.provider.name is the product as far as the client can tell. A server that speaks OpenAI's
// API and is not known by its host counts as "openai".
static std::string provider_at(const std::string& host) {
  static constexpr std::pair<std::string_view, const char*> kHosts[] = {
      {"api.anthropic.com", "anthropic"},
      {".openai.azure.com", "azure.ai.openai"},
      {"generativelanguage.googleapis.com", "gcp.gemini"},
      {"api.mistral.ai", "mistral_ai"},
      {"api.groq.com", "groq"},
      {"api.deepseek.com", "deepseek"},
      {"api.x.ai", "x_ai"}};
  for (const auto& [end, name] : kHosts)
    if (host.ends_with(end)) return name;
  return "openai";
}

static std::string text_of_token(const std::string& token) {
  return token == "null" ? std::string() : decode_json_string(token);
}

static std::string text_part(const char* type, const std::string& content) {
  return JsonObject().text("type", type).text("content", content).finish();
}

// The message attributes of the conventions, as JSON texts, which the conventions permit on spans.
static std::string message_json(const char* role, const std::vector<std::string>& parts) {
  return JsonObject().text("role", role).raw("parts", json_array(parts)).finish();
}

static std::string output_message(const RecordedReply& reply) {
  std::vector<std::string> parts;
  const std::string reasoning = text_of_token(reply.reasoning);
  const std::string text = text_of_token(reply.text.str());
  if (!reasoning.empty()) parts.push_back(text_part("reasoning", reasoning));
  if (!text.empty()) parts.push_back(text_part("text", text));
  for (const ReplyCall& call : reply.calls) {
    JsonObject part;
    part.text("type", "tool_call").text("id", text_of_token(call.id));
    part.text("name", text_of_token(call.name));
    call.arguments.starts_with('"') ? part.text("arguments", decode_json_string(call.arguments))
                                    : part.raw("arguments", call.arguments);
    parts.push_back(part.finish());
  }
  JsonObject object;
  object.text("role", "assistant").raw("parts", json_array(parts));
  return object.text("finish_reason", reply.finish_reason.value_or("")).finish();
}

RunSpans::RunSpans(const RunFacts& run, const std::string& objective, bool content)
    : run_(run.run),
      name_(run.name),
      profile_(run.profile),
      version_(run.version),
      objective_(objective),
      content_(content) {
  if (!run.started.empty()) begin_at(run.started);
  if (const Result<Upstream> server = parse_upstream(run.addresses.upstream); server.ok()) {
    host_ = server.value().address.host;
    port_ = server.value().address.port;
  }
  provider_ = provider_at(host_);
}

void RunSpans::begin_at(const std::string& time) {
  const std::int64_t began_ns = ns_of(time);
  start_ns_ = std::min(start_ns_.value_or(began_ns), began_ns);
  end_ns_ = std::max(end_ns_, began_ns);
}

// `of`: what the span's id is derived from.
OtlpSpan RunSpans::make_span(const std::string& of, const std::string& operation) const {
  OtlpSpan span;
  span.trace = id_of(run_, "", 32);
  span.id = id_of(run_, of, 16);
  if (of != "agent") span.parent = id_of(run_, "agent", 16);
  span.attributes = {{"gen_ai.operation.name", operation},
                     {"gen_ai.conversation.id", run_},
                     {"gen_ai.agent.name", profile_}};
  return span;
}

static void add_server(OtlpAttributes& to, const std::string& provider, const std::string& host,
                       std::int64_t port) {
  to.push_back({"gen_ai.provider.name", provider});
  if (host.empty()) return;
  to.push_back({"server.address", host});
  to.push_back({"server.port", port});
}

static void add_turn(OtlpAttributes& to, int turn, int attempt) {
  to.push_back({"franz.turn", std::int64_t{turn}});
  to.push_back({"franz.attempt", std::int64_t{attempt}});
}

static void add_request_facts(OtlpAttributes& to, const TurnRecord& record) {
  if (!record.model.empty()) to.push_back({"gen_ai.request.model", record.model});
  if (record.temperature) to.push_back({"gen_ai.request.temperature", *record.temperature});
  if (record.top_p) to.push_back({"gen_ai.request.top_p", *record.top_p});
  if (record.max_tokens)
    to.push_back({"gen_ai.request.max_tokens", std::int64_t{*record.max_tokens}});
}

static void add_reply_facts(OtlpAttributes& to, const RecordedReply& reply) {
  if (reply.finish_reason)
    to.push_back({"gen_ai.response.finish_reasons", std::vector{*reply.finish_reason}});
  if (!reply.usage) return;
  to.push_back({"gen_ai.usage.input_tokens", std::int64_t{reply.usage->prompt_tokens}});
  to.push_back({"gen_ai.usage.output_tokens", std::int64_t{reply.usage->completion_tokens}});
  if (reply.usage->cached_tokens)
    to.push_back(
        {"gen_ai.usage.cache_read.input_tokens", std::int64_t{*reply.usage->cached_tokens}});
}

// error.type of an attempt without a usable reply.
static std::string error_of(const TurnRecord& record) {
  if (record.status == 0) return "no_response";
  return record.status >= 400 ? std::to_string(record.status) : "unusable_response";
}

static void add_exchange_facts(OtlpAttributes& to, const ExchangeFacts& exchange,
                               const TurnRecord& record) {
  to.push_back({"gen_ai.request.stream", exchange.stream});
  if (!exchange.response_model.empty())
    to.push_back({"gen_ai.response.model", exchange.response_model});
  if (exchange.stream && record.first_byte_ms)
    to.push_back({"gen_ai.response.time_to_first_chunk",
                  static_cast<double>(ns_of_ms(*record.first_byte_ms) / 1000) / 1e6});
}

// The texts of an attempt.
static void add_content(OtlpAttributes& to, const std::optional<ExchangeFacts>& exchange,
                        const TurnRecord& record) {
  if (exchange && !exchange->input_messages.empty())
    to.push_back({"gen_ai.input.messages", exchange->input_messages});
  if (record.response)
    to.push_back({"gen_ai.output.messages", "[" + output_message(*record.response) + "]"});
}

OtlpSpan RunSpans::chat(const TurnRecord& record, const std::optional<ExchangeFacts>& exchange,
                        std::int64_t asked_ns) const {
  const std::string turn = std::to_string(record.turn) + "/" + std::to_string(record.attempt);
  OtlpSpan span = make_span("chat/" + turn, "chat");
  span.name = record.model.empty() ? "chat" : "chat " + record.model;
  span.kind = OtlpSpan::Kind::client;
  span.start_ns = asked_ns;
  span.end_ns = asked_ns + ns_of_ms(record.model_ms.value_or(0));
  add_server(span.attributes, provider_, host_, port_);
  add_turn(span.attributes, record.turn, record.attempt);
  add_request_facts(span.attributes, record);
  span.failed = !record.response;
  if (span.failed) span.attributes.push_back({"error.type", error_of(record)});
  if (record.response) add_reply_facts(span.attributes, *record.response);
  if (exchange) add_exchange_facts(span.attributes, *exchange, record);
  if (content_) add_content(span.attributes, exchange, record);
  return span;
}

static std::optional<OtlpEvent> verdict_event(const OtlpSpan& chat, const TurnRecord& record) {
  if (record.verdict == Verdict::not_applicable) return std::nullopt;
  OtlpEvent event{chat.trace, chat.id, "gen_ai.evaluation.result", chat.end_ns};
  event.attributes = {{"gen_ai.evaluation.name", "franz.memory"},
                      {"gen_ai.evaluation.score.label", std::string(verdict_name(record.verdict))}};
  const bool violated = record.verdict == Verdict::violation;
  if (violated) event.severity = OtlpEvent::Severity::error;
  if (violated || record.verdict == Verdict::ok || record.verdict == Verdict::first)
    event.attributes.push_back({"gen_ai.evaluation.score.value", violated ? 0.0 : 1.0});
  add_turn(event.attributes, record.turn, record.attempt);
  return event;
}

static bool is_failure(Outcome outcome) {
  return outcome == Outcome::refused || outcome == Outcome::partial || outcome == Outcome::unknown;
}

// The executor reports no time for each action: all of a turn share the time of the turn's acting.
void RunSpans::add_actions(const TurnRecord& record, std::int64_t asked_ns, OtlpBatch& to) {
  const Result<ExecutorReply> acted = recorded_executor_reply(record.executor_out);
  if (!acted.ok() || record.turn <= acted_) return;
  acted_ = record.turn;
  const std::int64_t took_ns = ns_of_ms(record.executor_ms.value_or(0));
  // A client's call is recorded with the time at which it came, a turn with that of its request.
  const std::int64_t before_ns = record.called ? 0
                                 : record.turn_ms && record.model_ms
                                     ? ns_of_ms(*record.turn_ms - *record.model_ms)
                                     : took_ns;
  const std::int64_t start_ns = std::max<std::int64_t>(0, asked_ns - before_ns);
  const int reply_turn = record.called ? record.turn : record.turn - 1;
  std::size_t number = 0;
  for (const ActionItem& item : acted.value().items) {
    ++number;
    const std::string tool = item.call ? tool_name(*item.call) : "";
    if (tool.empty() || item.outcome == Outcome::not_run) continue;
    OtlpSpan span = make_span("tool/" + std::to_string(record.turn) + "/" + std::to_string(number),
                              "execute_tool");
    span.name = "execute_tool " + tool;
    span.start_ns = start_ns;
    span.end_ns = start_ns + took_ns;
    span.failed = is_failure(item.outcome);
    OtlpAttributes& attributes = span.attributes;
    attributes.push_back({"gen_ai.tool.name", tool});
    attributes.push_back({"gen_ai.tool.type", "function"});
    if (item.id && !item.id->empty()) attributes.push_back({"gen_ai.tool.call.id", *item.id});
    attributes.push_back({"franz.turn", std::int64_t{reply_turn}});
    attributes.push_back({"franz.outcome", std::string(outcome_name(item.outcome))});
    if (span.failed) attributes.push_back({"error.type", std::string(outcome_name(item.outcome))});
    if (content_) {
      attributes.push_back({"gen_ai.tool.call.arguments", arguments_json(*item.call)});
      if (!item.why.empty()) attributes.push_back({"gen_ai.tool.call.result", item.why});
    }
    to.spans.push_back(std::move(span));
  }
}

void RunSpans::keep_times(const OtlpBatch& batch) {
  for (const OtlpSpan& span : batch.spans) {
    start_ns_ = std::min(start_ns_.value_or(span.start_ns), span.start_ns);
    end_ns_ = std::max(end_ns_, span.end_ns);
  }
}

OtlpBatch RunSpans::attempt(const TurnRecord& record,
                            const std::optional<ExchangeFacts>& exchange) {
  OtlpBatch made;
  const std::int64_t asked_ns = ns_of(record.time);
  add_actions(record, asked_ns, made);
  const bool asked = !record.called && !record.finish;
  if (asked) {
    if (model_.empty()) model_ = record.model;
    made.spans.push_back(chat(record, exchange, asked_ns));
    if (auto event = verdict_event(made.spans.back(), record))
      made.events.push_back(std::move(*event));
  }
  keep_times(made);
  return made;
}

OtlpBatch RunSpans::end(const std::optional<Finish>& finish,
                        const std::optional<TrialScore>& score) const {
  OtlpSpan root = make_span("agent", "invoke_agent");
  root.name = "invoke_agent " + profile_;
  root.start_ns = start_ns_.value_or(end_ns_);
  root.end_ns = end_ns_;
  add_server(root.attributes, provider_, host_, port_);
  root.attributes.push_back({"gen_ai.agent.version", version_});
  if (!model_.empty()) root.attributes.push_back({"gen_ai.request.model", model_});
  root.attributes.push_back({"franz.run.name", name_});
  if (finish) {
    const std::string reason(finish_reason_name(finish->reason));
    root.attributes.push_back({"franz.finish_reason", reason});
    root.failed = exit_code(finish->reason) != 0;
    if (root.failed) root.attributes.push_back({"error.type", reason});
  }
  if (content_ && !objective_.empty())
    root.attributes.push_back({"gen_ai.input.messages",
                               "[" + message_json("user", {text_part("text", objective_)}) + "]"});
  OtlpBatch made;
  if (score) {
    OtlpEvent event{root.trace, root.id, "gen_ai.evaluation.result", end_ns_};
    event.attributes = {{"gen_ai.evaluation.name", "franz.task"},
                        {"gen_ai.evaluation.score.value", score->partial},
                        {"gen_ai.evaluation.score.label", score->success ? "pass" : "fail"},
                        {"franz.task", score->task}};
    made.events.push_back(std::move(event));
  }
  made.spans.push_back(std::move(root));
  return made;
}
}  // namespace franz::proxy
