#include "common/wire/api/chat_request.h"
#include <algorithm>
#include <cmath>
#include "common/base/data_uri.h"
#include "common/base/json_string.h"
#include "common/base/json_values.h"
#include "common/wire/json_fields.h"
#include "common/wire/raw_json.h"

namespace franz {
static constexpr std::size_t kMaxMessages = 10000;

// The picture's data URI as a token. Base64 needs no escapes; anything else is quoted, so that a
// wrong picture can never break the request around it.
static std::string picture_token(std::string_view base64) {
  const bool plain = std::ranges::all_of(
      base64, [](char c) { return c > ' ' && c != '"' && c != '\\' && c != '\x7F'; });
  if (!plain) return quote_json(std::string(kPngUri) + std::string(base64));
  std::string token;
  token.reserve(base64.size() + kPngUri.size() + 2);
  token += '"';
  token += kPngUri;
  token += base64;
  token += '"';
  return token;
}

ChatForm chat_form(const Message& message) {
  if (count_parts(message, Part::Kind::answer) > 0) return {"role, tool_call_id, content", true};
  const bool calls = count_parts(message, Part::Kind::call) > 0;
  // Servers take a list of parts from the user only.
  return {calls ? "role, content, tool_calls" : "role, content", message.role != "user"};
}

static void append_parts(std::string& body, const Message& message, const PictureSource& pictures) {
  body += '[';
  for (const Part& part : message.parts) {
    if (part.kind != Part::Kind::text && part.kind != Part::Kind::picture) continue;
    if (body.back() != '[') body += ',';
    if (part.kind == Part::Kind::text) {
      body += R"({"type":"text","text":)";
      body += part.token;
      body += '}';
    } else {
      body += R"({"type":"image_url","image_url":{"url":)";
      body += picture_token(pictures(*part.picture));
      body += "}}";
    }
  }
  body += ']';
}

static void append_calls(std::string& body, const Message& message) {
  body += R"(,"tool_calls":[)";
  for (const Part& part : message.parts) {
    if (part.kind != Part::Kind::call) continue;
    if (body.back() != '[') body += ',';
    body += R"({"id":)" + part.id + R"(,"type":"function","function":{"name":)" + part.name +
            R"(,"arguments":)" + part.token + "}}";
  }
  body += ']';
}

static void append_message(std::string& body, const Message& message,
                           const PictureSource& pictures) {
  body += R"({"role":)" + quote_json(message.role);
  const auto answer = std::ranges::find(message.parts, Part::Kind::answer, &Part::kind);
  if (answer != message.parts.end()) body += R"(,"tool_call_id":)" + answer->id;
  body += R"(,"content":)";
  if (chat_form(message).plain_content) {
    const auto text = answer != message.parts.end()
                          ? answer
                          : std::ranges::find(message.parts, Part::Kind::text, &Part::kind);
    body += text == message.parts.end() ? "null" : text->token;
  } else {
    append_parts(body, message, pictures);
  }
  if (count_parts(message, Part::Kind::call) > 0) append_calls(body, message);
  body += '}';
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
  for (const auto& [key, json] : parameters.extra) {
    const auto same = std::ranges::find(members, key, &ExtraMembers::value_type::first);
    if (same == members.end()) {
      members.emplace_back(key, json);
    } else {
      same->second = json;
    }
  }
  std::erase_if(members, [](const auto& member) { return member.second == "null"; });
  for (auto& [key, json] : chat_tool_members(tools)) {
    const auto same = std::ranges::find(members, key, &ExtraMembers::value_type::first);
    if (same == members.end()) {
      members.emplace_back(key, std::move(json));
    } else if (key == "tools") {
      same->second = std::move(json);
    }
  }
  members.emplace_back("stream", parameters.stream ? "true" : "false");
  // vLLM refuses the option without streaming.
  if (parameters.stream && parameters.ask_usage)
    members.emplace_back("stream_options", R"({"include_usage":true})");

  std::size_t size = 1024;
  for (const auto& [key, json] : members) size += key.size() + json.size() + 4;
  for (const Message& message : messages)
    for (const Part& part : message.parts)
      size += part.token.size() + (part.picture ? pictures(*part.picture).size() : 0) + 200;
  std::string body = "{";
  body.reserve(size);
  for (const auto& [key, json] : members) body += quote_json(key) + ":" + json + ",";
  body += R"("messages":[)";
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (i > 0) body += ',';
    append_message(body, messages[i], pictures);
  }
  return body + "]}";
}

static bool is_number_of_tokens(JsonFields& fields, const std::string& pointer) {
  if (!fields.is_number(pointer)) return false;
  const double number = fields.number(pointer, -1e300, 1e300);
  return number == std::floor(number) && std::abs(number) < 1e15;
}

namespace {
// Reads what can be read, and keeps the first fault.
class Reading {
 public:
  explicit Reading(JsonFields& fields) : fields_(fields) {}

  RequestView take() {
    view_.duplicates = fields_.duplicates();
    const std::size_t count = fields_.size("/messages");
    if (count == 0) fault("/messages", kMessages);
    if (fields_.is_text("/model")) view_.model = fields_.text("/model");
    expect("/model", "a text", fields_.is_text("/model"));
    view_.temperature = number("/temperature");
    view_.top_p = number("/top_p");
    view_.stream = truth("/stream");
    view_.ask_usage = truth("/stream_options/include_usage");
    for (const char* pointer : {"/max_tokens", "/max_completion_tokens"}) {
      const auto limit = number(pointer);
      if (limit && !view_.max_tokens && std::abs(*limit) < 1e15)
        view_.max_tokens = static_cast<long long>(*limit);
      expect(pointer, "a whole number", is_number_of_tokens(fields_, pointer));
      // -1: no limit, as llama-server has it.
      if (limit && *limit != -1) expect(pointer, "1 or more", *limit >= 1);
    }
    view_.tools = fields_.find_value("/tools").value_or("");
    for (std::size_t i = 0; i < count; ++i) message("/messages/" + std::to_string(i));
    return std::move(view_);
  }

  static constexpr const char* kMessages = "a list of 1 to 10000 messages";

 private:
  void fault(const std::string& pointer, const char* expected) {
    if (view_.fault.empty()) view_.fault = pointer + ": expected " + expected;
  }

  // Of a member that may be missing.
  void expect(const std::string& pointer, const char* expected, bool holds) {
    if (!holds && fields_.has(pointer)) fault(pointer, expected);
  }

  std::optional<double> number(const std::string& pointer) {
    if (!fields_.is_number(pointer)) return std::nullopt;
    return fields_.number(pointer, -1e300, 1e300);
  }

  bool truth(const std::string& pointer) {
    const std::string raw = fields_.raw(pointer);
    expect(pointer, "true or false", raw == "true" || raw == "false");
    return raw == "true";
  }

  void add(RequestView::Message& message, const SentPart& part) {
    if (kept_ < RequestView::kMaxParts) {
      message.parts.push_back(part);
      ++kept_;
    } else {
      ++view_.parts_left_out;
    }
  }

  void message(const std::string& at) {
    RequestView::Message& message = view_.messages.emplace_back();
    if (fields_.is_text(at + "/role")) message.role = fields_.text(at + "/role");
    const std::string content = at + "/content", calls = at + "/tool_calls";
    SentPart text;
    if (message.role == "tool") {
      text.kind = Part::Kind::answer;
      text.id = fields_.find_token(at + "/tool_call_id").value_or("");
      if (text.id.empty()) fault(at + "/tool_call_id", "a text");
    }
    if (const auto token = fields_.find_token(content)) {
      text.token = *token;
      add(message, text);
    } else if (!fields_.is_null(content) || !fields_.has(calls)) {
      const std::size_t count = fields_.is_list(content) ? fields_.size(content) : 0;
      if (count == 0) fault(content, "a text or a list of parts");
      for (std::size_t i = 0; i < count; ++i)
        part(content + "/" + std::to_string(i), text, message);
    }
    expect(calls, "a list of calls", fields_.is_list(calls));
    if (!fields_.is_list(calls)) return;
    for (std::size_t i = 0; i < fields_.size(calls); ++i)
      call(calls + "/" + std::to_string(i), message);
  }

  // `text`: what a text of this message is.
  void part(const std::string& at, SentPart text, RequestView::Message& message) {
    const std::string type = fields_.is_text(at + "/type") ? fields_.text(at + "/type") : "";
    if (type.empty()) fault(at + "/type", "a text");
    if (const auto token = fields_.find_token(at + "/text")) {
      text.token = *token;
      add(message, text);
    } else if (type == "text") {
      fault(at + "/text", "a text");
    }
    if (const auto url = fields_.find_token(at + "/image_url/url")) {
      SentPart picture;
      picture.kind = Part::Kind::picture;
      picture.token = *url;
      add(message, picture);
    } else if (type == "image_url") {
      fault(at + "/image_url/url", "a text");
    }
  }

  void call(const std::string& at, RequestView::Message& message) {
    SentPart call;
    call.kind = Part::Kind::call;
    call.id = fields_.find_token(at + "/id").value_or("");
    call.name = fields_.find_token(at + "/function/name").value_or("");
    call.token = fields_.find_value(at + "/function/arguments").value_or("");
    if (call.id.empty()) fault(at + "/id", "a text");
    if (call.name.empty()) fault(at + "/function/name", "a text");
    add(message, call);
  }

  JsonFields& fields_;
  RequestView view_;
  std::size_t kept_ = 0;  // parts
};
}  // namespace

Result<RequestView> read_chat_request(std::string_view body) {
  Result<JsonFields> parsed = JsonFields::parse(body, JsonFields::Duplicates::last_wins);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();
  if (!fields.is_list("/messages") || fields.size("/messages") > kMaxMessages)
    return Error{std::string("/messages: expected ") + Reading::kMessages};
  return Reading(fields).take();
}
}  // namespace franz
