#include "executor/mcp/mcp_server.h"
#include <algorithm>
#include <iterator>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_in_text.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/wire/message_fields.h"
#include "executor/mcp/tool_facts.h"

namespace franz::mcp {
namespace {
constexpr std::size_t kMaxNameShown = 100;  // bytes of a name that an error quotes
constexpr std::size_t kMaxWaiting = 100;    // unfinished calls
constexpr const char* kServerCapabilities = R"({"tools":{}})";
// Where a request of a stateless version has the facts that `initialize` agrees on otherwise.
constexpr const char* kVersionAt = "/_meta/io.modelcontextprotocol~1protocolVersion";
constexpr const char* kCapabilitiesAt = "/_meta/io.modelcontextprotocol~1clientCapabilities";
// Our name for the only question that a call's result can contain, and the place of its answer.
constexpr const char* kConsent = "consent";
constexpr const char* kConsentAt = "/inputResponses/consent";
// Milliseconds. A list does not change while the server runs; the next start may have other flags.
constexpr long long kMayBeKept = 5LL * 60 * 1000;

// The prefix makes our ids differ from the client's, though the protocol does not require it.
std::string question_id(int question) { return quote_json("franz-" + std::to_string(question)); }

std::string shown_name(std::string_view text) { return quote_json(cut_text(text, kMaxNameShown)); }

std::optional<std::string> progress_token(const MessageFields& params) {
  const char* const at = "/_meta/progressToken";
  if (!params.is_text(at) && !params.is_number(at)) return std::nullopt;
  return std::string(*params.find_value(at));
}

// A client declares that it supports forms with an empty object (2025-06-18) or with "form".
bool can_show_forms(const MessageFields& params, const std::string& capabilities) {
  const std::string at = capabilities + "/elicitation";
  return params.is_object(at) && (params.size(at) == 0 || params.is_object(at + "/form"));
}

// Newest first.
std::vector<std::string> version_names(bool only_stateless) {
  std::vector<std::string> names;
  for (const ProtocolVersion& each : all_versions())
    if (each.stateless || !only_stateless) names.emplace(names.begin(), each.name);
  return names;
}

// Cache hints of the stateless version. "private": the lists depend on the server's flags.
void add_cache_hints(JsonObject& result) {
  result.number("ttlMs", kMayBeKept).text("cacheScope", "private");
}
}  // namespace

ServerStep McpServer::take(std::string_view line) {
  ServerStep step;
  if (line.find_first_not_of(" \t\r\n") == std::string_view::npos) return step;
  const RpcLine read = read_rpc_line(line);
  if (read.fault) {
    step.lines.push_back(rpc_error("null", RpcCode::parse_error, *read.fault));
    return step;
  }
  if (!read.batch) {
    take_message(read.messages.front(), 0, step);
    return step;
  }
  const ProtocolVersion* const version = initialized_.version;
  if (version == nullptr || !version->batches) {
    step.lines.push_back(rpc_error("null", RpcCode::invalid_request,
                                   version == nullptr
                                       ? "initialize first, by a message of its own"
                                       : "MCP " + std::string(version->name) + " has no batches"));
    return step;
  }
  const int batch = ++batched_;
  batches_[batch].open = 1;  // until all messages are handled
  for (const RpcMessage& message : read.messages) take_message(message, batch, step);
  --batches_[batch].open;
  settle(batch, step);
  return step;
}

void McpServer::take_message(const RpcMessage& message, int batch, ServerStep& step) {
  switch (message.kind) {
    case RpcMessage::Kind::invalid:
      return answer(rpc_error(message.id, RpcCode::invalid_request, message.why), batch, step);
    case RpcMessage::Kind::answer: return answered(message, step);
    case RpcMessage::Kind::notification: return notified(message, step);
    case RpcMessage::Kind::request: return request(message, batch, step);
  }
}

const McpServer::Method McpServer::kMethods[] = {
    {"initialize", &McpServer::initialize, true, false},
    {"ping", &McpServer::ping, true, false},
    {"server/discover", &McpServer::discover, false, true},
    {"subscriptions/listen", &McpServer::listen, false, true},
    {"tools/list", &McpServer::list_tools, true, true},
    {"tools/call", &McpServer::call_tool, true, true},
};

void McpServer::request(const RpcMessage& message, int batch, ServerStep& step) {
  const auto refuse = [&](RpcCode code, const std::string& why) {
    answer(rpc_error(message.id, code, why), batch, step);
  };
  const auto unknown = [&] {
    refuse(RpcCode::method_not_found, "there is no method " + shown_name(message.method));
  };
  const Method* const method = std::ranges::find(kMethods, message.method, &Method::name);
  const bool known = method != std::end(kMethods);
  if (!message.params_fit)
    return known ? refuse(RpcCode::invalid_params, "/params: expected an object") : unknown();
  Result<MessageFields> params = MessageFields::parse(message.params);
  if (!params.ok()) return refuse(RpcCode::invalid_params, params.error().message);
  Request request{message, params.value(), initialized_};
  request.terms.batch = batch;
  const bool initializes = message.method == "initialize";  // regardless of its _meta
  const bool stateless =
      !initializes && (request.params.has(kVersionAt) || request.params.has(kCapabilitiesAt) ||
                       (known && !method->initialized));
  if (stateless && !read_terms(request, step)) return;
  if (!known || !(stateless ? method->stateless : method->initialized)) return unknown();
  if (message.method != "ping") {
    if (request.terms.version == nullptr && !initializes)
      return refuse(RpcCode::invalid_request, "initialize first");
    const bool in_use = std::ranges::any_of(
        pending_, [&](const auto& each) { return each.second.key == message.key; });
    if (in_use)
      return refuse(RpcCode::invalid_request, "the id is that of a call that is not over yet");
  }
  (this->*method->take)(request, step);
}

bool McpServer::read_terms(Request& request, ServerStep& step) {
  const auto refuse = [&](RpcCode code, const std::string& why) {
    fail(request, code, why, step);
    return false;
  };
  MessageFields& params = request.params;
  const std::string wanted = params.text(kVersionAt);
  if (!params.failure().empty())
    return refuse(RpcCode::invalid_params, "/params" + params.failure());
  const ProtocolVersion* const version = find_version(wanted);
  if (version == nullptr || !version->stateless) {
    // A version that needs `initialize` is not offered to a client that named it here.
    JsonObject data;
    data.raw("supported", json_text_array(version_names(version != nullptr)));
    data.text("requested", cut_text(wanted, kMaxNameShown));
    answer(rpc_error(request.message.id, RpcCode::unsupported_version,
                     "Unsupported protocol version", std::move(data).finish()),
           request.terms.batch, step);
    return false;
  }
  if (request.terms.batch > 0)
    return refuse(RpcCode::invalid_request,
                  "MCP " + std::string(version->name) + " has no batches");
  if (!params.is_object(kCapabilitiesAt))
    return refuse(RpcCode::invalid_params,
                  std::string("/params") + kCapabilitiesAt + ": expected an object");
  request.terms.version = version;
  request.terms.can_ask = version->elicitation && can_show_forms(params, kCapabilitiesAt);
  return true;
}

void McpServer::notified(const RpcMessage& message, ServerStep& step) {
  // Nothing to do for "notifications/initialized" and unknown notifications, which get no answer.
  if (message.method == "notifications/cancelled" && message.params_fit) cancel(message, step);
}

std::string McpServer::info(const ProtocolVersion& version) const {
  JsonObject info;
  info.text("name", "franz");
  if (version.titles) info.text("title", "FRANZ: one window, safely");
  info.text("version", facts_.version);
  return std::move(info).finish();
}

std::string McpServer::complete(JsonObject result, const ProtocolVersion& version,
                                std::string_view type) const {
  if (version.stateless) {
    result.text("resultType", type);
    result.open("_meta").raw("io.modelcontextprotocol/serverInfo", info(version)).close();
  }
  return std::move(result).finish();
}

void McpServer::initialize(const Request& request, ServerStep& step) {
  if (initialized_.version != nullptr)
    return fail(request, RpcCode::invalid_request, "it is initialized already", step);
  MessageFields& params = request.params;
  const std::string wanted = params.text("/protocolVersion");
  if (!params.failure().empty())
    return fail(request, RpcCode::invalid_params, "/params" + params.failure(), step);
  const ProtocolVersion& version = version_for(wanted);
  initialized_.version = &version;
  initialized_.can_ask = version.elicitation && can_show_forms(params, "/capabilities");
  JsonObject result;
  result.text("protocolVersion", version.name).raw("capabilities", kServerCapabilities);
  result.raw("serverInfo", info(version)).text("instructions", facts_.instructions);
  succeed(request, std::move(result).finish(), step);
}

void McpServer::discover(const Request& request, ServerStep& step) {
  JsonObject result;
  result.raw("supportedVersions", json_text_array(version_names(false)));
  result.raw("capabilities", kServerCapabilities).text("instructions", facts_.instructions);
  add_cache_hints(result);
  succeed(request, complete(std::move(result), *request.terms.version), step);
}

void McpServer::ping(const Request& request, ServerStep& step) { succeed(request, "{}", step); }

// Our lists do not change while we run, so the stream is opened but nothing is sent on it. It has
// no answer: it ends when the client cancels it or disconnects.
void McpServer::listen(const Request& request, ServerStep& step) {
  if (!request.params.is_object("/notifications"))
    return fail(request, RpcCode::invalid_params, "/params/notifications: expected an object",
                step);
  JsonObject opened;
  opened.open("_meta").raw("io.modelcontextprotocol/subscriptionId", request.message.id).close();
  opened.raw("notifications", "{}");  // the requested ones that we support
  step.lines.push_back(
      rpc_request("", "notifications/subscriptions/acknowledged", std::move(opened).finish()));
}

void McpServer::list_tools(const Request& request, ServerStep& step) {
  if (request.params.has("/cursor"))
    return fail(request, RpcCode::invalid_params,
                "/params/cursor: the list has one page, and no cursor was given out", step);
  const ProtocolVersion& version = *request.terms.version;
  JsonObject result;
  result.raw("tools", tool_list(facts_.tools, version));
  if (version.stateless) add_cache_hints(result);
  succeed(request, complete(std::move(result), version), step);
}

void McpServer::call_tool(const Request& request, ServerStep& step) {
  const auto refuse = [&](const std::string& why) {
    fail(request, RpcCode::invalid_params, why, step);
  };
  const auto& [message, params, terms] = request;
  const bool repeated = terms.version->stateless && params.has("/requestState");
  if (!repeated && pending_.size() >= kMaxWaiting)
    return fail(request, RpcCode::server_busy, "too many calls wait already", step);
  ToolCall call;
  call.name = params.text("/name");
  if (!params.failure().empty()) return refuse("/params" + params.failure());
  if (find_word(tool_words(), call.name, facts_.tools) == nullptr)
    return refuse(find_tool_facts(call.name) == nullptr
                      ? "there is no tool " + shown_name(call.name)
                      : "the tool " + call.name +
                            " is switched off: the server was started with "
                            "--read-only");
  call.arguments = std::string(params.find_value("/arguments").value_or("{}"));
  if (!object_in(call.arguments))
    return refuse("/params/arguments: expected an object, got " +
                  cut_text(params.raw("/arguments"), kMaxNameShown));
  if (repeated) return repeat_call(request, call, step);
  call.number = ++calls_;
  call.id = message.key;
  Pending& pending = pending_[call.number];
  pending = {message.id, message.key, progress_token(params), terms, call.name, {}, 0, {}};
  if (terms.can_ask && terms.version->stateless) pending.arguments = params.raw("/arguments");
  if (terms.batch > 0) ++batches_[terms.batch].open;
  step.calls.push_back(std::move(call));
}

// The client sends the request again that a question ended, with the answer. The state contains
// only the question's number: a forged one can only answer a question that this client was asked
// anyway.
void McpServer::repeat_call(const Request& request, const ToolCall& call, ServerStep& step) {
  const auto refuse = [&](std::string_view why) {
    fail(request, RpcCode::invalid_params, why, step);
  };
  const auto& [message, params, terms] = request;
  const std::string state = quote_json(params.text("/requestState"));
  const auto found = std::ranges::find_if(pending_, [&](const auto& each) {
    return each.second.question > 0 && question_id(each.second.question) == state;
  });
  if (found == pending_.end())
    return refuse(
        "/params/requestState: no question waits for this answer; call the tool again without it");
  Pending& pending = found->second;
  // Consent is valid only for the call that the person was shown.
  if (pending.name != call.name || pending.arguments != params.raw("/arguments"))
    return refuse("/params: another call than the one that the question was about");
  if (!params.is_object(kConsentAt)) return succeed(request, pending.asked, step);
  const bool accepted = params.text(std::string(kConsentAt) + "/action") == "accept";
  step.answers.push_back(
      {pending.question, accepted ? ClientConsent::accepted : ClientConsent::declined});
  pending.id = message.id;
  pending.key = message.key;
  pending.progress_token = progress_token(params);
  pending.question = 0;
  pending.asked.clear();
}

void McpServer::cancel(const RpcMessage& message, ServerStep& step) {
  const Result<MessageFields> params = MessageFields::parse(message.params);
  if (!params.ok() || !params.value().has("/requestId")) return;
  const std::string key = params.value().raw("/requestId");
  const auto found =
      std::ranges::find_if(pending_, [&](const auto& each) { return each.second.key == key; });
  if (found == pending_.end()) return;  // finished already
  step.cancelled.push_back(found->first);
  const int batch = found->second.terms.batch;
  pending_.erase(found);
  if (batch == 0) return;
  --batches_[batch].open;
  settle(batch, step);
}

ServerStep McpServer::over(int number, const ToolAnswer& tool_answer) {
  ServerStep step;
  const auto found = pending_.find(number);
  if (found == pending_.end()) return step;
  const Pending call = std::move(found->second);
  pending_.erase(found);
  if (call.id.empty()) return step;  // its question was withdrawn
  const auto& [version, can_ask, batch] = call.terms;
  if (batch > 0) --batches_[batch].open;
  answer(rpc_result(call.id, result_of(tool_answer, *version)), batch, step);
  return step;
}

std::string McpServer::result_of(const ToolAnswer& answer, const ProtocolVersion& version) const {
  std::vector<std::string> content;
  if (!answer.picture_base64.empty()) {
    JsonObject image;
    image.text("type", "image").text("data", answer.picture_base64);
    image.text("mimeType", answer.picture_is_jpeg ? "image/jpeg" : "image/png");
    content.push_back(std::move(image).finish());
  }
  JsonObject text;
  text.text("type", "text").text("text", answer.json);
  content.push_back(std::move(text).finish());
  JsonObject result;
  result.raw("content", json_array(content));
  if (version.structured && answer.fits_schema) result.raw("structuredContent", answer.json);
  if (answer.failed) result.boolean("isError", true);
  return complete(std::move(result), version);
}

ServerStep McpServer::progress(int number, double done, std::optional<double> all,
                               const std::string& message) {
  ServerStep step;
  const auto found = pending_.find(number);
  if (found == pending_.end() || !found->second.progress_token) return step;
  // A call that waited for the screen begins to count again; the protocol wants increasing values.
  double& reported = found->second.progress;
  if (done <= reported) return step;
  reported = done;
  JsonObject params;
  params.raw("progressToken", *found->second.progress_token);
  params.number("progress", done);
  if (all) params.number("total", *all);
  if (found->second.terms.version->progress_message) params.text("message", message);
  step.lines.push_back(rpc_request("", "notifications/progress", std::move(params).finish()));
  return step;
}

bool McpServer::can_ask(int number) const {
  const auto found = pending_.find(number);
  return found != pending_.end() && found->second.terms.can_ask && !found->second.id.empty();
}

ServerStep McpServer::ask(int number, const std::string& message, int& question) {
  ServerStep step;
  question = ++asked_;
  JsonObject params;
  params.text("message", message);
  params.raw("requestedSchema", R"({"type":"object","properties":{}})");
  const std::string_view method = "elicitation/create";
  Pending& call = pending_.at(number);
  const ProtocolVersion& version = *call.terms.version;
  if (!version.stateless) {
    questions_.insert(question);
    step.lines.push_back(rpc_request(question_id(question), method, std::move(params).finish()));
    return step;
  }
  JsonObject result;
  result.open("inputRequests").open(kConsent).text("method", method);
  result.raw("params", std::move(params).finish()).close().close();
  result.raw("requestState", question_id(question));
  call.asked = complete(std::move(result), version, "input_required");
  call.question = question;
  step.lines.push_back(rpc_result(call.id, call.asked));
  call.id.clear();
  call.key.clear();
  call.progress_token.reset();
  return step;
}

ServerStep McpServer::withdraw(int question) {
  ServerStep step;
  const auto repeats = std::ranges::find_if(
      pending_, [&](const auto& each) { return each.second.question == question; });
  if (repeats != pending_.end()) {
    repeats->second.question = 0;
    return step;
  }
  if (questions_.erase(question) == 0) return step;
  JsonObject params;
  params.raw("requestId", question_id(question)).text("reason", "nobody waits for it any more");
  step.lines.push_back(rpc_request("", "notifications/cancelled", std::move(params).finish()));
  return step;
}

void McpServer::answered(const RpcMessage& message, ServerStep& step) {
  const auto found = std::ranges::find(questions_, message.key, question_id);
  if (found == questions_.end()) return;  // the question is closed, or not ours
  ClientAnswer answer{*found, ClientConsent::declined};
  questions_.erase(found);
  if (message.result) {
    Result<MessageFields> result = MessageFields::parse(*message.result);
    if (result.ok() && result.value().text("/action") == "accept")
      answer.consent = ClientConsent::accepted;
  }
  step.answers.push_back(answer);
}

void McpServer::succeed(const Request& request, std::string_view result, ServerStep& step) {
  answer(rpc_result(request.message.id, result), request.terms.batch, step);
}

void McpServer::fail(const Request& request, RpcCode code, std::string_view why, ServerStep& step) {
  answer(rpc_error(request.message.id, code, why), request.terms.batch, step);
}

void McpServer::answer(std::string line, int batch, ServerStep& step) {
  if (batch == 0) {
    step.lines.push_back(std::move(line));
    return;
  }
  batches_[batch].answers.push_back(std::move(line));
  settle(batch, step);
}

void McpServer::settle(int batch, ServerStep& step) {
  const auto found = batches_.find(batch);
  if (found == batches_.end() || found->second.open > 0) return;
  if (!found->second.answers.empty()) step.lines.push_back(json_array(found->second.answers));
  batches_.erase(found);
}
}  // namespace franz::mcp
