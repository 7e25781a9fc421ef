#include "common/wire/chat_request.h"
#include <algorithm>
#include <cmath>
#include "common/base/base64.h"
#include "common/base/json_string.h"
#include "common/base/json_values.h"
#include "common/wire/json_fields.h"
#include "common/wire/raw_json.h"

namespace franz {
static constexpr std::size_t kMaxMessages = 10000;
static constexpr std::string_view kPngUri = "data:image/png;base64,";

Result<ExtraMembers> parse_extra(std::string_view json) {
  ExtraMembers members;
  if (json.find_first_not_of(" \t\r\n") == std::string_view::npos) return members;
  const Result<JsonFields> parsed = JsonFields::parse(json);
  if (!parsed.ok()) return within("extra", parsed.error());
  for (const std::string& key : parsed.value().keys("")) {
    if (key == "messages" || key == "stream" || key == "stream_options")
      return Error{"extra: \"" + key + "\" may not be set here: the loop depends on it"};
    members.emplace_back(key, parsed.value().raw("/" + pointer_segment(key)));
  }
  return members;
}

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

std::string chat_request_body(const ChatParameters& parameters, std::span<const Message> messages,
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

static ChatRequestView::Message read_message(JsonFields& fields, const std::string& at) {
  ChatRequestView::Message message;
  if (fields.is_text(at + "/role")) message.role = fields.text(at + "/role");
  const std::string content = at + "/content";
  message.text = fields.find_token(content);
  message.texts = message.text ? 1 : 0;
  if (message.text) message.tokens = {*message.text};
  if (!fields.is_list(content)) return message;
  const std::size_t parts = fields.size(content);
  for (std::size_t i = 0; i < parts; ++i) {
    const std::string part = content + "/" + std::to_string(i);
    if (const auto text = fields.find_token(part + "/text")) {
      ++message.texts;
      message.text = message.texts == 1 ? text : std::nullopt;
      if (message.texts <= ChatRequestView::kMaxTokens) message.tokens.push_back(*text);
    }
    if (!message.picture) message.picture = fields.find_token(part + "/image_url/url");
  }
  return message;
}

Result<ChatRequestView> read_chat_request(std::string_view body) {
  Result<JsonFields> parsed = JsonFields::parse(body, JsonFields::Duplicates::last_wins);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();

  ChatRequestView view;
  view.duplicates = fields.duplicates();
  const std::size_t count = fields.size("/messages");
  if (!fields.is_list("/messages") || count > kMaxMessages)
    return Error{"/messages: expected a list of at most " + std::to_string(kMaxMessages)};
  for (std::size_t i = 0; i < count; ++i)
    view.messages.push_back(read_message(fields, "/messages/" + std::to_string(i)));

  if (fields.is_text("/model")) view.model = fields.text("/model");
  const auto number = [&](const std::string& pointer) -> std::optional<double> {
    if (!fields.is_number(pointer)) return std::nullopt;
    return fields.number(pointer, -1e300, 1e300);
  };
  view.temperature = number("/temperature");
  view.top_p = number("/top_p");
  for (const char* pointer : {"/max_tokens", "/max_completion_tokens"})
    if (const auto limit = number(pointer); limit && !view.max_tokens && std::abs(*limit) < 1e15)
      view.max_tokens = static_cast<long long>(*limit);
  view.stream = fields.raw("/stream") == "true";
  return view;
}

Result<std::string> picture_bytes(std::string_view url_token) {
  if (url_token.size() < 2) return Error{"the picture: expected a string"};
  std::string decoded;
  std::string_view url = url_token.substr(1, url_token.size() - 2);
  if (url.find('\\') != std::string_view::npos) {
    decoded = decode_json_string(url_token);  // "\/" is a legal way to write base64's slash
    url = decoded;
  }
  static constexpr std::string_view kMarker = ";base64,";
  const std::size_t marker = url.substr(0, 100).find(kMarker);
  if (!url.starts_with("data:image/") || marker == std::string_view::npos)
    return Error{"the picture: expected data:image/png;base64,…"};
  Result<std::string> bytes = base64_decode(url.substr(marker + kMarker.size()));
  if (!bytes.ok()) return within("the picture", bytes.error());
  return bytes;
}
}  // namespace franz
