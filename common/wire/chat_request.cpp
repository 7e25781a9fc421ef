#include "common/wire/chat_request.h"
#include <algorithm>
#include <cmath>
#include "common/base/base64.h"
#include "common/base/json_string.h"
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

static void append_message(std::string& body, const ChatMessage& message) {
  body += R"({"role":)" + quote_json(message.role) + R"(,"content":)";
  if (!message.in_parts) {
    body += message.text;
  } else {
    body += R"([{"type":"text","text":)";
    body += message.text;
    body += '}';
    if (!message.picture_b64.empty()) {
      body += R"(,{"type":"image_url","image_url":{"url":)";
      body += picture_token(message.picture_b64);
      body += "}}";
    }
    body += ']';
  }
  body += '}';
}

std::string chat_request_body(const ChatParameters& parameters,
                              const std::vector<ChatMessage>& messages) {
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
  for (const ChatMessage& message : messages)
    size += message.text.size() + message.picture_b64.size() + 200;
  std::string body = "{";
  body.reserve(size);
  for (const auto& [key, json] : members) body += quote_json(key) + ":" + json + ",";
  body += R"("messages":[)";
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (i > 0) body += ',';
    append_message(body, messages[i]);
  }
  return body + "]}";
}

// Tokens come in order of appearance, so one walk over them finds every message's own.
static void place_tokens(std::string_view body, const CutJson& cut, const JsonFields& fields,
                         std::vector<ChatRequestView::Message>& messages) {
  for (const CutToken& token : cut.tokens) {
    // A key that stood twice: only the place that the library kept counts.
    if (!fields.is_text(token.pointer)) continue;
    const std::string_view pointer = std::string_view(token.pointer).substr(10);  // "/messages/"
    const std::size_t slash = std::min(pointer.find('/'), pointer.size());
    const std::size_t index = std::stoul(std::string(pointer.substr(0, slash)));
    if (index >= messages.size()) continue;
    ChatRequestView::Message& message = messages[index];
    const std::string_view bytes = body.substr(token.offset, token.length);
    if (pointer.ends_with("/url")) {
      if (!message.picture) message.picture = bytes;
    } else {
      ++message.texts;
      message.text = message.texts == 1 ? std::optional(bytes) : std::nullopt;
    }
  }
}

Result<ChatRequestView> read_chat_request(std::string_view body) {
  static constexpr std::string_view kText[] = {"/messages/*/content", "/messages/*/content/*/text",
                                               "/messages/*/content/*/image_url/url"};
  const Result<CutJson> cut = cut_tokens(body, kText);
  if (!cut.ok()) return Error{"expected one JSON object: " + cut.error().message};
  Result<JsonFields> parsed = JsonFields::parse(cut.value().rest);
  if (!parsed.ok()) return parsed.error();
  JsonFields& fields = parsed.value();

  ChatRequestView view;
  const std::size_t count = fields.size("/messages");
  if (!fields.raw("/messages").starts_with('[') || count > kMaxMessages)
    return Error{"/messages: expected a list of at most " + std::to_string(kMaxMessages)};
  view.messages.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string role = "/messages/" + std::to_string(i) + "/role";
    if (fields.is_text(role)) view.messages[i].role = fields.text(role);
  }
  place_tokens(body, cut.value(), fields, view.messages);

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
