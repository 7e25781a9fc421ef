#include "executor/mcp/mcp_server.h"
#include <algorithm>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_in_text.h"
#include "common/base/json_string.h"
#include "common/base/utf8.h"
#include "common/wire/message_fields.h"
#include "executor/mcp/tool_facts.h"

namespace franz::mcp {
namespace {
constexpr std::size_t kMaxNameShown = 100;  // bytes of a name that an error repeats
constexpr std::size_t kMaxWaiting = 100;    // calls that are not over

// So that our ids are none of the client's, though nothing demands it.
std::string question_id(int question) { return quote_json("franz-" + std::to_string(question)); }

std::string told(std::string_view text) { return quote_json(cut_text(text, kMaxNameShown)); }

std::optional<std::string> progress_token(const MessageFields& params) {
  const char* const at = "/_meta/progressToken";
  if (!params.is_text(at) && !params.is_number(at)) return std::nullopt;
  return std::string(*params.find_value(at));
}

// A client tells that it has forms by an empty object (2025-06-18) or by "form".
bool can_show_forms(const MessageFields& params) {
  const char* const at = "/capabilities/elicitation";
  return params.is_object(at) &&
         (params.size(at) == 0 || params.is_object(std::string(at) + "/form"));
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
  if (version_ == nullptr || !version_->batches) {
    step.lines.push_back(rpc_error("null", RpcCode::invalid_request,
                                   version_ == nullptr
                                       ? "initialize first, by a message of its own"
                                       : "MCP " + std::string(version_->name) + " has no batches"));
    return step;
  }
  const int batch = ++batched_;
  batches_[batch].open = 1;  // until all are taken
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

void McpServer::request(const RpcMessage& message, int batch, ServerStep& step) {
  using Take = void (McpServer::*)(const RpcMessage&, int, ServerStep&);
  const auto fail = [&](RpcCode code, const std::string& why) {
    answer(rpc_error(message.id, code, why), batch, step);
  };
  const bool ping = message.method == "ping";
  Take method = nullptr;
  if (message.method == "initialize") method = &McpServer::initialize;
  if (message.method == "tools/list") method = &McpServer::list_tools;
  if (message.method == "tools/call") method = &McpServer::call_tool;
  if (method == nullptr && !ping)
    return fail(RpcCode::method_not_found, "there is no method " + told(message.method));
  if (!message.params_fit) return fail(RpcCode::invalid_params, "/params: expected an object");
  if (ping) return answer(rpc_result(message.id, "{}"), batch, step);
  if (version_ == nullptr && method != &McpServer::initialize)
    return fail(RpcCode::invalid_request, "initialize first");
  const bool in_use = std::ranges::any_of(
      pending_, [&](const auto& each) { return each.second.key == message.key; });
  if (in_use)
    return fail(RpcCode::invalid_request, "the id is that of a call that is not over yet");
  (this->*method)(message, batch, step);
}

void McpServer::notified(const RpcMessage& message, ServerStep& step) {
  // "notifications/initialized" and what we do not know: there is nothing to do, and nobody to
  // tell.
  if (message.method == "notifications/cancelled" && message.params_fit) cancel(message, step);
}

void McpServer::initialize(const RpcMessage& message, int batch, ServerStep& step) {
  const auto fail = [&](RpcCode code, const std::string& why) {
    answer(rpc_error(message.id, code, why), batch, step);
  };
  if (version_ != nullptr) return fail(RpcCode::invalid_request, "it is initialized already");
  Result<MessageFields> parsed = MessageFields::parse(message.params);
  if (!parsed.ok()) return fail(RpcCode::invalid_params, parsed.error().message);
  MessageFields& params = parsed.value();
  const std::string wanted = params.text("/protocolVersion");
  if (!params.failure().empty()) return fail(RpcCode::invalid_params, "/params" + params.failure());
  version_ = &version_for(wanted);
  can_ask_ = version_->elicitation && can_show_forms(params);
  JsonObject info;
  info.text("name", "franz");
  if (version_->titles) info.text("title", "FRANZ: one window, safely");
  info.text("version", facts_.version);
  JsonObject result;
  result.text("protocolVersion", version_->name).raw("capabilities", R"({"tools":{}})");
  result.raw("serverInfo", std::move(info).finish()).text("instructions", facts_.instructions);
  answer(rpc_result(message.id, std::move(result).finish()), batch, step);
}

void McpServer::list_tools(const RpcMessage& message, int batch, ServerStep& step) {
  const Result<MessageFields> params = MessageFields::parse(message.params);
  if (!params.ok())
    return answer(rpc_error(message.id, RpcCode::invalid_params, params.error().message), batch,
                  step);
  if (params.value().has("/cursor"))
    return answer(rpc_error(message.id, RpcCode::invalid_params,
                            "/params/cursor: the list has one page, and no cursor was given out"),
                  batch, step);
  JsonObject result;
  result.raw("tools", tool_list(facts_.tools, *version_));
  answer(rpc_result(message.id, std::move(result).finish()), batch, step);
}

void McpServer::call_tool(const RpcMessage& message, int batch, ServerStep& step) {
  const auto fail = [&](const std::string& why) {
    answer(rpc_error(message.id, RpcCode::invalid_params, why), batch, step);
  };
  Result<MessageFields> parsed = MessageFields::parse(message.params);
  if (!parsed.ok()) return fail(parsed.error().message);
  MessageFields& params = parsed.value();
  if (pending_.size() >= kMaxWaiting)
    return answer(rpc_error(message.id, RpcCode::server_busy, "too many calls wait already"), batch,
                  step);
  ToolCall call;
  call.name = params.text("/name");
  if (!params.failure().empty()) return fail("/params" + params.failure());
  if (find_word(tool_words(), call.name, facts_.tools) == nullptr)
    return fail(find_tool_facts(call.name) == nullptr
                    ? "there is no tool " + told(call.name)
                    : "the tool " + call.name +
                          " is switched off: the server was started with "
                          "--read-only");
  call.arguments = std::string(params.find_value("/arguments").value_or("{}"));
  if (!object_in(call.arguments))
    return fail("/params/arguments: expected an object, got " +
                cut_text(params.raw("/arguments"), kMaxNameShown));
  call.number = ++calls_;
  call.id = message.key;
  pending_[call.number] = {message.id, message.key, progress_token(params), batch};
  if (batch > 0) ++batches_[batch].open;
  step.calls.push_back(std::move(call));
}

void McpServer::cancel(const RpcMessage& message, ServerStep& step) {
  const Result<MessageFields> params = MessageFields::parse(message.params);
  if (!params.ok() || !params.value().has("/requestId")) return;
  const std::string key = params.value().raw("/requestId");
  const auto found =
      std::ranges::find_if(pending_, [&](const auto& each) { return each.second.key == key; });
  if (found == pending_.end()) return;  // it is over already
  step.cancelled.push_back(found->first);
  const int batch = found->second.batch;
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
  if (call.batch > 0) --batches_[call.batch].open;
  answer(rpc_result(call.id, result_of(tool_answer)), call.batch, step);
  return step;
}

std::string McpServer::result_of(const ToolAnswer& answer) const {
  std::vector<std::string> content;
  if (!answer.png_base64.empty()) {
    JsonObject image;
    image.text("type", "image").text("data", answer.png_base64).text("mimeType", "image/png");
    content.push_back(std::move(image).finish());
  }
  JsonObject text;
  text.text("type", "text").text("text", answer.json);
  content.push_back(std::move(text).finish());
  JsonObject result;
  result.raw("content", json_array(content));
  if (version_->structured && answer.fits_schema) result.raw("structuredContent", answer.json);
  if (answer.failed) result.boolean("isError", true);
  return std::move(result).finish();
}

ServerStep McpServer::progress(int number, double done, double all, const std::string& message) {
  ServerStep step;
  const auto found = pending_.find(number);
  if (found == pending_.end() || !found->second.progress_token) return step;
  JsonObject params;
  params.raw("progressToken", *found->second.progress_token);
  params.number("progress", done).number("total", all);
  if (version_->progress_message) params.text("message", message);
  step.lines.push_back(rpc_request("", "notifications/progress", std::move(params).finish()));
  return step;
}

ServerStep McpServer::ask(const std::string& message, int& question) {
  ServerStep step;
  question = ++asked_;
  questions_.insert(question);
  JsonObject params;
  params.text("message", message);
  params.raw("requestedSchema", R"({"type":"object","properties":{}})");
  step.lines.push_back(
      rpc_request(question_id(question), "elicitation/create", std::move(params).finish()));
  return step;
}

ServerStep McpServer::withdraw(int question) {
  ServerStep step;
  if (questions_.erase(question) == 0) return step;
  JsonObject params;
  params.raw("requestId", question_id(question)).text("reason", "nobody waits for it any more");
  step.lines.push_back(rpc_request("", "notifications/cancelled", std::move(params).finish()));
  return step;
}

void McpServer::answered(const RpcMessage& message, ServerStep& step) {
  const auto found = std::ranges::find(questions_, message.key, question_id);
  if (found == questions_.end()) return;  // of a question that is over, or of none of ours
  ClientAnswer answer{*found, ClientConsent::declined};
  questions_.erase(found);
  if (message.result) {
    Result<MessageFields> result = MessageFields::parse(*message.result);
    if (result.ok() && result.value().text("/action") == "accept")
      answer.consent = ClientConsent::accepted;
  }
  step.answers.push_back(answer);
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
