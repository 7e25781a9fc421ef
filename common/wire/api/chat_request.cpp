#include "common/wire/api/chat_request.h"
#include <algorithm>
#include <utility>
#include "common/base/json.h"
#include "common/base/json_string.h"
#include "common/wire/api/request_reading.h"
#include "common/wire/api/request_writing.h"
#include "common/wire/message_fields.h"

namespace franz {
ChatForm chat_form(const Message& message) {
  if (count_parts(message, Part::Kind::answer) > 0) return {"role, tool_call_id, content", true};
  const bool calls = count_parts(message, Part::Kind::call) > 0;
  // Some servers accept a list of parts only from the user: other roles send one only if necessary.
  const bool plain = message.role != "user" && count_parts(message, Part::Kind::text) <= 1;
  return {calls ? "role, content, tool_calls" : "role, content", plain};
}

static std::string parts_json(const Message& message, const PictureSource& pictures) {
  std::vector<std::string> list;
  for (const Part& part : message.parts) {
    JsonObject json;
    if (part.kind == Part::Kind::text) {
      json.text("type", "text").raw("text", part.token);
    } else if (part.kind == Part::Kind::picture) {
      json.text("type", "image_url").open("image_url");
      json.raw("url", picture_token(pictures(*part.picture))).close();
    } else {
      continue;
    }
    list.push_back(json.finish());
  }
  return json_array(list);
}

static std::string call_json(const Part& call) {
  JsonObject json;
  json.raw("id", call.id).text("type", "function").open("function");
  json.raw("name", call.name).raw("arguments", call.token).close();
  return json.finish();
}

static std::string chat_message(const Message& message, const PictureSource& pictures) {
  JsonObject json;
  json.text("role", message.role);
  const auto answer = std::ranges::find(message.parts, Part::Kind::answer, &Part::kind);
  if (answer != message.parts.end()) json.raw("tool_call_id", answer->id);
  if (chat_form(message).plain_content) {
    const auto text = answer != message.parts.end()
                          ? answer
                          : std::ranges::find(message.parts, Part::Kind::text, &Part::kind);
    json.raw("content", text == message.parts.end() ? "null" : text->token);
  } else {
    json.raw("content", parts_json(message, pictures));
  }
  std::vector<std::string> calls;
  for (const Part& part : message.parts)
    if (part.kind == Part::Kind::call) calls.push_back(call_json(part));
  if (!calls.empty()) json.raw("tool_calls", json_array(calls));
  return json.finish();
}

std::string chat_tools(std::span<const FunctionTool> tools) {
  std::vector<std::string> list;
  for (const FunctionTool& tool : tools) {
    if (!tool.own.empty()) continue;
    JsonObject entry;
    entry.text("type", "function").open("function").text("name", tool.name);
    entry.text("description", tool.description).raw("parameters", tool.parameters).close();
    list.push_back(entry.finish());
  }
  return list.empty() ? "" : json_array(list);
}

ExtraMembers chat_tool_members(std::string_view tools) {
  if (tools.empty()) return {};
  return {{"tools", std::string(tools)}, {"tool_choice", R"("auto")"}};
}

std::string chat_request_body(const RequestParameters& parameters,
                              std::span<const Message> messages, std::string_view tools,
                              const PictureSource& pictures) {
  ExtraMembers members = {{"model", quote_json(parameters.model)},
                          {"temperature", json_number(parameters.temperature)},
                          {"top_p", json_number(parameters.top_p)},
                          {"max_tokens", std::to_string(parameters.max_tokens)}};
  if (parameters.seed) members.emplace_back("seed", std::to_string(*parameters.seed));
  if (parameters.one_call && !tools.empty()) members.push_back(one_call_member());
  members = merged_members(std::move(members), parameters.extra, chat_tool_members(tools));
  members.emplace_back("stream", parameters.stream ? "true" : "false");
  // vLLM rejects the option without streaming.
  if (parameters.stream && parameters.ask_usage)
    members.emplace_back("stream_options", R"({"include_usage":true})");

  std::vector<std::string> list;
  for (const Message& message : messages) list.push_back(chat_message(message, pictures));
  return request_body(members, "messages", list);
}

namespace {
class ChatRequestReader {
 public:
  explicit ChatRequestReader(MessageFields& fields) : fields_(fields), request_(fields) {}

  RequestView take() {
    const std::size_t count = fields_.size("/messages");
    if (count == 0) request_.fault("/messages", kMessages);
    request_.take_parameters();
    request_.view().ask_usage = request_.truth("/stream_options/include_usage");
    for (const char* pointer : {"/max_tokens", "/max_completion_tokens"})
      request_.take_limit(pointer);
    request_.take_tools("/function/name");
    for (std::size_t i = 0; i < count; ++i) message("/messages/" + std::to_string(i));
    return std::move(request_.view());
  }

  static constexpr const char* kMessages = "a list of 1 to 10000 messages";

 private:
  void message(const std::string& at) {
    RequestView::Message& message = request_.view().messages.emplace_back();
    if (fields_.is_text(at + "/role")) message.role = fields_.text(at + "/role");
    const std::string content = at + "/content", calls = at + "/tool_calls";
    SentPart text;
    if (message.role == "tool") {
      text.kind = Part::Kind::answer;
      text.id = fields_.find_token(at + "/tool_call_id").value_or("");
      if (text.id.empty()) request_.fault(at + "/tool_call_id", "a text");
    }
    if (const auto token = fields_.find_token(content)) {
      text.token = *token;
      request_.add(message, text);
    } else if (!fields_.is_null(content) || !fields_.has(calls)) {
      const std::size_t count = fields_.is_list(content) ? fields_.size(content) : 0;
      if (count == 0) request_.fault(content, "a text or a list of parts");
      for (std::size_t i = 0; i < count; ++i)
        part(content + "/" + std::to_string(i), text, message);
    }
    request_.expect(calls, "a list of calls", fields_.is_list(calls));
    if (!fields_.is_list(calls)) return;
    for (std::size_t i = 0; i < fields_.size(calls); ++i)
      call(calls + "/" + std::to_string(i), message);
  }

  // `text`: a template for the texts of this message.
  void part(const std::string& at, SentPart text, RequestView::Message& message) {
    const std::string type = fields_.is_text(at + "/type") ? fields_.text(at + "/type") : "";
    if (type.empty()) request_.fault(at + "/type", "a text");
    if (const auto token = fields_.find_token(at + "/text")) {
      text.token = *token;
      request_.add(message, text);
    } else if (type == "text") {
      request_.fault(at + "/text", "a text");
    }
    if (const auto url = fields_.find_token(at + "/image_url/url")) {
      SentPart picture;
      picture.kind = Part::Kind::picture;
      picture.token = *url;
      request_.add(message, picture);
    } else if (type == "image_url") {
      request_.fault(at + "/image_url/url", "a text");
    }
  }

  void call(const std::string& at, RequestView::Message& message) {
    SentPart call;
    call.kind = Part::Kind::call;
    call.id = fields_.find_token(at + "/id").value_or("");
    call.name = fields_.find_token(at + "/function/name").value_or("");
    call.token = fields_.find_value(at + "/function/arguments").value_or("");
    if (call.id.empty()) request_.fault(at + "/id", "a text");
    if (call.name.empty()) request_.fault(at + "/function/name", "a text");
    request_.add(message, call);
  }

  MessageFields& fields_;
  RequestReading request_;
};
}  // namespace

Result<RequestView> read_chat_request(std::string_view body) {
  Result<MessageFields> parsed = MessageFields::parse(body, MessageFields::Duplicates::last_wins);
  if (!parsed.ok()) return parsed.error();
  MessageFields& fields = parsed.value();
  if (!fields.is_list("/messages") || fields.size("/messages") > RequestReading::kMaxMessages)
    return Error{std::string("/messages: expected ") + ChatRequestReader::kMessages};
  return ChatRequestReader(fields).take();
}
}  // namespace franz
